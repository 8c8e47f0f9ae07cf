package publishing

import (
	"fmt"

	"understudy/spec"
	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/probe"
	"understudy/steps/scenario"
	"understudy/steps/vocabulary"
)

// LabelRows are the steps on the label that a response shows.
var LabelRows = rows.Group{
	Then: []vocabulary.Step{
		{
			Pattern: `^the response shows the label that was sent last$`, Example: `the response shows the label that was sent last`,
			Aliases:  []string{`^the answer shows the label that was sent last$`},
			Doc:      "data.label is that label; only an earlier one of the connector is a violation.",
			Requires: []vocabulary.Thing{rows.AConnector},
			Checks:   "connector-label-kept",
			Func:     showsLabel,
		},
	},
}

// showsLabel checks the label in a response: to publishing, where two connectors may have been
// published, or to an update.
//
// Promise connector-label-kept
func showsLabel(w *world.World) error {
	if w.Connector.Label == "" || w.Last.Operation != spec.PublishConnector {
		return connectors.ShowsLabel(w)
	}
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	p, err := shared(w)
	if err != nil {
		return err
	}
	shown, err := w.Value(p.good, client.LabelShown, scenario.String)
	if err != nil {
		return err
	}
	if p.labelled && !probe.Same(p.connector.Label, shown.String()) {
		return outcome.Found(p.good, fmt.Sprintf("the label %q, which the update before showed", p.connector.Label), "%s", shown.Raw)
	}
	return connectors.LabelIsNotOld(w, p.connector, p.good)
}
