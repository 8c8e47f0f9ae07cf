package builtin

import (
	"net/url"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// labelRows are the steps on a connector's label.
var labelRows = rows{
	then: []step{
		{
			Pattern: `^the response shows the label that was sent last$`, Example: `the response shows the label that was sent last`,
			Aliases:  []string{`^the answer shows the label that was sent last$`},
			Doc:      "data.label is that label; only the one from before is a violation.",
			Requires: []thing{AConnector},
			Judges:   "connector-label-kept",
			Func:     (*World).showsLabel,
		},
		{
			Pattern: `^the new label is saved$`, Example: `the new label is saved`,
			Aliases:  []string{`^the new label is kept$`},
			Doc:      "An update of another member shows it. Only the label from before is a violation, where it shows for limits.settle.",
			Requires: []thing{AConnector}, Footprint: footprint{Requests: 1},
			Judges: "connector-label-kept",
			Func:   (*World).keepsLabel,
		},
	},
}

// targetsConnector makes an update of the connector that the target file names.
// What it sends is neither the run's own nor kept: see connectorUpdate.
func (w *World) targetsConnector(connector map[string]any) client.Request {
	r := w.Request(spec.UpdateConnector, url.PathEscape(w.run.Target.Resources.ConnectorServiceName))
	r.Allowed = false
	return scenario.WithBody(r, map[string]any{"connector": connector})
}

// askLabel updates nothing of that connector: no operation reads one.
func (w *World) askLabel() *client.Exchange { return w.Do(w.targetsConnector(map[string]any{})) }

// labelIn is the connector's label in a response.
func (w *World) labelIn(e *client.Exchange) (string, bool) {
	data := e.Get("data")
	another := data.Get("service_name").String() != w.run.Target.Resources.ConnectorServiceName
	return data.Get("label").String(), e.OK() && !e.Rejected() && data.Get("label").Type == gjson.String && !another
}

// learnLabel finds out, once in a run, which label the connector of the target
// file is restored to.
func (w *World) learnLabel() {
	if w.run.labelAsked {
		return
	}
	w.run.labelAsked = true
	w.Notice("connector %s is to be relabelled: no operation reads its label, so it is asked for by an update without one", w.run.Redact.Text(w.run.Target.Resources.ConnectorServiceName))
	sample := w.run.Target.Samples.Connector
	label, given := sample["label"].(string)
	given = given && sample["service_name"] == w.run.Target.Resources.ConnectorServiceName
	if w.run.connectorLabel.learn(label, given, func() (string, bool) { return w.labelIn(w.askLabel()) }) {
		w.announceChange(w.keptLabel())
	}
}

// isTargetsConnector reports whether a request updates that connector.
func (w *World) isTargetsConnector(r client.Request) bool {
	return r.Operation == spec.UpdateConnector && w.run.Target.Resources.ConnectorServiceName != "" && r.Path == w.targetsConnector(nil).Path
}

// noteRelabelling keeps that the connector of the target file has another label
// now, or may have.
func (w *World) noteRelabelling(e *client.Exchange) {
	if w.isTargetsConnector(e.Request) && (scenario.MayHaveDone(e) || e.Effect() != "") {
		taken := 0
		if sentOf(e, "label") != "" {
			taken = 1
		}
		w.run.connectorLabel.changed(taken)
	}
}

// keptLabel is the label of the target file's connector, as what is restored.
func (w *World) keptLabel() keeping {
	label := &w.run.connectorLabel
	return keeping{kept: label, kind: "connector", id: w.run.Target.Resources.ConnectorServiceName, member: "label", past: "relabelled", promise: "connector-label-kept",
		set: w.targetsConnector(map[string]any{"label": label.own}), in: w.labelIn,
		ways: []way{{by: "an update without a label", ask: w.askLabel, writes: true}}}
}

// isOwnLabel reports whether a text is the label that the connector of the target file had
// before the run.
func (r *Run) isOwnLabel(text string) bool { return r.connectorLabel.asBefore(text) }

// Prepare takes care, before a request is sent, of what the run restores: of the
// label, where it updates a connector.
func (w *World) Prepare(r client.Request) {
	if r.Operation != spec.UpdateConnector {
		return
	}
	w.Turn("connector")
	if w.isTargetsConnector(r) {
		w.learnLabel()
	}
}

// showsLabel checks the response by the label that was sent last.
func (w *World) showsLabel() error {
	if w.connector.label == "" {
		return scenario.SkipFor("samples.connector", report.Narrowed, "the connector is not the run's own: its label is not known")
	}
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	if w.Last.Operation == spec.PublishConnector {
		return w.showsPublished()
	}
	return w.notOld(w.Last, "data.label", w.connector.label, w.connector.hadLabel)
}

// keepsLabel reads the label back: an update of another member shows it.
//
// Promise connector-label-kept
func (w *World) keepsLabel() error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	r, err := w.withoutLabel()
	if err != nil {
		return err
	}
	e := w.Probe(r)
	if !e.OK() || e.Rejected() {
		return scenario.Skip(report.MissingTestData, "no read-back: an update of another member is %s", e.Outcome())
	}
	w.ReadBackBy("an update of another member")
	lags := func(e *client.Exchange) bool {
		return w.connector.hadLabel(e.Get("data.label").String())
	}
	if e, err = w.CaughtUp(e, lags, func() *client.Exchange { return w.Probe(r) }); err != nil {
		return err
	}
	return w.notOld(e, "data.label", w.connector.label, w.connector.hadLabel)
}

// wasRelabelled reads back a rejected update: an update of another member
// shows the label.
func (w *World) wasRelabelled(refused *client.Exchange) (string, bool) {
	r, err := w.withoutLabel()
	if err != nil {
		return "", false
	}
	e := w.Probe(r)
	label := e.Get("data.label")
	if !e.OK() || e.Rejected() || label.Type != gjson.String {
		return "", false
	}
	if w.wasSent(label.String(), refused, func(e *client.Exchange) string { return sentOf(e, "label") }) {
		return "the connector has the label that was rejected", true
	}
	return "", true
}

// withoutLabel makes an update that leaves the label as it is, and so shows it: of
// another member, or of none where the connector is not the run's own.
func (w *World) withoutLabel() (client.Request, error) {
	return w.connectorUpdate(func(b map[string]any) {
		connector := map[string]any{}
		if w.connector.whole != nil {
			connector["data"] = w.connectorData()
		}
		b["connector"] = connector
	})
}
