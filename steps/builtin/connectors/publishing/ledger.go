package publishing

import (
	"understudy/steps/builtin/connectors/history"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// record notes in the ledger, from the responses to its publishing, that a
// connector is published or may be.
func record(w *world.World, c world.Connector, sent ...*client.Exchange) {
	entry := report.Entry{Kind: "connector", ID: w.Run.Redact.Text(c.Service), Name: w.Run.Redact.Text(c.Label), Left: true,
		Note: noteOnPublishing(sent)}
	if entry.Note == "" {
		return
	}
	h := history.Of(w.Run)
	h.Published.Add(c.Service)
	for _, e := range sent {
		h.Labels.NoteKept(c, e)
	}
	if c.Whole != nil {
		w.Run.Ledger.Update(entry)
	} else {
		w.Run.Ledger.Note(entry)
	}
}

// noteOnPublishing returns what the responses show; it is empty where nothing was
// published. A faulty request may have published too, but a success without a
// connector does not show that.
func noteOnPublishing(sent []*client.Exchange) (note string) {
	for _, e := range sent {
		success := e.Accepted()
		switch {
		case success && (e.Allowed || e.Effect() != ""):
			return "published to the organization, which cannot be undone"
		case success || e.Broken() && scenario.WasSent(e) || e.Effect() != "":
			note = "perhaps published to the organization, which cannot be undone: no response shows it"
		}
	}
	return note
}
