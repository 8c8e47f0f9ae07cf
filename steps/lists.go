package steps

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
)

// listing is one list of the API as scenarios speak of it.
type listing struct {
	noun, operation string
	// key names the member that tells records apart.
	key string
	// instant names the member that order goes by; empty where records show
	// no creation time.
	instant string
	// ground is the key of the target file that names whose list it is; empty
	// for a list of its own.
	ground string
	// foreign says that the document does not say that what the key names has such
	// a list.
	foreign bool
}

var listings = []listing{
	{noun: "invitations", operation: spec.ListInvitations, key: "id", instant: "created_at"},
	{noun: "destination objects", operation: spec.ListDestinationObjects, key: "full_name", ground: "resources.objects_destination_id"},
	{noun: "objects of the empty destination", operation: spec.ListDestinationObjects, key: "full_name", ground: "resources.empty_destination_id"},
	{noun: "objects of the destination", operation: spec.ListDestinationObjects, key: "full_name", ground: "resources.destination_id"},
	{noun: "topics", operation: spec.ListTopics, key: "id", ground: "resources.topics_source_id"},
	{noun: "topics of the empty source", operation: spec.ListTopics, key: "id", ground: "resources.empty_topics_source_id"},
	{noun: "topics of the source of segments", operation: spec.ListTopics, key: "id", ground: "resources.source_id", foreign: true},
}

func listingOf(noun string) *listing {
	i := slices.IndexFunc(listings, func(l listing) bool { return l.noun == noun })
	return &listings[i]
}

// listRequest makes the request of a list.
func (w *world) listRequest(l *listing, q query) (client.Request, error) {
	r := w.request(l.operation)
	if l.ground != "" {
		if err := w.has(l.ground); err != nil {
			return r, err
		}
		r = w.request(l.operation, groundID(w.run.target, l.ground))
	}
	if !l.foreign {
		r = w.using(r, l.ground)
	}
	r.Query, r.Allowed = q.encode(), q.documented()
	if l.operation == spec.ListTopics && len(q) > 0 {
		// The document shows no query of this list.
		r.Allowed = false
	}
	return r, nil
}

// ask sends the request of a list.
func (w *world) ask(l *listing, q query) (*client.Exchange, error) {
	r, err := w.listRequest(l, q)
	if err != nil {
		return nil, err
	}
	if err := w.breakStep(); err != nil {
		return nil, err
	}
	e := w.send(r)
	if r.Allowed && isRefusal(e) {
		// One refusal amid successes may be a passing one.
		e = w.send(r)
	}
	return e, nil
}

// page is one answered page of a list: what is needed of it when its body is no
// longer held.
type page struct {
	e *client.Exchange
	// size is the number of its records.
	size int
	// ids and instants are those of the first records, up to mostRecords: no page
	// that the document speaks of holds more than 100.
	ids      []string
	instants []gjson.Result
	total    int64
	// pagination holds its numbers.
	pagination gjson.Result
}

// mostRecords is how many records of a page are told apart.
const mostRecords = 1000

// fetch asks for a page and reads what every scenario on lists needs of it.
func (w *world) fetch(l *listing, q query) (*page, error) {
	e, err := w.ask(l, q)
	if err != nil {
		return nil, err
	}
	if err := w.usable(e); err != nil {
		return nil, err
	}
	p, err := w.parsePage(l, e)
	if err == nil {
		w.run.noteMotion(l, q, p)
	}
	return p, err
}

func (w *world) parsePage(l *listing, e *client.Exchange) (*page, error) {
	data, err := w.value(e, "data", anArray)
	if err != nil {
		return nil, err
	}
	total, err := w.value(e, "pagination.total_records", aNumber)
	if err != nil {
		return nil, err
	}
	records := data.Array()
	p := &page{e: e, size: len(records), total: total.Int(), pagination: numbersIn(e.Get("pagination"))}
	for i, r := range records[:min(len(records), mostRecords)] {
		id, instant := gjson.Result{}, gjson.Result{}
		if r.IsObject() {
			id = r.Get(l.key)
			if l.instant != "" {
				instant = r.Get(l.instant)
			}
		}
		place := fmt.Sprintf("data.%d.%s", i, l.key)
		if !aKey.is(id) {
			return nil, w.unlike(e, place, aKey)
		}
		if err := w.blocker(e, pointerOf(place)); err != nil {
			return nil, err
		}
		p.ids, p.instants = append(p.ids, keyOf(id)), append(p.instants, short(instant))
	}
	return p, nil
}

// keyOf is what tells a record apart: a text, or a number. A long one is told
// apart by its sum.
func keyOf(v gjson.Result) string {
	key := v.String()
	if v.Type == gjson.Number {
		key = numberOf(v)
	}
	if len(key) > longest {
		return fmt.Sprintf("%s… %x", strings.ToValidUTF8(key[:longest/2], ""), sha256.Sum256([]byte(key)))
	}
	return strings.Clone(key)
}

// longest is how long a value is at most that the run keeps for itself, in bytes.
const longest = 200

// short is a value that holds on to no body. Of one that is too long to be what
// it should be only the type is left.
func short(v gjson.Result) gjson.Result {
	switch {
	case len(v.Raw) <= longest:
		return gjson.Parse(strings.Clone(v.Raw))
	case v.Type == gjson.Number:
		return gjson.Parse("1e999")
	case v.Type == gjson.String:
		return gjson.Parse(`"…"`)
	}
	return gjson.Parse("{}")
}

// numbersIn is a pagination object without what it may hold beside its numbers.
func numbersIn(pagination gjson.Result) gjson.Result {
	var members []string
	for _, name := range []string{"total_records", "per_page", "prev_page", "page", "next_page", "last_page"} {
		if v := pagination.Get(name); v.Exists() {
			members = append(members, fmt.Sprintf("%q:%s", name, short(v).Raw))
		}
	}
	return gjson.Parse("{" + strings.Join(members, ",") + "}")
}

// same tells that two reads of one page show the same records and total.
func (p *page) same(o *page) bool { return p.total == o.total && slices.Equal(p.ids, o.ids) }

// tries is how often a sandwich is read again when the data moved meanwhile.
const tries = 4

var errMoved = skip(report.Inconclusive, "the data did not stand still while they were read")

func (w *world) atLeast(count int64, noun string) error {
	w.list = listingOf(noun)
	have, err := w.count(noun)
	if err == nil && have < count {
		return skip(report.MissingTestData, "the scenario needs %d %s, the deployment has %d", count, noun, have)
	}
	return err
}

func (w *world) empty(noun string) error {
	w.list = listingOf(noun)
	have, err := w.count(noun)
	if err == nil && have > 0 {
		return skip(report.MissingTestData, "the scenario needs an empty list, the deployment has %d %s", have, noun)
	}
	return err
}

// count tells how long a list is: it is asked for once in a run.
func (w *world) count(noun string) (int64, error) {
	n, err := w.run.countOf(noun).get(func() (int64, error) {
		p, err := w.fetch(listingOf(noun), nil)
		if err != nil {
			return 0, w.refusedBare(listingOf(noun), err)
		}
		return max(p.total, int64(p.size)), nil
	})
	w.shown = w.shown || err == nil
	return n, w.owned(err)
}

// refusedBare turns the refusal of a list without parameters into a finding,
// where the list with the defaults of both succeeds.
func (w *world) refusedBare(l *listing, err error) error {
	refused := w.last
	var s *skipped
	if !asSkip(err, &s) || s.Kind != report.MissingTestData || !isRefusal(refused) || l.operation == spec.ListTopics {
		return err
	}
	f := found(refused, "a success, as with the defaults page 1, per_page 25 and order desc", "a refusal with HTTP %d", refused.Status)
	q := query{}.with("page", 1)
	if _, err := w.fetch(l, q.with("per_page", 25)); err != nil {
		f.promise = "order-default-desc"
		if _, err := w.fetch(l, q.with("per_page", 25).with("order", "desc")); err != nil {
			return s
		}
		return f
	}
	f.promise = "page-default-one"
	if _, err := w.fetch(l, q); err != nil && isRefusal(w.last) {
		f.promise = "per-page-default-25"
	}
	return f
}

func (w *world) listAll(noun string) error {
	w.list, w.query = listingOf(noun), nil
	_, err := w.ask(w.list, nil)
	return err
}

func (w *world) listWith(noun, text string) error {
	q, err := parseQuery(text)
	if err != nil {
		return err
	}
	w.list, w.query = listingOf(noun), q
	_, err = w.ask(w.list, q)
	return err
}

func (w *world) listWithoutToken(noun, text string) error {
	q, err := parseQuery(text)
	if err != nil {
		return err
	}
	w.list, w.query = listingOf(noun), q
	r, err := w.listRequest(w.list, q)
	if err != nil {
		return err
	}
	r.Allowed, r.Scheme = false, client.NoToken
	w.send(r)
	return nil
}

// listPastEnd asks for a page after the last, which the document does not speak
// of.
func (w *world) listPastEnd(noun string) error {
	w.list = listingOf(noun)
	first, err := w.fetch(w.list, nil)
	if err != nil {
		return err
	}
	w.query = query{}.with("page", ceil(first.total, 25)+1000)
	r, err := w.listRequest(w.list, w.query)
	if err != nil {
		return err
	}
	r.Allowed = false
	w.send(r)
	return nil
}

// some shows the first ids of a page.
func some(ids []string) string {
	if len(ids) == 0 {
		return "none"
	}
	if len(ids) > 5 {
		return strings.Join(ids[:5], ", ") + fmt.Sprintf(", … (%d)", len(ids))
	}
	return strings.Join(ids, ", ")
}
