package report

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// about names the tool, the target, the extent and the duration of the run.
func (r *Run) about() string {
	parts := []string{
		strings.TrimSpace(r.Tool.Name + " " + r.Tool.Version),
		fmt.Sprintf("contract %s (%.12s)", r.Contract.Version, r.Contract.SHA256),
		fmt.Sprintf("%s in %s", count(len(r.Scenarios), "scenario"), (time.Duration(r.DurationMS) * time.Millisecond).Round(100*time.Millisecond)),
	}
	if !r.Target.Writes {
		parts = append(parts, "read-only")
	}
	if r.Seed != 0 {
		parts = append(parts, fmt.Sprintf("random order %d", r.Seed))
	}
	if r.PerPage != 0 {
		parts = append(parts, fmt.Sprintf("per_page %d drawn", r.PerPage))
	}
	return strings.Join(parts, ", ")
}

const rejectedTitle = "Test data that the deployment rejected"

// section is a section of the document with its promises.
type section struct {
	Name     string
	Promises []Promise
	Count    Summary
}

// bySection groups the promises by section, in order of appearance.
func (r *Run) bySection() (all []section) {
	for _, pr := range r.Promises {
		i := slices.IndexFunc(all, func(s section) bool { return s.Name == pr.Section })
		if i < 0 {
			i = len(all)
			all = append(all, section{Name: pr.Section})
		}
		all[i].Promises = append(all[i].Promises, pr)
		all[i].Count = summaryOf(all[i].Promises)
	}
	return all
}

// observation is one variant of one gap, on all operations that show it.
type observation struct {
	id, observed, evidence string
	operations             []string
}

// observations joins the operations with the same variant. It keeps the evidence only
// for an unlisted response: for others the variant says as much.
func (r *Run) observations() (all []observation) {
	for _, g := range r.Gaps {
		o := observation{id: g.ID, observed: g.Observed}
		if g.Observed == Other {
			o.evidence = oneLine(g.Evidence)
		}
		i := slices.IndexFunc(all, func(have observation) bool {
			return have.id == o.id && have.observed == o.observed && have.evidence == o.evidence
		})
		if i < 0 {
			all = append(all, o)
			i = len(all) - 1
		}
		all[i].operations = append(all[i].operations, g.Operation)
	}
	return all
}

// verdicts in the order in which they are counted.
var verdicts = []Verdict{Pass, Fail, Skip, Error}

// verdicts are those that a summary shows: known failures only where there are any.
func (s Summary) verdicts() []Verdict {
	if s.Known == 0 {
		return verdicts
	}
	return append(slices.Clone(verdicts), Known)
}

var marks = map[Verdict]string{Pass: "✓", Fail: "✗", Skip: "–", Error: "!", Known: "≈", Warn: "⚠"}

// closingParts returns the verdict of the closing line, as a title, and its explanation.
func (r *Run) closingParts() (verdict, why string) {
	verdict, why, _ = strings.Cut(r.Closing(), ": ")
	return strings.ToUpper(verdict[:1]) + verdict[1:], why
}
