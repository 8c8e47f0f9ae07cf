package report

import (
	"fmt"
	"slices"
	"strings"

	"understudy/steps/report/prose"
)

// Exit returns the exit code of a run: 0 conforming; 1 something failed, or an entry
// of the baseline is no longer true; 2 something could not be verified; 3 too little
// was checked, which a part of a run does not decide.
func (r *Run) Exit() int {
	worst := Skip
	for _, s := range r.Scenarios {
		worst = Worse(worst, s.Verdict)
	}
	for _, p := range r.Promises {
		worst = Worse(worst, p.Verdict)
	}
	switch {
	case worst == Fail || len(r.Baseline.Untrue()) > 0 || r.drifted():
		return 1
	case worst == Error || r.Interrupted || len(r.EndedTokens) > 0:
		return 2
	case r.Shard != nil: // another shard may check what this one does not
		return 0
	case len(r.TooLittle()) > 0 || r.idle():
		return 3
	}
	return 0
}

// Verdict is the verdict on the whole run. A run that left operations out is no pass,
// even if it found no problem.
func (r *Run) Verdict() Verdict {
	if r.partly() {
		return Skip
	}
	return map[int]Verdict{0: Pass, 1: Fail, 2: Error, 3: Skip}[r.Exit()]
}

// belowMinimum reports whether fewer promises were checked than required.
func (r *Run) belowMinimum() bool {
	return float64(r.Summary.Total()-r.Summary.Unchecked())*100 < r.MinChecked*float64(r.Summary.Total())
}

// Closing returns the verdict in one line: what Exit says as a number, in words.
func (r *Run) Closing() string {
	verdict, why := r.Headline()
	return verdict + ": " + why
}

// Headline returns the two parts of the closing line: the verdict and its explanation.
func (r *Run) Headline() (verdict, why string) {
	verdict, why = r.headline()
	return verdict, why + r.closingYours() + r.closingChanged()
}

func (r *Run) headline() (verdict, why string) {
	switch r.Exit() {
	case 0:
		if r.Shard != nil {
			return r.headlineShard()
		}
		if r.partly() {
			return "partly checked" + r.withKnown(), r.notAsked() + "; " + r.checked()
		}
		return "conforming" + r.withKnown(), r.checked()
	case 1:
		verdict, why = r.headlineBroken()
		return verdict, why + r.closingKnown() + r.closingInterrupted()
	case 2:
		return "error", r.closingError() + r.closingKnown()
	}
	return "too little checked", r.closingShort() + r.closingKnown()
}

// Besides is what the closing line of a run with broken promises says of other things: a
// baseline or a profile that is no longer true, what was not checked, the user's own
// expectations, and that the run was interrupted.
func (r *Run) Besides() string {
	text := ""
	for _, f := range r.untrue() {
		text += "; " + f.String()
	}
	if r.Summary.Unchecked() > 0 {
		text += "; " + r.notChecked()
	}
	return text + r.closingYours() + r.closingInterrupted()
}

// closingChanged names the deployment's own resources that the run changed and did
// not see restored.
func (r *Run) closingChanged() string {
	var changed []string
	for _, e := range r.Ledger {
		if e.Changed {
			changed = append(changed, e.Kind+" "+e.ID)
		}
	}
	if len(changed) == 0 {
		return ""
	}
	return "; not restored: " + strings.Join(changed, ", ")
}

// partly reports whether a run found no problem but left operations out.
func (r *Run) partly() bool { return r.Exit() == 0 && r.Shard == nil && len(r.NotAsked) > 0 }

func (r *Run) notAsked() string {
	return fmt.Sprintf("%s not requested (%s)", prose.Count(len(r.NotAsked), "operation"), strings.Join(r.NotAsked, ", "))
}

// Broken lists the ids of the promises that failed, in the order of Promises; the ids
// of other failures of scenarios follow.
func (r *Run) Broken() (ids []string) {
	for _, p := range r.Promises {
		if p.Verdict == Fail {
			ids = append(ids, p.ID)
		}
	}
	for _, s := range r.Scenarios {
		for _, f := range s.Failures {
			if f.Known == "" && f.Expectation == "" && !slices.Contains(ids, f.Promise) {
				ids = append(ids, f.Promise)
			}
		}
	}
	return ids
}

func (r *Run) headlineBroken() (verdict, why string) {
	var failed []failing
	if ids := r.Broken(); len(ids) > 0 {
		failed = append(failed, failing{"not conforming",
			fmt.Sprintf("%d of %s broken: %s", len(ids), prose.Count(r.Summary.Total(), "promise"), strings.Join(ids, ", "))})
	}
	failed = append(failed, r.untrue()...)
	if len(failed) == 0 {
		failed = []failing{{"not as you expect", "no promise is broken"}}
	}
	parts := []string{failed[0].why}
	for _, f := range failed[1:] {
		parts = append(parts, f.String())
	}
	switch {
	case len(r.Broken()) == 0 && (r.drifted() || len(r.unmet(Fail)) > 0):
		parts = append(parts, r.checked())
	case r.Summary.Unchecked() > 0:
		parts = append(parts, r.notChecked())
	}
	return failed[0].verdict, strings.Join(parts, "; ")
}

// failing is one thing that fails a run.
type failing struct{ verdict, why string }

func (f failing) String() string { return f.verdict + ": " + f.why }

// untrue lists what fails a run besides broken promises: a baseline or a profile that is
// no longer true.
func (r *Run) untrue() (all []failing) {
	if names := r.untrueNames(); len(names) > 0 {
		all = append(all, failing{"no longer true in the baseline " + r.Baseline.File, strings.Join(names, ", ")})
	}
	if r.drifted() {
		all = append(all, failing{"drifted from its profile", r.drift()})
	}
	return all
}

// drift counts the responses that have moved away from the profile.
func (r *Run) drift() string {
	var gaps []string
	for _, m := range r.Profile.Moves() {
		gaps = append(gaps, m.Gap)
	}
	return fmt.Sprintf("%d of %s: %s", len(r.Profile.Drift), prose.Count(r.Profile.Compared, "profiled response"), some(gaps))
}

func (r *Run) closingInterrupted() string {
	if !r.Interrupted {
		return ""
	}
	return " (" + r.interruption() + ")"
}

// interruption says that the run ended before its last scenario.
func (r *Run) interruption() string {
	if r.InterruptedBy == "" {
		return "the run was interrupted"
	}
	return "the run was interrupted by " + r.InterruptedBy
}

func (r *Run) closingError() string {
	if r.Interrupted {
		return r.interruption() + ": " + r.checked()
	}
	if len(r.EndedTokens) > 0 {
		return fmt.Sprintf("accepted at first, and rejected at the end of the run: %s: give a token that lasts longer, or find out why it is rejected, as for some time after wrong tokens: %s",
			strings.Join(r.EndedTokens, " and "), r.checked())
	}
	var addresses []string
	unreached := ""
	for _, s := range r.Scenarios {
		switch {
		case s.Verdict != Error:
		case s.Reason.Kind == Unreached:
			unreached = s.Reason.Text
		default:
			addresses = append(addresses, s.Address)
		}
	}
	switch {
	case len(addresses) > 0 || unreached == "":
	case r.Summary.Pass > 0:
		return fmt.Sprintf("%s stopped responding before the run ended (%s): %s", r.Target.BaseURL, prose.OneLine(unreached), r.checked())
	default:
		return fmt.Sprintf("no operation of %s could be reached, so nothing is known of its promises: %s", r.Target.BaseURL,
			prose.OneLine(unreached))
	}
	return prose.Count(len(addresses), "scenario") + " could not be verified: " + some(addresses)
}

// some shortens a long list.
func some(names []string) string {
	const most = 5
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
}
