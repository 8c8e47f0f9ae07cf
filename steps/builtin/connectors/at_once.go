package connectors

import (
	"cmp"
	"fmt"
	"slices"

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

// AtOnceRows are the steps on connectors that are created and updated at the same time.
var AtOnceRows = rows.Group{
	Given: []vocabulary.Step{
		{
			Pattern:    `^several connectors were created at the same time$`,
			Example:    `several connectors were created at the same time`,
			Aliases:    []string{`^several connectors were created at once$`},
			Operations: []string{spec.CreateConnector},
			Doc: "Four creations of samples.connector, or as many as limits.concurrency allows, are sent at the same time, " +
				"once for the whole run.",
			Provides: []vocabulary.Thing{rows.AResponse, rows.AConnector}, Writes: true,
			Footprint: vocabulary.Once(vocabulary.ConnectorsAtOnce, "", vocabulary.Footprint{Requests: 4, Connectors: 4}).Plus(rows.OfCreation),
			Func:      connectorsAtOnce,
		},
	},
	When: []vocabulary.Step{
		{
			Pattern:    `^I update all of them at the same time, and then all of them again$`,
			Example:    `I update all of them at the same time, and then all of them again`,
			Aliases:    []string{`^(?:I update each of them|each of them was updated) at once, twice$`},
			Operations: []string{spec.UpdateConnector},
			Doc:        "Each of these connectors gets a new label, all at the same time, and then another one; once for the whole run.",
			Requires:   []vocabulary.Thing{rows.AConnector}, Writes: true,
			Footprint: vocabulary.Once(vocabulary.LabelsAtOnce, "", vocabulary.Footprint{Requests: 8}),
			Func:      updatedAtOnce,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern:  `^each response is about the connector of its request$`,
			Example:  `each response is about the connector of its request`,
			Aliases:  []string{`^each response is about its own connector$`},
			Doc:      "No response shows the service_name or the label of another of these connectors.",
			Requires: []vocabulary.Thing{rows.AConnector},
			Checks:   "connector-service-name-kept",
			Func:     connectorsAreOwn,
		},
		{
			Pattern: `^each connector has the label that was sent for it last$`,
			Example: `each connector has the label that was sent for it last`,
			Aliases: []string{`^each of them has its own last label$`},
			Doc: "Updates of another member, all at once, show the labels. Only an earlier label, or that of another of these " +
				"connectors, is a violation, where it shows for limits.settle.",
			Requires: []vocabulary.Thing{rows.AConnector}, Footprint: OfLabelsRead,
			Checks: "connector-label-kept",
			Func:   labelsAreOwn,
		},
	},
}

// OfLabelsRead is the footprint of reading the labels of these connectors.
var OfLabelsRead = vocabulary.Once(vocabulary.LabelsReadAtOnce, "", vocabulary.Footprint{Requests: 4})

// connectorsMade are connectors that were created at the same time.
type connectorsMade struct {
	states  []world.Connector
	created []*client.Exchange
}

// updatesMade holds the responses to their updates.
type updatesMade struct {
	*connectorsMade
	rounds [][]*client.Exchange
}

// connectorsAtOnce creates several connectors at the same time, once in a run.
func connectorsAtOnce(w *world.World) error {
	made, err := sharedConnectors(w)
	if err != nil {
		return err
	}
	w.Adopt(made.created[0])
	w.Several, w.Connector = made.created, made.states[0]
	return nil
}

// sharedConnectors are the connectors that were created at the same time.
func sharedConnectors(w *world.World) (*connectorsMade, error) {
	return ofRun(w.Run).connectors.Get(func() (*connectorsMade, error) { return createConnectorsAtOnce(w) })
}

// createConnectorsAtOnce creates as many connectors as requests may be sent at once. Where fewer than
// two succeed, it skips.
func createConnectorsAtOnce(w *world.World) (*connectorsMade, error) {
	n, err := w.HowManyAtOnce()
	if err != nil {
		return nil, err
	}
	var requests []client.Request
	for range n {
		requests = append(requests, Request(w, nil))
	}
	made := &connectorsMade{}
	var rejected error
	for _, e := range w.AtOnce(requests) {
		name := e.Get("data.service_name")
		if err := usableCreation(w, e); err != nil || name.Type != gjson.String || len(name.Str) > scenario.MostOfURL {
			rejected = cmp.Or(rejected, err)
			continue
		}
		whole, _ := gjson.GetBytes(e.Request.Body, "connector").Value().(map[string]any)
		made.states = append(made.states, world.Connector{Service: name.Str, Label: world.SentMember(e, "label"), Whole: whole})
		made.created = append(made.created, e)
	}
	if len(made.states) < 2 {
		return nil, cmp.Or(rejected, world.FewerThanTwo)
	}
	return made, nil
}

// updatedAtOnce gives each of the connectors two new labels, once in a run.
func updatedAtOnce(w *world.World) error {
	made, err := sharedUpdates(w)
	if err != nil {
		return err
	}
	w.Take(made.rounds[0][0])
	w.Several = slices.Concat(made.rounds...)
	w.Shown = w.Shown || w.Run.Operations.HasSucceeded(spec.UpdateConnector)
	return nil
}

// sharedUpdates are the updates of those connectors.
func sharedUpdates(w *world.World) (*updatesMade, error) {
	return ofRun(w.Run).updates.Get(func() (*updatesMade, error) { return updateAtOnce(w) })
}

// updateAtOnce updates all connectors at once, and all once more. One whose update is rejected has the
// label from before.
func updateAtOnce(w *world.World) (*updatesMade, error) {
	made, err := sharedConnectors(w)
	if err != nil {
		return nil, err
	}
	// Other scenarios read the connectors: their labels must be those of the updates only.
	u := &updatesMade{connectorsMade: &connectorsMade{states: slices.Clone(made.states), created: made.created}}
	for range 2 {
		var requests []client.Request
		for _, c := range u.states {
			requests = append(requests, updateOf(w, c, nil))
		}
		round := w.AtOnce(requests)
		for i, e := range round {
			if c := &u.states[i]; e.Accepted() {
				*c = c.Relabelled(world.SentMember(e, "label"))
			}
		}
		u.rounds = append(u.rounds, round)
	}
	return u, nil
}

// connectorsAreOwn checks that no response is about another connector than its request.
//
// Promise connector-service-name-kept
// Promise connector-label-kept
func connectorsAreOwn(w *world.World) error {
	for _, e := range w.Several {
		if !e.Accepted() {
			continue // one of several at once may be rejected
		}
		if f := world.NamesAnother(e); f != nil {
			return f
		}
		if f := takenForAnother(w, e); f != nil {
			return f
		}
		if f := history.ShowsOthersLabel(w.Run, e); f != nil {
			return w.BlockedOn(f.Promise, f)
		}
	}
	return nil
}

// takenForAnother returns a finding where the response to a creation has the service_name
// that another one has, or was sent with.
func takenForAnother(w *world.World, e *client.Exchange) error {
	name, sent := e.Get("data.service_name"), world.SentMember(e, "service_name")
	if e.Operation != spec.CreateConnector || name.Type != gjson.String || name.Str == sent {
		return nil
	}
	for _, other := range w.Several {
		if other != e && (world.SentMember(other, "service_name") == name.Str || other.Get("data.service_name").String() == name.Str) {
			return outcome.Found(e, fmt.Sprintf("the service_name %q", sent), "%q, that of another connector, created at the same time", name.Str)
		}
	}
	return nil
}

// labelsRead is the result of reading the labels back: whether one was seen, and what
// was wrong with one.
type labelsRead struct {
	seen  bool
	wrong *outcome.Finding
}

// labelsAreOwn checks the labels that were sent last.
//
// Promise connector-label-kept
func labelsAreOwn(w *world.World) error {
	read, err := sharedLabels(w)
	switch {
	case err != nil:
		return err
	case read.wrong != nil:
		return read.wrong
	case !read.seen:
		return outcome.Skip(report.MissingTestData, "no read-back: an update of another member does not show the label")
	}
	w.ReadBackBy("an update of another member")
	return nil
}

// sharedLabels are the labels of those connectors.
func sharedLabels(w *world.World) (labelsRead, error) {
	return ofRun(w.Run).labels.Get(func() (labelsRead, error) { return readLabels(w) })
}

// readLabels reads the labels back, all at once, before one of the connectors is published.
func readLabels(w *world.World) (read labelsRead, err error) {
	u, err := sharedUpdates(w)
	if err != nil {
		return read, err
	}
	var requests []client.Request
	for _, c := range u.states {
		r := withoutLabelOf(w, c)
		r.Allowed = false
		requests = append(requests, r)
	}
	for i, e := range w.AtOnce(requests) {
		c := u.states[i]
		wrong := func(e *client.Exchange) bool {
			return e.Accepted() && (c.ShowsEarlierLabel(e) || history.ShowsOthersLabel(w.Run, e) != nil)
		}
		if e, err = w.CaughtUp(e, wrong, w.Probing(requests[i])); err != nil {
			return read, err
		}
		if wrong(e) && read.wrong == nil {
			read.wrong = outcome.Found(e, "data.label to be the value that was sent last", "%q", e.Get(client.LabelShown).String()).At(client.LabelShown)
		}
		read.seen = read.seen || probe.Same(c.Label, e.Get(client.LabelShown).String())
	}
	return read, nil
}

// UpdatedAtOnce returns the connectors that were created and updated at the same time, with their
// last labels, which have been read back.
func UpdatedAtOnce(w *world.World) ([]world.Connector, error) {
	u, err := sharedUpdates(w)
	if err != nil {
		return nil, err
	}
	_, err = sharedLabels(w)
	return u.states, err
}
