package lists

import (
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/vocabulary"
)

// Checks of each success response of a run, independent of the scenario.

// EnvelopeRows returns the steps on the consistency of a list of topics.
var EnvelopeRows = rows.Group{
	Then: []vocabulary.Step{
		{
			Pattern: `^its pagination agrees with its records$`, Example: `its pagination agrees with its records`,
			Doc: "page is at least 1, total_records at least the number of records, last_page at least page, and no record is " +
				"listed twice. A contradiction has to show twice.",
			Requires: []vocabulary.Thing{rows.AListResponse},
			Func:     envelopeAgrees,
		},
	},
}

// NoteEnvelope records that a list of topics contradicts itself, where it does so twice.
func NoteEnvelope(w *world.World, e *client.Exchange) {
	if f := envelopeOf(w, e); f != nil {
		w.Run.Accuse(f)
	}
}

// envelopeOf returns a contradiction within a list of topics that shows a second time when it is
// read again, some times: once it may come from a change between two queries of the deployment.
func envelopeOf(w *world.World, e *client.Exchange) (f *outcome.Finding) {
	topics := paging.ListingOf("topics")
	if paging.Envelope(topics, e) == nil {
		return nil
	}
	for n := 0; f == nil && n < mostRepeats; n++ {
		f = paging.Envelope(topics, w.Do(e.Request))
	}
	return f
}

// envelopeAgrees checks the list that was read last.
//
// Promise topics-envelope-agrees
func envelopeAgrees(w *world.World) error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	if f := envelopeOf(w, w.Last); f != nil {
		return Verdict(w, f)
	}
	if len(w.Last.Records()) == 0 {
		return outcome.Skip(report.NoItemSeen, "the list shows no topics")
	}
	return nil
}
