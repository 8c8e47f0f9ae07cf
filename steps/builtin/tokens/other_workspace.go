package tokens

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// oneIDForAll skips what asks for a resource of ours by another workspace's
// token, where each workspace counts ids of its own: the document does not say
// that they are counted over all, and the id leads to a resource of the other
// workspace then. Nothing must be written there.
func oneIDForAll(w *world.World) error {
	list, byID := rows.ListOfID[w.Operation]
	if !byID {
		return nil
	}
	apart, err := ofRun(w.Run).idsApart.Of(list).Get(func() (bool, error) { return idsApart(w, list), nil })
	if apart && err == nil {
		return scenario.Skip(report.MissingTestData, "the other workspace has a resource of its own under the same id")
	}
	return err
}

// idsApart reports whether an id of the target file leads the other workspace to
// another list. One record of ours among those that it is shown says that it
// does not.
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
		theirs, shown := recordsFor(w, list, strconv.FormatInt(id, 10), w.Run.Target.Tokens.OtherWorkspace)
		if !shown {
			continue
		}
		if list == spec.ListDestinationObjects && namedApart(w, id) {
			return true
		}
		ours, _ := recordsFor(w, list, strconv.FormatInt(id, 10), w.Run.Target.Tokens.Workspace)
		if shareOne(ours, theirs) {
			return false
		}
		if len(theirs) > 0 {
			apart = true
		} else if _, any := recordsFor(w, list, scenario.RandomID(), w.Run.Target.Tokens.OtherWorkspace); !any {
			apart = true // an empty list of its own, as it is shown none of what is not there
		}
	}
	return apart
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
		id, _ = strconv.ParseInt(scenario.ResourceID(w.Run.Target, l.Resource), 10, 64)
	}
	if id == 1 || l.Operation == spec.ListDestinationObjects && namedApart(w, id) {
		return true
	}
	for _, list := range []string{spec.ListDestinationObjects, spec.ListTopics} {
		apart, err := ofRun(w.Run).idsApart.Of(list).Get(func() (bool, error) { return idsApart(w, list), nil })
		if apart || err != nil {
			return true
		}
	}
	isShown := func(id int64, token string) bool {
		_, shown := recordsFor(w, l.Operation, strconv.FormatInt(id, 10), token)
		return shown
	}
	for near := max(1, id-nearby); near <= id+nearby; near++ {
		if near != id && isShown(near, w.Run.Target.Tokens.OtherWorkspace) && isShown(near, w.Run.Target.Tokens.Workspace) {
			return true
		}
	}
	return false
}

// namedApart reports whether the two tokens are shown destinations of two names: two
// of one type may have the same objects.
func namedApart(w *world.World, id int64) bool {
	names := map[string]bool{}
	for _, token := range []string{w.Run.Target.Tokens.Workspace, w.Run.Target.Tokens.OtherWorkspace} {
		r := w.Request(spec.GetDestination, strconv.FormatInt(id, 10))
		r.Token, r.Allowed = token, false
		e := w.Do(r)
		name := e.Get("data.name")
		if !e.OK() || e.Rejected() || name.Type != gjson.String {
			return false
		}
		names[name.String()] = true
	}
	return len(names) == 2
}

// recordsFor are the records of a list as a token is shown it, if it is.
func recordsFor(w *world.World, list, id, token string) (records []gjson.Result, shown bool) {
	r := w.Request(list, id)
	r.Token, r.Allowed = token, false
	e := w.Do(r)
	if token == w.Run.Target.Tokens.OtherWorkspace {
		ofRun(w.Run).asOther.Store(r.Path, e)
	}
	data := e.Get("data")
	return data.Array(), e.OK() && !e.Rejected() && data.IsArray()
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
	content := func(r gjson.Result) string {
		text, _ := json.Marshal(r.Value()) // with the members in order
		return string(text)
	}
	in := map[string]bool{}
	for _, r := range a {
		in[content(r)] = true
	}
	return slices.ContainsFunc(b, func(r gjson.Result) bool { return in[content(r)] })
}
