package builtin

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// connectorRows are the steps that create and update connectors.
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
			Pattern: `^I update the connector$`, Example: `I update the connector`,
			Operations: []string{spec.UpdateConnector},
			Doc:        "The connector gets a new label: one of the run, or resources.connector_service_name where creation is rejected.",
			Provides:   []thing{AConnector}, Writes: true, Footprint: ofRelabelling,
			Func: (*World).updateConnector,
		},
		{
			Pattern: `^I update the connector without the connector object$`, Example: `I update the connector without the connector object`,
			Aliases:    []string{`^I update the connector without the object connector$`},
			Operations: []string{spec.UpdateConnector},
			Doc:        "The body {}.",
			Writes:     true, Footprint: ofRelabelling.Plus(ofAsking),
			Func: (*World).updateWithoutConnector,
		},
		{
			Pattern: `^I update the connector with another service_name$`, Example: `I update the connector with another service_name`,
			Operations: []string{spec.UpdateConnector},
			Doc:        "A new label and a service_name, which is sent on create only.",
			Writes:     true, Footprint: ofRelabelling,
			Func: (*World).updateServiceName,
		},
		{
			Pattern: `^I update a connector that does not exist$`, Example: `I update a connector that does not exist`,
			Operations: []string{spec.UpdateConnector},
			Doc:        "The same body to a random service_name.",
			Writes:     true, Footprint: ofRelabelling,
			Func: (*World).updateUnknownConnector,
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
	then: []step{
		{
			Pattern: `^the response names the connector in the path$`, Example: `the response names the connector in the path`,
			Aliases:  []string{`^the answer names the connector of the path$`},
			Doc:      "data.service_name is the service_name in the path.",
			Requires: []thing{AConnector},
			Func:     (*World).answersToItsName,
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

// hadLabel reports whether a label is the one from before the last update.
func (c connectorState) hadLabel(label string) bool { return c.before != "" && label == c.before }

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
	return scenario.WithBody(w.Using(w.Request(spec.CreateConnector), "samples.connector"), map[string]any{"connector": c})
}

// createConnector creates the sample under a name of its own.
func (w *World) createConnector() error {
	w.Send(w.connectorRequest(nil))
	return nil
}

// connectorCreated is the ground of scenarios on a connector of the run.
func (w *World) connectorCreated() error {
	w.Send(w.connectorRequest(nil))
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
		return w.answersToAnother(name)
	}
	return nil
}

// answersToAnother judges a creation that answered another service_name than was
// sent: it has to be the one of the connector's paths.
func (w *World) answersToAnother(sent string) error {
	made := w.Last
	answered := w.connector.service
	for _, name := range []string{answered, sent} {
		w.connector.service = name
		r, err := w.connectorUpdate(nil)
		if err != nil {
			return err
		}
		r.Allowed = false
		if e := w.Send(r); !e.OK() || e.Rejected() {
			continue
		}
		if name == answered {
			w.Last = made
			return nil
		}
		return w.BlockedOn("connector-service-name-kept", scenario.Found(made, fmt.Sprintf("the service_name %q, by which the connector is updated", sent), "%q", answered))
	}
	w.connector.service, w.Last = answered, made
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

// connectorAtHand is one that may be updated: of the run, or, where creating is
// refused, the one that the target file names.
func (w *World) connectorAtHand() error {
	if w.connector.service != "" {
		return nil
	}
	err := w.connectorCreated()
	if named := w.run.Target.Resources.ConnectorServiceName; err != nil && named != "" {
		w.Turn("connector")
		w.learnLabel()
		w.connector = connectorState{service: named, label: w.run.connectorLabel.own}
		return nil
	}
	return err
}

// connectorUpdate makes a request that gives the connector at hand a new label,
// its body changed.
func (w *World) connectorUpdate(change func(body map[string]any)) (client.Request, error) {
	if err := w.connectorAtHand(); err != nil {
		return client.Request{}, err
	}
	connector := map[string]any{}
	maps.Copy(connector, w.connector.whole)
	delete(connector, "service_name")
	connector["label"] = w.run.Name()
	body := map[string]any{"connector": connector}
	if change != nil {
		change(body)
	}
	r := w.Request(spec.UpdateConnector, url.PathEscape(w.connector.service))
	if w.connector.service == w.run.Target.Resources.ConnectorServiceName {
		r = w.Using(r, "resources.connector_service_name")
	}
	return scenario.WithBody(r, body), nil
}

// updateConnector gives the connector a new label.
func (w *World) updateConnector() error {
	r, err := w.connectorUpdate(nil)
	if err != nil {
		return err
	}
	w.Send(r)
	if w.Last.OK() && !w.Last.Rejected() {
		w.connector.before, w.connector.label = w.connector.label, gjson.GetBytes(w.Last.Request.Body, "connector.label").String()
	}
	return nil
}

// answersToItsName judges that an answer is about the connector of the path.
func (w *World) answersToItsName() error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	v, err := w.Value(w.Last, "data.service_name", scenario.String)
	if err != nil {
		return err
	}
	if v.String() != w.connector.service {
		return scenario.Found(w.Last, fmt.Sprintf("the service_name %q", w.connector.service), "%s", v.Raw)
	}
	return nil
}

// wasMade is the witness of a refused creation: what can be updated is there.
// It counts only where a service_name that no one has cannot be updated.
func (w *World) wasMade(refused *client.Exchange) (string, bool) {
	service := sentOf(refused, "service_name")
	if service == "" || w.updates(w.run.NoConnector()) {
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

// updates tells whether an update of a service_name's label succeeds.
func (w *World) updates(service string) bool {
	r := scenario.WithBody(w.Request(spec.UpdateConnector, url.PathEscape(service)), map[string]any{"connector": map[string]any{"label": w.run.Name()}})
	e := w.Probe(r)
	return e.OK() && !e.Rejected() && e.Effect() != ""
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

// sendEither sends two faulty requests; the answer that stands is that of the
// first that is not refused, or else of the second.
func (w *World) sendEither(requests ...client.Request) error {
	for _, r := range requests {
		r.Allowed = false
		if e := w.Send(r); e.Effect() != "" {
			break
		}
	}
	return nil
}

func (w *World) updateWithoutConnector() error {
	empty, err := w.connectorUpdate(func(b map[string]any) { delete(b, "connector") })
	if err != nil {
		return err
	}
	flat, err := w.connectorUpdate(func(b map[string]any) {
		maps.Copy(b, b["connector"].(map[string]any))
		delete(b, "connector")
	})
	if err != nil {
		return err
	}
	return w.sendEither(empty, flat)
}

func (w *World) createConnectorTwice() error {
	if err := w.connectorCreated(); err != nil {
		return err
	}
	sent := gjson.GetBytes(w.Last.Request.Body, "connector.service_name").String()
	return w.createConnectorChanged(func(c map[string]any) { c["service_name"] = sent })
}

func (w *World) updateUnknownConnector() error {
	r, err := w.connectorUpdate(nil)
	if err != nil {
		return err
	}
	r.Path, r.Allowed = w.Request(spec.UpdateConnector, w.run.NoConnector()).Path, false
	w.Send(r)
	return nil
}

func (w *World) updateServiceName() error {
	r, err := w.connectorUpdate(func(b map[string]any) {
		b["connector"] = map[string]any{"label": w.run.Name(), "service_name": w.run.NoConnector()}
	})
	if err != nil {
		return err
	}
	w.Probe(r)
	return nil
}
