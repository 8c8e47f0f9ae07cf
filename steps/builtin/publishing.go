package builtin

import (
	"errors"
	"maps"
	"net/url"
	"slices"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/probe"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// publishingRows are the steps on publishing.
var publishingRows = rows{
	given: []step{
		{
			Pattern: `^a connector was published$`, Example: `a connector was published`,
			Operations: []string{spec.PublishConnector},
			Doc:        "One connector is published, once for the whole run: one of its own with allow_publish, else resources.publishable_connector_service_name. Requests with a faulty token were sent before.",
			Provides:   []thing{AResponse, AConnector}, Writes: true, Footprint: ofPublishing,
			Func: (*World).published,
		},
		{
			Pattern: `^the target file's connector was published$`, Example: `the target file's connector was published`,
			Aliases:    []string{`^the target's own connector was published$`},
			Operations: []string{spec.PublishConnector},
			Doc:        "resources.publishable_connector_service_name is published, once for the whole run; else the scenario is skipped: narrowed, or missing test data where that is rejected.",
			Provides:   []thing{AResponse, AConnector}, Writes: true, Footprint: ofPublishing,
			Func: (*World).namedPublished,
		},
	},
	when: []step{
		{
			Pattern: `^I publish it again$`, Example: `I publish it again`,
			Operations: []string{spec.PublishConnector},
			Doc:        "The second publishing of the run's published connector.",
			Requires:   []thing{AConnector}, Writes: true, Footprint: ofPublishing.Plus(ofAsking),
			Func: (*World).publishAgain,
		},
		{
			Pattern: `^I update it after publishing$`, Example: `I update it after publishing`,
			Operations: []string{spec.UpdateConnector},
			Doc:        "An update of the run's published connector, where it is the run's own: once of another member than the label, and once of the label.",
			Requires:   []thing{AConnector}, Provides: []thing{AnUpdateAfter}, Writes: true, Footprint: ofPublishing.Plus(ofAsking).Plus(ofAsking),
			Func: (*World).updateAfterPublishing,
		},
		{
			Pattern: `^I publish a connector that does not exist$`, Example: `I publish a connector that does not exist`,
			Operations: []string{spec.PublishConnector},
			Doc:        "PUT to a random service_name.",
			Writes:     true,
			Func:       (*World).publishUnknown,
		},
	},
	then: []step{
		{
			Pattern: `^publishing did not change its label$`, Example: `publishing did not change its label`,
			Doc:      "The update of another member does not show the label from before the last one that was sent; where it is rejected, the scenario is skipped.",
			Requires: []thing{AnUpdateAfter},
			Judges:   "connector-label-kept",
			Func:     (*World).keptThroughPublishing,
		},
	},
}

// publishing is what was seen of the one connector that the run publishes: as
// that can be done only once, the faulty requests go first.
type publishing struct {
	connector connectorState
	// made says that the connector is the run's own, labelled that its update showed the
	// label that was sent.
	made, labelled bool
	faulty         map[string]*client.Exchange
	good           *client.Exchange
	// named is the publishing of the connector that the target file gives,
	// where the run published one of its own before.
	named *client.Exchange
	// again is a second publishing, and update an update after it, where a scenario
	// asks for them.
	again, update scenario.Shared[*client.Exchange]
	// kept is an update of another member than the label, right before update, and
	// updated the connector after that.
	kept    *client.Exchange
	updated connectorState
}

// published provides the test data of scenarios on publishing.
func (w *World) published() error {
	p, err := w.run.publishing.Get(w.publish)
	if err != nil {
		return err
	}
	w.operation, w.connector = spec.PublishConnector, p.connector
	w.Adopt(p.good)
	if err := w.Usable(p.good); err != nil && !p.leaked() {
		return err
	}
	return nil
}

// leaked reports that a faulty request published: the good one may be rejected
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
func (w *World) publish() (*publishing, error) {
	p := &publishing{faulty: map[string]*client.Exchange{}}
	named := w.run.Target.Resources.PublishableConnectorServiceName
	var refused error
	if w.run.Target.AllowPublish {
		refused = w.publishable(p)
	}
	switch {
	case p.made:
	case named != "":
		p.connector = connectorState{service: named}
	case refused != nil:
		return nil, refused
	default:
		return nil, scenario.SkipFor("allow_publish: true or resources.publishable_connector_service_name", report.Narrowed, "publishing is for ever: the target file gives neither allow_publish nor resources.publishable_connector_service_name")
	}
	request := w.Request(spec.PublishConnector, url.PathEscape(p.connector.service))
	faults := w.tokenFaults()
	if !w.run.repeats(spec.PublishConnector) {
		faults = nil
	}
	for fault, change := range faults {
		r := request
		r.Allowed = false
		change(&r)
		p.faulty[fault] = w.Send(r)
	}
	sent := slices.Collect(maps.Values(p.faulty))
	p.good = w.Send(request)
	if p.good.Broken() {
		// No later scenario publishes: the next try is made here.
		sent = append(sent, p.good)
		lost := p.good.Failed
		p.good = w.Send(request)
		p.good.Failed += lost // the first one may have been done
	}
	w.notePublishing(p.connector, append(sent, p.good)...)
	if shown := p.good.Get("data.label"); p.made && shown.Type == gjson.String && !probe.Same(p.connector.label, shown.String()) {
		if request, err := w.publishLater(p); err == nil {
			p.good = w.Send(request)
			w.notePublishing(p.connector, p.good)
		}
	}
	if p.made && named != "" {
		p.named = w.publishNamed(named)
	}
	for _, e := range append(slices.Collect(maps.Values(p.faulty)), p.good, p.named) {
		w.run.Keep(e, scenario.MaxKept)
	}
	return p, nil
}

// publishLater makes another connector in the place of one that was published with another
// label: a new one may take a moment to show, and what publishing shows may lag where an
// update does not. It is published when its own label has had limits.settle.
func (w *World) publishLater(p *publishing) (client.Request, error) {
	request := w.Request(spec.PublishConnector, url.PathEscape(p.connector.service))
	if err := w.publishable(p); err != nil {
		return request, err
	}
	if err := w.Pause(time.Duration(w.run.Target.Limits.Settle)); err != nil {
		return request, err
	}
	return w.Request(spec.PublishConnector, url.PathEscape(p.connector.service)), nil
}

// publishNamed publishes the connector that the target file gives. Its owner
// made it: it may show members that those of the run do not.
func (w *World) publishNamed(service string) *client.Exchange {
	r := w.Request(spec.PublishConnector, url.PathEscape(service))
	r.Allowed = false
	e := w.Send(r)
	if e.OK() && !e.Rejected() {
		w.CheckSuccess(e)
	}
	w.notePublishing(connectorState{service: service}, e)
	return e
}

// notePublishing writes into the ledger what the responses to the publishing of a
// connector tell of it: that it is published, or may be.
func (w *World) notePublishing(c connectorState, sent ...*client.Exchange) {
	entry := report.Entry{Kind: "connector", ID: w.run.Redact.Text(c.service), Name: w.run.Redact.Text(c.label), Left: true,
		Note: publishingOf(sent)}
	switch {
	case entry.Note == "":
	case c.whole != nil:
		w.run.Ledger.Update(entry)
	default:
		w.run.Ledger.Note(entry)
	}
}

// publishingOf is what the responses say; the empty text is that nothing was
// published. A faulty request may have published too, but a success without a
// connector does not say that it has.
func publishingOf(sent []*client.Exchange) (note string) {
	for _, e := range sent {
		success := e.OK() && !e.Rejected()
		switch {
		case success && (e.Allowed || e.Effect() != ""):
			return "published to the organization, for ever"
		case success || e.Broken() && scenario.WasSent(e) || e.Effect() != "":
			note = "perhaps published to the organization, for ever: no answer tells"
		}
	}
	return note
}

// namedPublished provides the test data of scenarios on the connector that the target
// file gives for publishing.
func (w *World) namedPublished() error {
	p, err := w.run.publishing.Get(w.publish)
	switch {
	case err != nil:
		return err
	case w.run.Target.Resources.PublishableConnectorServiceName == "":
		return scenario.SkipFor("resources.publishable_connector_service_name", report.Narrowed, "the target file gives no resources.publishable_connector_service_name")
	case !p.made:
		return w.published()
	}
	w.operation, w.connector = spec.PublishConnector, connectorState{service: w.run.Target.Resources.PublishableConnectorServiceName}
	w.Adopt(p.named)
	err = w.Usable(p.named)
	var s *scenario.Skipped
	if errors.As(err, &s) && p.named.Rejected() {
		s.Needs = "a resources.publishable_connector_service_name that is not published yet"
	}
	return err
}

// publishable makes a connector of the run with a label that was changed once.
func (w *World) publishable(p *publishing) error {
	if err := w.connectorCreated(); err != nil {
		return err
	}
	if err := w.updateConnector(); err != nil {
		return err
	}
	shown := w.Last.Get("data.label")
	p.connector, p.made, p.labelled = w.connector, true, shown.Type == gjson.String && probe.Same(w.connector.label, shown.String())
	return nil
}

// tokenFaults are the faults of a token that the scenarios know, as far as the
// target file has what they need.
func (w *World) tokenFaults() map[string]func(*client.Request) {
	faults := map[string]func(*client.Request){missing: func(r *client.Request) { r.Scheme = client.NoToken }}
	t := w.run.Target.Tokens
	for name, token := range map[string]string{"personal": t.Personal, "other_workspace": t.OtherWorkspace, "revoked": t.Revoked,
		"invented": invented(t.Workspace)} {
		if token == "" || name == "revoked" && w.isGivenTwice(token) || token == t.Workspace || !w.isGiven(name) && w.isKnown(token) {
			continue
		}
		faults[name] = func(r *client.Request) { r.Token = token }
	}
	for _, f := range slices.Concat(elsewhere(spec.PublishConnector), w.almostRight(spec.PublishConnector)) {
		faults[f.name] = f.change
	}
	return faults
}

// faultyPublishing takes the response to a faulty request that was sent before the good one.
func (w *World) faultyPublishing(fault string) error {
	p, err := w.run.publishing.Get(w.publish)
	if err != nil {
		return err
	}
	e := p.faulty[fault]
	if e == nil {
		return scenario.Skip(report.Narrowed, "the target file gives no token for this")
	}
	w.Take(e)
	if e.Effect() == "" && w.Usable(p.good) != nil {
		// Another fault of the scenario may have published: that one still fails.
		w.Void = scenario.Skip(report.MissingTestData, "the good request did not succeed after it")
	}
	return nil
}

func (w *World) publishUnknown() error {
	r := w.Request(spec.PublishConnector, w.run.NoConnector())
	r.Allowed = false
	w.Send(r)
	return nil
}
