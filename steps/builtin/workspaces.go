package builtin

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// listOfID tells, per operation that an id leads to, by which list its kind of
// resource is seen: the objects of a destination, the topics of a source.
var listOfID = map[string]string{
	spec.UpdateDestination:      spec.ListDestinationObjects,
	spec.ListDestinationObjects: spec.ListDestinationObjects,
	spec.CreateSegment:          spec.ListTopics,
	spec.ListTopics:             spec.ListTopics,
	spec.CreateLink:             spec.ListTopics,
}

// oneIDForAll skips what asks for a resource of ours by another workspace's
// token, where each workspace counts ids of its own: the document does not say
// that they are counted over all, and the id leads to a resource of the other
// workspace then. Nothing must be written there.
func (w *World) oneIDForAll() error {
	list, byID := listOfID[w.operation]
	if !byID {
		return nil
	}
	apart, err := w.run.idsApart.Of(list).Get(func() (bool, error) { return w.idsApart(list), nil })
	if apart && err == nil {
		return scenario.Skip(report.MissingTestData, "the other workspace has a resource of its own under the same id")
	}
	return err
}

// idsApart tells whether an id of the target file leads the other workspace to
// another list. One record of ours among those that it is shown says that it
// does not.
func (w *World) idsApart(list string) (apart bool) {
	ground := w.run.Target.Resources
	ids := []int64{ground.SourceID, ground.TopicsSourceID}
	if list == spec.ListDestinationObjects {
		ids = []int64{ground.DestinationID, ground.ObjectsDestinationID}
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		if id == 0 {
			continue
		}
		theirs, shown := w.recordsFor(list, strconv.FormatInt(id, 10), w.run.Target.Tokens.OtherWorkspace)
		if !shown {
			continue
		}
		if list == spec.ListDestinationObjects && w.namedApart(id) {
			return true
		}
		ours, _ := w.recordsFor(list, strconv.FormatInt(id, 10), w.run.Target.Tokens.Workspace)
		if shareOne(ours, theirs) {
			return false
		}
		if len(theirs) > 0 {
			apart = true
		} else if _, any := w.recordsFor(list, scenario.RandomID(), w.run.Target.Tokens.OtherWorkspace); !any {
			apart = true // an empty list of its own, as it is shown none of what is not there
		}
	}
	return apart
}

// namedApart tells whether the two tokens are shown destinations of two names: two
// of one type may have the same objects.
func (w *World) namedApart(id int64) bool {
	names := map[string]bool{}
	for _, token := range []string{w.run.Target.Tokens.Workspace, w.run.Target.Tokens.OtherWorkspace} {
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
func (w *World) recordsFor(list, id, token string) (records []gjson.Result, shown bool) {
	r := w.Request(list, id)
	r.Token, r.Allowed = token, false
	e := w.Do(r)
	data := e.Get("data")
	return data.Array(), e.OK() && !e.Rejected() && data.IsArray()
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
