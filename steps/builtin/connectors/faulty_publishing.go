package connectors

import (
	"slices"

	"understudy/spec"
	"understudy/steps/builtin/tokens"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// leaked reports that a faulty request published: the good one may be rejected
// because of it.
func (p *publishing) leaked() bool {
	for _, e := range p.faulty {
		if e.Effect() != "" {
			return true
		}
	}
	return false
}

// tokenFaults are the faults of a token that the scenarios know, as far as the
// target file has what they need.
func tokenFaults(w *world.World) map[string]func(*client.Request) {
	faults := map[string]func(*client.Request){tokens.Missing: func(r *client.Request) { r.Scheme = client.NoToken }}
	t := w.Run.Target.Tokens
	for name, token := range map[string]string{"personal": t.Personal, "other_workspace": t.OtherWorkspace, "revoked": t.Revoked,
		"invented": tokens.Invented(t.Workspace)} {
		if token == "" || name == "revoked" && tokens.IsGivenTwice(w, token) || token == t.Workspace || !tokens.IsGiven(w, name) && tokens.IsKnown(w, token) {
			continue
		}
		faults[name] = func(r *client.Request) { r.Token = token }
	}
	for _, f := range slices.Concat(tokens.Elsewhere(spec.PublishConnector), tokens.AlmostRight(w, spec.PublishConnector)) {
		faults[f.Name] = f.Change
	}
	return faults
}

// FaultyPublishing takes the response to a faulty request that was sent before the good one.
func FaultyPublishing(w *world.World, fault string) error {
	p, err := ofRun(w.Run).publishing.Get(func() (*publishing, error) { return publish(w) })
	if err != nil {
		return err
	}
	e := p.faulty[fault]
	if e == nil {
		return scenario.Skip(report.Narrowed, "the target file gives no token for this")
	}
	w.Take(e)
	if e.Effect() == "" && w.Usable(p.good) != nil {
		// Another fault of the scenario may have published: that one still fails.
		w.Void = scenario.Skip(report.MissingTestData, "the good request did not succeed after it")
	}
	return nil
}
