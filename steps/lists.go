package steps

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
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
}

var listings = []listing{
	{noun: "invitations", operation: spec.ListInvitations, key: "id", instant: "created_at"},
	{noun: "destination objects", operation: spec.ListDestinationObjects, key: "full_name", ground: "ground.objects_destination_id"},
	{noun: "objects of the empty destination", operation: spec.ListDestinationObjects, key: "full_name", ground: "ground.empty_destination_id"},
	{noun: "objects of the destination", operation: spec.ListDestinationObjects, key: "full_name", ground: "ground.destination_id"},
	{noun: "topics", operation: spec.ListTopics, key: "id", ground: "ground.topics_source_id"},
	{noun: "topics of the empty source", operation: spec.ListTopics, key: "id", ground: "ground.empty_topics_source_id"},
	{noun: "topics of the source of segments", operation: spec.ListTopics, key: "id", ground: "ground.source_id"},
}

// nouns is the group of a step's pattern that names a list.
var nouns = func() string {
	var all []string
	for _, l := range listings {
		all = append(all, l.noun)
	}
	return "(" + strings.Join(all, "|") + ")"
}()

func listingOf(noun string) *listing {
	i := slices.IndexFunc(listings, func(l listing) bool { return l.noun == noun })
	return &listings[i]
}

// query is the query of a list request, as pairs in the order they are sent.
type query []struct{ name, value string }

func (q query) with(name string, value any) query {
	out := slices.DeleteFunc(slices.Clone(q), func(p struct{ name, value string }) bool { return p.name == name })
	return append(out, struct{ name, value string }{name, fmt.Sprint(value)})
}

func (q query) get(name string) string {
	for _, p := range q {
		if p.name == name {
			return p.value
		}
	}
	return ""
}

func (q query) encode() string {
	var parts []string
	for _, p := range q {
		parts = append(parts, url.QueryEscape(p.name)+"="+url.QueryEscape(p.value))
	}
	return strings.Join(parts, "&")
}

// documented tells whether the document shows the answer to the query: each
// parameter once, with a value that it names.
func (q query) documented() bool {
	seen := map[string]bool{}
	for _, p := range q {
		n, err := strconv.Atoi(p.value)
		ok := err == nil
		switch p.name {
		case "page":
			ok = ok && n >= 0
		case "per_page":
			ok = ok && n >= 1 && n <= 100
		case "order":
			ok = p.value == "asc" || p.value == "desc"
		}
		if !ok || seen[p.name] {
			return false
		}
		seen[p.name] = true
	}
	return true
}

// pair reads `page 0`, `per_page 101` or `order "up"` in a step's text.
var pair = regexp.MustCompile(`(page|per_page|order) ("[^"]*"|[^\s"]+)`)

func parseQuery(text string) (query, error) {
	var q query
	var taken []string
	for _, m := range pair.FindAllStringSubmatch(text, -1) {
		q = append(q, struct{ name, value string }{m[1], strings.Trim(m[2], `"`)})
		taken = append(taken, m[0])
	}
	if strings.Join(taken, " and ") != text {
		return nil, fmt.Errorf("%q is no query: write page 1 and per_page 25 and order asc", text)
	}
	return q, nil
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

// page is one answered page of a list.
type page struct {
	e       *client.Exchange
	records []gjson.Result
	ids     []string
	total   int64
}

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
	p := &page{e: e, records: data.Array(), total: total.Int()}
	broken := len(w.run.violationsOf(e)) > 0
	for i := range p.records {
		id, err := w.member(p, i, l.key, aKey)
		if err == nil && broken {
			err = w.blocker(e, fmt.Sprintf("/data/%d/%s", i, l.key))
		}
		if err != nil {
			return nil, err
		}
		p.ids = append(p.ids, keyOf(id))
	}
	return p, nil
}

// keyOf is what tells a record apart: a text, or a number.
func keyOf(v gjson.Result) string {
	if v.Type == gjson.Number {
		return numberOf(v)
	}
	return v.String()
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
		return skip(report.NoGround, "the scenario needs %d %s, the deployment has %d", count, noun, have)
	}
	return err
}

func (w *world) empty(noun string) error {
	w.list = listingOf(noun)
	have, err := w.count(noun)
	if err == nil && have > 0 {
		return skip(report.NoGround, "the scenario needs an empty list, the deployment has %d %s", have, noun)
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
		return max(p.total, int64(len(p.records))), nil
	})
	return n, w.owned(err)
}

// refusedBare turns the refusal of a list without parameters into a finding,
// where the list with the defaults of both succeeds.
func (w *world) refusedBare(l *listing, err error) error {
	refused := w.last
	var s *skipped
	if !asSkip(err, &s) || s.kind != report.NoGround || !isRefusal(refused) || l.operation == spec.ListTopics {
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

// succeeds fails a request that the document allows and that was refused,
// although it differs only in named values from one that succeeded.
func (w *world) succeeds() error {
	e := w.last
	if e.Broken() {
		return w.usable(e)
	}
	if !isRefusal(e) {
		return w.wellFormed(e)
	}
	for _, p := range w.query {
		promise := map[string]string{"order": "order-" + p.value, "per_page": sizesPromise}[p.name]
		if promise == "" {
			continue
		}
		if alone, err := w.ask(w.list, query{p}); err != nil || isRefusal(alone) {
			return w.blockedOn(promise, found(alone, "a success", "a refusal with HTTP %d", alone.Status))
		}
	}
	return found(e, "a success", "a refusal with HTTP %d", e.Status)
}

func (w *world) numberIs(path string, want int64) error {
	if err := w.usable(w.last); err != nil {
		return err
	}
	v, err := w.value(w.last, path, aNumber)
	if err != nil {
		return err
	}
	if v.Num != float64(want) {
		return found(w.last, fmt.Sprintf("%q to be %d", path, want), "%s", v.Raw)
	}
	return nil
}

func (w *world) exactly(count int64) error { return w.counts("exactly", count) }

func (w *world) noMoreThan(count int64) error { return w.counts("at most", count) }

// counts judges the number of records of the last answer. An answer to a
// request that the document does not speak of may also refuse.
func (w *world) counts(how string, want int64) error {
	e := w.last
	if !e.Allowed && (isRefusal(e) || e.Broken()) {
		return nil
	}
	if e.Allowed {
		if err := w.usable(e); err != nil {
			return err
		}
	}
	data := gjson.GetBytes(e.Body, "data")
	if !data.IsArray() {
		_, err := w.value(e, "data", anArray)
		return err
	}
	have := int64(len(data.Array()))
	if how == "exactly" && have < want && w.hasShrunk(e, want) {
		return errMoved
	}
	if have > want || how == "exactly" && have < want {
		return found(e, fmt.Sprintf("%s %d records", how, want), "%d", have)
	}
	return nil
}

// hasShrunk tells that a page is short because the list is shorter than when it
// was counted: by the answer's own total it ends there.
func (w *world) hasShrunk(e *client.Exchange, per int64) bool {
	if w.list == nil {
		return false
	}
	total := gjson.GetBytes(e.Body, "pagination.total_records")
	number, err := strconv.ParseInt(w.query.get("page"), 10, 64)
	if err != nil {
		number = 1
	}
	counted, err := w.count(w.list.noun)
	return err == nil && total.Type == gjson.Number && total.Int() != counted &&
		int64(len(gjson.GetBytes(e.Body, "data").Array())) == total.Int()-(max(1, number)-1)*per
}

// holdsByDefault judges the size of a page that was asked for without one. A
// list that does not keep to a per_page of that size either is for the promise
// of per_page.
func (w *world) holdsByDefault(want int64) error {
	asked := w.last
	if err := w.usable(asked); err != nil {
		return err
	}
	p, err := w.parsePage(w.list, asked)
	if err != nil || int64(len(p.records)) == want {
		return err
	}
	explicit, err := w.fetch(w.list, w.query.with("per_page", want))
	if err != nil {
		return err
	}
	if w.hasShrunk(asked, want) || w.hasShrunk(explicit.e, want) {
		return errMoved
	}
	if int64(len(explicit.records)) != want {
		return w.blockedOn(sizesPromise, found(explicit.e, fmt.Sprintf("%d records", want), "%d", len(explicit.records)))
	}
	return found(asked, fmt.Sprintf("%d records", want), "%d", len(p.records))
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
