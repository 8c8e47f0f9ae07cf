package steps

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"understudy/spec"
	"understudy/steps/builtin"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// tree makes the report from what the run has learned.
func tree(r *builtin.Run, o Options, interrupted bool) *report.Run {
	sum := sha256.Sum256(spec.OpenAPI)
	t := &report.Run{Schema: report.SchemaVersion, RunID: r.ID, Contract: report.Contract{Version: spec.ContractVersion, SHA256: hex.EncodeToString(sum[:])},
		Target: describeTarget(r), Scenarios: r.Scenarios, Seed: o.Seed, PerPage: r.DrawnPerPage, MinChecked: o.MinChecked,
		Tool: report.Tool{Name: "understudy", Version: o.Version}, Interrupted: interrupted}
	r.Fold(t, func(g report.Gap) bool { return builtin.Blurred(r, g) })
	for _, p := range t.Promises {
		if p.Verdict == report.Skip && o.requires(p.ID) {
			t.Required = append(t.Required, p.ID)
		}
	}
	for _, kind := range r.Operations.ShutOut() {
		t.ShutOut = append(t.ShutOut, scenario.TokenKeys[kind].Key)
	}
	return t
}

func describeTarget(r *builtin.Run) report.Target {
	t := report.Target{BaseURL: r.Redact.Text(r.Target.BaseURL), Writes: r.Target.Writes() && !r.Options.ReadOnly}
	for key, v := range scenario.GivenKeys(r.Target) {
		if v {
			t.Resources = append(t.Resources, key)
		}
	}
	slices.Sort(t.Resources)
	return t
}
