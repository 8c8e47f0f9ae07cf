// Package publishing has the built-in steps on publishing a connector. That cannot be undone, so a run
// publishes one connector, or two where the target file gives another one.
//
// Start reading at publish in attempts.go: it sends the faulty requests of faulty.go before the good
// one. after.go has what comes after it, at_once.go two connectors that are published at the same time.
package publishing

import (
	"errors"

	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// Rows are the steps on publishing.
var Rows = rows.Group{
	Given: []vocabulary.Step{
		publishesOne("a connector was published"),
	},
	When: []vocabulary.Step{
		publishesOne("I publish a connector"),
		{
			Pattern: `^I publish the target file's connector$`, Example: `I publish the target file's connector`,
			Aliases:    []string{`^the target file's connector was published$`, `^the target's own connector was published$`},
			Operations: []string{spec.PublishConnector},
			Doc: "Publishes resources.publishable_connector_service_name, once for the whole run. Without it, or where that is " +
				"rejected, the scenario is skipped.",
			Provides: []vocabulary.Thing{rows.AResponse, rows.AConnector}, Writes: true, Footprint: rows.OfPublishing,
			Func: namedPublished,
		},
		{
			Pattern: `^I publish it again$`, Example: `I publish it again`,
			Operations: []string{spec.PublishConnector},
			Doc:        "The second publishing of the run's published connector. Where it succeeds, its response is checked against the contract.",
			Requires:   []vocabulary.Thing{rows.AConnector}, Writes: true, Footprint: rows.OfPublishing.Plus(rows.OfAsking),
			Func: publishAgain,
		},
		{
			Pattern: `^I update it after publishing$`, Example: `I update it after publishing`,
			Operations: []string{spec.UpdateConnector},
			Doc: "An update of the run's published connector, where it is the run's own: once of another member than the " +
				"label, and once of the label.",
			Requires: []vocabulary.Thing{rows.AConnector}, Provides: []vocabulary.Thing{rows.AnUpdateAfter}, Writes: true,
			Footprint: rows.OfPublishing.Plus(rows.OfAsking).Plus(rows.OfAsking),
			Func:      updateAfterPublishing,
		},
		{
			Pattern:    `^I update the connector after another one was published$`,
			Example:    `I update the connector after another one was published`,
			Aliases:    []string{`^I update the connector, as one was before its publishing$`},
			Operations: []string{spec.UpdateConnector},
			Doc: "A new label for a connector that was not published. A rejection is tried again after pauses; it breaks a " +
				"promise where the published connector was updated like this.",
			Requires: []vocabulary.Thing{rows.AConnector}, Writes: true,
			Footprint: rows.OfPublishing.Plus(rows.OfRelabelling).Plus(vocabulary.Footprint{Requests: 2}),
			Func:      updateAfterAnothersPublishing,
		},
		{
			Pattern: `^I publish a connector that does not exist$`, Example: `I publish a connector that does not exist`,
			Operations: []string{spec.PublishConnector},
			Doc:        "PUT to a random service_name.",
			Writes:     true,
			Func:       publishUnknown,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern: `^publishing did not change its label$`, Example: `publishing did not change its label`,
			Doc: "The update of another member does not show the label from before the last one that was sent; where it is " +
				"rejected, the scenario is skipped.",
			Requires: []vocabulary.Thing{rows.AnUpdateAfter},
			Checks:   "connector-label-kept",
			Func:     keptThroughPublishing,
		},
	},
}

// publishesOne is the step that publishes a connector, by its text.
func publishesOne(text string) vocabulary.Step {
	return vocabulary.Step{
		Pattern: "^" + text + "$", Example: text,
		Operations: []string{spec.PublishConnector},
		Doc: "Publishes one connector, once for the whole run: a new one with allow_publish, else " +
			"resources.publishable_connector_service_name. Requests with wrong tokens are sent first.",
		Provides: []vocabulary.Thing{rows.AResponse, rows.AConnector}, Writes: true, Footprint: rows.OfPublishing,
		Func: Published,
	}
}

// result is what the run has published. As that can be done only once, scenarios share it.
type result struct {
	// attempt is the publishing that scenarios check.
	attempt
	// own is the rejected publishing of a connector of the run, before that of the target file.
	own *client.Exchange
	// named is the publishing of the connector that the target file gives,
	// where the run published one of its own before.
	named *client.Exchange
	// again is a second publishing, and update an update after it, where a scenario
	// asks for them.
	again, update scenario.Shared[*client.Exchange]
	// kept is an update of another member than the label, right before update, and
	// updated the connector after that.
	kept    *client.Exchange
	updated world.Connector
}

// runState is what the scenarios of a run share of publishing.
type runState struct{ result scenario.Shared[*result] }

func ofRun(r *world.Run) *runState { return world.OfRun(r, func() *runState { return &runState{} }) }

// shared is what the run publishes: see publish.
func shared(w *world.World) (*result, error) {
	return ofRun(w.Run).result.Get(func() (*result, error) { return publish(w) })
}

// Published provides the test data of scenarios on publishing.
func Published(w *world.World) error {
	p, err := shared(w)
	if err != nil {
		return err
	}
	w.Operation, w.Connector = spec.PublishConnector, p.connector
	w.Adopt(p.good)
	err = w.Usable(p.good)
	switch {
	case err == nil, p.leaked():
		return nil
	case !p.made:
		return publishedBefore(w, p.own, p.good, err)
	}
	var s *outcome.Skipped
	if errors.As(err, &s) && s.Kind == report.MissingTestData && p.good.Rejected() {
		s.Text += "; where this workspace may publish none, set allow_publish to false"
	}
	return err
}

// namedPublished provides the test data of scenarios on the connector that the target
// file gives for publishing.
func namedPublished(w *world.World) error {
	p, err := shared(w)
	switch {
	case err != nil:
		return err
	case w.Run.Target.Resources.PublishableConnectorServiceName == "":
		return outcome.SkipFor(target.PublishableConnectorServiceName, report.LeftOut,
			"the target file gives no resources.publishable_connector_service_name")
	case !p.made:
		return Published(w)
	}
	w.Operation, w.Connector = spec.PublishConnector, world.Connector{Service: w.Run.Target.Resources.PublishableConnectorServiceName}
	w.Adopt(p.named)
	return publishedBefore(w, nil, p.named, w.Usable(p.named))
}

func publishUnknown(w *world.World) error {
	r := w.Request(spec.PublishConnector, w.Run.NoConnector())
	r.Allowed = false
	w.Send(r)
	return nil
}
