package connectors

import (
	"net/url"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/restoring"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/scenario"
)

// TargetsConnector returns an update of the connector that the target file names. It
// is not a connector of the run, so its label is restored: see UpdateRequest.
func TargetsConnector(w *world.World, connector map[string]any) client.Request {
	r := w.Request(spec.UpdateConnector, url.PathEscape(w.Run.Target.Resources.ConnectorServiceName))
	r.Allowed = false
	return scenario.WithBody(r, map[string]any{"connector": connector})
}

// askLabel reads the label with an update that changes nothing, as no operation reads a connector.
func askLabel(w *world.World) *client.Exchange { return w.Do(TargetsConnector(w, map[string]any{})) }

// labelIn returns the connector's label in a response.
func labelIn(w *world.World, e *client.Exchange) (string, bool) {
	data := e.Get("data")
	another := data.Get("service_name").String() != w.Run.Target.Resources.ConnectorServiceName
	return data.Get("label").String(), e.Accepted() && data.Get("label").Type == gjson.String && !another
}

// learnLabel finds out, once in a run, to which label the connector of the target
// file is restored.
func learnLabel(w *world.World) {
	run := ofRun(w.Run)
	if run.labelAsked {
		return
	}
	run.labelAsked = true
	w.Run.Notice("no operation shows the label of connector %s: verify sends an update without a label to read it",
		w.Run.Redact.Text(w.Run.Target.Resources.ConnectorServiceName))
	sample := w.Run.Target.Samples.Connector
	label, given := sample["label"].(string)
	given = given && sample["service_name"] == w.Run.Target.Resources.ConnectorServiceName
	if run.connectorLabel.Learn(label, given, func() (string, bool) { return labelIn(w, askLabel(w)) }) {
		restoring.AnnounceChange(w, LabelToRestore(w))
	}
}

// isTargetsConnector reports whether a request updates that connector.
func isTargetsConnector(w *world.World, r client.Request) bool {
	return r.Operation == spec.UpdateConnector && w.Run.Target.Resources.ConnectorServiceName != "" && r.Path == TargetsConnector(w, nil).Path
}

// NoteRelabelling records that the connector of the target file has another label
// now, or may have.
func NoteRelabelling(w *world.World, e *client.Exchange) {
	if isTargetsConnector(w, e.Request) && (scenario.MayHaveDone(e) || e.Effect() != "") {
		taken := 0
		if world.SentMember(e, "label") != "" {
			taken = 1
		}
		ofRun(w.Run).connectorLabel.Changed(taken)
	}
}

// LabelToRestore returns how the label of the target file's connector is restored.
func LabelToRestore(w *world.World) restoring.Plan {
	label := &ofRun(w.Run).connectorLabel
	return restoring.Plan{Text: label, Kind: "connector", ID: w.Run.Target.Resources.ConnectorServiceName, Member: "label",
		Past: "relabelled", Promise: "connector-label-kept", Updates: "connectors-are-updated",
		Set: TargetsConnector(w, map[string]any{"label": label.Own}), In: func(e *client.Exchange) (string, bool) { return labelIn(w, e) },
		Ways: []restoring.Way{{By: "an update without a label", Ask: func() *client.Exchange { return askLabel(w) }, Writes: true}}}
}

// IsOwnLabel reports whether a text is the label that the connector of the target file had
// before the run.
func IsOwnLabel(r *world.Run, text string) bool { return ofRun(r).connectorLabel.IsOriginal(text) }

// Prepare learns, before a request is sent, what the run has to restore: the label,
// where the request updates a connector.
func Prepare(w *world.World, r client.Request) {
	if r.Operation != spec.UpdateConnector {
		return
	}
	w.LockResource("connector")
	if isTargetsConnector(w, r) {
		learnLabel(w)
	}
}
