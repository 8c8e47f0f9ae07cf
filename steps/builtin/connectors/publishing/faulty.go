package publishing

import (
	"net/http"
	"slices"

	"understudy/spec"
	"understudy/steps/builtin/tokens"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// tokenFaults returns the faults of a token for which the target file has what they
// need. The first one that publishes is blamed, so the simplest come first: a
// deployment that accepts any token also accepts one in another place.
func tokenFaults(w *world.World) []tokens.Fault {
	faults := []tokens.Fault{{Name: tokens.Missing, Change: withoutToken}}
	t := w.Run.Target.Tokens
	for _, given := range [][2]string{{tokens.AlteredAtItsEnd, tokens.Other(w, tokens.AlteredAtItsEnd, t.Workspace)},
		{tokens.Revoked, t.Revoked}, {tokens.Personal, t.Personal}, {tokens.OtherWorkspace, t.OtherWorkspace}} {
		name, token := given[0], given[1]
		if token == "" || name == tokens.Revoked && tokens.IsGivenTwice(w, token) || token == t.Workspace ||
			!tokens.IsGiven(w, name) && tokens.IsKnown(w, token) {
			continue
		}
		faults = append(faults, tokens.Fault{Name: name, Change: func(r *client.Request) { r.Token = token }})
	}
	return slices.Concat(faults, tokens.AlmostRight(w, spec.PublishConnector), tokens.Elsewhere(spec.PublishConnector))
}

// TakeFaulty makes the response to a faulty request, which was sent before the good
// one, the last response.
func TakeFaulty(w *world.World, fault string) error {
	p, err := shared(w)
	if err != nil {
		return err
	}
	e := p.faulty[fault]
	if e == nil {
		return outcome.Skip(report.LeftOut, "the target file gives no token for this")
	}
	w.Take(e)
	if e.Effect() == "" && w.Usable(p.good) != nil {
		// Another fault of the scenario may have published: that one still fails.
		w.Void = outcome.Skip(report.MissingTestData, "the good request did not succeed after it")
	}
	return nil
}

func withoutToken(r *client.Request) { r.Scheme = client.NoToken }

// publishWithoutToken publishes a published connector again without a token: that
// must be rejected too.
//
// Promise token-required
func publishWithoutToken(w *world.World, published *client.Exchange) {
	if !published.Accepted() {
		return
	}
	r := published.Request
	r.Scheme, r.Allowed = client.NoToken, false
	if e := w.Send(r); e.Effect() != "" {
		w.Run.Accuse(outcome.Found(e, "the request to be rejected",
			"HTTP %d with %s", e.Status, e.Effect()).About("token-required"))
	}
}

// brokenBy are the promises that a publishing breaks which was rejected for the fault of its
// token, by the fault's name, and was carried out all the same.
var brokenBy = map[string]string{
	tokens.Missing: "token-required", tokens.AlteredAtItsEnd: "token-valid", tokens.Revoked: "token-valid",
	tokens.Personal: "workspace-token-kind", tokens.OtherWorkspace: "workspace-token-own",
}

// findCarriedOut finds out whether a connector of the run cannot be published because a
// request before, which was rejected for its token, was carried out all the same. A new
// connector can be published, and others, each after a request with one of the faults. The
// one that cannot is tried again, as a deployment may reject a publishing while it is busy.
//
// Promise token-required
// Promise token-valid
// Promise workspace-token-kind
// Promise workspace-token-own
func findCarriedOut(w *world.World, a attempt, faults []tokens.Fault) {
	if !a.made || a.leaked() || !isConflict(a.good) {
		return
	}
	if _, plain := publishAnother(w, nil); plain == nil || !plain.Accepted() {
		return
	}
	for _, f := range faults {
		promise := brokenBy[f.Name]
		if promise == "" {
			continue
		}
		rejected, after := publishAnother(w, f.Change)
		if rejected == nil || !isConflict(after) {
			continue
		}
		if after = w.Send(after.Request); isConflict(after) {
			w.Run.Accuse(outcome.Found(rejected,
				"the rejected request to have no effect, so that the connector can be published after it, as another one can",
				"HTTP %d after it", after.Status).About(promise))
			return
		}
	}
}

// isConflict reports whether a request is rejected as one that was carried out before may be.
func isConflict(e *client.Exchange) bool {
	return e.Status == http.StatusConflict || e.Status == http.StatusUnprocessableEntity || e.Status == http.StatusBadRequest
}

// publishAnother publishes a new connector, after a faulty request where there is a fault.
// The responses are nil where no connector was created.
func publishAnother(w *world.World, fault func(*client.Request)) (faulty, good *client.Exchange) {
	other, err := createPublishable(w)
	if err != nil {
		return nil, nil
	}
	r := other.request(w)
	r.Allowed = false
	var sent []*client.Exchange
	if fault != nil {
		wrong := r
		fault(&wrong)
		faulty = w.Send(wrong)
		sent = append(sent, faulty)
	}
	good = w.Send(r)
	record(w, other.connector, append(sent, good)...)
	return faulty, good
}
