package destinations

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/lists"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// ObjectViewRows are the steps on what two operations show of the same objects.
var ObjectViewRows = rows.Group{
	Then: []vocabulary.Step{
		{
			Pattern: `^its objects are shown as its list shows them$`, Example: `its objects are shown as its list shows them`,
			Operations: []string{spec.ListDestinationObjects},
			Doc: "The response to an update and the destination's list have the same objects, as far as the list was read, and " +
				"no documented member that both show differs.",
			Requires: []vocabulary.Thing{rows.ADestination}, Footprint: rows.OfAsking,
			Checks: "objects-shown-alike",
			Func:   objectsShownAlike,
		},
	},
}

// objectsShownAlike compares the objects in the response to an update with those in the
// list of the same destination: all of a list of at most 100, of a longer one as many as
// the list shows at once. Where they differ, both are read again until limits.settle has
// passed, in a list that does not change meanwhile.
//
// Promise objects-shown-alike
func objectsShownAlike(w *world.World) error {
	different, failed := differenceThatLasts(w)
	var skipped *outcome.Skipped
	isBlocked := errors.As(failed, &skipped) && skipped.By != ""
	if different == nil && !isBlocked {
		return failed
	}
	l := objectList()
	if err := lists.Verdict(w, lists.Reader(w, l).Watch(0)); err != nil {
		return err
	}
	if lists.HasMoved(w.Run, l.Operation) && (isBlocked || !hasNoObjects(w)) {
		return lists.Verdict(w, paging.ErrMoved)
	}
	if isBlocked {
		return failed
	}
	if varies, err := listVaries(w); err != nil || varies {
		return cmp.Or(err, outcome.Skip(report.Inconclusive, "the list shows other values of its objects each time"))
	}
	return different
}

// differenceThatLasts returns what the last update and the list differ in until limits.settle has
// passed, and while no other scenario renames the destination; nil, and perhaps why not, where they
// were not different.
func differenceThatLasts(w *world.World) (different *outcome.Finding, failed error) {
	read := lists.Look
	differs := func(e *client.Exchange) bool {
		different, failed = objectDifference(w, e, read)
		read = lists.Fetch
		return different != nil
	}
	_, err := w.CaughtUp(w.Last, differs, func() (e *client.Exchange) {
		e, failed = updated(w)
		return e
	})
	switch {
	case err != nil:
		return nil, err
	case different != nil:
		return differenceAtRest(w)
	}
	return nil, failed
}

// listVaries reports whether reads of the list differ in what they show of an object, as where
// a default is the time of the request. Such a list is no measure for an update. It is read
// twice at once and again after limits.settle: values that take turns may be the same at one of
// the distances.
func listVaries(w *world.World) (bool, error) {
	var first map[string]gjson.Result
	for _, wait := range []target.Duration{0, 0, w.Run.Target.Limits.Settle} {
		if err := w.Pass(time.Duration(wait)); err != nil {
			return false, err
		}
		p, err := readObjects(w, lists.Fetch, 1)
		if err != nil {
			return false, err
		}
		shown := jsonvalue.ByName(p.Exchange.Records(), "full_name")
		if first == nil {
			first = shown
			continue
		}
		for name, before := range first {
			if after, ok := shown[name]; ok && objectsAlike().Difference(objectPlace, before, after) != "" {
				return true, nil
			}
		}
	}
	return false, nil
}

// differenceAtRest updates the destination, and compares the objects with those of its list
// when limits.settle has passed without another update of the run: each update may change them,
// and the list may show that late. What the list shows then is that of the next update, too,
// where the objects change only after the response.
func differenceAtRest(w *world.World) (*outcome.Finding, error) {
	w.LockResource("destination")
	for range paging.Tries {
		e, err := updated(w)
		if err != nil {
			return nil, err
		}
		updates := ofRun(w.Run).updates.Load()
		if err := w.Pass(time.Duration(w.Run.Target.Limits.Settle)); err != nil {
			return nil, err
		}
		if different, err := objectDifference(w, e, lists.Fetch); different == nil {
			return nil, err
		}
		if ofRun(w.Run).updates.Load() == updates {
			break
		}
	}
	e, err := updated(w)
	if err != nil {
		return nil, err
	}
	return objectDifference(w, e, lists.Fetch)
}

// hasNoObjects reports whether the list has no objects, whatever it had before.
func hasNoObjects(w *world.World) bool {
	listed, err := readObjects(w, lists.Fetch, 1)
	return err == nil && listed.Total == 0
}

// objectDifference returns a difference between the objects in the response to an update
// and those in the list.
func objectDifference(w *world.World, update *client.Exchange, read pageReader) (*outcome.Finding, error) {
	if err := w.Usable(update); err != nil {
		return nil, err
	}
	data, err := w.Value(update, "data.objects", scenario.Array)
	if err != nil {
		return nil, err
	}
	listed, err := readObjects(w, read, 1)
	if err != nil {
		return nil, err
	}
	for _, e := range []*client.Exchange{update, listed.Exchange} {
		for _, v := range e.Violations {
			if strings.HasPrefix(v.Pointer, "/data/") {
				return nil, outcome.BlockedBy(v.Promise)
			}
		}
	}
	own, all := data.Array(), listed.Exchange.Records()
	switch {
	case len(own) == 0 && len(all) == 0:
		return nil, outcome.Skip(report.MissingTestData, "the destination has no objects")
	case len(own) == 0:
		return outcome.Found(update, fmt.Sprintf("objects, of which the destination's list shows %d", listed.Total), "none"), nil
	}
	shown, there := jsonvalue.ByName(own, "full_name"), jsonvalue.ByName(all, "full_name")
	if shown == nil || len(all) > 0 && there == nil {
		accuseDuplicate(w, all)
		return nil, outcome.Skip(report.MissingTestData, "the objects have no full_name of their own")
	}
	whole := listed.Total == int64(len(all))
	f, err := contradictingObject(update, own, shown, there, whole)
	switch {
	case f != nil || err != nil:
	case whole:
		f = missingObject(update, all, shown)
	case int64(len(own)) < listed.Total:
		f, err = fewerObjects(w, update, int64(len(own)), listed.Total, read)
	}
	return f, err
}

// accuseDuplicate records that the destination's list has an object twice.
//
// Promise pages-partition-the-list
func accuseDuplicate(w *world.World, listed []gjson.Result) {
	seen := map[string]bool{}
	for _, o := range listed {
		name := jsonvalue.Key(o.Get("full_name"))
		if seen[name] {
			if f, err := lists.DuplicateKey(w, objectList(), name); err == nil && f != nil {
				w.Run.Accuse(f)
			}
			return
		}
		seen[name] = true
	}
}

// fewerObjects returns the finding that an update shows fewer objects than its list counts, whose last
// page agrees with that number.
func fewerObjects(w *world.World, update *client.Exchange, own, total int64, read pageReader) (*outcome.Finding, error) {
	pages := paging.PageCount(total, paging.MostPerPage)
	last, err := readObjects(w, read, pages)
	if err != nil || int64(last.Size) != total-(pages-1)*paging.MostPerPage {
		return nil, err
	}
	return outcome.Found(update, fmt.Sprintf("the %d objects of the destination's list", total), "%d", own), nil
}

// missingObject returns the finding that an update's response does not show an object of a list.
func missingObject(update *client.Exchange, all []gjson.Result, shown map[string]gjson.Result) *outcome.Finding {
	for _, o := range all {
		if name := jsonvalue.Key(o.Get("full_name")); !shown[name].Exists() {
			return outcome.Found(update, fmt.Sprintf("the %d objects of the destination's list", len(all)), "no %s", name)
		}
	}
	return nil
}

// contradictingObject returns the first object of an update's response that is not in the whole
// list, or that is shown differently there. Where none is in the list, the list belongs to
// another destination.
func contradictingObject(update *client.Exchange, own []gjson.Result, shown, there map[string]gjson.Result,
	whole bool) (*outcome.Finding, error) {
	shared := 0
	var missing, other *outcome.Finding
	for _, o := range own {
		name := jsonvalue.Key(o.Get("full_name"))
		listed, known := there[name]
		if !known {
			if whole && missing == nil {
				missing = outcome.Found(update, "objects that are in the destination's list", "%s, which is not", name)
			}
			continue
		}
		shared++
		if at := objectsAlike().Difference(objectPlace, shown[name], listed); at != "" && other == nil {
			other = otherValue(update, name, strings.TrimPrefix(at, objectPlace+"/"), shown[name], listed)
		}
	}
	switch {
	case shared == 0 && len(there) > 0:
		return nil, outcome.BlockedBy("objects-of-the-destination")
	case other != nil:
		return other, nil
	}
	return missing, nil
}

// otherValue returns the finding that an update shows another value of a member than the list, with
// the values where the member has one.
func otherValue(update *client.Exchange, object, member string, shown, listed gjson.Result) *outcome.Finding {
	expected := fmt.Sprintf("%s of the object %s as in the destination's list", member, object)
	path := strings.ReplaceAll(member, "/", ".")
	was, is := listed.Get(path), shown.Get(path)
	if strings.Contains(member, "*") || !was.Exists() || !is.Exists() {
		return outcome.Found(update, expected, "another value")
	}
	return outcome.Found(update, expected+": "+client.Shown(was), "%s", client.Shown(is))
}
