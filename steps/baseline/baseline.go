// Package baseline is the list of a deployment's known failures: promises that it
// breaks, each with a reason, so that a run fails only for new ones.
//
// The list cannot become outdated: an entry that is no longer true fails the run as
// well. An entry matches a failure by its promise and, where the entry names one, by
// its operation; no entry hides the failure of another promise.
//
// The command imports it. Start reading at Load, then Mark.
package baseline

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"understudy/spec/promise"
	"understudy/spec/suggest"
	"understudy/spec/yamlfile"
	"understudy/steps/report"
)

// Baseline is a baseline file.
type Baseline struct {
	// Known lists the known failures.
	Known []Entry `yaml:"known" json:"known"`

	file string
	// states holds what a run showed about each entry; Mark sets it for Update.
	states []report.EntryState
	// today is the day of the run in UTC, in the form of Until.
	today string
}

// Entry is one known failure.
type Entry struct {
	// Promise is the id of the promise that is broken.
	Promise string `yaml:"promise" json:"promise"`
	// Operation is the id of the operation that breaks it. Without one, the
	// promise is known to be broken by all of its operations.
	Operation string `yaml:"operation,omitempty" json:"operation,omitempty"`
	// Reason says why the failure is known and not fixed.
	Reason string `yaml:"reason" json:"reason" jsonschema:"minLength=1"`
	// Until is the last day, in UTC, on which the failure is excused; without one it
	// is excused without a limit.
	Until string `yaml:"until,omitempty" json:"until,omitempty" jsonschema:"format=date"`
	// Note is for readers of the file.
	Note string `yaml:"note,omitempty" json:"note,omitempty"`
}

// Load reads a baseline file and checks it. The time now decides which entries have expired.
func Load(path string, now time.Time) (*Baseline, error) {
	b, text, err := read(path, now)
	if err != nil {
		return nil, err
	}
	for i, e := range b.Known {
		if e.Reason == "" {
			missing := yamlfile.About(fmt.Sprintf("known[%d].reason", i), "is missing: say why the failure is known and not fixed")
			return nil, yamlfile.In("baseline "+path, yamlfile.Locate(text, missing))
		}
	}
	return b, nil
}

// LoadToUpdate reads a baseline file that Update will rewrite: a missing file is an
// empty baseline, and entries may lack a reason. Failures of entries without a reason
// are not excused yet.
func LoadToUpdate(path string, now time.Time) (*Baseline, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return &Baseline{file: path, today: day(now)}, nil
	}
	b, _, err := read(path, now)
	return b, err
}

// read reads a baseline file and checks all but that each entry has a reason.
func read(path string, now time.Time) (*Baseline, []byte, error) {
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, fmt.Errorf("%w: understudy verify --baseline %s --update-baseline writes one", err, path)
	case err != nil:
		return nil, nil, fmt.Errorf("%w: name a baseline file that can be read", err)
	}
	b := &Baseline{file: path, today: day(now)}
	if err := yamlfile.Read(text, b); err != nil {
		return nil, nil, yamlfile.In("baseline "+path, err)
	}
	for i := range b.Known {
		b.Known[i].Reason = strings.TrimSpace(b.Known[i].Reason)
	}
	if wrong := b.check(); wrong != nil {
		return nil, nil, yamlfile.In("baseline "+path, yamlfile.Locate(text, wrong))
	}
	return b, text, nil
}

func day(now time.Time) string { return now.UTC().Format(time.DateOnly) }

// check returns the first invalid value; nil where there is none.
func (b *Baseline) check() *yamlfile.Fault {
	for i, e := range b.Known {
		key := fmt.Sprintf("known[%d]", i)
		if wrong := e.check(key); wrong != nil {
			return wrong
		}
		for j, other := range b.Known[:i] {
			if other.Promise == e.Promise && (other.Operation == e.Operation || other.Operation == "" || e.Operation == "") {
				return yamlfile.About(key, "covers the same failure as known[%d]: leave one of them out, or name another operation in each", j)
			}
		}
	}
	return nil
}

func (e Entry) check(key string) *yamlfile.Fault {
	p, known := promise.ByID(e.Promise)
	_, err := time.Parse(time.DateOnly, e.Until)
	switch {
	case e.Promise == "":
		return yamlfile.About(key+".promise", "is missing: give the id of the promise that is broken")
	case !known:
		return yamlfile.About(key+".promise", "is unknown: there is no promise %q: %ssee understudy promises", e.Promise,
			suggest.DidYouMean(e.Promise, promise.IDs()))
	case e.Operation != "" && !slices.Contains(p.Operations, e.Operation):
		return yamlfile.About(key+".operation", "%q is not bound by %s: use one of %s, or leave the key out", e.Operation, p.ID,
			strings.Join(p.Operations, ", "))
	case e.Until != "" && err != nil:
		return yamlfile.About(key+".until", "is not a date: write one like 2027-01-31")
	}
	return nil
}

// covers reports whether an entry covers a failure of a promise on some of the
// operations.
func (e Entry) covers(failed string, operations []string) bool {
	return e.Promise == failed && (e.Operation == "" || slices.Contains(operations, e.Operation))
}

func (b *Baseline) over(e Entry) bool { return e.Until != "" && e.Until < b.today }

// knownReason returns the reason why a failure is known; empty where it is not known.
func (b *Baseline) knownReason(failed string, operations []string) string {
	for _, e := range b.Known {
		if e.covers(failed, operations) && !b.over(e) {
			return e.Reason
		}
	}
	return ""
}

// operationsOf returns the operations that a scenario's failure is about: that of the
// request which shows it, or else those of the scenario.
func operationsOf(s report.Scenario, f report.Failure) []string {
	p, _ := promise.ByID(f.Promise)
	if f.Exchange != nil && slices.Contains(p.Operations, f.Exchange.Operation) {
		return []string{f.Exchange.Operation}
	}
	return s.Operations
}
