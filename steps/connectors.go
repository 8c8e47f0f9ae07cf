package steps

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
)

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
func (w *world) connectorBody() map[string]any {
	sample := w.run.target.Samples.Connector
	if sample == nil {
		sample = defaultConnector
	}
	c := maps.Clone(sample)
	name := w.run.name()
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
func (w *world) connectorRequest(change func(connector map[string]any)) client.Request {
	c := w.connectorBody()
	if change != nil {
		change(c)
	}
	return withBody(w.using(w.request(spec.CreateConnector), "samples.connector"), map[string]any{"connector": c})
}

// createConnector creates the sample under a name of its own.
func (w *world) createConnector() error {
	w.send(w.connectorRequest(nil))
	return nil
}

// connectorCreated is the ground of scenarios on a connector of the run.
func (w *world) connectorCreated() error {
	w.send(w.connectorRequest(nil))
	if err := w.connectorUsable(); err != nil {
		return err
	}
	v, err := w.value(w.last, "data.service_name", aString)
	if err != nil {
		return err
	}
	if len(v.Str) > mostOfURL {
		return skip(report.MissingTestData, "the connector's service_name is too long to be asked for")
	}
	var sent struct{ Connector map[string]any }
	if err := json.Unmarshal(w.last.Request.Body, &sent); err != nil {
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
func (w *world) answersToAnother(sent string) error {
	made := w.last
	answered := w.connector.service
	for _, name := range []string{answered, sent} {
		w.connector.service = name
		r, err := w.connectorUpdate(nil)
		if err != nil {
			return err
		}
		r.Allowed = false
		if e := w.send(r); !e.OK() || isRefusal(e) {
			continue
		}
		if name == answered {
			w.last = made
			return nil
		}
		return w.blockedOn("connector-service-name-kept", found(made, fmt.Sprintf("the service_name %q, by which the connector is updated", sent), "%q", answered))
	}
	w.connector.service, w.last = answered, made
	return nil
}

func (w *world) connectorUsable() error {
	err := w.usable(w.last)
	if err != nil && rejectsBody(w.last) {
		return skipFor("samples.connector", report.MissingTestData,
			"the creation of a connector is rejected with %s: give samples.connector in the target file one that the deployment accepts", rejection(w.last))
	}
	return err
}

// connectorAtHand is one that may be updated: of the run, or, where creating is
// refused, the one that the target file names.
func (w *world) connectorAtHand() error {
	if w.connector.service != "" {
		return nil
	}
	err := w.connectorCreated()
	if named := w.run.target.Resources.ConnectorServiceName; err != nil && named != "" {
		w.turn("connector")
		w.learnLabel()
		w.connector = connectorState{service: named, label: w.run.connectorLabel.own}
		return nil
	}
	return err
}

// connectorUpdate makes a request that gives the connector at hand a new label,
// its body changed.
func (w *world) connectorUpdate(change func(body map[string]any)) (client.Request, error) {
	if err := w.connectorAtHand(); err != nil {
		return client.Request{}, err
	}
	connector := map[string]any{}
	maps.Copy(connector, w.connector.whole)
	delete(connector, "service_name")
	connector["label"] = w.run.name()
	body := map[string]any{"connector": connector}
	if change != nil {
		change(body)
	}
	r := w.request(spec.UpdateConnector, url.PathEscape(w.connector.service))
	if w.connector.service == w.run.target.Resources.ConnectorServiceName {
		r = w.using(r, "resources.connector_service_name")
	}
	return withBody(r, body), nil
}

// updateConnector gives the connector a new label.
func (w *world) updateConnector() error {
	r, err := w.connectorUpdate(nil)
	if err != nil {
		return err
	}
	w.send(r)
	if w.last.OK() && !isRefusal(w.last) {
		w.connector.before, w.connector.label = w.connector.label, gjson.GetBytes(w.last.Request.Body, "connector.label").String()
	}
	return nil
}

// showsLabel judges the answer by the label that was sent last.
func (w *world) showsLabel() error {
	if w.connector.label == "" {
		return skipFor("samples.connector", report.Narrowed, "the connector is not the run's own: its label is not known")
	}
	if err := w.usable(w.last); err != nil {
		return err
	}
	return w.notOld(w.last, "data.label", w.connector.label, w.connector.hadLabel)
}

// keepsLabel reads the label back, and once more after a second update: a later
// write counts like the first.
func (w *world) keepsLabel() error {
	if err := w.labelIsKept(); err != nil {
		return err
	}
	if err := w.updateConnector(); err != nil {
		return err
	}
	return w.labelIsKept()
}

// labelIsKept reads the label back: an update of another member shows it.
func (w *world) labelIsKept() error {
	if err := w.usable(w.last); err != nil {
		return err
	}
	r, err := w.withoutLabel()
	if err != nil {
		return err
	}
	e := w.probe(r)
	if !e.OK() || isRefusal(e) {
		return skip(report.MissingTestData, "no witness: an update of another member is %s", e.Outcome())
	}
	w.readBackBy("an update of another member")
	lags := func(e *client.Exchange) bool {
		return w.connector.hadLabel(e.Get("data.label").String())
	}
	if e, err = w.caughtUp(e, lags, func() *client.Exchange { return w.probe(r) }); err != nil {
		return err
	}
	return w.notOld(e, "data.label", w.connector.label, w.connector.hadLabel)
}

// answersToItsName judges that an answer is about the connector of the path.
func (w *world) answersToItsName() error {
	if err := w.usable(w.last); err != nil {
		return err
	}
	v, err := w.value(w.last, "data.service_name", aString)
	if err != nil {
		return err
	}
	if v.String() != w.connector.service {
		return found(w.last, fmt.Sprintf("the service_name %q", w.connector.service), "%s", v.Raw)
	}
	return nil
}

// wasRelabelled is the witness of a refused update: an update of another member
// shows the label.
func (w *world) wasRelabelled(refused *client.Exchange) (string, bool) {
	r, err := w.withoutLabel()
	if err != nil {
		return "", false
	}
	e := w.probe(r)
	label := e.Get("data.label")
	if !e.OK() || isRefusal(e) || label.Type != gjson.String {
		return "", false
	}
	if sent := sentOf(refused, "label"); sent != "" && label.String() == sent {
		return "the connector has the label that was rejected", true
	}
	return "", true
}

// wasMade is the witness of a refused creation: what can be updated is there.
// It counts only where a service_name that no one has cannot be updated.
func (w *world) wasMade(refused *client.Exchange) (string, bool) {
	service := sentOf(refused, "service_name")
	if service == "" || w.updates(w.run.noConnector()) {
		return "", false
	}
	if w.updates(service) {
		w.run.Ledger.NoteOnce(report.Entry{Kind: "connector", ID: service, Left: true, Note: "created although its creation was rejected: " + created[spec.CreateConnector].note})
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
func (w *world) updates(service string) bool {
	r := withBody(w.request(spec.UpdateConnector, url.PathEscape(service)), map[string]any{"connector": map[string]any{"label": w.run.name()}})
	e := w.probe(r)
	return e.OK() && !isRefusal(e) && e.Effect() != ""
}

// withoutLabel makes an update that leaves the label as it is, and so shows it: of
// another member, or of none where the connector is not the run's own.
func (w *world) withoutLabel() (client.Request, error) {
	return w.connectorUpdate(func(b map[string]any) {
		connector := map[string]any{}
		if w.connector.whole != nil {
			connector["data"] = w.connectorData()
		}
		b["connector"] = connector
	})
}

func (w *world) connectorData() any {
	if data, ok := w.connectorBody()["data"]; ok {
		return data
	}
	return defaultConnector["data"]
}

// createConnectorChanged sends a connector that the document does not show.
func (w *world) createConnectorChanged(change func(map[string]any)) error {
	r := w.connectorRequest(change)
	w.probe(r)
	return nil
}

func (w *world) createConnectorWithout(member string) error {
	return w.createConnectorChanged(func(c map[string]any) { delete(c, member) })
}

func (w *world) createConnectorWith(member, value string) error {
	var v any
	if err := json.Unmarshal([]byte(value), &v); err != nil {
		return fmt.Errorf("%q is no JSON value", value)
	}
	return w.createConnectorChanged(func(c map[string]any) { c[member] = v })
}

// createWithoutConnector leaves the object connector out of a creation, and
// sends in its place nothing, or the members of it.
func (w *world) createWithoutConnector() error {
	return w.sendEither(withBody(w.request(spec.CreateConnector), map[string]any{}), withBody(w.request(spec.CreateConnector), w.connectorBody()))
}

// sendEither sends two faulty requests; the answer that stands is that of the
// first that is not refused, or else of the second.
func (w *world) sendEither(requests ...client.Request) error {
	for _, r := range requests {
		r.Allowed = false
		if e := w.send(r); e.Effect() != "" {
			break
		}
	}
	return nil
}

func (w *world) updateWithoutConnector() error {
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

func (w *world) createConnectorTwice() error {
	if err := w.connectorCreated(); err != nil {
		return err
	}
	sent := gjson.GetBytes(w.last.Request.Body, "connector.service_name").String()
	return w.createConnectorChanged(func(c map[string]any) { c["service_name"] = sent })
}

func (w *world) updateUnknownConnector() error {
	r, err := w.connectorUpdate(nil)
	if err != nil {
		return err
	}
	r.Path, r.Allowed = w.request(spec.UpdateConnector, w.run.noConnector()).Path, false
	w.send(r)
	return nil
}

func (w *world) updateServiceName() error {
	r, err := w.connectorUpdate(func(b map[string]any) {
		b["connector"] = map[string]any{"label": w.run.name(), "service_name": w.run.noConnector()}
	})
	if err != nil {
		return err
	}
	w.probe(r)
	return nil
}
