package report

import (
	"fmt"

	"understudy/steps/report/prose"
)

// Baseline is what a run shows about a list of known failures.
type Baseline struct {
	File string `json:"file"`
	// Updated says that the run removed the entries from the file that passed or are stale.
	Updated bool            `json:"updated,omitempty"`
	Entries []BaselineEntry `json:"entries"`
}

// BaselineEntry is one known failure and its state in the run.
type BaselineEntry struct {
	Promise   string     `json:"promise"`
	Operation string     `json:"operation,omitempty"`
	Reason    string     `json:"reason"`
	Until     string     `json:"until,omitempty"`
	State     EntryState `json:"state"`
	// Why says how the state was found.
	Why string `json:"why,omitempty"`
}

// EntryState is the state of a known failure in a run.
type EntryState string

// The states. EntryKnown fails as it says; EntryNotChecked was not in the run's
// scope. The others fail the run: EntryPasses no longer fails, EntryStale is
// not checked although it is in scope, EntryOver fails beyond its last day.
const (
	EntryKnown      EntryState = "known"
	EntryNotChecked EntryState = "not checked"
	EntryPasses     EntryState = "unexpected pass"
	EntryStale      EntryState = "stale"
	EntryOver       EntryState = "over"
)

// advice returns what to do about an entry that fails a run.
var advice = map[EntryState]string{
	EntryPasses: "remove the entry",
	EntryStale:  "remove the entry, or have the run check it",
	EntryOver:   "fix it, or give the entry another day",
}

// Untrue returns the entries that fail a run.
func (b *Baseline) Untrue() (all []BaselineEntry) {
	if b == nil {
		return nil
	}
	for _, e := range b.Entries {
		if e.Untrue() {
			all = append(all, e)
		}
	}
	return all
}

// Untrue reports whether an entry fails the run.
func (e BaselineEntry) Untrue() bool { return advice[e.State] != "" }

// Name names what the entry excuses: a promise, on one operation where it says so.
func (e BaselineEntry) Name() string {
	if e.Operation == "" {
		return e.Promise
	}
	return e.Promise + " on " + e.Operation
}

// Says returns a line on an entry that fails a run.
func (b *Baseline) Says(e BaselineEntry) string {
	todo := advice[e.State]
	if b.removed(e) {
		todo = "the entry is removed"
	}
	return fmt.Sprintf("%s: %s: %s: %s", e.State, e.Name(), e.Why, todo)
}

// removed reports whether the run removed an entry from the file.
func (b *Baseline) removed(e BaselineEntry) bool {
	return b.Updated && (e.State == EntryPasses || e.State == EntryStale)
}

// untrueNames names the entries of the baseline that fail a run.
func (r *Run) untrueNames() (names []string) {
	for _, e := range r.Baseline.Untrue() {
		state := string(e.State)
		if r.Baseline.removed(e) {
			state += ", removed"
		}
		names = append(names, fmt.Sprintf("%s (%s)", e.Name(), state))
	}
	return names
}

// closingKnown counts the promises that are known to fail.
func (r *Run) closingKnown() string {
	if r.Summary.Known == 0 {
		return ""
	}
	return "; known to fail: " + prose.Count(r.Summary.Known, "promise")
}

// withKnown counts the known failures in a verdict without other failures.
func (r *Run) withKnown() string {
	if r.Summary.Known == 0 {
		return ""
	}
	return ", with " + prose.Count(r.Summary.Known, "known failure")
}
