package steps

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"understudy/spec"
	"understudy/steps/report"
)

// tree is the report of what the run has learned.
func tree(r *run, o Options, interrupted bool) *report.Run {
	sum := sha256.Sum256(spec.OpenAPI)
	t := &report.Run{Schema: report.SchemaVersion, RunID: r.id, Contract: report.Contract{Version: spec.ContractVersion, SHA256: hex.EncodeToString(sum[:])},
		Target: describeTarget(r), Scenarios: r.scenarios, Seed: o.Seed, PerPage: r.drawnPer, MinChecked: o.MinChecked,
		Tool: report.Tool{Name: "understudy", Version: o.Version}, Interrupted: interrupted}
	r.Fold(t, r.blurred)
	for _, p := range t.Promises {
		if p.Verdict == report.Skip && o.requires(p.ID) {
			t.Required = append(t.Required, p.ID)
		}
	}
	for _, kind := range r.Operations.ShutOut() {
		t.ShutOut = append(t.ShutOut, tokenKeys[kind].key)
	}
	return t
}

func describeTarget(r *run) report.Target {
	t := report.Target{BaseURL: r.redact.Text(r.target.BaseURL), Writes: r.target.Writes() && !r.opts.ReadOnly}
	for key, v := range groundKeys(r.target) {
		if v {
			t.Ground = append(t.Ground, key)
		}
	}
	slices.Sort(t.Ground)
	return t
}
