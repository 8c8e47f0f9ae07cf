package steps

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"understudy/spec"
	"understudy/spec/promise"
	"understudy/steps/report"
)

// tree folds what the run saw into the report.
func (r *run) tree() *report.Run {
	sum := sha256.Sum256(spec.OpenAPI)
	t := &report.Run{Schema: report.SchemaVersion, RunID: r.id, Contract: report.Contract{Version: spec.ContractVersion, SHA256: hex.EncodeToString(sum[:])},
		Target: r.describeTarget(), Scenarios: r.scenarios, Ledger: r.ledger, Seed: r.opts.Seed, PerPage: r.drawnPer, MinChecked: r.opts.MinChecked,
		Tool: report.Tool{Name: "understudy", Version: r.opts.Version}}
	for _, c := range r.coverage {
		t.Coverage = append(t.Coverage, *c)
	}
	for _, g := range r.gaps {
		if why := r.whyNotObserved(g); why != (report.Reason{}) {
			r.unobserved[[2]string{g.ID, g.Operation}] = why
			continue
		}
		t.Gaps = append(t.Gaps, g)
	}
	t.TestData = r.usedTestData()
	r.judgeHealth(t)
	for _, v := range r.violations {
		t.Violations = append(t.Violations, *v)
	}
	for _, s := range t.Scenarios {
		for _, remark := range s.Remarks {
			t.Remarks = append(t.Remarks, s.Address+": "+remark)
		}
	}
	t.Sort()
	t.ListUnobserved(r.unobserved)
	for _, p := range promise.All {
		t.Promises = append(t.Promises, r.judge(t, p))
	}
	r.summarise(t)
	return t
}

// judge finds the verdict on one promise: the worst of the failures that carry
// its id; a pass where a scenario passed that saw it; else a skip.
func (r *run) judge(t *report.Run, p promise.Promise) report.Promise {
	out := report.Promise{ID: p.ID, Section: string(p.At.Section), Says: p.Says, Verdict: report.Skip, Scenarios: []string{}}
	raise := func(v report.Verdict, reason report.Reason) {
		if w := report.Worse(out.Verdict, v); w != out.Verdict || out.Reason == (report.Reason{}) && out.Verdict == v {
			out.Verdict, out.Reason = w, reason
		}
	}
	var skips []report.Reason
	for _, s := range t.Scenarios {
		for _, f := range s.Failures {
			if f.Promise == p.ID {
				raise(report.Fail, f.Reason())
			}
		}
		if !slices.Contains(s.Promises, p.ID) {
			continue
		}
		out.Scenarios = append(out.Scenarios, s.Address)
		unseen, notSeen := s.Unseen[p.ID]
		switch {
		case s.Verdict == report.Fail && notSeen:
			skips = append(skips, unseen)
		case s.Verdict == report.Fail:
			// What failed in it was raised above: the other promises passed.
			raise(report.Pass, report.Reason{})
		case s.Verdict == report.Skip:
			skips = append(skips, s.Reason)
		case s.Verdict == report.Pass && notSeen:
			skips = append(skips, unseen)
		case s.Verdict == report.Pass:
			raise(report.Pass, report.Reason{})
		default:
			raise(s.Verdict, s.Reason)
		}
	}
	for _, v := range t.Violations {
		if v.Promise == p.ID {
			raise(report.Fail, v.Reason())
		}
	}
	if out.Verdict == report.Skip {
		out.Reason = whySkipped(skips)
	}
	out.Witness = witnessOf(t, out)
	return out
}

// whySkipped picks the reason of a promise that was not checked: what was tried
// in vain says more than what a response did not show, and that more than what
// the operator left out.
func whySkipped(reasons []report.Reason) report.Reason {
	without := func(kinds ...report.ReasonKind) int {
		return slices.IndexFunc(reasons, func(reason report.Reason) bool { return !slices.Contains(kinds, reason.Kind) })
	}
	for _, i := range []int{without(report.Narrowed, report.NoItemSeen), without(report.Narrowed), without()} {
		if i >= 0 {
			return reasons[i]
		}
	}
	return report.Reason{Kind: report.NoScenario, Text: "no scenario of the run speaks of it"}
}

func (r *run) summarise(t *report.Run) {
	for _, p := range t.Promises {
		switch p.Verdict {
		case report.Pass:
			t.Summary.Pass++
		case report.Fail:
			t.Summary.Fail++
		case report.Error:
			t.Summary.Error++
		default:
			t.Summary.Skip++
			if r.opts.requires(p.ID) {
				t.Required = append(t.Required, p.ID)
			}
		}
	}
	for _, o := range spec.Operations {
		if !o.Supplementary && r.inScope(t, o.ID) && !r.hasSucceeded(o.ID) {
			t.Unchecked = append(t.Unchecked, o.ID)
		}
		if r.health[o.ID] == nil && !o.Supplementary && !o.Linked {
			t.NotAsked = append(t.NotAsked, o.ID)
		}
	}
	for _, kind := range []spec.TokenKind{spec.WorkspaceToken, spec.PersonalToken} {
		if r.isShutOut(kind) {
			t.ShutOut = append(t.ShutOut, tokenKeys[kind].key)
		}
	}
}

// isShutOut reports whether every operation that was asked with a kind of token
// rejected it.
func (r *run) isShutOut(kind spec.TokenKind) bool {
	asked := false
	for _, o := range spec.Operations {
		h := r.health[o.ID]
		if h == nil || o.Token != kind || o.Supplementary || o.Linked {
			continue
		}
		if asked = true; h.succeeded || !h.shut {
			return false
		}
	}
	return asked
}

// inScope tells whether a scenario of the operation was run that was not
// narrowed away on purpose.
func (r *run) inScope(t *report.Run, operation string) bool {
	return slices.ContainsFunc(t.Scenarios, func(s report.Scenario) bool {
		return slices.Contains(s.Operations, operation) && s.Reason.Kind != report.Narrowed
	})
}

func (r *run) describeTarget() report.Target {
	t := report.Target{BaseURL: r.redact.Text(r.target.BaseURL), Writes: r.target.Writes() && !r.opts.ReadOnly}
	for key, v := range groundKeys(r.target) {
		if v {
			t.Ground = append(t.Ground, key)
		}
	}
	slices.Sort(t.Ground)
	return t
}
