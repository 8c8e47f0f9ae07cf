package publishing

import (
	"net/url"

	"understudy/spec"
	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/vocabulary"
)

// AtOnceRows are the steps on connectors that are published at the same time.
var AtOnceRows = rows.Group{
	When: []vocabulary.Step{
		{
			Pattern: `^I publish two of them at the same time$`, Example: `I publish two of them at the same time`,
			Aliases:    []string{`^I publish two of them at once$`},
			Operations: []string{spec.PublishConnector},
			Doc:        "Two of these connectors are published at the same time, with allow_publish; else the scenario is skipped: left out.",
			Requires:   []vocabulary.Thing{rows.AConnector}, Writes: true,
			Footprint: connectors.OfLabelsRead.Plus(vocabulary.Once(vocabulary.PublishingAtOnce, "", vocabulary.Footprint{Requests: 2, Publishings: 2})),
			Func:      publishAtOnce,
		},
	},
}

// publishAtOnce publishes two of the connectors, once in a run.
func publishAtOnce(w *world.World) error {
	if !w.Run.Target.AllowPublish {
		return outcome.SkipFor("allow_publish: true", report.LeftOut,
			"publishing cannot be undone, and the target file does not have allow_publish: true")
	}
	updated, err := connectors.UpdatedAtOnce(w)
	if err != nil {
		return err
	}
	var requests []client.Request
	for _, c := range updated[:2] {
		requests = append(requests, w.Request(spec.PublishConnector, url.PathEscape(c.Service)))
	}
	w.Several = w.AtOnce(requests)
	for i, e := range w.Several {
		record(w, updated[i], e)
	}
	w.Take(w.Several[0])
	return nil
}
