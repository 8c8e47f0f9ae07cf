package mutant

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"

	"understudy/server"
	"understudy/server/mutant/edit"
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
		{ID: "list-pages-revoked-token", Breaks: "token-valid", Says: "a revoked token lists invitations where the query has a page", Change: revokedPages(invites)},
		{ID: "objects-pages-revoked-token", Breaks: "token-valid", Says: "a revoked token lists objects where the query has a page", Change: revokedPages(objects)},
		{ID: "publishing-again-without-token", Breaks: "token-required", Says: "what is published is published again without a token", Change: publishedAgain},
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

// rightToken returns the token that an operation takes.
func rightToken(operation string, lab *Lab) string {
	if o, _ := spec.OperationByID(operation); o.Token == spec.PersonalToken {
		return lab.TestData.PersonalToken
	}
	return lab.TestData.WorkspaceToken
}

// noToken accepts requests without an Authorization header.
func noToken(operation string) wrapper {
	return edit.OnRequest(operation, func(r *http.Request, lab *Lab) {
		if r.Header.Get("Authorization") == "" {
			r.Header.Set("Authorization", "Bearer "+rightToken(operation, lab))
		}
	})
}

// swapped accepts some wrong tokens.
func swapped(operation string, lets func(token string, g server.TestData) bool) wrapper {
	return edit.OnRequest(operation, func(r *http.Request, lab *Lab) {
		token, ok := strings.CutPrefix(r.Header.Get("Authorization")+" ", "Bearer ")
		if ok && lets(strings.TrimSpace(token), lab.TestData) {
			r.Header.Set("Authorization", "Bearer "+rightToken(operation, lab))
		}
	})
}

// revokedPages accepts a revoked token where the query has a page.
func revokedPages(operation string) wrapper {
	return edit.OnRequest(operation, func(r *http.Request, lab *Lab) {
		if r.URL.Query().Has("page") && r.Header.Get("Authorization") == "Bearer "+lab.TestData.RevokedToken {
			r.Header.Set("Authorization", "Bearer "+rightToken(operation, lab))
		}
	})
}

// publishedAgain shows a connector that was published before without a token.
func publishedAgain(next http.Handler, lab *Lab) http.Handler {
	var published sync.Map // the response, by path
	return edit.On(publishing, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
		if before, again := published.Load(r.URL.Path); again && r.Header.Get("Authorization") == "" {
			rec := before.(*httptest.ResponseRecorder)
			edit.Reply(w, rec, rec.Body.Bytes())
			return
		}
		rec := edit.Record(next, r)
		if rec.Code/100 == 2 {
			published.Store(r.URL.Path, rec)
		}
		edit.Reply(w, rec, rec.Body.Bytes())
	})(next, lab)
}

// behind401 shows everything with the code of a rejection.
var behind401 = edit.On(invites, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab) {
	if r.Header.Get("Authorization") != "" {
		next.ServeHTTP(w, r)
		return
	}
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+rightToken(invites, lab))
	rec := edit.Record(next, r)
	w.WriteHeader(http.StatusUnauthorized)
	io.Copy(w, rec.Body)
})

// behind executes a request with a wrong token, and responds with HTTP 401 and
// no body.
func behind(operation string, lets func(operation string) wrapper) wrapper {
	return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab) {
		before := r.Header.Get("Authorization")
		lets(operation)(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") == before {
				next.ServeHTTP(w, r)
				return
			}
			edit.Record(next, r)
			w.WriteHeader(http.StatusUnauthorized)
		}), lab).ServeHTTP(w, r)
	})
}

// tokenPlaces accept tokens in other places than after Bearer in Authorization.
func tokenPlaces() (all []Mutant) {
	for _, m := range []struct {
		operation, id, says string
		token               func(r *http.Request) string
	}{
		{invites, "bare-token", "a token without a scheme", inAuthorization("")},
		{objects, "bare-token", "a token without a scheme", inAuthorization("")},
		{creation, "scheme-token", "a token after Token", inAuthorization("Token ")},
		{invites, "scheme-token", "a token after Token", inAuthorization("Token ")},
		{topicList, "scheme-token", "a token after Token", inAuthorization("Token ")},
		{objects, "scheme-apikey", "a token after ApiKey", inAuthorization("ApiKey ")},
		{linking, "scheme-apikey", "a token after ApiKey", inAuthorization("ApiKey ")},
		{invites, "query-token", "a token in the query", inQuery("access_token")},
		{topicList, "query-token", "a token in the query", inQuery("token")},
		{connecting, "query-token", "a token in the query", inQuery("access_token")},
		{patched, "query-token", "a token in the query", inQuery("api_key")},
		{objects, "api-key", "a token in X-Api-Key", inHeader("X-Api-Key")},
		{reconnecting, "api-key", "a token in X-Api-Key", inHeader("X-Api-Key")},
		{objects, "cookie-token", "a token in a cookie", inCookie("token")},
		{connecting, "body-token", "a token in the body", inBody("access_token")},
		{publishing, "bare-token", "a token without a scheme", inAuthorization("")},
		{linking, "bare-token", "a token without a scheme", inAuthorization("")},
		{topicList, "scheme-basic", "a token after Basic", inAuthorization("Basic ")},
		{connecting, "scheme-basic", "a token after Basic", inAuthorization("Basic ")},
		{publishing, "auth-token", "a token in X-Auth-Token", inHeader("X-Auth-Token")},
	} {
		all = append(all, Mutant{ID: m.operation + "-" + m.id, Breaks: "token-required", Says: m.operation + " takes " + m.says, Change: fromPlace(m.operation, m.token)})
	}
	return append(all,
		Mutant{ID: "list-token-null", Breaks: "token-valid", Says: "the token null lists invitations",
			Change: swapped(invites, func(token string, _ testData) bool { return token == "null" })},
		Mutant{ID: "topics-token-undefined", Breaks: "token-valid", Says: "the token undefined lists topics",
			Change: swapped(topicList, func(token string, _ testData) bool { return token == "undefined" })},
		Mutant{ID: "creation-token-words", Breaks: "token-valid", Says: "the tokens null and undefined create segments",
			Change: swapped(creation, func(token string, _ testData) bool { return token == "null" || token == "undefined" })},
		Mutant{ID: "list-bearer-twice", Breaks: "token-valid", Says: "a token after Bearer twice lists invitations", Change: fromPlace(invites, inAuthorization("Bearer Bearer "))},
		Mutant{ID: "objects-session-cookie", Breaks: "token-required", Says: "a cookie that the list of objects sets opens it without a token", Change: session(objects)},
		Mutant{ID: "topics-two-tokens", Breaks: "token-valid", Says: "the second of two tokens with a comma between them lists topics", Change: fromSecond(topicList)},
		Mutant{ID: "objects-pages-empty-token", Breaks: "token-valid", Says: "an empty token is shown page 2 of the objects",
			Change: swappedWhere(objects, func(token string, _ testData) bool { return token == "" }, func(r *http.Request) bool { return r.URL.Query().Get("page") == "2" })},
		Mutant{ID: "update-without-name-other-workspace", Breaks: "workspace-token-own", Says: "another workspace may update a destination if it sends no name",
			Change: swappedWhere(patched, isOther, namesNothing)},
		Mutant{ID: "topics-token-in-other-case", Breaks: "token-valid", Says: "a token in other case lists topics", Change: fromOtherCase(topicList)},
		Mutant{ID: "objects-other-workspace-on-page-2", Breaks: "workspace-token-own", Says: "another workspace is shown page 2 of the objects",
			Change: swappedWhere(objects, isOther, func(r *http.Request) bool { return r.URL.Query().Get("page") == "2" })},
		Mutant{ID: "objects-other-workspace-in-order", Breaks: "workspace-token-own", Says: "another workspace is shown the objects in order asc",
			Change: swappedWhere(objects, isOther, func(r *http.Request) bool { return r.URL.Query().Get("order") == "asc" })},
		Mutant{ID: "objects-personal-on-page-2", Breaks: "workspace-token-kind", Says: "a personal access token is shown page 2 of the objects",
			Change: swappedWhere(objects, isPersonal, func(r *http.Request) bool { return r.URL.Query().Get("page") == "2" })},
		Mutant{ID: "list-workspace-token-in-order", Breaks: "personal-token-kind", Says: "a workspace's token lists invitations in order asc",
			Change: swappedWhere(invites, isWorkspace, func(r *http.Request) bool { return r.URL.Query().Get("order") == "asc" })},
		Mutant{ID: "update-of-nothing-without-token", Breaks: "token-required", Says: "an update that would change nothing needs no token", Change: noTokenForNothing},
	)
}

// fromPlace takes the token from another place.
func fromPlace(operation string, token func(r *http.Request) string) wrapper {
	return edit.OnRequest(operation, func(r *http.Request, lab *Lab) {
		if right := rightToken(operation, lab); token(r) == right {
			r.Header.Set("Authorization", "Bearer "+right)
		}
	})
}

func inAuthorization(scheme string) func(*http.Request) string {
	return func(r *http.Request) string {
		token, ok := strings.CutPrefix(r.Header.Get("Authorization"), scheme)
		if !ok {
			return ""
		}
		return token
	}
}

func inQuery(name string) func(*http.Request) string {
	return func(r *http.Request) string { return r.URL.Query().Get(name) }
}

func inHeader(name string) func(*http.Request) string {
	return func(r *http.Request) string { return r.Header.Get(name) }
}

func inCookie(name string) func(*http.Request) string {
	return func(r *http.Request) string {
		c, err := r.Cookie(name)
		if err != nil {
			return ""
		}
		return c.Value
	}
}

// inBody takes the token from a body, which can still be read.
func inBody(member string) func(*http.Request) string {
	return func(r *http.Request) string {
		*r = *reread(r)
		token, _ := edit.Decode(bodyOf(r))[member].(string)
		return token
	}
}

// fromOtherCase accepts a token with letters of any case.
func fromOtherCase(operation string) wrapper {
	return edit.OnRequest(operation, func(r *http.Request, lab *Lab) {
		if right := rightToken(operation, lab); strings.EqualFold(r.Header.Get("Authorization"), "Bearer "+right) {
			r.Header.Set("Authorization", "Bearer "+right)
		}
	})
}

// session sets a cookie, and accepts it in place of a token.
func session(operation string) wrapper {
	const name, value = "sid", "5e2d"
	return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab) {
		if inCookie(name)(r) == value && r.Header.Get("Authorization") == "" {
			r = r.Clone(r.Context())
			r.Header.Set("Authorization", "Bearer "+rightToken(operation, lab))
		}
		http.SetCookie(w, &http.Cookie{Name: name, Value: value})
		next.ServeHTTP(w, r)
	})
}

// fromSecond accepts the right token after another one and a comma.
func fromSecond(operation string) wrapper {
	return edit.OnRequest(operation, func(r *http.Request, lab *Lab) {
		right := rightToken(operation, lab)
		if _, second, found := strings.Cut(r.Header.Get("Authorization"), ", "); found && strings.Contains(second, right) {
			r.Header.Set("Authorization", "Bearer "+right)
		}
	})
}

// namesNothing reports whether an update of a destination has no name. The body can still be read.
func namesNothing(r *http.Request) bool {
	if !edit.Is(r, patched) {
		return false
	}
	*r = *reread(r)
	sent, _ := edit.Decode(bodyOf(r))["service_connection"].(object)
	return sent["name"] == nil
}

// swappedWhere accepts some wrong tokens for some requests.
func swappedWhere(operation string, lets func(token string, g testData) bool, where func(*http.Request) bool) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		open := swapped(operation, lets)(next, lab)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if where(r) {
				open.ServeHTTP(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// noTokenForNothing shows the destination to a request without a token that
// sends its current name.
var noTokenForNothing = edit.On(spec.UpdateDestination, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab) {
	if r.Header.Get("Authorization") != "" {
		next.ServeHTTP(w, r)
		return
	}
	r = reread(r)
	sent, _ := edit.Decode(bodyOf(r))["service_connection"].(object)
	known := r.Clone(r.Context())
	known.Header.Set("Authorization", "Bearer "+rightToken(spec.UpdateDestination, lab))
	if sent != nil && sent["name"] == destinationName(next, known) {
		r = known
	}
	next.ServeHTTP(w, r)
})
