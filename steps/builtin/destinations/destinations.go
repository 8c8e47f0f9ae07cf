// Package destinations has the built-in steps on destinations: their names, which a
// run changes and restores, and their objects.
//
// Start reading at Request, then at PrepareRenaming in renaming.go. read_back.go reads the name
// back, rejected_renaming.go has what follows a rejected update, and lost_name.go a name that it
// takes away. objects.go, objects_alike.go and objects_steady.go compare the objects that updates
// show with their list.
package destinations

import (
	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// Rows are the steps on destinations.
var Rows = rows.Group{
	When: []vocabulary.Step{
		{
			Pattern: `^I update the destination$`, Example: `I update the destination`,
			Operations: []string{spec.UpdateDestination},
			Doc:        "The same request with the name that the destination has.",
			Provides:   []vocabulary.Thing{rows.ADestination}, Writes: true, Footprint: rows.OfUpdate,
			Func: update,
		},
		{
			Pattern: `^I update a destination that does not exist$`, Example: `I update a destination that does not exist`,
			Operations: []string{spec.UpdateDestination},
			Doc:        "The same request to a random destination_id below 2^31.",
			Writes:     true, Footprint: rows.OfRenaming,
			Func: updateUnknown,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern: `^the response shows the new name$`, Example: `the response shows the new name`,
			Aliases:  []string{`^the answer shows the new name$`},
			Doc:      "data.name is the name that was sent; only an earlier one is a violation.",
			Requires: []vocabulary.Thing{rows.ARenaming},
			Checks:   "destination-name-kept",
			Func:     showsNewName,
		},
		{
			Pattern: `^the new name is saved$`, Example: `the new name is saved`,
			Aliases: []string{`^the new name is kept$`},
			Doc: "Reads the name back with GET of the destination or an update without a name. Only an earlier name is a " +
				"violation, where it shows for limits.settle; and another one where a list of the destination's objects causes it.",
			Requires: []vocabulary.Thing{rows.ARenaming}, Footprint: vocabulary.Footprint{Requests: 2},
			Checks: "destination-name-kept",
			Func:   KeepsNewName,
		},
		{
			Pattern: `^the new name is saved, and stays$`, Example: `the new name is saved, and stays`,
			Doc:      "As \"the new name is saved\", read two seconds after the response, or earlier where the run sets so.",
			Requires: []vocabulary.Thing{rows.ARenaming}, Footprint: vocabulary.Footprint{Requests: 2},
			Checks: "destination-name-kept",
			Func:   staysRenamed,
		},
		{
			Pattern:    `^the last update, sent again, shows the same name$`,
			Example:    `the last update, sent again, shows the same name`,
			Aliases:    []string{`^the same update of the destination shows the same name$`},
			Operations: []string{spec.UpdateDestination},
			Doc: "Sends the last renaming once more. A success is checked as any other, and shows the same name; a rejection " +
				"is allowed.",
			Requires: []vocabulary.Thing{rows.ARenaming}, Writes: true, Footprint: vocabulary.Footprint{Requests: 1, Renamings: 1},
			Checks: "destination-name-kept",
			Func:   sameNameAgain,
		},
		{
			Pattern: `^the response is about the destination in the path$`, Example: `the response is about the destination in the path`,
			Aliases:  []string{`^the answer is about the destination of the path$`},
			Doc:      "data.id is resources.destination_id.",
			Requires: []vocabulary.Thing{rows.ADestination},
			Checks:   "destination-named-by-its-id",
			Func:     isTheDestination,
		},
		{
			Pattern: `^the update changed no other destination$`, Example: `the update changed no other destination`,
			Aliases: []string{`^no other destination has the new name$`},
			Doc: "Another destination has the same id and created_at as before the first update, and no name that the run has " +
				"sent; nor has that of resources.empty_destination_id. Where it cannot be retrieved, nothing is checked.",
			Requires: []vocabulary.Thing{rows.ARenaming}, Footprint: rows.OfAsking.Plus(rows.OfAsking),
			Checks: "destination-named-by-its-id",
			Func:   otherIsAsBefore,
		},
	},
}

// Request returns an update that does not change the name.
func Request(w *world.World) (client.Request, error) {
	if err := w.Has(target.DestinationID); err != nil {
		return client.Request{}, err
	}
	w.LockResource("destination")
	err := learnName(w)
	return NamingRequest(w, ofRun(w.Run).destinationName.Own), err
}

// showsNewName checks the response to the renaming: it fails only where it shows the
// previous name.
//
// Promise destination-name-kept
func showsNewName(w *world.World) error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	return w.CheckOwnNotOld(w.Last, writtenName(w, sentName(w.Last)))
}

func writtenName(w *world.World, sent string) world.Written {
	return world.Written{Promise: "destination-name-kept", Path: client.NameShown, Sent: sent, IsOld: earlierThan(w, sent), Read: readName(w)}
}

func sentName(e *client.Exchange) string {
	return gjson.GetBytes(e.Request.Body, client.NameSent).String()
}

// KeepsNewName reads the name back in the first way that works, and also in the
// second where the first shows the previous name.
//
// Promise destination-name-kept
func KeepsNewName(w *world.World) error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	sent := sentName(w.Last)
	if IsOwnName(w.Run, sent) {
		w.Unseen("destination-name-kept", report.Reason{Kind: report.Inconclusive, Text: "the last update had no new name"})
		return nil
	}
	before := earlierThan(w, sent)
	e, by := nameReadBack(w)
	if e == nil {
		return outcome.Skip(report.MissingTestData, "no read-back: %s", by)
	}
	lags := func(e *client.Exchange) bool { name, ok := nameIn(w, e); return ok && before(name) }
	e, err := w.CaughtUp(e, lags, readName(w))
	if err != nil {
		return err
	}
	if lags(e) {
		e, by = alsoByUpdate(w, e, by, lags)
	}
	w.ReadBackBy(by)
	suspectList(w, e, sent)
	return w.CheckNotOld(e, writtenName(w, sent))
}

// staysRenamed reads the name back after a while: something else may set it back.
//
// Promise destination-name-kept
func staysRenamed(w *world.World) error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	if err := w.PassWatch(1); err != nil {
		return err
	}
	return KeepsNewName(w)
}

// sameNameAgain sends a renaming that changes nothing.
//
// Promise destination-name-kept
func sameNameAgain(w *world.World) error {
	update := ofScenario(w).renamed
	if update == nil {
		return outcome.Skip(report.MissingTestData, "the destination was not renamed before")
	}
	e, err := w.Again(update)
	if e == nil || err != nil {
		return err
	}
	return w.CheckOwnNotOld(e, writtenName(w, sentName(update)))
}

// isTheDestination checks that the response is about the destination of the path.
//
// Promise destination-named-by-its-id
func isTheDestination(w *world.World) error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	v, err := w.Value(w.Last, "data.id", scenario.Number)
	if err != nil {
		return err
	}
	if want := destinationID(w); jsonvalue.Number(v) != want {
		return outcome.Found(w.Last, "the destination "+want, "the destination %s", v.Raw)
	}
	return nil
}

// updateUnknown sends a new name to a destination that does not exist. A broken
// deployment may give it to ours, whose name is restored at the end.
func updateUnknown(w *world.World) error {
	r, err := FaultyRenaming(w)
	if err != nil {
		return err
	}
	r.Path, r.Allowed = w.Request(spec.UpdateDestination, w.Run.Invent(scenario.RandomID())).Path, false
	w.Send(r)
	return nil
}

func update(w *world.World) error {
	_, err := updated(w)
	return err
}

// updated sends an update of the destination, and returns its response.
func updated(w *world.World) (*client.Exchange, error) {
	r, err := Request(w)
	if err != nil {
		return nil, err
	}
	return w.Send(r), nil
}
