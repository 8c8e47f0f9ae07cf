package connectors

import (
	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/vocabulary"
)

// RejectedUpdateRows are the steps on a rejected update of the first of three connectors.
var RejectedUpdateRows = rows.Group{
	When: []vocabulary.Step{
		{
			Pattern:    `^I send the first connector an invalid update with a new label$`,
			Example:    `I send the first connector an invalid update with a new label`,
			Aliases:    []string{`^I update the first of (?:the three connectors|them) with a new label and something invalid$`},
			Operations: []string{spec.UpdateConnector},
			Doc: "Sends a new label with an invalid value of another member, or in a body that is cut off. A deployment that " +
				"rejects none of these skips the scenario.",
			Requires: []vocabulary.Thing{rows.ThreeConnectors}, Provides: []vocabulary.Thing{rows.ARejection}, Writes: true,
			Footprint: vocabulary.Footprint{Requests: 3},
			Func:      updateInvalidly,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern: `^the rejected label is not saved$`, Example: `the rejected label is not saved`,
			Doc:      "An update of another member does not show it, nor a label from before the last one.",
			Requires: []vocabulary.Thing{rows.ARejection}, Footprint: rows.OfAsking,
			Checks: "connector-label-kept",
			Func:   rejectedLabelIsNotSaved,
		},
		{
			Pattern: `^the next new label is saved$`, Example: `the next new label is saved`,
			Doc:      "After one more rejected update, a new label is sent. The response shows it, and an update of another member.",
			Requires: []vocabulary.Thing{rows.ARejection}, Footprint: vocabulary.Footprint{Requests: 4},
			Checks: "connector-label-kept",
			Func:   nextLabelIsSaved,
		},
	},
}

// invalidMembers are members of a connector with a value of a type that the document does not
// give them.
var invalidMembers = []struct {
	name  string
	value any
}{{"configuration_definition", noObject}, {"icon_url", map[string]any{"no": "text"}}}

// sendInvalidUpdate sends a new label with the first invalid member that was not accepted
// before, or in a body that is cut off.
func sendInvalidUpdate(w *world.World) (*client.Exchange, error) {
	accepted := ofScenario(w).invalidAccepted
	r, err := UpdateRequest(w, func(b map[string]any) {
		connector := map[string]any{"label": w.Run.Name()}
		if accepted < len(invalidMembers) {
			connector[invalidMembers[accepted].name] = invalidMembers[accepted].value
		}
		b["connector"] = connector
	})
	if err != nil {
		return nil, err
	}
	r.Carries = client.NoText
	if accepted >= len(invalidMembers) {
		r = scenario.CutOff(r)
	}
	return w.Probe(r), nil
}

// updateInvalidly sends one invalid update after another until one is rejected.
func updateInvalidly(w *world.World) error {
	for {
		e, err := sendInvalidUpdate(w)
		switch accepted := &ofScenario(w).invalidAccepted; {
		case err != nil:
			return err
		case e.RejectedWithoutEffect():
			w.Before = e
			return nil
		default:
			if isUpdated(e) {
				w.Connector = w.Connector.Relabelled(world.SentMember(e, "label"))
			} else {
				w.Connector = w.Connector.MaybeRelabelled()
			}
			if *accepted++; *accepted > len(invalidMembers) {
				return outcome.Skip(report.MissingTestData, "the deployment does not reject it: %s", e.Outcome())
			}
		}
	}
}

// rejectedLabelIsNotSaved reads the label that the connector was given early in the run: it
// must be neither the rejected one, nor one from before.
//
// Promise connector-label-kept
func rejectedLabelIsNotSaved(w *world.World) error {
	rejected := w.Before
	read := ReadBackUpdate(w, rejected)
	if err := w.CheckNoEffect(rejected, read); err != nil || read.Response == nil {
		return err
	}
	isOld := w.Connector.ShowsEarlierLabel
	e, err := w.CaughtUp(read.Response, isOld, w.Probing(read.Response.Request))
	if err != nil || !isOld(e) {
		return err
	}
	return LabelIsNotOld(w, w.Connector, e)
}

// nextLabelIsSaved sends a good update right after a rejected one.
//
// Promise connector-label-kept
func nextLabelIsSaved(w *world.World) error {
	reject := func() { _, _ = sendInvalidUpdate(w) }
	reject()
	if err := afterRejected(w, reject); err != nil {
		return err
	}
	if err := ShowsLabel(w); err != nil {
		return err
	}
	return ReadLabelBack(w)
}
