// Package token has the mutants that accept wrong tokens, or tokens in wrong places.
//
// Start reading at All, then Accepting.
package token

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"

	"understudy/server"
	"understudy/server/mutant/edit"
	"understudy/spec"
)

// All returns the mutants of tokens.
func All() []edit.Mutant { return slices.Concat(eachOperation(), kinds(), places()) }

// kinds accept some kinds of wrong tokens.
func kinds() []edit.Mutant {
	return []edit.Mutant{
		{ID: "list-behind-a-401", Breaks: "token-required", Says: "without a token invitations are listed under HTTP 401", Change: behind401(spec.ListInvitations, whole)},
		{ID: "list-in-a-debug-member", Breaks: "token-required", Says: "HTTP 401 shows the invitations to requests without a token, in a member debug",
			Change: inDebugMember(spec.ListInvitations, "", isNone, asRow)},
		{ID: "list-in-a-message", Breaks: "token-required", Says: "HTTP 401 shows the invitations to requests without a token, as text in its message",
			Change: inDebugMember(spec.ListInvitations, "", isNone, asMessage)},
		{ID: "list-in-a-header", Breaks: "token-required", Says: "HTTP 401 shows the invitations to requests without a token, in a header",
			Change: inDebugMember(spec.ListInvitations, "", isNone, asHeader)},
		{ID: "invitation-as-an-example", Breaks: "token-required", Says: "HTTP 401 shows the first invitation to requests without a token, as an example",
			Change: inDebugMember(spec.ListInvitations, "", isNone, asExample)},
		{ID: "topics-in-a-sentence", Breaks: "token-required", Says: "HTTP 401 names the topics to requests without a token, in its message",
			Change: inDebugMember(spec.ListTopics, "", isNone, asNames)},
		{ID: "connector-in-a-debug-member", Breaks: "token-valid", Says: "HTTP 401 shows the connector to requests with an invented token, in a member debug",
			Change: inDebugMember(spec.UpdateConnector, `{"connector": {}}`, IsInvented, asRow)},
		{ID: "segment-in-a-debug-member", Breaks: "token-required", Says: "HTTP 401 shows a new segment to requests without a token, in a member debug", Change: behind401(spec.CreateSegment, debugged)},
		{ID: "link-in-a-debug-member", Breaks: "token-required", Says: "HTTP 401 shows a new link to requests without a token, in a member debug",
			Change: inDebugMember(spec.CreateLink, `{"redirect_uri": "https://example.com/back"}`, isNone, asRow)},
		{ID: "list-any-token", Breaks: "token-valid", With: []string{"personal-token-kind"}, Says: "any token lists invitations",
			Change: Accepting(spec.ListInvitations, func(string, server.TestData) bool { return true })},
		{ID: "creation-any-token", Breaks: "token-valid", With: []string{"workspace-token-kind", "workspace-token-own"}, Says: "any token creates segments",
			Change: Accepting(spec.CreateSegment, func(string, server.TestData) bool { return true })},
		{ID: "list-token-prefix", Breaks: "token-valid", Says: "the start of a token is enough for invitations",
			Change: Accepting(spec.ListInvitations, func(token string, g server.TestData) bool {
				return len(token) > 8 && strings.HasPrefix(g.PersonalToken, token)
			})},
		{ID: "list-empty-token", Breaks: "token-valid", Says: "an empty token lists invitations",
			Change: Accepting(spec.ListInvitations, isNone)},
		{ID: "creation-revoked-token", Breaks: "token-valid", Says: "a revoked token creates segments",
			Change: Accepting(spec.CreateSegment, func(token string, g server.TestData) bool { return token == g.RevokedToken })},
		{ID: "list-pages-revoked-token", Breaks: "token-valid", Says: "a revoked token lists invitations where the query has a page", Change: revokedPages(spec.ListInvitations)},
		{ID: "objects-pages-revoked-token", Breaks: "token-valid", Says: "a revoked token lists objects where the query has a page", Change: revokedPages(spec.ListDestinationObjects)},
		{ID: "objects-later-pages-invented-token", Breaks: "token-valid", Says: "an invented token lists the objects after page 1",
			Change: inventedWhere(spec.ListDestinationObjects, func(q url.Values) bool { return q.Get("page") > "1" })},
		{ID: "list-order-invented-token", Breaks: "token-valid", Says: "an invented token lists invitations where the query has an order and no page",
			Change: inventedWhere(spec.ListInvitations, func(q url.Values) bool { return q.Has("order") && !q.Has("page") })},
		{ID: "list-cached-before-tokens", Breaks: "token-required", With: []string{"token-valid", "personal-token-kind"},
			Says: "a page of invitations is shown again for a second to requests for its URL, whatever their token", Change: cachedPages(spec.ListInvitations)},
		{ID: "objects-cached-before-tokens", Breaks: "token-required", With: []string{"token-valid", "workspace-token-kind", "workspace-token-own"},
			Says: "a page of objects is shown again for a second to requests for its URL, whatever their token", Change: cachedPages(spec.ListDestinationObjects)},
		{ID: "publishing-again-without-token", Breaks: "token-required", Says: "what is published is published again without a token", Change: publishedAgain},
		{ID: "update-behind-a-401", Breaks: "token-required", Says: "without a token a destination is updated under HTTP 401 and no body", Change: behind(spec.UpdateDestination, Missing)},
		{ID: "update-without-token-is-done-later", Breaks: "token-required", Says: "without a token a destination's update gets HTTP 401, and is done before the destination is shown for the second time", Change: doneLater},
		{ID: "update-behind-a-401-for-personal-tokens", Breaks: "workspace-token-kind", Says: "with a personal access token a destination is updated under HTTP 401 and no body",
			Change: behind(spec.UpdateDestination, func(o string) edit.Wrapper { return Accepting(o, IsPersonal) })},
		{ID: "connector-update-behind-a-401", Breaks: "token-valid", Says: "with an invented token a connector is updated under HTTP 401 and no body",
			Change: behind(spec.UpdateConnector, func(o string) edit.Wrapper { return Accepting(o, IsInvented) })},
		{ID: "publishing-behind-a-401", Breaks: "token-required", Says: "without a token a connector is published under HTTP 401 and no body", Change: behind(spec.PublishConnector, Missing)},
		{ID: "publishing-behind-a-401-for-invented-tokens", Breaks: "token-valid", Says: "with an invented token a connector is published under HTTP 401 and no body",
			Change: behindPublishing(IsInvented)},
		{ID: "publishing-behind-a-401-for-revoked-tokens", Breaks: "token-valid", Says: "with a revoked token a connector is published under HTTP 401 and no body",
			Change: behindPublishing(func(token string, g server.TestData) bool { return token == g.RevokedToken })},
		{ID: "publishing-behind-a-401-for-personal-tokens", Breaks: "workspace-token-kind", Says: "with a personal access token a connector is published under HTTP 401 and no body",
			Change: behindPublishing(IsPersonal)},
		{ID: "publishing-behind-a-401-for-other-workspaces", Breaks: "workspace-token-own", Says: "with another workspace's token a connector is published under HTTP 401 and no body",
			Change: behindPublishing(IsOther)},
	}
}

func behindPublishing(lets func(token string, g server.TestData) bool) edit.Wrapper {
	return behind(spec.PublishConnector, func(o string) edit.Wrapper { return Accepting(o, lets) })
}

// eachOperation breaks each promise about tokens on one operation at a time.
func eachOperation() (all []edit.Mutant) {
	for _, o := range spec.Operations {
		if o.Supplementary || o.Linked {
			continue
		}
		add := func(id, breaks, says string, change edit.Wrapper) {
			all = append(all, edit.Mutant{ID: o.ID + "-" + id, Breaks: breaks, Says: o.ID + " takes " + says, Change: change})
		}
		add("without-token", "token-required", "requests without a token", Missing(o.ID))
		add("invented-token", "token-valid", "tokens that no one was given", Accepting(o.ID, IsInvented))
		add("longer-token", "token-valid", "what begins with a token", longer(o.ID))
		add("any-scheme", "token-required", "a token after any word", anyScheme(o.ID))
		if o.Token == spec.PersonalToken {
			add("workspace-token", "personal-token-kind", "a workspace's token", Accepting(o.ID, isWorkspace))
			add("other-workspace", "personal-token-kind", "another workspace's token", Accepting(o.ID, IsOther))
			continue
		}
		add("personal-token", "workspace-token-kind", "a personal access token", Accepting(o.ID, IsPersonal))
		if o.ID != spec.CreateConnector { // a connector is created in the token's workspace
			add("other-workspace", "workspace-token-own", "another workspace's token", Accepting(o.ID, IsOther))
		}
	}
	return all
}

func isWorkspace(token string, g server.TestData) bool { return token == g.WorkspaceToken }

// IsPersonal reports whether a token is the personal access token.
func IsPersonal(token string, g server.TestData) bool { return token == g.PersonalToken }

// IsOther reports whether a token is that of another workspace.
func IsOther(token string, g server.TestData) bool { return token == g.OtherWorkspaceToken }

// isNone reports whether no token is sent, or an empty one.
func isNone(token string, _ server.TestData) bool { return token == "" }

// IsInvented reports whether a token is one that no one was given.
func IsInvented(token string, g server.TestData) bool {
	return token != "" && !slices.Contains([]string{g.WorkspaceToken, g.PersonalToken, g.OtherWorkspaceToken, g.RevokedToken}, token)
}

// rightToken returns the token that an operation takes.
func rightToken(operation string, lab *edit.Lab) string {
	if o := spec.OperationOf(operation); o.Token == spec.PersonalToken {
		return lab.TestData.PersonalToken
	}
	return lab.TestData.WorkspaceToken
}

// longer accepts tokens that begin with the right one.
func longer(operation string) edit.Wrapper {
	return edit.OnRequest(operation, func(r *http.Request, lab *edit.Lab) {
		if right := "Bearer " + rightToken(operation, lab); strings.HasPrefix(r.Header.Get("Authorization"), right) {
			r.Header.Set("Authorization", right)
		}
	})
}

// anyScheme accepts the right token after any word.
func anyScheme(operation string) edit.Wrapper {
	return edit.OnRequest(operation, func(r *http.Request, lab *edit.Lab) {
		right := rightToken(operation, lab)
		if words := strings.Fields(r.Header.Get("Authorization")); len(words) == 2 && words[1] == right {
			r.Header.Set("Authorization", "Bearer "+right)
		}
	})
}

// Missing accepts requests without an Authorization header.
func Missing(operation string) edit.Wrapper {
	return edit.OnRequest(operation, func(r *http.Request, lab *edit.Lab) {
		if r.Header.Get("Authorization") == "" {
			r.Header.Set("Authorization", "Bearer "+rightToken(operation, lab))
		}
	})
}

// Accepting accepts some wrong tokens.
func Accepting(operation string, lets func(token string, g server.TestData) bool) edit.Wrapper {
	return edit.OnRequest(operation, func(r *http.Request, lab *edit.Lab) {
		token, ok := strings.CutPrefix(r.Header.Get("Authorization")+" ", "Bearer ")
		if ok && lets(strings.TrimSpace(token), lab.TestData) {
			r.Header.Set("Authorization", "Bearer "+rightToken(operation, lab))
		}
	})
}

// revokedPages accepts a revoked token where the query has a page.
func revokedPages(operation string) edit.Wrapper {
	return edit.OnRequest(operation, func(r *http.Request, lab *edit.Lab) {
		if r.URL.Query().Has("page") && r.Header.Get("Authorization") == "Bearer "+lab.TestData.RevokedToken {
			r.Header.Set("Authorization", "Bearer "+rightToken(operation, lab))
		}
	})
}

// inventedWhere accepts an invented token with some queries.
func inventedWhere(operation string, query func(url.Values) bool) edit.Wrapper {
	return edit.OnRequest(operation, func(r *http.Request, lab *edit.Lab) {
		token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if ok && IsInvented(token, lab.TestData) && query(r.URL.Query()) {
			r.Header.Set("Authorization", "Bearer "+rightToken(operation, lab))
		}
	})
}

// publishedAgain shows a connector that was published before without a token.
func publishedAgain(next http.Handler, lab *edit.Lab) http.Handler {
	var published sync.Map // the response, by path
	return edit.On(spec.PublishConnector, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *edit.Lab) {
		if before, again := published.Load(r.URL.Path); again && r.Header.Get("Authorization") == "" {
			rec := before.(*httptest.ResponseRecorder)
			edit.Reply(w, rec, rec.Body.Bytes())
			return
		}
		rec := edit.Record(next, r)
		if edit.Succeeds(rec) {
			published.Store(r.URL.Path, rec)
		}
		edit.Reply(w, rec, rec.Body.Bytes())
	})(next, lab)
}

// asRow, asMessage, asHeader, asExample and asNames are where a rejection shows the data of a success.
func asRow(_ http.Header, data any) edit.Object {
	return edit.Object{"status": "error", "debug": edit.Object{"row": data}}
}

func asMessage(_ http.Header, data any) edit.Object {
	return edit.Object{"status": "error", "message": "no token for the rows " + string(edit.Encode(edit.Object{"data": data}))}
}

func asHeader(h http.Header, data any) edit.Object {
	h.Set("X-Debug", string(edit.Encode(edit.Object{"data": data})))
	return edit.Object{"status": "error"}
}

func asExample(_ http.Header, data any) edit.Object {
	if list, _ := data.([]any); len(list) > 0 {
		return edit.Object{"status": "error", "example": list[0]}
	}
	return edit.Object{"status": "error"}
}

func asNames(_ http.Header, data any) edit.Object {
	var names []string
	list, _ := data.([]any)
	for _, r := range list {
		names = append(names, r.(edit.Object)["name"].(string))
	}
	return edit.Object{"status": "error", "message": "no access to: " + strings.Join(names, ", ")}
}

// inDebugMember rejects some tokens, and shows them what the right token gets for a body.
func inDebugMember(operation, body string, lets func(token string, g server.TestData) bool, as func(h http.Header, data any) edit.Object) edit.Wrapper {
	return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *edit.Lab) {
		sent := r.Header.Get("Authorization")
		token, bearer := strings.CutPrefix(sent, "Bearer ")
		rec := edit.Record(next, r)
		if rec.Code/100 != 4 || !bearer && sent != "" || !lets(token, lab.TestData) {
			edit.Reply(w, rec, rec.Body.Bytes())
			return
		}
		right := r.Clone(r.Context())
		right.Header.Set("Authorization", "Bearer "+rightToken(operation, lab))
		right.Header.Set("Content-Type", "application/json")
		right.Body, right.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
		shown := edit.Decode(edit.Record(next, right).Body.Bytes())
		edit.Reply(w, rec, edit.Encode(as(rec.Header(), shown["data"])))
	})
}

// behind401 does what a request without a token asks for, and responds with HTTP 401.
func behind401(operation string, as func(body edit.Object) edit.Object) edit.Wrapper {
	return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *edit.Lab) {
		if r.Header.Get("Authorization") != "" {
			next.ServeHTTP(w, r)
			return
		}
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+rightToken(operation, lab))
		rec := edit.Record(next, r)
		rec.Code = http.StatusUnauthorized
		edit.Reply(w, rec, edit.Encode(as(edit.Decode(rec.Body.Bytes()))))
	})
}

// whole is the body itself, debugged the body in a member of an error.
func whole(body edit.Object) edit.Object    { return body }
func debugged(body edit.Object) edit.Object { return edit.Object{"status": "error", "debug": body} }

// behind executes a request with a wrong token, and responds with HTTP 401 and
// no body.
func behind(operation string, lets func(operation string) edit.Wrapper) edit.Wrapper {
	return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *edit.Lab) {
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
