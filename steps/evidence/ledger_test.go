package evidence

import (
	"slices"
	"testing"

	"understudy/steps/report"
)

func TestTheLedgerKeepsOneEntryOfAThing(t *testing.T) {
	segment, connector := report.Entry{Kind: "segment", ID: "1", Left: true}, report.Entry{Kind: "connector", ID: "1", Left: true}
	published := connector
	published.Note = "published"
	unknown := report.Entry{Kind: "connector", ID: "2"}
	for rule, c := range map[string]struct {
		do   func(l *Ledger)
		want []report.Entry
	}{
		"what is noted twice happened twice": {func(l *Ledger) { l.Note(segment); l.Note(segment) }, []report.Entry{segment, segment}},
		"what may happen often is one entry": {func(l *Ledger) { l.NoteOnce(segment); l.NoteOnce(connector); l.NoteOnce(segment) }, []report.Entry{segment, connector}},
		"an update replaces the entry":       {func(l *Ledger) { l.Note(connector); l.Note(segment); l.Update(published) }, []report.Entry{published, segment}},
		"and the latest one":                 {func(l *Ledger) { l.Note(connector); l.Note(connector); l.Update(published) }, []report.Entry{connector, published}},
		"or adds one":                        {func(l *Ledger) { l.Note(connector); l.Update(unknown) }, []report.Entry{connector, unknown}},
	} {
		var l Ledger
		c.do(&l)
		if got := l.Entries(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %+v, want %+v", rule, got, c.want)
		}
	}
}
