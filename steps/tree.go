package steps

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"understudy/spec"
	"understudy/steps/builtin"
	"understudy/steps/evidence"
	"understudy/steps/expectation"
	"understudy/steps/feature"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// tree makes the report from what the run has learned.
func tree(r *builtin.Run, o Options, s *feature.Suite, interrupted bool) *report.Run {
	sum := sha256.Sum256(spec.OpenAPI)
	t := &report.Run{Schema: report.SchemaVersion, RunID: r.ID,
		Contract: report.Contract{Version: spec.ContractVersion, SHA256: hex.EncodeToString(sum[:])},
		Target:   describeTarget(r), Scenarios: r.Scenarios, Seed: o.Seed, PerPage: r.DrawnPerPage,
		Tool: report.Tool{Name: "understudy", Version: o.Version}, Interrupted: interrupted}
	t.Expectations = expectations(s)
	r.Fold(t, func(g report.Gap) bool { return builtin.IsUnobservable(r, g) })
	require(t, o)
	for _, kind := range r.Operations.RejectedTokenKinds() {
		t.ShutOut = append(t.ShutOut, scenario.TokenKeys[kind].Key)
	}
	for _, kind := range r.Operations.EndedTokens() {
		t.EndedTokens = append(t.EndedTokens, scenario.TokenKeys[kind].Key)
	}
	return t
}

// require notes what the options require and the run did not check.
func require(t *report.Run, o Options) {
	t.MinChecked, t.Required = o.MinChecked, nil
	for _, p := range t.Promises {
		if p.Verdict == report.Skip && o.requires(p.ID) {
			t.Required = append(t.Required, p.ID)
		}
	}
}

// Merge combines the reports of all parts of one run into the report of the whole: the
// verdicts, and whether too little was checked by Require and MinChecked of the options,
// are those that Run without Part would give. A single report of a whole run keeps its results,
// and what the options require is required in addition.
func Merge(parts []*report.Run, o Options) *report.Run {
	t := parts[0]
	if len(parts) > 1 || t.Shard != nil {
		t = report.MergeShards(parts)
		evidence.Conclude(t)
	} else {
		o.MinChecked = max(o.MinChecked, t.MinChecked)
		o.Require = append(slices.Clone(o.Require), t.Required...)
	}
	require(t, o)
	return t
}

func describeTarget(r *builtin.Run) report.Target {
	return report.Target{
		BaseURL:   r.Redact.Text(r.Target.BaseURL),
		Writes:    r.Target.Writes() && !r.Options.ReadOnly,
		Resources: slices.Sorted(slices.Values(r.Target.GivenKeys())),
	}
}

// expectations are those of the features, without verdicts.
func expectations(s *feature.Suite) (all []report.Expectation) {
	for _, e := range s.Expectations() {
		all = append(all, report.Expectation{ID: e.ID, Says: e.Says, Source: e.Source, Severity: string(e.Severity), Verdict: report.Skip,
			Scenarios: []string{}})
	}
	return all
}

// warns are the ids of the expectations of which a broken one is a warning.
func warns(s *feature.Suite) map[string]bool {
	ids := map[string]bool{}
	for _, e := range s.Expectations() {
		ids[e.ID] = e.Severity == expectation.Should
	}
	return ids
}
