package builtin

import (
	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// ofPair is that of two connectors with a rejected creation and a plain one in between.
var ofPair = footprint{Once: map[string]footprint{"two connectors": {Requests: 9, Connectors: 4}}}

// pairRows are the steps on two connectors: what a write to one of them leaves as it
// is, and what a rejected one does.
var pairRows = rows{
	given: []step{
		{
			Pattern: `^two connectors were created, and one was rejected in between$`, Example: `two connectors were created, and one was rejected in between`,
			Operations: []string{spec.CreateConnector},
			Doc:        "Once for the whole run. The one in between has a configuration_definition that is no object; a deployment that accepts it has three.",
			Provides:   []thing{APair, AConnector}, Writes: true, Footprint: ofPair,
			Func: (*World).pairCreated,
		},
	},
	when: []step{
		{
			Pattern: `^I update the first of them$`, Example: `I update the first of them`,
			Operations: []string{spec.UpdateConnector},
			Doc:        "The first connector gets a new label. A rejection is tried again, and breaks a promise where it follows the rejection of another request, twice.",
			Requires:   []thing{APair}, Writes: true, Footprint: ofAsking,
			Func: (*World).updateAfterRejected,
		},
		{
			Pattern: `^I update the first of them with a new label and something invalid$`, Example: `I update the first of them with a new label and something invalid`,
			Operations: []string{spec.UpdateConnector},
			Doc:        "Its configuration_definition is no object. A deployment that accepts it skips the scenario.",
			Requires:   []thing{APair}, Provides: []thing{ARejection}, Writes: true, Footprint: ofAsking,
			Func: (*World).updateInvalidly,
		},
	},
	then: []step{
		{
			Pattern: `^the rejected creation made none$`, Example: `the rejected creation made none`,
			Doc:      "An update of its service_name is rejected, where that of another unknown one is.",
			Requires: []thing{APair}, Footprint: footprint{Requests: 2},
			Judges: "connectors-are-created",
			Func:   (*World).rejectedMadeNone,
		},
		{
			Pattern: `^the second of them is as it was$`, Example: `the second of them is as it was`,
			Doc:      "An update of another member does not show a label of the first.",
			Requires: []thing{APair}, Footprint: ofAsking,
			Judges: "connector-service-name-kept",
			Func:   (*World).secondIsAsBefore,
		},
		{
			Pattern: `^the rejected label is not saved$`, Example: `the rejected label is not saved`,
			Doc:      "An update of another member does not show it.",
			Requires: []thing{ARejection}, Footprint: ofAsking,
			Judges: "connector-label-kept",
			Func:   (*World).rejectedLabelIsNotSaved,
		},
		{
			Pattern: `^the next new label is saved$`, Example: `the next new label is saved`,
			Doc:      "After one more rejected update, a new label is sent. The response shows it, and an update of another member.",
			Requires: []thing{ARejection}, Footprint: footprint{Requests: 4},
			Judges: "connector-label-kept",
			Func:   (*World).nextLabelIsSaved,
		},
	},
}

// connectorPair is what scenarios on two connectors share. Its labels change in the
// turn of connectors only.
type connectorPair struct {
	first, second connectorState
	// refused is the creation in between, nil where it was accepted.
	refused *client.Exchange
}

const noObject = "no object"

func (w *World) pairCreated() error {
	p, err := w.run.pair.Get(w.createPair)
	if err != nil {
		return err
	}
	w.Turn("connector")
	w.pair, w.connector, w.Shown = p, p.first, true
	w.AtEnd(func() { p.first = w.connector })
	return nil
}

func (w *World) createPair() (*connectorPair, error) {
	p := &connectorPair{}
	if err := w.connectorCreated(); err != nil {
		return nil, err
	}
	p.first = w.connector
	reject := func() {
		r := w.connectorRequest(func(c map[string]any) { c["configuration_definition"] = noObject })
		r.Carries = ""
		e := w.Probe(r)
		if e.Rejected() && e.Effect() == "" {
			p.refused = e
		}
	}
	reject()
	if err := w.afterRejected("connectors-are-created", reject, w.createPlain); err != nil {
		return nil, err
	}
	if err := w.createNamedAfter(p.first.service); err != nil {
		return nil, err
	}
	p.second = w.connector
	return p, nil
}

// createPlain creates a connector whose label is plain: a rejection is not for a text.
func (w *World) createPlain() error {
	r := w.connectorRequest(nil)
	r.Carries = ""
	w.Send(r)
	return w.connectorTaken()
}

// createNamedAfter creates a connector whose service_name begins with another, is long and
// has capitals; or, where that is rejected, a plain one.
func (w *World) createNamedAfter(service string) error {
	name := service + "WithCapitalsAndLongerThanSixtyFourCharactersAltogether"
	w.Send(w.connectorRequest(func(c map[string]any) { c["service_name"] = name }))
	if scenario.RejectsBody(w.Last) {
		return w.createPlain()
	}
	return w.connectorTaken()
}

// rejectedMadeNone looks for the connector whose creation was rejected.
//
// Promise connectors-are-created
func (w *World) rejectedMadeNone() error {
	refused := w.pair.refused
	if refused == nil {
		w.Unseen("connectors-are-created", report.Reason{Kind: report.MissingTestData, Text: "the deployment rejects no connector for its configuration_definition"})
		return nil
	}
	first := w.connector
	what, works := w.wasConnectorCreated(refused)
	w.connector = first
	switch {
	case what != "":
		return scenario.Found(refused, "a rejected creation to have no effect", "HTTP %d, and %s", refused.Status, what)
	case !works:
		w.NotReadBack("no read-back shows whether the rejected creation had an effect")
	}
	return nil
}

// updateAfterRejected updates the first connector, right after a request that was
// rejected because it named what is not there.
func (w *World) updateAfterRejected() error {
	return w.afterRejected("connectors-are-updated", func() { w.updates(w.run.NoConnector()) }, w.updateFirst)
}

// updateFirst gives the first connector a label that no other has.
func (w *World) updateFirst() error {
	r, err := w.connectorUpdate(nil)
	if err != nil {
		return err
	}
	r.Carries = ""
	w.relabel(r)
	return w.Usable(w.Last)
}

// secondIsAsBefore reads the label of the connector that was not updated.
//
// Promise connector-service-name-kept
func (w *World) secondIsAsBefore() error {
	first := w.connector
	defer func() { w.connector = first }()
	w.connector = w.pair.second
	r, err := w.withoutLabel()
	if err != nil {
		return err
	}
	e := w.Probe(r)
	if !e.OK() || e.Rejected() {
		return scenario.Skip(report.MissingTestData, "no read-back: an update of another member is %s", e.Outcome())
	}
	w.ReadBackBy("an update of another member")
	label := e.Get("data.label").String()
	if label != w.pair.second.label && (label == first.label || label == first.before) {
		return scenario.Found(e, "the connector that was not updated to keep its label", "that of the one that was updated")
	}
	return nil
}

func (w *World) sendInvalidUpdate() (*client.Exchange, error) {
	r, err := w.connectorUpdate(func(b map[string]any) {
		b["connector"] = map[string]any{"label": w.run.Name(), "configuration_definition": noObject}
	})
	if err != nil {
		return nil, err
	}
	r.Carries = ""
	return w.Probe(r), nil
}

func (w *World) updateInvalidly() error {
	e, err := w.sendInvalidUpdate()
	if err != nil {
		return err
	}
	if !e.Rejected() || e.Effect() != "" {
		w.connector.label = sentOf(e, "label")
		return scenario.Skip(report.MissingTestData, "the deployment does not reject it: %s", e.Outcome())
	}
	w.before = e
	return nil
}

// Promise connector-label-kept
func (w *World) rejectedLabelIsNotSaved() error {
	refused := w.before
	what, works := w.wasRelabelled(refused)
	switch {
	case what != "":
		return scenario.Found(w.Last, "the rejected update to have no effect", "HTTP %d, and %s", refused.Status, what)
	case !works:
		w.NotReadBack("no read-back shows whether the rejected update had an effect")
	}
	return nil
}

// nextLabelIsSaved sends a good update right after a rejected one.
//
// Promise connector-label-kept
func (w *World) nextLabelIsSaved() error {
	reject := func() { _, _ = w.sendInvalidUpdate() }
	reject()
	if err := w.afterRejected("connectors-are-updated", reject, w.updateFirst); err != nil {
		return err
	}
	if err := w.showsLabel(); err != nil {
		return err
	}
	return w.keepsLabel()
}
