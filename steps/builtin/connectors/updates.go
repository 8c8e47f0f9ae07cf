package connectors

import (
	"maps"
	"net/url"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/probe"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// UpdateRows are the steps that update connectors.
var UpdateRows = rows.Group{
	When: []vocabulary.Step{
		{
			Pattern: `^I update the connector$`, Example: `I update the connector`,
			Operations: []string{spec.UpdateConnector},
			Doc:        "The connector gets a new label: one of the run, or resources.connector_service_name where creation is rejected.",
			Provides:   []vocabulary.Thing{rows.AConnector}, Writes: true, Footprint: rows.OfRelabelling,
			Func: Update,
		},
		{
			Pattern: `^I update only the label of the connector$`, Example: `I update only the label of the connector`,
			Operations: []string{spec.UpdateConnector},
			Doc:        "The connector object has a new label and no other member. A response that shows it is checked as a success.",
			Provides:   []vocabulary.Thing{rows.AConnector}, Writes: true, Footprint: rows.OfRelabelling,
			Func: updateLabel,
		},
		{
			Pattern: `^I update the connector without the connector object$`, Example: `I update the connector without the connector object`,
			Aliases:    []string{`^I update the connector without the object connector$`},
			Operations: []string{spec.UpdateConnector},
			Doc: "The body {}, one with the members of the connector beside each other, and one each with null and with an " +
				"empty list as the connector.",
			Writes: true, Footprint: rows.OfRelabelling.Plus(vocabulary.Footprint{Requests: 3}),
			Func: updateWithoutConnector,
		},
		{
			Pattern: `^I update the connector with another service_name$`, Example: `I update the connector with another service_name`,
			Operations: []string{spec.UpdateConnector},
			Doc: "Sends a new label and another service_name, which is sent on create only. A success shows the service_name " +
				"in the path, and the connector is still updated by it.",
			Writes: true, Footprint: rows.OfRelabelling.Plus(rows.OfAsking),
			Func: updateServiceName,
		},
		{
			Pattern: `^I update a connector that does not exist$`, Example: `I update a connector that does not exist`,
			Operations: []string{spec.UpdateConnector},
			Doc: "Updates two service_names that no connector has, made from that of the run's own connector: one with another " +
				"last character and a longer one; else a random one.",
			Writes: true, Footprint: rows.OfRelabelling.Plus(rows.OfAsking),
			Func: updateUnknownConnector,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern: `^the response shows the service_name in the path$`, Example: `the response shows the service_name in the path`,
			Aliases:  []string{`^the response names the connector in the path$`, `^the answer names the connector of the path$`},
			Doc:      "data.service_name is the service_name in the path.",
			Requires: []vocabulary.Thing{rows.AConnector},
			Checks:   "connector-service-name-kept",
			Func:     showsServiceNameInPath,
		},
	},
}

// ensureConnector sets a connector that may be updated: of the run, or, where creation is
// rejected, the one that the target file names.
func ensureConnector(w *world.World) error {
	named := w.Run.Target.Resources.ConnectorServiceName
	if w.Connector.Service != "" {
		if w.Connector.Service == named {
			w.LockResource("connector") // another scenario may have found it
		}
		return nil
	}
	err := Created(w)
	if err != nil && named != "" {
		w.LockResource("connector")
		learnLabel(w)
		w.Connector = world.Connector{Service: named, Label: ofRun(w.Run).connectorLabel.Own}
		return nil
	}
	return err
}

// LockConnector waits until no other scenario sends unusual updates of a connector, and keeps them
// waiting until this one ends.
func LockConnector(w *world.World, c world.Connector) {
	// The target's connector has a lock of its own: see ensureConnector.
	if c.Service != w.Run.Target.Resources.ConnectorServiceName {
		w.LockResource("connector " + c.Service)
	}
}

// LockLabel waits until no other scenario publishes a connector again or updates it without a
// label, which may reset its label, and keeps them waiting until unlock is called.
func LockLabel(w *world.World, c world.Connector) (unlock func()) {
	return w.LockBriefly("label of connector " + c.Service)
}

// UpdateRequest returns a request, with a changed body, that gives the current
// connector a new label.
func UpdateRequest(w *world.World, change func(body map[string]any)) (client.Request, error) {
	if err := ensureConnector(w); err != nil {
		return client.Request{}, err
	}
	return updateOf(w, w.Connector, change), nil
}

// updateOf is UpdateRequest for any connector.
func updateOf(w *world.World, c world.Connector, change func(body map[string]any)) client.Request {
	connector := map[string]any{}
	maps.Copy(connector, c.Whole)
	delete(connector, "service_name")
	connector["label"] = w.Run.Name()
	body := map[string]any{"connector": connector}
	if change != nil {
		change(body)
	}
	r := w.Request(spec.UpdateConnector, url.PathEscape(c.Service))
	r.Carries = client.Labels
	if c.Service == w.Run.Target.Resources.ConnectorServiceName {
		r = w.Using(r, target.ConnectorServiceName)
		r.Carries = client.TargetsLabels
	}
	return scenario.WithBody(r, body)
}

// Update gives the connector a new label.
func Update(w *world.World) error {
	r, err := UpdateRequest(w, nil)
	if err != nil {
		return err
	}
	Relabel(w, r)
	return nil
}

// updateLabel gives the connector a new label, and sends nothing else.
func updateLabel(w *world.World) error {
	r, err := UpdateRequest(w, nil)
	if err != nil {
		return err
	}
	r = labelAlone(r)
	r.Carries, r.Allowed = client.NoText, false
	Relabel(w, r)
	if !w.Last.Accepted() {
		return nil
	}
	ofRun(w.Run).labelAlone.Store(true)
	if w.Last.Get(client.LabelShown).String() == world.SentMember(w.Last, "label") {
		w.CheckAccepted(w.Last)
	}
	return nil
}

// labelAlone takes all members but the label out of an update.
func labelAlone(r client.Request) client.Request {
	return scenario.WithBody(r, map[string]any{"connector": map[string]any{"label": gjson.GetBytes(r.Body, client.LabelSent).Value()}})
}

// ShortenUpdate takes all members but the label out of an update where that is known to be
// accepted: it may be served in another way.
func ShortenUpdate(w *world.World, r *client.Request) {
	if r.Operation == spec.UpdateConnector && ofRun(w.Run).labelAlone.Load() {
		*r = labelAlone(*r)
	}
}

// Relabel sends an update with another label.
func Relabel(w *world.World, r client.Request) {
	NoteLabel(w, w.Send(r))
}

// NoteLabel makes the label of an update, if it succeeded, that of the connector at hand.
func NoteLabel(w *world.World, e *client.Exchange) {
	if e.Accepted() {
		ofScenario(w).relabelled = e
		w.Connector = w.Connector.Relabelled(world.SentMember(e, "label"))
	}
}

// MayBeAnothers reports whether an update with another workspace's token may have changed a connector of that
// workspace alone: its updates create what does not exist, the response shows nothing of ours, and ours has the label
// that it had, also when limits.settle has passed.
func MayBeAnothers(w *world.World, e *client.Exchange) bool {
	other := w.Run.Target.Tokens.OtherWorkspace
	if e.Operation != spec.UpdateConnector || !e.Accepted() || e.Token != other || other == "" {
		return false
	}
	unknown := w.Run.NoConnector()
	r := newLabelOf(w, unknown)
	r.Token, r.Allowed = other, false
	if made := w.Exchange(r); !made.Accepted() || made.Get("data.service_name").String() != unknown || showsOurs(e, made) {
		return false
	}
	noteTheirs(w, unknown)
	if w.Pass(time.Duration(w.Run.Target.Limits.Settle)) != nil {
		return false
	}
	read := ReadBackUpdate(w, e)
	if read.Response == nil || read.Effect != "" {
		return false
	}
	noteTheirs(w, e.Get("data.service_name").String())
	return true
}

// noteTheirs writes a connector that an update created in the other workspace into the ledger.
func noteTheirs(w *world.World, service string) {
	w.Run.Ledger.Note(report.Entry{Kind: "connector of the other workspace", ID: w.Run.Redact.Text(service), Left: true,
		Note: "created by an update with tokens.other_workspace; this API cannot delete connectors"})
}

// showsOurs reports whether the response to an update shows what it has not sent: another label, or configuration
// fields that it does not define and a connector that was just created has not.
func showsOurs(e, made *client.Exchange) bool {
	const fields = "data.configuration_fields.fields.#.id"
	defines := gjson.GetBytes(e.Request.Body, "connector.configuration_definition").Exists()
	return !probe.Same(world.SentMember(e, "label"), e.Get(client.LabelShown).String()) || !defines && e.Get(fields).Raw != made.Get(fields).Raw
}

// updateLabelOf sends a new label for a service_name that may be that of no connector.
func updateLabelOf(w *world.World, service string) *client.Exchange {
	return w.ProbeAside(newLabelOf(w, service))
}

func newLabelOf(w *world.World, service string) client.Request {
	return scenario.WithBody(w.Request(spec.UpdateConnector, url.PathEscape(service)),
		map[string]any{"connector": map[string]any{"label": w.Run.Name()}})
}

// isUpdated reports whether an update succeeded, and not that of another connector.
func isUpdated(e *client.Exchange) bool {
	return e.Accepted() && e.Effect() != "" && world.NamesAnother(e) == nil
}

// updateWithoutConnector sends updates without a connector object, or with its members beside each
// other.
func updateWithoutConnector(w *world.World) error {
	var requests []client.Request
	for _, change := range []func(b map[string]any){
		func(b map[string]any) { delete(b, "connector") },
		func(b map[string]any) {
			maps.Copy(b, b["connector"].(map[string]any))
			delete(b, "connector")
		},
		func(b map[string]any) { b["connector"] = nil },
		func(b map[string]any) { b["connector"] = []any{} },
	} {
		r, err := UpdateRequest(w, change)
		if err != nil {
			return err
		}
		requests = append(requests, r)
	}
	LockConnector(w, w.Connector)
	return sendUntilAccepted(w, requests...)
}

// updateUnknownConnector updates connectors that do not exist, and are named almost like the one at
// hand.
func updateUnknownConnector(w *world.World) error {
	r, err := UpdateRequest(w, nil)
	if err != nil {
		return err
	}
	var requests []client.Request
	for _, name := range almostOwn(w) {
		r.Path = w.Request(spec.UpdateConnector, url.PathEscape(name)).Path
		requests = append(requests, r)
	}
	return sendUntilAccepted(w, requests...)
}

// almostOwn returns service_names that no connector has: that of the connector at hand
// with an underscore as its last character, which matches any character where a service
// looks for names with LIKE, and a longer one, which begins with it. A connector that is
// not the run's own is left alone.
func almostOwn(w *world.World) []string {
	own := w.Connector.Service
	if !w.Run.IsOurs(own) || !strings.ContainsAny(own[len(own)-1:], "0123456789") {
		return []string{w.Run.NoConnector()}
	}
	return []string{w.Run.Invent(own[:len(own)-1] + "_"), w.Run.Invent(own + "x")}
}
