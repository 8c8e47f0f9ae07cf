package steps

import (
	"net/url"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
)

// targetsConnector makes an update of the connector that the target file names.
// What it sends is neither the run's own nor kept: see connectorUpdate.
func (w *world) targetsConnector(connector map[string]any) client.Request {
	r := w.request(spec.UpdateConnector, url.PathEscape(w.run.target.Resources.ConnectorServiceName))
	r.Allowed = false
	return withBody(r, map[string]any{"connector": connector})
}

// askLabel updates nothing of that connector: no operation reads one.
func (w *world) askLabel() *client.Exchange { return w.do(w.targetsConnector(map[string]any{})) }

// labelIn is the connector's label in an answer.
func (w *world) labelIn(e *client.Exchange) (string, bool) {
	data := e.Get("data")
	another := data.Get("service_name").String() != w.run.target.Resources.ConnectorServiceName
	return data.Get("label").String(), e.OK() && !isRefusal(e) && data.Get("label").Type == gjson.String && !another
}

// learnLabel finds out, once in a run, which label the connector of the target
// file is restored to.
func (w *world) learnLabel() {
	if w.run.labelAsked {
		return
	}
	w.run.labelAsked = true
	w.notice("connector %s is to be relabelled: no operation reads its label, so it is asked for by an update without one", w.run.redact.Text(w.run.target.Resources.ConnectorServiceName))
	sample := w.run.target.Samples.Connector
	label, given := sample["label"].(string)
	given = given && sample["service_name"] == w.run.target.Resources.ConnectorServiceName
	if w.run.connectorLabel.learn(label, given, func() (string, bool) { return w.labelIn(w.askLabel()) }) {
		w.announceChange(w.keptLabel())
	}
}

// isTargetsConnector reports whether a request updates that connector.
func (w *world) isTargetsConnector(r client.Request) bool {
	return r.Operation == spec.UpdateConnector && w.run.target.Resources.ConnectorServiceName != "" && r.Path == w.targetsConnector(nil).Path
}

// noteRelabelling keeps that the connector of the target file has another label
// now, or may have.
func (w *world) noteRelabelling(e *client.Exchange) {
	if w.isTargetsConnector(e.Request) && (mayHaveDone(e) || e.Effect() != "") {
		w.run.connectorLabel.changed(sentOf(e, "label") != "")
	}
}

// keptLabel is the label of the target file's connector, as what is restored.
func (w *world) keptLabel() keeping {
	label := &w.run.connectorLabel
	return keeping{kept: label, kind: "connector", id: w.run.target.Resources.ConnectorServiceName, member: "label", past: "relabelled", promise: "connector-label-kept",
		set: w.targetsConnector(map[string]any{"label": label.own}), in: w.labelIn,
		ways: []way{{by: "an update without a label", ask: w.askLabel, writes: true}}}
}
