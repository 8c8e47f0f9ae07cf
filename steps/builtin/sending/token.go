package sending

import (
	"cmp"
	"strings"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
)

// token is what a scenario has said of the token of its next request. The zero value is the
// token that the operation takes.
type token struct {
	kind tokenKind
	// text is the key of the token in the target file, or the invented token.
	text string
}

type tokenKind int

const (
	ofOperation tokenKind = iota
	none
	ofTarget
	invented
)

// parseToken reads the words of a step: no token, the <key> token, or the token "<invented>".
func parseToken(words string) token {
	if words == "no token" {
		return token{kind: none}
	}
	if text, ok := strings.CutPrefix(words, `the token "`); ok {
		return token{invented, strings.TrimSuffix(text, `"`)}
	}
	return token{ofTarget, strings.TrimSuffix(strings.TrimPrefix(words, "the "), " token")}
}

// authorize gives a request its token, and returns the kind of it: empty where it is not
// one of the two that operations take.
func (t token) authorize(w *world.World, r *client.Request, o spec.Operation) (spec.TokenKind, error) {
	if t.kind == none {
		return "", nil
	}
	r.Scheme = client.Bearer
	switch t.kind {
	case ofOperation:
		r.Token = w.TokenFor(o)
		return cmp.Or(o.Token, spec.WorkspaceToken), nil
	case invented:
		r.Token = t.text
		return "", nil
	}
	r.Token, _ = w.Run.Target.Tokens.ByKey(t.text)
	switch t.text {
	case "workspace":
		return spec.WorkspaceToken, nil
	case "personal":
		return spec.PersonalToken, nil
	}
	return "", w.Has("tokens." + t.text)
}
