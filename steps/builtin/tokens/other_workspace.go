package tokens

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// oneIDForAll skips what asks for a resource of ours by another workspace's
// token, where each workspace counts ids of its own: the document does not say
// that they are counted over all, and the id leads to a resource of the other
// workspace then. Nothing must be written there.
func oneIDForAll(w *world.World) error {
	list := rows.ListOfID(w.Operation)
	if list == "" {
		return nil
	}
	apart, err := sharedIDsApart(w, list)
	if apart && err == nil {
		return outcome.Skip(report.MissingTestData, "the other workspace has a resource of its own under the same id")
	}
	return err
}

// sharedIDsApart is idsApart, which is found out once in a run.
func sharedIDsApart(w *world.World, list string) (bool, error) {
	return ofRun(w.Run).idsApart.Of(list).Get(func() (bool, error) { return idsApart(w, list), nil })
}

// idsApart reports whether an id of the target file leads the other workspace to
// another list. One record of ours among those that it is shown says that it
// does not, unless both are of objects and differ in length.
func idsApart(w *world.World, list string) (apart bool) {
	resources := w.Run.Target.Resources
	ids := []int64{resources.SourceID, resources.TopicsSourceID}
	if list == spec.ListDestinationObjects {
		ids = []int64{resources.DestinationID, resources.ObjectsDestinationID}
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		if id == 0 {
			continue
		}
		asOther := listFor(w, list, strconv.FormatInt(id, 10), w.Run.Target.Tokens.OtherWorkspace)
		theirs, shown := recordsIn(asOther)
		if !shown {
			continue
		}
		var name names
		if list == spec.ListDestinationObjects {
			if name = namesOf(w, id); name.apart() {
				return true
			}
		}
		asOurs := listFor(w, list, strconv.FormatInt(id, 10), w.Run.Target.Tokens.Workspace)
		ours, _ := recordsIn(asOurs)
		if shareOne(ours, theirs) {
			if !name.hidden && list == spec.ListDestinationObjects && isOfAnotherLength(asOurs, asOther) {
				return true
			}
			if name.hidden {
				w.Run.Accuse(outcome.Found(asOther, "no objects of a destination whose retrieval is rejected for the token",
					"%s", client.Records(len(theirs))).About("workspace-token-own"))
			}
			return false
		}
		if len(theirs) > 0 {
			apart = true
		} else if _, any := recordsIn(listFor(w, list, scenario.RandomID(), w.Run.Target.Tokens.OtherWorkspace)); !any {
			apart = true // an empty list of its own, as it is shown none of what is not there
		}
	}
	return apart
}

// isOfAnotherLength reports whether two lists of objects have another number of records in all:
// destinations of one type may share objects.
func isOfAnotherLength(a, b *client.Exchange) bool {
	const total = "pagination.total_records"
	return a.Get(total).Num != b.Get(total).Num
}

// nearby is how many ids before and after another one are looked at.
const nearby = 5

// MayHaveItsOwn reports whether the other workspace, to which an empty list of ours is
// shown, may have one of its own under the same id. It may where ids are counted per
// workspace: then the id is the first one, another list shows that, or both have
// resources under ids near this one.
func MayHaveItsOwn(w *world.World, l *paging.Listing) bool {
	var id int64 // 0 for a list without an id in its path
	if l.Resource != "" {
		id, _ = strconv.ParseInt(w.Run.Target.ID(l.Resource), 10, 64)
	}
	if id == 1 || l.Operation == spec.ListDestinationObjects && namesOf(w, id).apart() {
		return true
	}
	for _, list := range []string{spec.ListDestinationObjects, spec.ListTopics} {
		apart, err := sharedIDsApart(w, list)
		if apart || err != nil {
			return true
		}
	}
	isShown := func(id int64, token string) bool {
		_, shown := recordsIn(listFor(w, l.Operation, strconv.FormatInt(id, 10), token))
		return shown
	}
	for near := max(1, id-nearby); near <= id+nearby; near++ {
		if near != id && isShown(near, w.Run.Target.Tokens.OtherWorkspace) && isShown(near, w.Run.Target.Tokens.Workspace) {
			return true
		}
	}
	return false
}

// names are those of a destination as the two tokens are shown it; empty where they are
// not. hidden says that the other one's retrieval was rejected.
type names struct {
	ours, theirs string
	hidden       bool
}

// apart reports whether the two tokens are shown destinations of two names: two of one
// type may have the same objects.
func (n names) apart() bool { return n.ours != "" && n.theirs != "" && n.ours != n.theirs }

// namesOf retrieves a destination with both tokens.
func namesOf(w *world.World, id int64) (n names) {
	retrieve := func(token string) (name string, rejected bool) {
		r := w.Request(spec.GetDestination, strconv.FormatInt(id, 10))
		r.Token, r.Allowed = token, false
		e := w.Do(r)
		if e.Accepted() {
			name = e.Get(client.NameShown).String()
		}
		return name, e.Rejected() && !e.Broken() && !e.Throttled()
	}
	if n.ours, _ = retrieve(w.Run.Target.Tokens.Workspace); n.ours != "" {
		n.theirs, n.hidden = retrieve(w.Run.Target.Tokens.OtherWorkspace)
	}
	return n
}

// listFor requests a list with a token.
func listFor(w *world.World, list, id, token string) *client.Exchange {
	r := w.Request(list, id)
	r.Token, r.Allowed = token, false
	e := w.Do(r)
	if token == w.Run.Target.Tokens.OtherWorkspace {
		ofRun(w.Run).asOther.Store(r.Path, e)
	}
	return e
}

// recordsIn are the records of a list in a response, if it shows one.
func recordsIn(e *client.Exchange) (records []gjson.Result, shown bool) {
	data := e.Get("data")
	return data.Array(), e.Accepted() && data.IsArray()
}

// SentAsOther returns the response to the request of a list without a query that was sent
// with the other workspace's token before; nil where none was.
func SentAsOther(w *world.World, r client.Request) *client.Exchange {
	sent, _ := ofRun(w.Run).asOther.Load(r.Path)
	e, _ := sent.(*client.Exchange)
	if e == nil || r.Method != http.MethodGet || r.Query != "" || r.Token != e.Token || r.Scheme != e.Scheme || e.IsLarge() {
		return nil
	}
	return e
}

// shareOne reports whether a record is in both lists, however it is written.
func shareOne(a, b []gjson.Result) bool {
	in := map[string]bool{}
	for _, r := range a {
		in[jsonvalue.Canonical(r)] = true
	}
	return slices.ContainsFunc(b, func(r gjson.Result) bool { return in[jsonvalue.Canonical(r)] })
}
