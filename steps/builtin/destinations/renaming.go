package destinations

import (
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/restoring"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// RenamingRows are the steps that rename the destination.
var RenamingRows = rows.Group{
	When: []vocabulary.Step{
		{
			Pattern: `^I rename the destination$`, Example: `I rename the destination`,
			Operations: []string{spec.UpdateDestination},
			Doc: "resources.destination_id gets a new name, alone or with samples.service_connection. It is restored when the " +
				"scenario ends, and again at the end of the run.",
			Provides: []vocabulary.Thing{rows.ARenaming, rows.ADestination}, Writes: true, Footprint: rows.OfRenaming,
			Func: Rename,
		},
		{
			Pattern: `^I rename the destination to the same name in capitals$`, Example: `I rename the destination to the same name in capitals`,
			Operations: []string{spec.UpdateDestination},
			Doc:        "The name that was sent last, in capitals.",
			Requires:   []vocabulary.Thing{rows.ARenaming}, Provides: []vocabulary.Thing{rows.ARenaming, rows.ADestination}, Writes: true,
			Footprint: rows.OfRenaming,
			Func:      renameInCapitals,
		},
	},
}

func destinationID(w *world.World) string {
	return w.Run.Target.ID(target.DestinationID)
}

// learnName finds out, once in a run, to which name the destination is restored, and
// reads another destination before the first update.
func learnName(w *world.World) error {
	_, _ = otherBefore(w)
	name, given := w.Run.Target.Samples.ServiceConnection["name"].(string)
	if !ofRun(w.Run).destinationName.Learn(name, given, func() (string, bool) { return retrievedName(w) }) {
		return outcome.SkipFor(target.SampleServiceConnection, report.MissingTestData,
			"the destination's name cannot be read, and so could not be restored: give samples.service_connection in the target file")
	}
	return nil
}

// retrieveName retrieves one destination, which is not one of the document's endpoints.
func retrieveName(w *world.World) *client.Exchange {
	e := w.Do(w.Request(spec.GetDestination, destinationID(w)))
	w.Agree(e)
	return e
}

func retrievedName(w *world.World) (string, bool) { return nameIn(w, retrieveName(w)) }

// NamingRequest returns the request that gives the destination a name: {name} only,
// unless the sample has other members that the deployment requires.
func NamingRequest(w *world.World, name string) client.Request {
	connection := maps.Clone(w.Run.Target.Samples.ServiceConnection)
	if connection == nil {
		connection = map[string]any{}
	}
	connection["name"] = name
	r := w.Using(w.Request(spec.UpdateDestination, destinationID(w)), target.DestinationID, target.SampleServiceConnection)
	r.Carries = client.DestinationNames
	return scenario.WithBody(r, map[string]any{"service_connection": connection})
}

// PrepareRenaming waits for the scenario's turn to rename the destination, and has
// the name that it had before the run restored at the end.
func PrepareRenaming(w *world.World) error {
	if err := w.Has(target.DestinationID); err != nil {
		return err
	}
	w.LockResource("destination")
	if err := learnName(w); err != nil {
		return err
	}
	if !ofScenario(w).renames {
		ofScenario(w).renames = true
		lookLater(w, ofRun(w.Run).destinationName.Restored())
		w.AtEnd(func() { restoreName(w) })
		restoring.AnnounceChange(w, NameToRestore(w))
	}
	return nil
}

// MayRename reports whether the scenario has its turn to rename the destination.
func MayRename(w *world.World) bool { return ofScenario(w).renames }

// IsOwnName reports whether a text is the destination's name from before the run.
func IsOwnName(r *world.Run, text string) bool { return ofRun(r).destinationName.IsOriginal(text) }

// Rename gives the destination a new name.
func Rename(w *world.World) error {
	if err := PrepareRenaming(w); err != nil {
		return err
	}
	if e := w.Send(NamingRequest(w, w.Run.Name())); e.Accepted() {
		ofScenario(w).renamed = e
	}
	return nil
}

// renameInCapitals sends the name that the scenario sent last, in capitals.
func renameInCapitals(w *world.World) error {
	s := ofScenario(w)
	if err := PrepareRenaming(w); err != nil {
		return err
	}
	if len(s.namesTaken) == 0 {
		return outcome.Skip(report.MissingTestData, "the destination was not renamed before")
	}
	r := NamingRequest(w, strings.ToUpper(s.namesTaken[len(s.namesTaken)-1]))
	r.Carries = client.NoText
	w.Send(r)
	return nil
}

// FaultyRenaming returns the request for checks of rejections: it would give the
// destination another name.
func FaultyRenaming(w *world.World) (client.Request, error) {
	if err := PrepareRenaming(w); err != nil {
		return client.Request{}, err
	}
	return NamingRequest(w, w.Run.Name()), nil
}

// NoteRenaming records that another name was sent, and whether it may have been
// accepted.
func NoteRenaming(w *world.World, e *client.Exchange) {
	s, run := ofScenario(w), ofRun(w.Run)
	if e.Operation == spec.UpdateDestination {
		run.updates.Add(1)
	}
	name := gjson.GetBytes(e.Request.Body, client.NameSent)
	if e.Operation != spec.UpdateDestination || !s.renames || !name.Exists() || name.String() == run.destinationName.Own {
		return
	}
	s.nameSent, s.nameUnchanged = true, false
	if scenario.MayHaveDone(e) && !e.Accepted() {
		run.mayComeLate = true
	}
	if scenario.MayHaveDone(e) || e.Effect() != "" {
		s.namesTaken = append(s.namesTaken, name.String())
		run.namesTaken = append(run.namesTaken, name.String())
	}
}

// earlierThan reports whether a name is one from before the renaming to another: that of
// the destination before the run, or one that the run gave it before.
func earlierThan(w *world.World, renamed string) func(name string) bool {
	return func(name string) bool {
		return IsOwnName(w.Run, name) || name != renamed && slices.Contains(ofRun(w.Run).namesTaken, name)
	}
}

// restoreName restores the name of the destination, where the scenario sent another
// name that may have been accepted. The end of the run reads it back, and restores
// the name again.
func restoreName(w *world.World) {
	s, name := ofScenario(w), &ofRun(w.Run).destinationName
	if !s.nameSent {
		return
	}
	name.Changed(len(s.namesTaken))
	if s.nameUnchanged && len(s.namesTaken) == 0 {
		return
	}
	e := w.Do(NamingRequest(w, name.Own))
	w.NoteOwnText(e)
	if e.Accepted() {
		NoteShown(w, e)
	}
	shown, ok := nameIn(w, e)
	name.NoteRestored(ok && !e.Rejected() && name.IsOriginal(shown))
}

// isGone reports whether neither the destination nor its objects are found any more.
func isGone(w *world.World) bool {
	objects, err := w.ListRequest(paging.ListingOf("objects of the destination"), nil)
	return err == nil && scenario.IsNotFound(retrieveName(w)) && scenario.IsNotFound(w.Exchange(objects))
}

// NameToRestore returns how the destination's name is restored.
func NameToRestore(w *world.World) restoring.Plan {
	body := ""
	if w.Run.Target.Samples.ServiceConnection != nil {
		body = "samples.service_connection of the target file"
	}
	return restoring.Plan{Text: &ofRun(w.Run).destinationName, Kind: "destination", ID: destinationID(w), Member: "name",
		Past: "renamed", Promise: "destination-name-kept", Updates: "destinations-are-updated",
		IsGone: func() bool { return isGone(w) },
		Set:    NamingRequest(w, ofRun(w.Run).destinationName.Own), Body: body, In: func(e *client.Exchange) (string, bool) { return nameIn(w, e) },
		Ways: []restoring.Way{
			{By: "GET of the destination", Ask: func() *client.Exchange { return retrieveName(w) }},
			{By: "an update without a name", Ask: func() *client.Exchange { e, _ := nameByUpdate(w); return e }, Writes: true},
		}}
}
