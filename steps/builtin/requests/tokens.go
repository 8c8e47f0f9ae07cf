package requests

import (
	"errors"
	"slices"

	"understudy/spec"
	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/tokens"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/vocabulary"
)

// TokenRows are the steps on tokens.
var TokenRows = rows.Group{
	Given: []vocabulary.Step{
		{
			Pattern:     `^the target file has different tokens for "([a-z_]+)" and "([a-z_]+)"$`,
			Example:     `the target file has different tokens for "workspace" and "personal"`,
			Aliases:     []string{`^the tokens "([a-z_]+)" and "([a-z_]+)" differ$`},
			Doc:         "The target file has two tokens, and they are not the same; else the scenario is skipped: left out.",
			FootprintOf: ofTokens,
			Func:        tokensDiffer,
		},
	},
	When: []vocabulary.Step{
		{
			Pattern: `^I send it again without an Authorization header$`, Example: `I send it again without an Authorization header`,
			Doc:         "The request of `a successful … request`, with new names, without a token.",
			Requires:    []vocabulary.Thing{rows.ARequest},
			FootprintOf: rows.OfSendingAgain,
			Func:        againWithoutToken,
		},
		{
			Pattern:     `^I send it again with the token "(workspace|personal|other_workspace|revoked)"$`,
			Example:     `I send it again with the token "personal"`,
			Doc:         "Sends the request with another token of the target file. Without it, the scenario is skipped.",
			Requires:    []vocabulary.Thing{rows.ARequest},
			FootprintOf: rows.OfSendingAgainAs,
			Func:        againWithToken,
		},
		{
			Pattern: `^I send it again with a revoked token$`, Example: `I send it again with a revoked token`,
			Aliases: []string{`^I send it again with a revoked token, if the target file has one$`},
			Doc: "The same request with tokens.revoked, and a list with page, per_page and order, too. Where that cannot be " +
				"sent, a remark says why.",
			Requires:    []vocabulary.Thing{rows.ARequest},
			FootprintOf: func(u vocabulary.Use) vocabulary.Footprint { return rows.OfSendingAgain(u).Plus(rows.OfAsking) },
			Func:        againWithRevokedToken,
		},
		{
			Pattern: `^I send it again with a token that differs in one letter$`, Example: `I send it again with a token that differs in one letter`,
			Aliases:     []string{`^I send it again with an invented token$`, `^I send it again with a random token$`},
			Doc:         "The same request with the right token, which has another letter at its end. What takes any token takes this one, too.",
			Requires:    []vocabulary.Thing{rows.ARequest},
			FootprintOf: rows.OfSendingAgain,
			Func:        againWithAlteredToken,
		},
		{
			Pattern: `^I send it again with the scheme (bearer|Basic)$`, Example: `I send it again with the scheme Basic`,
			Doc: "Sends the right token after `bearer` in lower case, or as the password of HTTP Basic. A response that " +
				"accepts bearer is checked as a success; where Basic is accepted, a token that was never issued must not be.",
			Requires:    []vocabulary.Thing{rows.ARequest},
			FootprintOf: ofScheme,
			Func:        againWithScheme,
		},
	},
}

func againWithoutToken(w *world.World) error {
	return sendWithFaults(w, []tokens.Fault{{Name: tokens.Missing, Change: func(r *client.Request) { r.Scheme = client.NoToken }}})
}

// againWithScheme sends the right token in another way.
func againWithScheme(w *world.World, scheme string) error {
	sent := client.Scheme(scheme)
	if scheme == "Basic" {
		sent = client.Password
	}
	if err := sendAnotherWithFault(w, scheme, func(r *client.Request) { r.Scheme = sent }); err != nil {
		return err
	}
	if scheme == "bearer" {
		w.CheckAccepted(w.Last)
		return nil
	}
	return accuseBasic(w, w.Last)
}

// ofScheme is the footprint of one request, and of a second where HTTP Basic is accepted.
func ofScheme(u vocabulary.Use) vocabulary.Footprint {
	f := rows.OfSendingAgain(u)
	if u.Groups[0] == "Basic" {
		f = f.Plus(f)
	}
	return f
}

// accuseBasic sends a token that was never issued as the password of HTTP Basic, where the right one is
// accepted there.
//
// Promise token-valid
func accuseBasic(w *world.World, accepted *client.Exchange) error {
	if w.LookForResource(accepted) == "" {
		return nil
	}
	r, err := anotherRequest(w)
	if err != nil {
		return err
	}
	wrong := tokens.Other(w, tokens.Invented, r.Token)
	if tokens.IsKnown(w, wrong) {
		return nil
	}
	r.Scheme, r.Token = client.Password, wrong
	e := w.Exchange(r)
	if what := w.LookForResource(e); what != "" {
		w.Run.Accuse(outcome.Found(e, "the request to be rejected and to have no effect", "HTTP %d with %s, for a token that was never issued",
			e.Status, what).About("token-valid"))
	}
	return nil
}

// againWithToken sends another token: one of the target's, or one made from
// the right one.
func againWithToken(w *world.World, name string) error {
	other, err := tokens.Wrong(w, name)
	if err != nil {
		return err
	}
	return sendWithFaults(w, []tokens.Fault{{Name: name, Change: func(r *client.Request) {
		r.Token = other
		if name == tokens.Personal || name == tokens.OtherWorkspace {
			connectors.ShortenUpdate(w, r)
		}
	}}})
}

// againWithRevokedToken sends the revoked token of the target file in addition to other
// wrong ones, which are enough where there is none.
func againWithRevokedToken(w *world.World) error {
	err := w.Has("tokens.revoked")
	if err == nil {
		err = againWithToken(w, tokens.Revoked)
	}
	var skip *outcome.Skipped
	switch {
	case errors.As(err, &skip) && skip.Kind == report.LeftOut:
		w.Remark("not sent with a revoked token: %s", skip.Text)
		return nil
	case err != nil:
		return err
	}
	return againWithRevokedTokenAndQuery(w)
}

// againWithRevokedTokenAndQuery asks for another page of a list: what serves pages may
// check tokens in another way.
func againWithRevokedTokenAndQuery(w *world.World) error {
	l := paging.OfOperation(w.Operation)
	if l == nil || w.Operation == spec.ListTopics {
		return nil
	}
	r, err := w.ListRequest(l, paging.Query{}.With("page", "2").With("per_page", "1").With("order", "asc"))
	if err != nil {
		return err
	}
	r.Token, r.Allowed = w.Run.Target.Tokens.Revoked, false
	w.Several = append(w.Several, w.Send(r))
	return nil
}

// againWithAlteredToken sends a token that was never issued.
func againWithAlteredToken(w *world.World) error { return againWithToken(w, tokens.AlteredAtItsEnd) }

// tokensDiffer skips a scenario where two tokens are the same, or one is not given.
func tokensDiffer(w *world.World, a, b string) error {
	for _, key := range optionalTokens(a, b) {
		if err := w.Has(key); err != nil {
			return err
		}
	}
	if tokens.Other(w, a, "") == tokens.Other(w, b, "") {
		return outcome.SkipFor("tokens."+b, report.LeftOut, "the tokens %s and %s of the target file are equal", a, b)
	}
	return nil
}

// optionalTokens are those of some tokens, as keys, that a target file may lack.
func optionalTokens(names ...string) (keys []string) {
	for _, name := range names {
		if key := "tokens." + name; slices.Contains(optionalKeys.All(), key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// ofTokens is the footprint that needs the first optional one of the tokens.
func ofTokens(u vocabulary.Use) (f vocabulary.Footprint) {
	if keys := optionalTokens(u.Groups...); len(keys) > 0 {
		f.Needs = keys[0]
	}
	return f
}
