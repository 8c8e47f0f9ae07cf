package steps

import (
	"maps"
	"net/url"
	"slices"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
)

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
		if e.Effect() != "" {
			return true
		}
	}
	return false
}

// publish publishes a connector of the run, where that is allowed, or the one
// that the target file gives for it.
func (w *world) publish() (*publishing, error) {
	p := &publishing{faulty: map[string]*client.Exchange{}}
	named := w.run.target.Resources.PublishableConnectorServiceName
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
		return nil, skipFor("allow_publish: true or resources.publishable_connector_service_name", report.Narrowed, "publishing is for ever: the target file gives neither allow_publish nor resources.publishable_connector_service_name")
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
		lost := p.good.Failed
		p.good = w.send(request)
		p.good.Failed += lost // the first one may have been done
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
	for _, e := range append(slices.Collect(maps.Values(p.faulty)), p.good, p.again, p.update, p.named) {
		w.run.keep(e, maxKept)
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
		w.run.Ledger.Update(entry)
	default:
		w.run.Ledger.Note(entry)
	}
}

// publishingOf is what the answers tell; the empty text is that nothing was
// published. A faulty request may have published too, but a success without a
// connector does not say that it has.
func publishingOf(sent []*client.Exchange) (note string) {
	for _, e := range sent {
		success := e.OK() && !isRefusal(e)
		switch {
		case success && (e.Allowed || e.Effect() != ""):
			return "published to the organization, for ever"
		case success || e.Broken() && wasSent(e) || e.Effect() != "":
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
	case w.run.target.Resources.PublishableConnectorServiceName == "":
		return skipFor("resources.publishable_connector_service_name", report.Narrowed, "the target file gives no resources.publishable_connector_service_name")
	case !p.made:
		return w.published()
	}
	w.operation, w.connector = spec.PublishConnector, connectorState{service: w.run.target.Resources.PublishableConnectorServiceName}
	w.adopt(p.named)
	err = w.usable(p.named)
	var s *skipped
	if asSkip(err, &s) && isRefusal(p.named) {
		s.needs = "a resources.publishable_connector_service_name that is not published yet"
	}
	return err
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
		if (token == "" && name != "empty") || token == t.Workspace || !w.isGiven(name) && w.isKnown(token) {
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
	w.take(e)
	if e.Effect() == "" && w.usable(p.good) != nil {
		return skip(report.MissingTestData, "the good request did not succeed after it")
	}
	return nil
}

func (w *world) publishAgain() error {
	p, err := w.run.publishing.get(w.publish)
	if err == nil {
		w.take(p.again)
	}
	return err
}

func (w *world) updateAfterPublishing() error {
	p, err := w.run.publishing.get(w.publish)
	switch {
	case err != nil:
		return err
	case p.update == nil:
		return skipFor("allow_publish: true", report.Narrowed, "the published connector is not the run's own: it is not changed")
	}
	w.take(p.update)
	return nil
}

func (w *world) publishUnknown() error {
	r := w.request(spec.PublishConnector, w.run.noConnector())
	r.Allowed = false
	w.send(r)
	return nil
}
