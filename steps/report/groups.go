package report

import (
	"slices"
	"strings"
)

// unverified groups the scenarios that could not be verified by reason.
func (r *Run) unverified() (byReason grouped) {
	for _, s := range r.Scenarios {
		if s.Verdict == Error {
			byReason.because(s.Reason, s.Address)
		}
	}
	return byReason
}

// grouped holds names under their reasons, in order of appearance.
type grouped []group

type group struct {
	common string
	names  []string
	// kind returns the kind of the common reason, where the group has one.
	kind ReasonKind
}

// because adds a name under a reason.
func (g *grouped) because(r Reason, name string) { g.add(oneLine(r.String()), name).kind = r.Kind }

func (g *grouped) add(common, name string) *group {
	i := slices.IndexFunc(*g, func(e group) bool { return e.common == common })
	if i < 0 {
		*g = append(*g, group{common: common})
		i = len(*g) - 1
	}
	if !slices.Contains((*g)[i].names, name) {
		(*g)[i].names = append((*g)[i].names, name)
	}
	return &(*g)[i]
}

// notChecked groups what has no verdict by reason: promises, and gaps that no
// scenario observed.
func (r *Run) notChecked() (byReason grouped) {
	for _, pr := range r.Promises {
		if pr.Verdict == Skip {
			byReason.because(pr.Reason, pr.ID)
		}
	}
	for _, s := range r.Scenarios {
		for _, id := range s.Gaps {
			if s.Verdict == Skip && !slices.ContainsFunc(r.Gaps, func(g Gap) bool { return g.ID == id }) {
				byReason.because(s.Reason, "gap "+id)
			}
		}
	}
	return byReason
}

// splitRemark separates a remark from the address of its scenario.
func (r *Run) splitRemark(remark string) (address, text string) {
	for _, s := range r.Scenarios {
		if rest, ok := strings.CutPrefix(remark, s.Address+": "); ok {
			return s.Address, rest
		}
	}
	return "", remark
}
