package steps

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
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
	c["service_name"] = strings.Trim(base+"_"+strings.ReplaceAll(strings.TrimPrefix(name, "understudy "), " ", "_"), "_")
	c["label"] = name
	return c
}

// connectorRequest makes a request that creates a connector, its connector
// object changed.
func (w *world) connectorRequest(change func(connector map[string]any)) client.Request {
	c := w.connectorBody()
	if change != nil {
		change(c)
	}
	return withBody(w.request(spec.CreateConnector), map[string]any{"connector": c})
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
	if err != nil && isRefusal(w.last) {
		return skip(report.NoGround, "the creation of a connector is refused with HTTP %d: give samples.connector in the target file one that the deployment accepts", w.last.Status)
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
	if named := w.run.target.Ground.ConnectorServiceName; err != nil && named != "" {
		w.turn("connector")
		w.connector = connectorState{service: named}
		return nil
	}
	return err
}

// noteRelabelling writes into the ledger that a connector, which the run did
// not make, has another label now, or may have.
func (w *world) noteRelabelling(e *client.Exchange) {
	named := w.run.target.Ground.ConnectorServiceName
	if e.Operation != spec.UpdateConnector || named == "" || e.Path != w.request(spec.UpdateConnector, url.PathEscape(named)).Path {
		return
	}
	entry := report.Entry{Kind: "connector", ID: w.run.redact.Text(named), Left: true}
	switch {
	case e.Broken():
		entry.Note = "its label was perhaps changed: this API cannot read it"
	case e.OK() && !isRefusal(e):
		entry.Note = "its label was changed: this API cannot read the one from before"
	default:
		return
	}
	w.run.noteOnce(entry)
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
	return withBody(w.request(spec.UpdateConnector, url.PathEscape(w.connector.service)), body), nil
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
		return skip(report.Narrowed, "the connector is not the run's own: its label is not known")
	}
	if err := w.usable(w.last); err != nil {
		return err
	}
	return w.notOld(w.last, "data.label", w.connector.before, w.connector.label)
}

// keepsLabel reads the label back: an update of another member shows it.
func (w *world) keepsLabel() error {
	if err := w.usable(w.last); err != nil {
		return err
	}
	r, err := w.connectorUpdate(func(b map[string]any) { b["connector"] = map[string]any{"data": w.connectorData()} })
	if err != nil {
		return err
	}
	r.Allowed = false
	e := w.send(r)
	if !e.OK() || isRefusal(e) {
		return skip(report.NoGround, "no witness: an update of another member is %s", e.Outcome())
	}
	w.remark("witness: an update of another member")
	return w.notOld(e, "data.label", w.connector.before, w.connector.label)
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
	r, err := w.connectorUpdate(func(b map[string]any) { b["connector"] = map[string]any{"data": w.connectorData()} })
	if err != nil {
		return "", false
	}
	r.Allowed = false
	e := w.send(r)
	label := gjson.GetBytes(e.Body, "data.label")
	if !e.OK() || isRefusal(e) || label.Type != gjson.String {
		return "", false
	}
	if sent := gjson.GetBytes(refused.Request.Body, "connector.label").String(); sent != "" && label.String() == sent {
		return "the connector has the label that was refused", true
	}
	return "", true
}

// wasMade is the witness of a refused creation: what can be updated is there.
// It counts only where a service_name that no one has cannot be updated.
func (w *world) wasMade(refused *client.Exchange) (string, bool) {
	service := gjson.GetBytes(refused.Request.Body, "connector.service_name").String()
	if service == "" || w.updates(w.run.noConnector()) {
		return "", false
	}
	if w.updates(service) {
		w.run.noteOnce(report.Entry{Kind: "connector", ID: service, Left: true, Note: "made although its creation was refused: " + created[spec.CreateConnector].note})
		return "the connector that was refused can be updated", true
	}
	return "", true
}

// updates tells whether an update of a service_name's label succeeds.
func (w *world) updates(service string) bool {
	r := withBody(w.request(spec.UpdateConnector, url.PathEscape(service)), map[string]any{"connector": map[string]any{"label": w.run.name()}})
	r.Allowed = false
	e := w.send(r)
	return e.OK() && !isRefusal(e) && effect(e) != ""
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
	r.Allowed = false
	w.send(r)
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

// createWithoutConnector leaves the object connector out of a creation.
func (w *world) createWithoutConnector() error {
	r := withBody(w.request(spec.CreateConnector), map[string]any{})
	r.Allowed = false
	w.send(r)
	return nil
}

func (w *world) updateWithoutConnector() error {
	r, err := w.connectorUpdate(func(b map[string]any) { delete(b, "connector") })
	if err != nil {
		return err
	}
	r.Allowed = false
	w.send(r)
	return nil
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
	r.Allowed = false
	w.send(r)
	return nil
}

// publishing is what was seen of the one connector that the run publishes: as
// that can be done only once, the faulty requests go first.
type publishing struct {
	connector connectorState
	// made says that the connector is the run's own.
	made   bool
	faulty map[string]*client.Exchange
	good   *client.Exchange
	// named is the publishing of the connector that the target file gives,
	// where the run published one of its own before.
	named *client.Exchange
	// again is a second publishing, and update an update after it.
	again, update *client.Exchange
}

// published is the ground of scenarios on publishing.
func (w *world) published() error {
	p, err := w.run.publishing.get(w.publish)
	if err != nil {
		return err
	}
	w.operation, w.connector = spec.PublishConnector, p.connector
	w.adopt(p.good)
	if err := w.usable(p.good); err != nil && !p.leaked() {
		return err
	}
	return nil
}

// leaked tells that a faulty request published: the good one may be refused
// because of it.
func (p *publishing) leaked() bool {
	for _, e := range p.faulty {
		if effect(e) != "" {
			return true
		}
	}
	return false
}

// publish publishes a connector of the run, where that is allowed, or the one
// that the target file gives for it.
func (w *world) publish() (*publishing, error) {
	p := &publishing{faulty: map[string]*client.Exchange{}}
	named := w.run.target.Ground.PublishableConnectorServiceName
	var refused error
	if w.run.target.AllowPublish {
		refused = w.publishable(p)
	}
	switch {
	case p.made:
	case named != "":
		p.connector = connectorState{service: named}
	case refused != nil:
		return nil, refused
	default:
		return nil, skip(report.Narrowed, "publishing is for ever: the target file gives neither allow_publish nor ground.publishable_connector_service_name")
	}
	request := w.request(spec.PublishConnector, url.PathEscape(p.connector.service))
	for fault, change := range w.tokenFaults() {
		r := request
		r.Allowed = false
		change(&r)
		p.faulty[fault] = w.send(r)
	}
	sent := slices.Collect(maps.Values(p.faulty))
	p.good = w.send(request)
	if p.good.Broken() {
		// No later scenario publishes: the next try is made here.
		sent = append(sent, p.good)
		p.good = w.send(request)
	}
	request.Allowed = false
	p.again = w.send(request)
	w.notePublishing(p.connector, append(sent, p.good, p.again)...)
	if p.made {
		r, err := w.connectorUpdate(nil)
		if err != nil {
			return nil, err
		}
		r.Allowed = false
		p.update = w.send(r)
	}
	if p.made && named != "" {
		p.named = w.publishNamed(named)
	}
	return p, nil
}

// publishNamed publishes the connector that the target file gives. Its owner
// made it: it may show members that those of the run do not.
func (w *world) publishNamed(service string) *client.Exchange {
	r := w.request(spec.PublishConnector, url.PathEscape(service))
	r.Allowed = false
	e := w.send(r)
	if e.OK() && !isRefusal(e) {
		w.judge(e)
	}
	w.notePublishing(connectorState{service: service}, e)
	return e
}

// notePublishing writes into the ledger what the answers to the publishing of a
// connector tell of it: that it is published, or may be.
func (w *world) notePublishing(c connectorState, sent ...*client.Exchange) {
	entry := report.Entry{Kind: "connector", ID: w.run.redact.Text(c.service), Name: w.run.redact.Text(c.label), Left: true,
		Note: publishingOf(sent)}
	switch {
	case entry.Note == "":
	case c.whole != nil:
		w.run.renote(entry)
	default:
		w.run.note(entry)
	}
}

// publishingOf is what the answers tell; the empty text is that nothing was
// published. A faulty request may have published too, but a success without a
// connector does not say that it has.
func publishingOf(sent []*client.Exchange) (note string) {
	for _, e := range sent {
		success := e.OK() && !isRefusal(e)
		switch {
		case success && (e.Allowed || effect(e) != ""):
			return "published to the organization, for ever"
		case success || e.Broken() && wasSent(e) || effect(e) != "":
			note = "perhaps published to the organization, for ever: no answer tells"
		}
	}
	return note
}

// namedPublished is the ground of scenarios on the connector that the target
// file gives for publishing.
func (w *world) namedPublished() error {
	p, err := w.run.publishing.get(w.publish)
	switch {
	case err != nil:
		return err
	case w.run.target.Ground.PublishableConnectorServiceName == "":
		return skip(report.Narrowed, "the target file gives no ground.publishable_connector_service_name")
	case !p.made:
		return w.published()
	}
	w.operation, w.connector = spec.PublishConnector, connectorState{service: w.run.target.Ground.PublishableConnectorServiceName}
	w.adopt(p.named)
	return w.usable(p.named)
}

// publishable makes a connector of the run with a label that was changed once.
func (w *world) publishable(p *publishing) error {
	if err := w.connectorCreated(); err != nil {
		return err
	}
	if err := w.updateConnector(); err != nil {
		return err
	}
	p.connector, p.made = w.connector, true
	return nil
}

// tokenFaults are the faults of a token that the scenarios know, as far as the
// target file has what they need.
func (w *world) tokenFaults() map[string]func(*client.Request) {
	faults := map[string]func(*client.Request){missing: func(r *client.Request) { r.Scheme = client.NoToken }}
	t := w.run.target.Tokens
	for name, token := range map[string]string{"personal": t.Personal, "other_workspace": t.OtherWorkspace, "revoked": t.Revoked,
		"empty": "", "invented": invented(t.Workspace), "shortened": w.otherToken("shortened", t.Workspace),
		"lengthened": w.otherToken("lengthened", t.Workspace), "altered at its start": w.otherToken("altered at its start", t.Workspace),
		"altered at its end": w.otherToken("altered at its end", t.Workspace)} {
		if (token == "" && name != "empty") || token == t.Workspace {
			continue
		}
		faults[name] = func(r *client.Request) { r.Token = token }
	}
	return faults
}

// faultyPublishing answers a faulty request that was sent before the good one.
func (w *world) faultyPublishing(fault string) error {
	p, err := w.run.publishing.get(w.publish)
	if err != nil {
		return err
	}
	e := p.faulty[fault]
	if e == nil {
		return skip(report.Narrowed, "the target file gives no token for this")
	}
	w.last = e
	if effect(e) == "" && w.usable(p.good) != nil {
		return skip(report.NoGround, "the good request did not succeed after it")
	}
	return nil
}

func (w *world) publishAgain() error {
	p, err := w.run.publishing.get(w.publish)
	if err == nil {
		w.last = p.again
	}
	return err
}

func (w *world) updateAfterPublishing() error {
	p, err := w.run.publishing.get(w.publish)
	switch {
	case err != nil:
		return err
	case p.update == nil:
		return skip(report.Narrowed, "the published connector is not the run's own: it is not changed")
	}
	w.last = p.update
	return nil
}

func (w *world) publishUnknown() error {
	r := w.request(spec.PublishConnector, w.run.noConnector())
	r.Allowed = false
	w.send(r)
	return nil
}
