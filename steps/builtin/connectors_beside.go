package builtin

import (
	"fmt"
	"net/url"
	"slices"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// connectorsBesideRows are the steps on connectors that are written at the same time.
var connectorsBesideRows = rows{
	given: []step{
		{
			Pattern: `^several connectors were created at once$`, Example: `several connectors were created at once`,
			Operations: []string{spec.CreateConnector},
			Doc:        "Four creations of samples.connector, or as many as limits.concurrency allows, are sent at the same time, once for the whole run.",
			Provides:   []thing{AResponse, AConnector}, Writes: true, Footprint: footprint{Once: map[string]footprint{"the connectors at once": {Requests: 4, Connectors: 4}}},
			Func: (*World).connectorsAtOnce,
		},
	},
	when: []step{
		{
			Pattern: `^I update each of them at once, twice$`, Example: `I update each of them at once, twice`,
			Aliases:    []string{`^each of them was updated at once, twice$`},
			Operations: []string{spec.UpdateConnector},
			Doc:        "Each of these connectors gets a new label, all at the same time, and then another one; once for the whole run.",
			Requires:   []thing{AConnector}, Writes: true, Footprint: footprint{Once: map[string]footprint{"the labels at once": {Requests: 8}}},
			Func: (*World).updatedAtOnce,
		},
		{
			Pattern: `^I publish two of them at once$`, Example: `I publish two of them at once`,
			Operations: []string{spec.PublishConnector},
			Doc:        "Two of these connectors are published at the same time, with allow_publish; else the scenario is skipped: narrowed.",
			Requires:   []thing{AConnector}, Writes: true, Footprint: ofLabelsRead.Plus(footprint{Once: map[string]footprint{PublishingAtOnce: {Requests: 2}}}),
			Func: (*World).publishAtOnce,
		},
	},
	then: []step{
		{
			Pattern: `^each response is about its own connector$`, Example: `each response is about its own connector`,
			Doc:      "No response shows the service_name or the label of another of these connectors.",
			Requires: []thing{AConnector},
			Judges:   "connector-service-name-kept",
			Func:     (*World).connectorsAreOwn,
		},
		{
			Pattern: `^each of them has its own last label$`, Example: `each of them has its own last label`,
			Doc:      "An update of another member, of all of them at once, shows it; only the label from before and that of another of them are violations, where they show for limits.settle.",
			Requires: []thing{AConnector}, Footprint: ofLabelsRead,
			Judges: "connector-label-kept",
			Func:   (*World).labelsAreOwn,
		},
	},
}

// PublishingAtOnce is what a run does once where the target says allow_publish.
const PublishingAtOnce = "the publishing at once"

var ofLabelsRead = footprint{Once: map[string]footprint{"the labels read at once": {Requests: 4}}}

// connectorsMade are connectors that were created at the same time.
type connectorsMade struct {
	states  []connectorState
	created []*client.Exchange
}

// updatesMade are the responses to their updates.
type updatesMade struct {
	*connectorsMade
	rounds [][]*client.Exchange
}

// connectorsAtOnce creates several connectors at the same time, once in a run.
func (w *World) connectorsAtOnce() error {
	made, err := w.run.connectors.Get(w.createConnectorsAtOnce)
	if err != nil {
		return err
	}
	w.Adopt(made.created[0])
	w.several, w.connector = made.created, made.states[0]
	return nil
}

func (w *World) createConnectorsAtOnce() (*connectorsMade, error) {
	n, err := w.HowManyAtOnce()
	if err != nil {
		return nil, err
	}
	var requests []client.Request
	for range n {
		requests = append(requests, w.connectorRequest(nil))
	}
	made := &connectorsMade{}
	var refused error
	for _, e := range w.AtOnce(requests) {
		name := e.Get("data.service_name")
		w.Last = e
		if err := w.connectorUsable(); err != nil || name.Type != gjson.String || len(name.Str) > scenario.MostOfURL {
			refused = firstOf(refused, err)
			continue
		}
		whole, _ := gjson.GetBytes(e.Request.Body, "connector").Value().(map[string]any)
		made.states = append(made.states, connectorState{service: name.Str, label: sentOf(e, "label"), whole: whole})
		made.created = append(made.created, e)
	}
	if len(made.states) < 2 {
		return nil, firstOf(refused, fewerThanTwo)
	}
	return made, nil
}

// updatedAtOnce gives each of the connectors two new labels, once in a run.
func (w *World) updatedAtOnce() error {
	made, err := w.run.updates.Get(w.updateAtOnce)
	if err != nil {
		return err
	}
	w.Take(made.rounds[0][0])
	w.several = slices.Concat(made.rounds...)
	w.Shown = w.Shown || w.Run.Operations.HasSucceeded(spec.UpdateConnector)
	return nil
}

func (w *World) updateAtOnce() (*updatesMade, error) {
	made, err := w.run.connectors.Get(w.createConnectorsAtOnce)
	if err != nil {
		return nil, err
	}
	// Other scenarios read what was made: the labels are those of the updates alone.
	u := &updatesMade{connectorsMade: &connectorsMade{states: slices.Clone(made.states), created: made.created}}
	for range 2 {
		var requests []client.Request
		for _, c := range u.states {
			w.connector = c
			r, err := w.connectorUpdate(nil)
			if err != nil {
				return nil, err
			}
			requests = append(requests, r)
		}
		round := w.AtOnce(requests)
		for i, e := range round {
			if c := &u.states[i]; e.OK() && !e.Rejected() {
				c.before, c.label = c.label, sentOf(e, "label")
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
func (w *World) connectorsAreOwn() error {
	for _, e := range w.several {
		if !e.OK() || e.Rejected() {
			continue // one of several at once may be rejected
		}
		if f := namesAnother(e); f != nil {
			return f
		}
		if f := w.takenForAnother(e); f != nil {
			return f
		}
		if f := w.run.showsOthersLabel(e); f != nil {
			return w.BlockedOn(f.Promise, f)
		}
	}
	return nil
}

// takenForAnother is the finding that a creation is responded to with the service_name that
// another one has, or was sent.
func (w *World) takenForAnother(e *client.Exchange) error {
	name, sent := e.Get("data.service_name"), sentOf(e, "service_name")
	if e.Operation != spec.CreateConnector || name.Type != gjson.String || name.Str == sent {
		return nil
	}
	for _, other := range w.several {
		if other != e && (sentOf(other, "service_name") == name.Str || other.Get("data.service_name").String() == name.Str) {
			return scenario.Found(e, fmt.Sprintf("the service_name %q", sent), "%q, that of another connector, created at the same time", name.Str)
		}
	}
	return nil
}

// labelsRead is what reading the labels back showed: whether one was seen, and what
// was wrong with one.
type labelsRead struct {
	seen  bool
	wrong *scenario.Finding
}

// labelsAreOwn checks the labels that were sent last.
//
// Promise connector-label-kept
func (w *World) labelsAreOwn() error {
	read, err := w.run.labels.Get(w.readLabels)
	switch {
	case err != nil:
		return err
	case read.wrong != nil:
		return read.wrong
	case !read.seen:
		return scenario.Skip(report.MissingTestData, "no read-back: an update of another member does not show the label")
	}
	w.ReadBackBy("an update of another member")
	return nil
}

// readLabels reads the labels back, all at once, before one of the connectors is published.
func (w *World) readLabels() (read labelsRead, err error) {
	u, err := w.run.updates.Get(w.updateAtOnce)
	if err != nil {
		return read, err
	}
	var requests []client.Request
	for _, c := range u.states {
		w.connector = c
		r, err := w.withoutLabel()
		if err != nil {
			return read, err
		}
		r.Allowed = false
		requests = append(requests, r)
	}
	for i, e := range w.AtOnce(requests) {
		c := u.states[i]
		wrong := func(e *client.Exchange) bool {
			return e.OK() && !e.Rejected() && (c.hadLabel(e.Get("data.label").String()) || w.run.showsOthersLabel(e) != nil)
		}
		if e, err = w.CaughtUp(e, wrong, func() *client.Exchange { return w.Probe(requests[i]) }); err != nil {
			return read, err
		}
		if wrong(e) && read.wrong == nil {
			read.wrong = scenario.Found(e, "data.label to be the value that was sent last", "%q", e.Get("data.label").String())
		}
		read.seen = read.seen || e.Get("data.label").String() == c.label
	}
	return read, nil
}

// publishAtOnce publishes two of the connectors, once in a run.
func (w *World) publishAtOnce() error {
	if !w.run.Target.AllowPublish {
		return scenario.SkipFor("allow_publish: true", report.Narrowed, "publishing is for ever, and the target file does not say allow_publish")
	}
	u, err := w.run.updates.Get(w.updateAtOnce)
	if err != nil {
		return err
	}
	if _, err := w.run.labels.Get(w.readLabels); err != nil {
		return err
	}
	var requests []client.Request
	for _, c := range u.states[:2] {
		requests = append(requests, w.Request(spec.PublishConnector, url.PathEscape(c.service)))
	}
	w.several = w.AtOnce(requests)
	for i, e := range w.several {
		w.notePublishing(u.states[i], e)
	}
	w.Last = w.several[0]
	return nil
}
