package steps

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"understudy/spec"
	"understudy/steps/report"
)

// tree is the report of what the run has learned.
func (r *run) tree() *report.Run {
	sum := sha256.Sum256(spec.OpenAPI)
	t := &report.Run{Schema: report.SchemaVersion, RunID: r.id, Contract: report.Contract{Version: spec.ContractVersion, SHA256: hex.EncodeToString(sum[:])},
		Target: r.describeTarget(), Scenarios: r.scenarios, Seed: r.opts.Seed, PerPage: r.drawnPer, MinChecked: r.opts.MinChecked,
		Tool: report.Tool{Name: "understudy", Version: r.opts.Version}, Interrupted: r.interrupted}
	r.Fold(t, r.blurred)
	for _, p := range t.Promises {
		if p.Verdict == report.Skip && r.opts.requires(p.ID) {
			t.Required = append(t.Required, p.ID)
		}
	}
	for _, kind := range r.Operations.ShutOut() {
		t.ShutOut = append(t.ShutOut, tokenKeys[kind].key)
	}
	return t
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
