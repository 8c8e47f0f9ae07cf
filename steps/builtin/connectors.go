package builtin

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/probe"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// connectorRows are the steps that create connectors.
var connectorRows = rows{
	given: []step{
		{
			Pattern: `^a connector was created$`, Example: `a connector was created`,
			Operations: []string{spec.CreateConnector},
			Doc:        "samples.connector is created with a service_name and label of the run. It stays in the ledger.",
			Provides:   []thing{AResponse, AConnector}, Writes: true, Footprint: ofGround,
			Func: (*World).connectorCreated,
		},
	},
	when: []step{
		{
			Pattern: `^I create a connector$`, Example: `I create a connector`,
			Operations: []string{spec.CreateConnector},
			Doc:        "samples.connector with a service_name and label of the run.",
			Writes:     true, Footprint: ofConnector,
			Func: (*World).createConnector,
		},
		{
			Pattern: `^I create a connector without the connector object$`, Example: `I create a connector without the connector object`,
			Aliases:    []string{`^I create a connector without the object connector$`},
			Operations: []string{spec.CreateConnector},
			Doc:        "The body {}.",
			Writes:     true, Footprint: ofConnector.Plus(ofConnector),
			Func: (*World).createWithoutConnector,
		},
		{
			Pattern: `^I create a second connector with the same service_name$`, Example: `I create a second connector with the same service_name`,
			Aliases:    []string{`^I create a second connector of the same service_name$`},
			Operations: []string{spec.CreateConnector},
			Doc:        "Two creations with one service_name; the second is checked.",
			Writes:     true, Footprint: ofGround.Plus(ofConnector),
			Func: (*World).createConnectorTwice,
		},
		{
			Pattern: `^I create a connector without "([a-z_]+)"$`, Example: `I create a connector without "label"`,
			Operations: []string{spec.CreateConnector},
			Doc:        "The same connector without one member.",
			Writes:     true, Footprint: ofConnector,
			Func: (*World).createConnectorWithout,
		},
		{
			Pattern: `^I create a connector whose "([a-z_]+)" is (.+)$`, Example: `I create a connector whose "icon_url" is "no URL"`,
			Operations: []string{spec.CreateConnector},
			Doc:        "The same connector with one member set to a JSON value.",
			Writes:     true, Footprint: ofConnector,
			Func: (*World).createConnectorWith,
		},
	},
}

// connectorState is the connector of a scenario.
type connectorState struct {
	// service is the name in paths, label the one that was sent last, and
	// before the one that was sent before it.
	service, label, before string
	// whole is what the run created it with, nil where it is not the run's.
	whole map[string]any
}

// hadLabel reports whether a label is the one from before the last update, and
// not the one that was sent last.
func (c connectorState) hadLabel(label string) bool {
	return c.before != "" && probe.Same(c.before, label) && !probe.Same(c.label, label)
}

// defaultConnector is sent where the target file gives no sample.
var defaultConnector = map[string]any{"service_name": "understudy", "label": "understudy",
	"data": map[string]any{"url": "https://example.com/understudy"}, "configuration_definition": map[string]any{}}

// connectorBody is the sample with names of the run.
func (w *World) connectorBody() map[string]any {
	sample := w.run.Target.Samples.Connector
	if sample == nil {
		sample = defaultConnector
	}
	c := maps.Clone(sample)
	name := w.run.Name()
	base, _ := c["service_name"].(string)
	c["service_name"] = named(base, strings.TrimPrefix(name, "understudy "))
	c["label"] = name
	return c
}

// named makes a service_name of the sample's and the run's own mark. A deployment
// may take some signs only: what stands between is what the sample has there.
func named(base, mark string) string {
	between := ""
	if i := strings.IndexAny(base, "_-."); i >= 0 {
		between = base[i : i+1]
	}
	return cmp.Or(base, "understudy") + between + strings.ReplaceAll(mark, " ", between)
}

// connectorRequest makes a request that creates a connector, its connector
// object changed.
func (w *World) connectorRequest(change func(connector map[string]any)) client.Request {
	c := w.connectorBody()
	if change != nil {
		change(c)
	}
	r := w.Using(w.Request(spec.CreateConnector), "samples.connector")
	r.Carries = newLabels
	return scenario.WithBody(r, map[string]any{"connector": c})
}

// createConnector creates the sample under a name of its own.
func (w *World) createConnector() error {
	w.Send(w.connectorRequest(nil))
	return nil
}

// connectorCreated provides the test data of scenarios on a connector of the run.
func (w *World) connectorCreated() error {
	w.Send(w.connectorRequest(nil))
	return w.connectorTaken()
}

// connectorTaken makes the connector of the last response the one at hand.
func (w *World) connectorTaken() error {
	if err := w.connectorUsable(); err != nil {
		return err
	}
	v, err := w.Value(w.Last, "data.service_name", scenario.String)
	if err != nil {
		return err
	}
	if len(v.Str) > scenario.MostOfURL {
		return scenario.Skip(report.MissingTestData, "the connector's service_name is too long to be asked for")
	}
	var sent struct{ Connector map[string]any }
	if err := json.Unmarshal(w.Last.Request.Body, &sent); err != nil {
		return err
	}
	label, _ := sent.Connector["label"].(string)
	w.connector = connectorState{service: v.String(), label: label, whole: sent.Connector}
	if name, _ := sent.Connector["service_name"].(string); name != v.String() {
		return w.checkServiceNameOfPaths(name)
	}
	return nil
}

func (w *World) connectorUsable() error {
	err := w.Usable(w.Last)
	if err != nil && scenario.RejectsBody(w.Last) {
		return scenario.SkipFor("samples.connector", report.MissingTestData,
			"the creation of a connector is rejected with %s: give samples.connector in the target file one that the deployment accepts", scenario.Rejection(w.Last))
	}
	return err
}

// wasConnectorCreated reads back a rejected creation: what can be updated is there.
// It counts only where a service_name that no one has cannot be updated.
func (w *World) wasConnectorCreated(refused *client.Exchange) (string, bool) {
	service := sentOf(refused, "service_name")
	noOther, _ := w.run.noOther.Get(func() (bool, error) { return !w.updates(w.run.NoConnector()), nil })
	if service == "" || !noOther {
		return "", false
	}
	if w.updates(service) {
		w.run.Ledger.NoteOnce(report.Entry{Kind: "connector", ID: service, Left: true, Note: "created although its creation was rejected: " + scenario.Creations[spec.CreateConnector].Note})
		return "the connector whose creation was rejected can be updated", true
	}
	return "", true
}

// sentOf is a member of the connector that was sent, or of the body where that
// holds none.
func sentOf(e *client.Exchange, member string) string {
	body := gjson.ParseBytes(e.Request.Body)
	if c := body.Get("connector"); c.Exists() {
		body = c
	}
	return body.Get(member).String()
}

func (w *World) connectorData() any {
	if data, ok := w.connectorBody()["data"]; ok {
		return data
	}
	return defaultConnector["data"]
}

// createConnectorChanged sends a connector that the document does not show.
func (w *World) createConnectorChanged(change func(map[string]any)) error {
	r := w.connectorRequest(change)
	w.Probe(r)
	return nil
}

func (w *World) createConnectorWithout(member string) error {
	return w.createConnectorChanged(func(c map[string]any) { delete(c, member) })
}

func (w *World) createConnectorWith(member, value string) error {
	var v any
	if err := json.Unmarshal([]byte(value), &v); err != nil {
		return fmt.Errorf("%q is no JSON value", value)
	}
	return w.createConnectorChanged(func(c map[string]any) { c[member] = v })
}

// createWithoutConnector leaves the object connector out of a creation, and
// sends in its place nothing, or the members of it.
func (w *World) createWithoutConnector() error {
	return w.sendEither(scenario.WithBody(w.Request(spec.CreateConnector), map[string]any{}), scenario.WithBody(w.Request(spec.CreateConnector), w.connectorBody()))
}

// sendEither sends two faulty requests; the response that stands is that of the
// first that is not rejected, or else of the second.
func (w *World) sendEither(requests ...client.Request) error {
	for _, r := range requests {
		r.Allowed = false
		if e := w.Send(r); e.Effect() != "" {
			break
		}
	}
	return nil
}

func (w *World) createConnectorTwice() error {
	if err := w.connectorCreated(); err != nil {
		return err
	}
	sent := gjson.GetBytes(w.Last.Request.Body, "connector.service_name").String()
	return w.createConnectorChanged(func(c map[string]any) { c["service_name"] = sent })
}
