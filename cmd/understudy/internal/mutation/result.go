package mutation

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"understudy/server/mutant"
	"understudy/steps/report"
)

// Report is the mutation report: the result of every mutant.
type Report struct {
	// HandWritten are sorted by their ids.
	HandWritten []Result `json:"hand_written"`
	// LeftOut is how many hand-written mutants need other variants of gaps to break their promise.
	LeftOut int `json:"left_out,omitempty"`
	// Mechanical is nil where only some mutants were verified.
	Mechanical *Mechanical `json:"mechanical,omitempty"`
	// MS is how long the run took, in milliseconds.
	MS int64 `json:"ms"`
}

// Result is the result of the suite on one hand-written mutant.
type Result struct {
	ID     string `json:"id"`
	Breaks string `json:"breaks"`
	// Killed reports whether the broken promise was blamed. False holds the other
	// promises that were blamed although the mutant does not break them, with the
	// reasons.
	Killed bool              `json:"killed"`
	False  map[string]string `json:"false,omitempty"`
	Error  string            `json:"error,omitempty"`
	// MS is how long the suite took on the fake of the mutant, which others may share, in milliseconds.
	MS int64 `json:"ms"`
}

// Mechanical counts the mutants that were made from recorded responses.
type Mechanical struct {
	Made int `json:"made"`
	// Survived names those for which the contract check did not blame exactly the
	// owner of the changed place.
	Survived []string `json:"survived"`
}

// OK reports whether every mutant was killed with the right blame.
func (r *Report) OK() bool {
	return r.killed() == len(r.HandWritten) && (r.Mechanical == nil || len(r.Mechanical.Survived) == 0)
}

func (r *Report) killed() (n int) {
	for _, result := range r.HandWritten {
		if result.OK() {
			n++
		}
	}
	return n
}

// String lists the mechanical mutants that survived, and counts all mutants.
func (r *Report) String() string {
	var b strings.Builder
	mechanical := ""
	if m := r.Mechanical; m != nil {
		for _, s := range m.Survived {
			fmt.Fprintln(&b, "✗", s)
		}
		mechanical = fmt.Sprintf(", %d of %d mechanical ones", m.Made-len(m.Survived), m.Made)
	}
	leftOut := ""
	if r.LeftOut > 0 {
		leftOut = fmt.Sprintf(" (%d more need other variants of gaps)", r.LeftOut)
	}
	fmt.Fprintf(&b, "\n%d of %d hand-written mutants killed with the right blame%s%s, in %.1f s\n",
		r.killed(), len(r.HandWritten), leftOut, mechanical, float64(r.MS)/1000)
	return b.String()
}

// OK reports whether the mutant was killed with the right blame.
func (r Result) OK() bool { return r.Killed && len(r.False) == 0 && r.Error == "" }

// String returns a line, or one for each promise that was wrongly blamed.
func (r Result) String() string {
	var b strings.Builder
	switch {
	case r.Error != "":
		fmt.Fprintf(&b, "! %s: %s\n", r.ID, r.Error)
	case !r.Killed:
		fmt.Fprintf(&b, "✗ %s survives: %s was not blamed\n", r.ID, r.Breaks)
	case len(r.False) == 0:
		fmt.Fprintf(&b, "✓ %s breaks %s (%d ms)\n", r.ID, r.Breaks, r.MS)
	}
	for _, id := range slices.Sorted(maps.Keys(r.False)) {
		fmt.Fprintf(&b, "✗ %s: false blame of %s: %s\n", r.ID, id, r.False[id])
	}
	return b.String()
}

// add records the blame of a mutant from a run of the suite on the fake of its group.
func (r *Result) add(run *report.Run, m mutant.Mutant, group []mutant.Mutant) {
	breaks := func(id string) bool {
		return slices.ContainsFunc(group, func(m mutant.Mutant) bool { return id == m.Breaks })
	}
	breaksWith := func(id string) bool {
		return slices.ContainsFunc(group, func(m mutant.Mutant) bool { return slices.Contains(m.With, id) })
	}
	for _, p := range run.Promises {
		switch {
		case p.Verdict == report.Error && !breaks(p.ID):
			r.Error = p.ID + ": " + p.Reason.String()
		case p.Verdict != report.Fail:
		case p.ID == m.Breaks:
			r.Killed = true
		case !breaks(p.ID) && !breaksWith(p.ID):
			r.False[p.ID] = p.Reason.String()
		}
	}
}
