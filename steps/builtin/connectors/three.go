package connectors

import (
	"fmt"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/connectors/history"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/probe"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/vocabulary"
)

// ofThree is the footprint of three connectors and a rejected creation.
var ofThree = vocabulary.Once(vocabulary.ThreeConnectors, "", vocabulary.Footprint{Requests: 17, Connectors: 8}).Plus(rows.OfCreation)

// ThreeRows are the steps on three connectors: what a write to one of them must not
// change, and what a rejected one does.
var ThreeRows = rows.Group{
	Given: []vocabulary.Step{
		{
			Pattern: `^three connectors were created, and right before the second a creation was rejected$`,
			Example: `three connectors were created, and right before the second a creation was rejected`,
			Aliases: []string{
				`^three connectors were created, the second right after a rejected creation$`,
				`^two connectors were created, and one was rejected in between$`,
			},
			Operations: []string{spec.CreateConnector},
			Doc: "Creates three connectors, once for the whole run. Right before the second, it sends a creation with an invalid value, " +
				"to be rejected.",
			Provides: []vocabulary.Thing{rows.ThreeConnectors, rows.AConnector}, Writes: true, Footprint: ofThree,
			Func: threeCreated,
		},
	},
	When: []vocabulary.Step{
		{
			Pattern: `^I update the first connector$`, Example: `I update the first connector`,
			Aliases:    []string{`^I update the first of (?:the three connectors|them)$`},
			Operations: []string{spec.UpdateConnector},
			Doc: "The first connector gets a new label. A rejection is tried again, and breaks a promise where it follows the " +
				"rejection of another request, twice.",
			Requires: []vocabulary.Thing{rows.ThreeConnectors}, Writes: true, Footprint: rows.OfAsking,
			Func: updateAfterRejected,
		},
		{
			Pattern: `^I update the second connector$`, Example: `I update the second connector`,
			Aliases:    []string{`^I update the second of the three connectors$`, `^I update the one in between$`},
			Operations: []string{spec.UpdateConnector},
			Doc: "The second connector, after which the third was created, gets an update without a label, where the third kept its " +
				"label at one; and a new label where it does not show that of its creation. Its service_name is the beginning of " +
				"those of the others, where the deployment accepts that.",
			Requires: []vocabulary.Thing{rows.ThreeConnectors}, Writes: true, Footprint: vocabulary.Footprint{Requests: 4},
			Func: updateSecond,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern: `^the rejected creation created no connector$`, Example: `the rejected creation created no connector`,
			Aliases:  []string{`^the rejected creation made none$`},
			Doc:      "An update of its service_name is rejected, where that of another unknown one is.",
			Requires: []vocabulary.Thing{rows.ThreeConnectors}, Footprint: vocabulary.Footprint{Requests: 2},
			Checks: "connectors-are-created",
			Func:   readRejectedCreation,
		},
		{
			Pattern:  `^the update did not change the third connector$`,
			Example:  `the update did not change the third connector`,
			Aliases:  []string{`^the third of the three connectors has not changed$`, `^the second of them is as it was$`},
			Doc:      "An update of another member finds the third connector, and does not show a label of the first.",
			Requires: []vocabulary.Thing{rows.ThreeConnectors}, Footprint: vocabulary.Footprint{Requests: 3},
			Checks: "connector-service-name-kept",
			Func:   readThird,
		},
	},
}

// threeConnectors are what several scenarios share. Their labels change only in the turn of
// connectors.
type threeConnectors struct {
	// The service_name of third begins with that of first, and that with the one of
	// second; unless those are rejected.
	first, second, third world.Connector
	// rejected is the creation right before the second, nil where it was accepted.
	rejected *client.Exchange
}

const noObject = "no object"

// threeCreated provides the three connectors, the first of which is at hand. The label that it has at
// the end of the scenario is the one that the next scenario finds.
func threeCreated(w *world.World) error {
	p, err := ofRun(w.Run).three.Get(func() (*threeConnectors, error) { return createThree(w) })
	if err != nil {
		return err
	}
	w.LockResource("connector")
	ofScenario(w).three, w.Connector, w.Shown = p, p.first, true
	w.AtEnd(func() {
		if w.Connector.Service == p.first.Service {
			p.first = w.Connector
		}
	})
	return nil
}

// readRejectedCreation looks for the connector whose creation was rejected.
//
// Promise connectors-are-created
func readRejectedCreation(w *world.World) error {
	rejected := ofScenario(w).three.rejected
	if rejected == nil {
		w.Unseen("connectors-are-created", report.Reason{Kind: report.MissingTestData,
			Text: "the deployment rejects neither a connector with a wrong type nor a body that is cut off"})
		return nil
	}
	read := ReadBackCreation(w, rejected)
	switch {
	case read.Effect != "":
		return outcome.Found(rejected, "a rejected creation to have no effect", "HTTP %d, and %s", rejected.Status, read.Effect)
	case read.Response == nil:
		w.NotReadBack("no read-back shows whether the rejected creation had an effect")
	}
	return nil
}

// updateAfterRejected updates the first connector, right after a request that was
// rejected because it named something unknown.
func updateAfterRejected(w *world.World) error {
	return afterRejected(w, func() { updateLabelOf(w, w.Run.NoConnector()) })
}

// afterRejected updates the connector at hand, right after a rejected request.
func afterRejected(w *world.World, reject func()) error {
	return w.AfterRejected("connectors-are-updated", reject, func() (client.Request, error) { return plainUpdate(w) },
		func(r client.Request) error {
			Relabel(w, r)
			return w.Usable(w.Last)
		})
}

// updateSecond updates the second connector without a label, or gives it one that no other has.
func updateSecond(w *world.World) error {
	p := ofScenario(w).three
	p.first, w.Connector = w.Connector, p.second
	if ofScenario(w).thirdKept {
		e := w.Probe(withoutLabelOf(w, p.second))
		if err := checkCreatedLabel(w, p.second, e); err != nil || probe.Same(p.second.Label, e.Get(client.LabelShown).String()) {
			return err
		}
	}
	r, err := plainUpdate(w)
	if err != nil {
		return err
	}
	Relabel(w, r)
	return w.Usable(w.Last)
}

// plainUpdate returns an update of the connector at hand with a plain label, so that a rejection
// is not due to its text.
func plainUpdate(w *world.World) (client.Request, error) {
	r, err := UpdateRequest(w, nil)
	r.Carries = client.NoText
	return r, err
}

// readThird reads the label of the third connector, which was not updated.
//
// Promise connector-service-name-kept
func readThird(w *world.World) error {
	first, third := w.Connector, ofScenario(w).three.third
	e := w.ProbeAside(withoutLabelOf(w, third))
	if e.Rejected() {
		var err error
		if e, err = rejectedAgain(w, first, third); err != nil {
			return err
		}
	}
	if !e.Accepted() {
		return outcome.Skip(report.MissingTestData, "no read-back: an update of another member is %s", e.Outcome())
	}
	w.ReadBackBy("an update of another member")
	label := e.Get(client.LabelShown).String()
	ofScenario(w).thirdKept = probe.Same(third.Label, label)
	if !ofScenario(w).thirdKept && (probe.Same(first.Label, label) || first.HadLabel(label)) {
		return outcome.Found(e, "the connector "+third.Service+" to keep its label, as only "+first.Service+" was updated",
			"%q, the label of %s", label, first.Service).About("connector-label-kept")
	}
	return checkCreatedLabel(w, third, e)
}

// checkCreatedLabel checks that a connector has the label that it was created with. An
// update of another member may reset it; so one that shows none of the run's counts only
// where it keeps the label of an update after that.
//
// Promise connector-label-kept
func checkCreatedLabel(w *world.World, c world.Connector, e *client.Exchange) error {
	read := func() *client.Exchange { return w.ProbeAside(withoutLabelOf(w, c)) }
	lost := func(e *client.Exchange) bool {
		label := e.Get(client.LabelShown)
		return e.Accepted() && label.Type == gjson.String && !probe.Same(c.Label, label.Str) &&
			(label.Str == "" || history.IsForeign(w.Run, c.Service, label.Str))
	}
	e, err := w.CaughtUp(e, lost, read)
	if err != nil || !lost(e) {
		return err
	}
	LockConnector(w, c)
	r := updateOf(w, c, nil)
	r.Carries = client.NoText
	update := w.Exchange(r)
	if w.Usable(update) != nil {
		return nil
	}
	if kept := read(); !kept.Accepted() || !probe.Same(world.SentMember(update, "label"), kept.Get(client.LabelShown).String()) {
		return nil
	}
	return outcome.Found(e, fmt.Sprintf("the label %q, with which the connector was created", c.Label), "%s",
		e.Get(client.LabelShown).Raw).About("connector-label-kept")
}

// mostRejectedAgain is how often rejectedAgain sends an update at most.
const mostRejectedAgain = 5

// rejectedAgain sends an update of the third connector again, each time after one of the
// same members of the first: what is accepted there is accepted here, too. It does so some
// times, as a deployment may reject an update while it is busy, and after one more of the first in
// every second turn, as it may reject each second update.
func rejectedAgain(w *world.World, first, third world.Connector) (*client.Exchange, error) {
	var again *client.Exchange
	for n := range mostRejectedAgain {
		accepted := w.ProbeAside(withoutLabelOf(w, first))
		for range n % 2 {
			w.ProbeAside(withoutLabelOf(w, first))
		}
		again = w.Exchange(withoutLabelOf(w, third)) // until limits.settle has passed, where it is not found
		if !accepted.Accepted() || !again.Rejected() {
			return again, nil
		}
	}
	return again, outcome.Found(again, fmt.Sprintf("the connector to be updated by its service_name %q, like %q", third.Service,
		first.Service), "%s", scenario.Rejection(again))
}
