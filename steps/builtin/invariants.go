package builtin

import (
	"understudy/spec"
	"understudy/steps/builtin/connectors/history"
	"understudy/steps/builtin/destinations"
	"understudy/steps/builtin/links"
	"understudy/steps/builtin/lists"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
)

// noteInvariants records contradictions in the response to a request that the document allows.
func noteInvariants(w *world.World, e *client.Exchange) {
	history.NoteSent(w.Run, e)
	history.NoteRejected(w.Run, e)
	if !e.Accepted() || !e.IsJSON() {
		return
	}
	history.NoteSuccess(w.Run, e)
	w.NoteIdentifyingTexts(e)
	if e.Operation == spec.ListTopics {
		lists.NoteEnvelope(w, e)
		lists.NoteTopics(w, e)
	}
	if e.Operation == spec.ListDestinationObjects || e.Operation == spec.ListInvitations {
		lists.NoteOnlyPage(w, e)
		lists.NotePlaces(w, e)
	}
	destinations.NoteObjects(w, e)
	destinations.NoteShown(w, e)
	w.NoteOwnText(e)
	if e.Operation == spec.CreateLink && e.Effect() != "" {
		for _, f := range []*outcome.Finding{links.LacksAuth(e), links.BornEnded(w.Run, e)} {
			if f != nil {
				w.Run.Accuse(f)
			}
		}
	}
	if e.Allowed && world.NamesAnother(e) != nil {
		return // NoteChecked reports it
	}
	if f := history.ShowsOthersLabel(w.Run, e); f != nil {
		w.Run.Accuse(f)
	}
}
