package builtin

import (
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// renamingRows are the steps that rename the destination.
var renamingRows = rows{
	when: []step{
		{
			Pattern: `^I rename the destination$`, Example: `I rename the destination`,
			Operations: []string{spec.UpdateDestination},
			Doc:        "resources.destination_id gets a new name: {name} only, or samples.service_connection with it. The name is restored when the scenario ends, and once more when the run does, which also reads it back.",
			Provides:   []thing{ARenaming, ADestination}, Writes: true, Footprint: ofRenaming,
			Func: (*World).rename,
		},
		{
			Pattern: `^I rename the destination to the same name in capitals$`, Example: `I rename the destination to the same name in capitals`,
			Operations: []string{spec.UpdateDestination},
			Doc:        "The name that was sent last, in capitals.",
			Requires:   []thing{ARenaming}, Provides: []thing{ARenaming, ADestination}, Writes: true, Footprint: ofRenaming,
			Func: (*World).renameInCapitals,
		},
	},
}

func (w *World) destinationID() string {
	return scenario.ResourceID(w.run.Target, "resources.destination_id")
}

// learnName finds out, once in a run, which name the destination is restored to, and
// how another one is before the first update.
func (w *World) learnName() error {
	_, _ = w.run.other.Get(w.readOther)
	name, given := w.run.Target.Samples.ServiceConnection["name"].(string)
	if !w.run.destinationName.learn(name, given, w.retrievedName) {
		return scenario.SkipFor("samples.service_connection", report.MissingTestData, "the destination's name cannot be read, and so could not be restored: give samples.service_connection in the target file")
	}
	return nil
}

// retrieveName asks for one destination, which stands outside the endpoints.
func (w *World) retrieveName() *client.Exchange {
	e := w.Do(w.Request(spec.GetDestination, w.destinationID()))
	w.agree(e)
	return e
}

func (w *World) retrievedName() (string, bool) { return w.nameIn(w.retrieveName()) }

// named makes the request that gives the destination a name: {name} only,
// unless the sample says what else the deployment wants to see.
func (w *World) named(name string) client.Request {
	connection := maps.Clone(w.run.Target.Samples.ServiceConnection)
	if connection == nil {
		connection = map[string]any{}
	}
	connection["name"] = name
	r := w.Using(w.Request(spec.UpdateDestination, w.destinationID()), "resources.destination_id", "samples.service_connection")
	r.Carries = destinationNames
	return scenario.WithBody(r, map[string]any{"service_connection": connection})
}

// renamable waits for the scenario's turn to rename the destination, and has
// the name that it had before the run restored at the end.
func (w *World) renamable() error {
	if err := w.Has("resources.destination_id"); err != nil {
		return err
	}
	w.Turn("destination")
	if err := w.learnName(); err != nil {
		return err
	}
	if !w.renames {
		w.renames = true
		w.AtEnd(w.restoreName)
		w.announceChange(w.keptName())
	}
	return nil
}

// mayRename reports whether the scenario has its turn to rename the destination.
func (w *World) mayRename() bool { return w.renames }

// isOwnName reports whether a text is the destination's name from before the run.
func (r *Run) isOwnName(text string) bool { return r.destinationName.asBefore(text) }

// rename gives the destination a new name.
func (w *World) rename() error {
	if err := w.renamable(); err != nil {
		return err
	}
	w.Send(w.named(w.run.Name()))
	return nil
}

func (w *World) renameInCapitals() error {
	if err := w.renamable(); err != nil {
		return err
	}
	if len(w.namesTaken) == 0 {
		return scenario.Skip(report.MissingTestData, "the destination was not renamed before")
	}
	r := w.named(strings.ToUpper(w.namesTaken[len(w.namesTaken)-1]))
	r.Carries = ""
	w.Send(r)
	return nil
}

// faultyRenaming makes the request that a rejection is tried on: it would give the
// destination another name.
func (w *World) faultyRenaming() (client.Request, error) {
	if err := w.renamable(); err != nil {
		return client.Request{}, err
	}
	return w.named(w.run.Name()), nil
}

// noteRenaming keeps that another name was sent, and whether it may have been
// taken.
func (w *World) noteRenaming(e *client.Exchange) {
	name := gjson.GetBytes(e.Request.Body, "service_connection.name")
	if e.Operation != spec.UpdateDestination || !w.renames || !name.Exists() || name.String() == w.run.destinationName.own {
		return
	}
	w.nameSent, w.nameUnchanged = true, false
	if scenario.MayHaveDone(e) || e.Effect() != "" {
		w.namesTaken = append(w.namesTaken, name.String())
	}
}

// earlierThan reports whether a name is one from before the renaming to another: that of
// the destination before the run, or one that the scenario gave it before.
func (w *World) earlierThan(renamed string) func(name string) bool {
	return func(name string) bool {
		return w.run.isOwnName(name) || name != renamed && slices.Contains(w.namesTaken, name)
	}
}

// restoreName names the destination as before the run, where the scenario sent
// another name that may have been taken. What came of it is read back when the run
// ends, which restores the name once more.
func (w *World) restoreName() {
	if !w.nameSent {
		return
	}
	w.run.destinationName.changed(len(w.namesTaken))
	if w.nameUnchanged && len(w.namesTaken) == 0 {
		return
	}
	e := w.Do(w.named(w.run.destinationName.own))
	shown, ok := w.nameIn(e)
	w.run.destinationName.restored = ok && !e.Rejected() && w.run.destinationName.asBefore(shown)
}

// keptName is the destination's name, as what is restored.
func (w *World) keptName() keeping {
	body := ""
	if w.run.Target.Samples.ServiceConnection != nil {
		body = "samples.service_connection of the target file"
	}
	return keeping{kept: &w.run.destinationName, kind: "destination", id: w.destinationID(), member: "name", past: "renamed", promise: "destination-name-kept",
		set: w.named(w.run.destinationName.own), body: body, in: w.nameIn,
		ways: []way{
			{by: "GET of the destination", ask: w.retrieveName},
			{by: "an update without a name", ask: func() *client.Exchange { e, _ := w.nameByUpdate(); return e }, writes: true},
		}}
}
