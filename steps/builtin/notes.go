package builtin

import (
	"slices"

	"understudy/spec"
	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/connectors/history"
	"understudy/steps/builtin/destinations"
	"understudy/steps/builtin/links"
	"understudy/steps/builtin/lists"
	"understudy/steps/builtin/segments"
	"understudy/steps/builtin/texts"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/target"
)

// note records what a response says, and accuses what cannot be true of it.
type note func(*world.World, *client.Exchange)

// The order of the notes matters. A check comes after what records the facts that it looks at,
// those of the same response included: accuseNewLink after links.Note, accuseOthersLabel after
// history.NoteSent. And of several findings of a promise and an operation, the first is reported.

// ofResponses are the notes of each response.
var ofResponses = []note{
	connectors.NoteRelabelling,
	destinations.NoteRenaming,
	links.Note,
	segments.Note,
	texts.Note,
	(*world.World).Agree,
	ofRun(history.NoteSent),
	ofRun(history.NoteRejected),
}

// ofSuccesses are the notes of each success that is JSON, after those of all responses. Where they
// name no operations, the note itself knows which it is about.
var ofSuccesses = []struct {
	operations []string
	note       note
}{
	{nil, ofRun(history.NoteSuccess)},
	{nil, (*world.World).NoteIdentifyingTexts},
	{[]string{spec.ListTopics}, lists.NoteEnvelope},
	{[]string{spec.ListTopics}, lists.NoteTopics},
	{[]string{spec.ListDestinationObjects, spec.ListInvitations}, lists.NoteOnlyPage},
	{[]string{spec.ListDestinationObjects, spec.ListInvitations}, lists.NotePlaces},
	{nil, destinations.NoteObjects},
	{nil, destinations.NoteShown},
	{nil, (*world.World).NoteOwnText},
	{[]string{spec.CreateLink}, accuseNewLink},
	{[]string{spec.CreateConnector, spec.UpdateConnector, spec.PublishConnector}, accuseOthersLabel},
}

// ofRun is a note that needs no more of a world than its run.
func ofRun(of func(*world.Run, *client.Exchange)) note {
	return func(w *world.World, e *client.Exchange) { of(w.Run, e) }
}

// noteResponse does what ofResponses and ofSuccesses say.
func noteResponse(w *world.World, e *client.Exchange) {
	for _, note := range ofResponses {
		note(w, e)
	}
	if !e.Accepted() || !e.IsJSON() {
		return
	}
	for _, row := range ofSuccesses {
		if row.operations == nil || slices.Contains(row.operations, e.Operation) {
			row.note(w, e)
		}
	}
}

// accuseNewLink accuses a new link that has no authorization value, has expired, or is on another segment
// than that of the run which the path names.
func accuseNewLink(w *world.World, e *client.Exchange) {
	if e.Effect() == "" {
		return
	}
	found := []*outcome.Finding{links.LacksAuth(e), links.BornEnded(w.Run, e)}
	if w.Segment.ID != "" && e.Path == w.Request(spec.CreateLink, w.Run.Target.ID(target.SourceID), w.Segment.ID).Path {
		found = append(found, world.NamesAnother(e))
	}
	for _, f := range found {
		if f != nil {
			w.Run.Accuse(f)
		}
	}
}

// accuseOthersLabel accuses a connector that has the label of another one. Where the response is
// about another connector than the path, accuseAnother says so instead.
func accuseOthersLabel(w *world.World, e *client.Exchange) {
	if e.Allowed && world.NamesAnother(e) != nil {
		return
	}
	if f := history.ShowsOthersLabel(w.Run, e); f != nil {
		w.Run.Accuse(f)
	}
}

// accuseAnother accuses a success that is about another resource than the path.
func accuseAnother(w *world.World, e *client.Exchange) {
	if f := world.NamesAnother(e); f != nil && e.Allowed {
		w.Run.Accuse(f)
	}
}
