package mutant

import (
	"io"
	"net/http"
	"slices"
	"strings"

	"understudy/server"
	"understudy/spec"
)

func tokens() []Mutant {
	return slices.Concat(eachToken(), []Mutant{
		{ID: "list-behind-a-401", Breaks: "token-required", Says: "without a token invitations are listed under HTTP 401", Change: behind401},
		{ID: "list-any-token", Breaks: "token-valid", With: []string{"personal-token-kind"}, Says: "any token lists invitations",
			Change: swapped(invites, func(string, server.TestData) bool { return true })},
		{ID: "creation-any-token", Breaks: "token-valid", With: []string{"workspace-token-kind", "workspace-token-own"}, Says: "any token creates segments",
			Change: swapped(creation, func(string, server.TestData) bool { return true })},
		{ID: "list-token-prefix", Breaks: "token-valid", Says: "the start of a token is enough for invitations",
			Change: swapped(invites, func(token string, g server.TestData) bool {
				return len(token) > 8 && strings.HasPrefix(g.PersonalToken, token)
			})},
		{ID: "list-empty-token", Breaks: "token-valid", Says: "an empty token lists invitations",
			Change: swapped(invites, func(token string, _ server.TestData) bool { return token == "" })},
		{ID: "creation-revoked-token", Breaks: "token-valid", Says: "a revoked token creates segments",
			Change: swapped(creation, func(token string, g server.TestData) bool { return token == g.RevokedToken })},
		{ID: "update-behind-a-401", Breaks: "token-required", Says: "without a token a destination is updated under HTTP 401 and no body", Change: behind(patched, noToken)},
		{ID: "update-behind-a-401-for-personal-tokens", Breaks: "workspace-token-kind", Says: "with a personal access token a destination is updated under HTTP 401 and no body",
			Change: behind(patched, func(o string) wrapper { return swapped(o, isPersonal) })},
		{ID: "connector-update-behind-a-401", Breaks: "token-valid", Says: "with an invented token a connector is updated under HTTP 401 and no body",
			Change: behind(reconnecting, func(o string) wrapper { return swapped(o, isInvented) })},
	})
}

// eachToken breaks each promise about tokens on one operation at a time.
func eachToken() (all []Mutant) {
	for _, o := range spec.Operations {
		if o.Supplementary || o.Linked {
			continue
		}
		add := func(id, breaks, says string, change wrapper) {
			all = append(all, Mutant{ID: o.ID + "-" + id, Breaks: breaks, Says: o.ID + " takes " + says, Change: change})
		}
		add("without-token", "token-required", "requests without a token", noToken(o.ID))
		add("invented-token", "token-valid", "tokens that no one was given", swapped(o.ID, isInvented))
		if o.Token == spec.PersonalToken {
			add("workspace-token", "personal-token-kind", "a workspace's token", swapped(o.ID, isWorkspace))
			add("other-workspace", "personal-token-kind", "another workspace's token", swapped(o.ID, isOther))
			continue
		}
		add("personal-token", "workspace-token-kind", "a personal access token", swapped(o.ID, isPersonal))
		if o.ID != connecting { // a connector is created in the token's workspace
			add("other-workspace", "workspace-token-own", "another workspace's token", swapped(o.ID, isOther))
		}
	}
	return all
}

func isWorkspace(token string, g server.TestData) bool { return token == g.WorkspaceToken }
func isPersonal(token string, g server.TestData) bool  { return token == g.PersonalToken }
func isOther(token string, g server.TestData) bool     { return token == g.OtherWorkspaceToken }

func isInvented(token string, g server.TestData) bool {
	return token != "" && !slices.Contains([]string{g.WorkspaceToken, g.PersonalToken, g.OtherWorkspaceToken, g.RevokedToken}, token)
}

// rightToken is the one that an operation takes.
func rightToken(operation string, lab *Lab) string {
	if o, _ := spec.OperationByID(operation); o.Token == spec.PersonalToken {
		return lab.TestData.PersonalToken
	}
	return lab.TestData.WorkspaceToken
}

// noToken lets requests without an Authorization header in.
func noToken(operation string) wrapper {
	return onRequest(operation, func(r *http.Request, lab *Lab) {
		if r.Header.Get("Authorization") == "" {
			r.Header.Set("Authorization", "Bearer "+rightToken(operation, lab))
		}
	})
}

// swapped lets some wrong tokens in.
func swapped(operation string, lets func(token string, g server.TestData) bool) wrapper {
	return onRequest(operation, func(r *http.Request, lab *Lab) {
		token, ok := strings.CutPrefix(r.Header.Get("Authorization")+" ", "Bearer ")
		if ok && lets(strings.TrimSpace(token), lab.TestData) {
			r.Header.Set("Authorization", "Bearer "+rightToken(operation, lab))
		}
	})
}

// behind401 shows everything under a code of rejection.
var behind401 = on(invites, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab) {
	if r.Header.Get("Authorization") != "" {
		next.ServeHTTP(w, r)
		return
	}
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+rightToken(invites, lab))
	rec := record(next, r)
	w.WriteHeader(http.StatusUnauthorized)
	io.Copy(w, rec.Body)
})

// behind does what only a wrong token's letting in would do, and responds to that
// with HTTP 401 and no body.
func behind(operation string, lets func(operation string) wrapper) wrapper {
	return on(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab) {
		before := r.Header.Get("Authorization")
		lets(operation)(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") == before {
				next.ServeHTTP(w, r)
				return
			}
			record(next, r)
			w.WriteHeader(http.StatusUnauthorized)
		}), lab).ServeHTTP(w, r)
	})
}
