package report

import (
	"cmp"
	"maps"
	"slices"

	"understudy/spec/gap"
	"understudy/steps/report/prose"
)

// Calibration is the result of comparing a run with a profile.
type Calibration struct {
	// Of and At are the deployment that was profiled, and when.
	Of string `json:"of"`
	At string `json:"at"`
	// Compared counts the (gap, operation) pairs that were seen both times.
	Compared int `json:"compared"`
	// Drift lists those of them with another variant now.
	Drift []Drift `json:"drift"`
	// Unseen lists the pairs of the profile that this run did not see.
	Unseen []Unobserved `json:"unseen"`
}

// Move is one drift on all operations that show it, with the evidence of the first
// one.
type Move struct {
	Gap, Profiled, Observed, Evidence string
	Operations                        []string
}

// Moves returns the drifts, joined where they are the same on several operations; none
// where the run was not compared.
func (c *Calibration) Moves() (all []Move) {
	if c == nil {
		return nil
	}
	for _, d := range c.Drift {
		i := slices.IndexFunc(all, func(m Move) bool { return m.Gap == d.Gap && m.Profiled == d.Profiled && m.Observed == d.Observed })
		if i < 0 {
			i = len(all)
			all = append(all, Move{Gap: d.Gap, Profiled: d.Profiled, Observed: d.Observed, Evidence: prose.OneLine(d.Evidence)})
		}
		all[i].Operations = append(all[i].Operations, d.Operation)
	}
	return all
}

// Drift is a gap on an operation where the deployment has moved away from its
// profile.
type Drift struct {
	Gap       string `json:"gap"`
	Operation string `json:"operation"`
	Profiled  string `json:"profiled"`
	Observed  string `json:"observed"`
	Evidence  string `json:"evidence"`
}

// Unobserved is a gap on an operation that the run did not see, and why.
type Unobserved struct {
	ID        string `json:"id"`
	Operation string `json:"operation"`
	Reason    Reason `json:"reason"`
}

// Calibrate compares what the run observed with a profile.
func (r *Run) Calibrate(p gap.Profile) {
	c := &Calibration{Of: p.Of, At: p.At, Drift: []Drift{}, Unseen: []Unobserved{}}
	for _, id := range slices.Sorted(maps.Keys(p.Gaps)) {
		for _, operation := range slices.Sorted(maps.Keys(p.Gaps[id])) {
			was := p.Gaps[id][operation].Variant
			if was == "" {
				continue
			}
			now, ok := r.observed(id, operation)
			if !ok {
				why := r.whyUnobserved(id, operation)
				if why.Kind != NoItemSeen || why.By != Accepted {
					c.Unseen = append(c.Unseen, Unobserved{id, operation, why})
					continue
				}
				now = Gap{Observed: Accepted, Evidence: why.Text}
			}
			c.Compared++
			if !gap.Same(id, was, now.Observed) {
				c.Drift = append(c.Drift, Drift{id, operation, was, now.Observed, now.Evidence})
			}
		}
	}
	r.Profile = c
}

func (r *Run) observed(id, operation string) (Gap, bool) {
	i := slices.IndexFunc(r.Gaps, func(g Gap) bool { return g.ID == id && g.Operation == operation })
	if i < 0 {
		return Gap{}, false
	}
	return r.Gaps[i], true
}

func (r *Run) whyUnobserved(id, operation string) Reason {
	for _, u := range r.Unobserved {
		if u.ID == id && u.Operation == operation {
			return u.Reason
		}
	}
	return unprobed
}

// unprobed is the reason for a gap that no scenario of the run probes.
var unprobed = Reason{Kind: NoScenario, Text: "no scenario of the run probes it there"}

// drifted reports whether the deployment has moved away from its profile.
func (r *Run) drifted() bool { return r.Profile != nil && len(r.Profile.Drift) > 0 }

// idle reports whether nothing was checked: no promise, and nothing of a profile.
func (r *Run) idle() bool {
	return r.Summary.Pass+r.Summary.Known == 0 && r.Yours().Pass+len(r.unmet(Warn)) == 0 && (r.Profile == nil || r.Profile.Compared == 0)
}

// uncalibrated reports whether nothing of the profile was seen.
func (r *Run) uncalibrated() bool { return r.Profile != nil && r.Profile.Compared == 0 }

// mergeUnobserved returns the gaps that neither of two runs saw.
func (m *Run) mergeUnobserved(a, b *Run) []Unobserved {
	key := func(u Unobserved) [2]string { return [2]string{u.ID, u.Operation} }
	all := mergeRows(a.Unobserved, b.Unobserved, key, func(a, b Unobserved) Unobserved {
		if a.Reason.Kind == NoScenario {
			return b
		}
		return a
	})
	return slices.DeleteFunc(all, func(u Unobserved) bool {
		_, seen := m.observed(u.ID, u.Operation)
		return seen
	})
}

// ProfileOf returns the profile that a run has observed.
func ProfileOf(r *Run, at string) gap.Profile {
	p := gap.Profile{Schema: 1, Of: r.Target.BaseURL, Tool: r.Tool.Name + " " + r.Tool.Version, At: at,
		Gaps: map[string]map[string]gap.Sight{}}
	note := func(id, operation string, s gap.Sight) {
		if p.Gaps[id] == nil {
			p.Gaps[id] = map[string]gap.Sight{}
		}
		p.Gaps[id][operation] = s
	}
	for _, g := range r.Gaps {
		note(g.ID, g.Operation, gap.Sight{Variant: g.Observed, Evidence: g.Evidence})
	}
	for _, u := range r.Unobserved {
		note(u.ID, u.Operation, gap.Sight{Unseen: cmp.Or(u.Reason, unprobed).String()})
	}
	return p
}

// ListUnobserved fills Unobserved with the probed gaps that the run did not see:
// masked by another gap, or for the reason that a scenario gave, by gap and
// operation.
func (r *Run) ListUnobserved(reasons map[[2]string]Reason) {
	r.Unobserved = []Unobserved{}
	for _, g := range gap.All {
		for _, operation := range g.Operations {
			if _, seen := r.observed(g.ID, operation); seen || !g.Probed() {
				continue
			}
			reason := cmp.Or(r.mask(g, operation), reasons[[2]string{g.ID, operation}], unprobed)
			r.Unobserved = append(r.Unobserved, Unobserved{g.ID, operation, reason})
		}
	}
}

// mask names the gap that hides another one on an operation.
func (r *Run) mask(g gap.Gap, operation string) Reason {
	for _, id := range g.MaskedBy {
		if by, ok := r.observed(id, operation); ok {
			return Reason{Kind: Masked, By: id, Text: "masked by " + id + "=" + by.Observed}
		}
	}
	return Reason{}
}
