package evidence

import (
	"slices"
	"sync"

	"understudy/steps/report"
)

// Ledger lists what a run created or changed on the deployment.
type Ledger struct {
	mu      sync.Mutex
	entries []report.Entry
}

// Note adds an entry.
func (l *Ledger) Note(e report.Entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries = append(l.entries, e)
}

// NoteOnce adds an entry about what several scenarios may do to one resource.
func (l *Ledger) NoteOnce(e report.Entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !slices.Contains(l.entries, e) {
		l.entries = append(l.entries, e)
	}
}

// Update replaces the latest entry of something that the run created.
func (l *Ledger) Update(e report.Entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := len(l.entries) - 1; i >= 0; i-- {
		if have := l.entries[i]; have.Kind == e.Kind && have.ID == e.ID {
			l.entries[i] = e
			return
		}
	}
	l.entries = append(l.entries, e)
}

// Entries returns the entries of the ledger, in their order.
func (l *Ledger) Entries() []report.Entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.entries)
}
