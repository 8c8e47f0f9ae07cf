package destinations

import (
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

// RetrievalRows are the steps that retrieve a destination, which is not one of the document's endpoints.
var RetrievalRows = rows.Group{
	Given: []vocabulary.Step{
		{
			Pattern: `^the destination can be retrieved$`, Example: `the destination can be retrieved`,
			Operations: []string{spec.GetDestination},
			Doc: "GET of resources.destination_id succeeds; else the scenario is skipped: unsupported. It is not one of the " +
				"document's endpoints.",
			Provides: []vocabulary.Thing{rows.AResponse}, Footprint: vocabulary.Footprint{Requests: 1, Needs: target.DestinationID},
			Func: destinationRetrieved,
		},
	},
	When: []vocabulary.Step{
		{
			Pattern: `^I retrieve a destination that does not exist$`, Example: `I retrieve a destination that does not exist`,
			Operations: []string{spec.GetDestination},
			Doc:        "GET of a random destination_id below 2^31.",
			Func:       retrieveUnknownDestination,
		},
		{
			Pattern:    `^I retrieve the destination without an Authorization header$`,
			Example:    `I retrieve the destination without an Authorization header`,
			Operations: []string{spec.GetDestination},
			Doc:        "GET of resources.destination_id without a token.",
			Func:       retrieveDestinationWithoutToken,
		},
	},
}

// destinationRetrieved reads the destination before the update that the scenario is
// about. The retrieval is not one of the document's endpoints.
func destinationRetrieved(w *world.World) error {
	if err := w.Has(target.DestinationID); err != nil {
		return err
	}
	e := w.Send(w.Request(spec.GetDestination, destinationID(w)))
	if data := e.Get("data"); !e.OK() || !data.IsObject() {
		return outcome.Skip(report.Unsupported, "GET of one destination: %s", e.Outcome())
	}
	w.Before = e
	return nil
}

func retrieveUnknownDestination(w *world.World) error {
	r := w.Request(spec.GetDestination, scenario.RandomID())
	r.Allowed = false
	w.Send(r)
	return nil
}

func retrieveDestinationWithoutToken(w *world.World) error {
	r := w.Request(spec.GetDestination, destinationID(w))
	r.Allowed, r.Scheme = false, client.NoToken
	w.Send(r)
	return nil
}
