package report

import (
	"fmt"
	"slices"
	"strings"

	"understudy/steps/report/prose"
)

func (r *Run) closingShort() string {
	parts := r.TooLittle()
	if len(parts) == 0 {
		parts = append(parts, "no promise has a verdict")
	}
	if len(r.NotAsked) > 0 {
		parts = append(parts, r.notAsked())
	}
	return strings.Join(append(parts, r.checked()), "; ")
}

// TooLittle lists the reasons why too little was checked, except the one that nothing
// was checked.
func (r *Run) TooLittle() (parts []string) {
	for _, g := range r.RejectedData() {
		parts = append(parts, fmt.Sprintf("the deployment rejected %s (%s)", strings.Join(g.Names, ", "), g.Common))
	}
	parts = append(parts, r.contradictedData()...)
	var others prose.Groups // an operation that rejected test data is named already
	for _, id := range r.Unchecked {
		if !slices.ContainsFunc(r.TestData, func(d TestData) bool { return d.Operation == id && d.unfit() }) {
			others.Add(r.whyWithout(id), id)
		}
	}
	for _, g := range others {
		text := "no success response from " + strings.Join(g.Names, ", ")
		if g.Common != "" {
			text += " (" + g.Common + ")"
		}
		parts = append(parts, text)
	}
	if len(r.Required) > 0 {
		parts = append(parts, "required, but not checked: "+r.required())
	}
	if r.uncalibrated() {
		parts = append(parts, "nothing of the profile was seen")
	}
	if r.belowMinimum() {
		parts = append(parts, fmt.Sprintf("fewer than %v%% of the promises", r.MinChecked))
	}
	return parts
}

// whyWithout is why most scenarios on an operation lacked test data, or else were inconclusive, if any was: there
// was no success response from it.
func (r *Run) whyWithout(operation string) (why string) {
	for _, kind := range []ReasonKind{MissingTestData, Inconclusive} {
		count := map[string]int{}
		for _, s := range r.Scenarios {
			if s.Verdict == Skip && s.Reason.Kind == kind && slices.Contains(s.Operations, operation) {
				text := s.Reason.Text
				if count[text]++; count[text] > count[why] {
					why = text
				}
			}
		}
		if why != "" {
			return why
		}
	}
	return ""
}

// MostRequired is how many required promises the closing line names: more are only counted.
const MostRequired = 6

// required names the required promises that were not checked, with what would make
// that possible, as far as known.
func (r *Run) required() string {
	if len(r.Required) > MostRequired {
		return r.countRequired()
	}
	var parts, others []string
	for _, g := range r.RequiredByNeeds() {
		switch text := strings.Join(g.Names, ", "); {
		case g.Common == "":
			others = g.Names
		case len(g.Names) > 1:
			parts = append(parts, text+" (these need "+g.Common+")")
		default:
			parts = append(parts, text+" (needs "+g.Common+")")
		}
	}
	return strings.Join(append(parts, others...), ", ")
}

// countRequired counts the required promises that were not checked, those that need the same
// as most others first.
func (r *Run) countRequired() string {
	groups := slices.DeleteFunc(r.RequiredByNeeds(), func(g prose.Group) bool { return g.Common == "" })
	slices.SortStableFunc(groups, func(a, b prose.Group) int { return len(b.Names) - len(a.Names) })
	text := prose.Count(len(r.Required), "promise")
	if len(groups) == 0 {
		return text
	}
	first := groups[0]
	if len(first.Names) == len(r.Required) {
		return text + ", which need " + first.Common
	}
	need := "need"
	if len(first.Names) == 1 {
		need = "needs"
	}
	return fmt.Sprintf("%s, of which %d %s %s", text, len(first.Names), need, first.Common)
}

// RequiredByNeeds groups the required promises that were not checked by what would make that
// possible; under "" where nothing is known.
func (r *Run) RequiredByNeeds() (groups prose.Groups) {
	for _, id := range r.Required {
		var needs []string
		for _, s := range r.Scenarios {
			if s.Needs != "" && slices.Contains(s.Promises, id) {
				needs = append(needs, strings.Split(s.Needs, " or ")...)
			}
		}
		groups.Add(strings.Join(least(needs), " or "), id)
	}
	return groups
}

// least returns alternatives in order, each once, without those that need all of another one and more.
func least(alternatives []string) (all []string) {
	for _, a := range alternatives {
		parts := strings.Split(a, " and ")
		more := slices.ContainsFunc(alternatives, func(other string) bool {
			others := strings.Split(other, " and ")
			return len(others) < len(parts) && !slices.ContainsFunc(others, func(p string) bool { return !slices.Contains(parts, p) })
		})
		if !more && !slices.Contains(all, a) {
			all = append(all, a)
		}
	}
	slices.Sort(all)
	return all
}

// checked counts the promises with a verdict, and the others by reason.
func (r *Run) checked() string {
	text := fmt.Sprintf("%d of %s checked", r.Summary.Total()-r.Summary.Unchecked(), prose.Count(r.Summary.Total(), "promise"))
	if r.Profile != nil && !r.drifted() {
		text += fmt.Sprintf(", as profiled in %s", prose.Count(r.Profile.Compared, "response"))
	}
	return strings.Join(append([]string{text}, r.without("not")...), ", ")
}

// notChecked counts the promises without a verdict, with the reasons.
func (r *Run) notChecked() string { return strings.Join(r.without("not checked"), ", ") }

// without counts the promises that were not checked, which is said in the given words, and those that
// could not be verified, with the reasons.
func (r *Run) without(notChecked string) (parts []string) {
	if r.Summary.Skip > 0 {
		parts = append(parts, fmt.Sprintf("%d %s (%s)", r.Summary.Skip, notChecked, r.why(Skip, r.Summary.Skip)))
	}
	if r.Summary.Error > 0 {
		parts = append(parts, fmt.Sprintf("%d could not be verified (%s)", r.Summary.Error, r.why(Error, r.Summary.Error)))
	}
	return parts
}

// why counts the promises with a verdict, which are all in number, by their reasons.
func (r *Run) why(v Verdict, all int) string {
	kinds := map[ReasonKind]int{}
	for _, p := range r.Promises {
		if p.Verdict == v {
			kinds[p.Reason.Kind]++
		}
	}
	var parts []string
	if v == Skip && len(r.ShutOut) > 0 {
		parts = append(parts, "every operation that was asked with "+strings.Join(r.ShutOut, " and ")+" rejected it: correct the token")
	}
	for _, k := range []ReasonKind{MissingTestData, NoItemSeen, Unsupported, Blocked, Inconclusive, LeftOut, NoScenario, Unreached, HarnessError} {
		switch kinds[k] {
		case 0:
		case all: // all for this reason: the number stands before it
			parts = append(parts, inClosing(k))
		default:
			parts = append(parts, fmt.Sprintf("%d %s", kinds[k], inClosing(k)))
		}
	}
	return strings.Join(parts, ", ")
}

// inClosing returns a kind in the words of a line that explains no single promise.
func inClosing(k ReasonKind) string {
	if k == LeftOut {
		return "left out by flags or the target file"
	}
	return string(k)
}
