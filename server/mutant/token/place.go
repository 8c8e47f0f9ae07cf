package token

import (
	"net/http"
	"slices"
	"strings"

	"understudy/server"
	"understudy/server/mutant/edit"
	"understudy/spec"
)

// places accept tokens in other places than after Bearer in Authorization.
func places() (all []edit.Mutant) {
	for _, m := range []struct {
		operation, id, says string
		token               func(r *http.Request) string
	}{
		{spec.ListInvitations, "bare-token", "a token without a scheme", inAuthorization("")},
		{spec.ListDestinationObjects, "bare-token", "a token without a scheme", inAuthorization("")},
		{spec.CreateSegment, "scheme-token", "a token after Token", inAuthorization("Token ")},
		{spec.ListInvitations, "scheme-token", "a token after Token", inAuthorization("Token ")},
		{spec.ListTopics, "scheme-token", "a token after Token", inAuthorization("Token ")},
		{spec.ListDestinationObjects, "scheme-apikey", "a token after ApiKey", inAuthorization("ApiKey ")},
		{spec.CreateLink, "scheme-apikey", "a token after ApiKey", inAuthorization("ApiKey ")},
		{spec.ListInvitations, "query-token", "a token in the query", inQuery("access_token")},
		{spec.ListTopics, "query-token", "a token in the query", inQuery("token")},
		{spec.CreateConnector, "query-token", "a token in the query", inQuery("access_token")},
		{spec.UpdateDestination, "query-token", "a token in the query", inQuery("api_key")},
		{spec.ListDestinationObjects, "api-key", "a token in X-Api-Key", inHeader("X-Api-Key")},
		{spec.UpdateConnector, "api-key", "a token in X-Api-Key", inHeader("X-Api-Key")},
		{spec.ListDestinationObjects, "cookie-token", "a token in a cookie", inCookie("token")},
		{spec.CreateConnector, "body-token", "a token in the body", inBody("access_token")},
		{spec.PublishConnector, "bare-token", "a token without a scheme", inAuthorization("")},
		{spec.CreateLink, "bare-token", "a token without a scheme", inAuthorization("")},
		{spec.ListTopics, "scheme-basic", "a token after Basic", inAuthorization("Basic ")},
		{spec.CreateConnector, "scheme-basic", "a token after Basic", inAuthorization("Basic ")},
		{spec.UpdateDestination, "bearer-colon", "a token after Bearer:", inAuthorization("Bearer: ")},
		{spec.UpdateConnector, "bearer-unspaced", "a token after Bearer without a space", inAuthorization("Bearer")},
		{spec.PublishConnector, "token-parameter", "a token after Token token=", inAuthorization("Token token=")},
		{spec.PublishConnector, "auth-token", "a token in X-Auth-Token", inHeader("X-Auth-Token")},
	} {
		all = append(all, edit.Mutant{ID: m.operation + "-" + m.id, Breaks: "token-required", Says: m.operation + " takes " + m.says, Change: fromPlace(m.operation, m.token)})
	}
	for _, m := range []struct {
		operation, id, says string
		accepts             func(token string, d server.TestData) bool
	}{
		{spec.ListInvitations, "list-token-null", "the token null lists invitations", isWord("null")},
		{spec.ListTopics, "topics-token-undefined", "the token undefined lists topics", isWord("undefined")},
		{spec.CreateSegment, "creation-token-words", "the tokens null and undefined create segments", isWord("null", "undefined")},
	} {
		all = append(all, edit.Mutant{ID: m.id, Breaks: "token-valid", Says: m.says, Change: Accepting(m.operation, m.accepts)})
	}
	return append(all,
		edit.Mutant{ID: "list-bearer-twice", Breaks: "token-valid", Says: "a token after Bearer twice lists invitations", Change: fromPlace(spec.ListInvitations, inAuthorization("Bearer Bearer "))},
		edit.Mutant{ID: "objects-session-cookie", Breaks: "token-required", Says: "a cookie that the list of objects sets opens it without a token", Change: session(spec.ListDestinationObjects)},
		edit.Mutant{ID: "topics-two-tokens", Breaks: "token-valid", Says: "the second of two tokens with a comma between them lists topics", Change: fromSecond(spec.ListTopics)},
		edit.Mutant{ID: "objects-pages-empty-token", Breaks: "token-valid", Says: "an empty token is shown page 2 of the objects",
			Change: acceptingWhere(spec.ListDestinationObjects, isNone, func(r *http.Request) bool { return r.URL.Query().Get("page") == "2" })},
		edit.Mutant{ID: "update-without-name-other-workspace", Breaks: "workspace-token-own", Says: "another workspace may update a destination if it sends no name",
			Change: acceptingWhere(spec.UpdateDestination, IsOther, namesNothing)},
		edit.Mutant{ID: "update-destination-any-password", Breaks: "token-valid", Says: "any password of HTTP Basic updates a destination", Change: anyPassword(spec.UpdateDestination)},
		edit.Mutant{ID: "create-connector-any-password", Breaks: "token-valid", Says: "any password of HTTP Basic creates a connector", Change: anyPassword(spec.CreateConnector)},
		edit.Mutant{ID: "topics-any-password", Breaks: "token-valid", Says: "any password of HTTP Basic lists topics", Change: anyPassword(spec.ListTopics)},
		edit.Mutant{ID: "topics-token-in-other-case", Breaks: "token-valid", Says: "a token in other case lists topics", Change: fromOtherCase(spec.ListTopics)},
		edit.Mutant{ID: "objects-other-workspace-on-page-2", Breaks: "workspace-token-own", Says: "another workspace is shown page 2 of the objects",
			Change: acceptingWhere(spec.ListDestinationObjects, IsOther, func(r *http.Request) bool { return r.URL.Query().Get("page") == "2" })},
		edit.Mutant{ID: "objects-other-workspace-in-order", Breaks: "workspace-token-own", Says: "another workspace is shown the objects in order asc",
			Change: acceptingWhere(spec.ListDestinationObjects, IsOther, func(r *http.Request) bool { return r.URL.Query().Get("order") == "asc" })},
		edit.Mutant{ID: "objects-personal-on-page-2", Breaks: "workspace-token-kind", Says: "a personal access token is shown page 2 of the objects",
			Change: acceptingWhere(spec.ListDestinationObjects, IsPersonal, func(r *http.Request) bool { return r.URL.Query().Get("page") == "2" })},
		edit.Mutant{ID: "list-workspace-token-in-order", Breaks: "personal-token-kind", Says: "a workspace's token lists invitations in order asc",
			Change: acceptingWhere(spec.ListInvitations, isWorkspace, func(r *http.Request) bool { return r.URL.Query().Get("order") == "asc" })},
		edit.Mutant{ID: "update-of-nothing-without-token", Breaks: "token-required", Says: "an update that would change nothing needs no token", Change: noTokenForNothing},
	)
}

// isWord reports whether a token is one of some words.
func isWord(words ...string) func(string, server.TestData) bool {
	return func(token string, _ server.TestData) bool { return slices.Contains(words, token) }
}

// fromPlace takes the token from another place.
func fromPlace(operation string, token func(r *http.Request) string) edit.Wrapper {
	return edit.OnRequest(operation, func(r *http.Request, lab *edit.Lab) {
		if want := rightToken(operation, lab); token(r) == want {
			r.Header.Set("Authorization", "Bearer "+want)
		}
	})
}

// anyPassword accepts HTTP Basic, whatever the password is.
func anyPassword(operation string) edit.Wrapper {
	return edit.OnRequest(operation, func(r *http.Request, lab *edit.Lab) {
		if _, password, ok := r.BasicAuth(); ok && password != "" {
			r.Header.Set("Authorization", "Bearer "+rightToken(operation, lab))
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
		*r = *edit.Reread(r)
		token, _ := edit.Decode(edit.BodyOf(r))[member].(string)
		return token
	}
}

// fromOtherCase accepts a token with letters of any case.
func fromOtherCase(operation string) edit.Wrapper {
	return edit.OnRequest(operation, func(r *http.Request, lab *edit.Lab) {
		if want := rightToken(operation, lab); strings.EqualFold(r.Header.Get("Authorization"), "Bearer "+want) {
			r.Header.Set("Authorization", "Bearer "+want)
		}
	})
}

// session sets a cookie, and accepts it in place of a token.
func session(operation string) edit.Wrapper {
	const name, value = "sid", "5e2d"
	return edit.On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *edit.Lab) {
		if inCookie(name)(r) == value && r.Header.Get("Authorization") == "" {
			r = r.Clone(r.Context())
			r.Header.Set("Authorization", "Bearer "+rightToken(operation, lab))
		}
		http.SetCookie(w, &http.Cookie{Name: name, Value: value})
		next.ServeHTTP(w, r)
	})
}

// fromSecond accepts the right token after another one and a comma.
func fromSecond(operation string) edit.Wrapper {
	return edit.OnRequest(operation, func(r *http.Request, lab *edit.Lab) {
		want := rightToken(operation, lab)
		if _, second, found := strings.Cut(r.Header.Get("Authorization"), ", "); found && strings.Contains(second, want) {
			r.Header.Set("Authorization", "Bearer "+want)
		}
	})
}

// namesNothing reports whether an update of a destination has no name. The body can still be read.
func namesNothing(r *http.Request) bool {
	if !edit.Is(r, spec.UpdateDestination) {
		return false
	}
	*r = *edit.Reread(r)
	sent, _ := edit.Decode(edit.BodyOf(r))["service_connection"].(edit.Object)
	return sent["name"] == nil
}

// acceptingWhere accepts some wrong tokens for some requests.
func acceptingWhere(operation string, lets func(token string, g server.TestData) bool, where func(*http.Request) bool) edit.Wrapper {
	return func(next http.Handler, lab *edit.Lab) http.Handler {
		open := Accepting(operation, lets)(next, lab)
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
var noTokenForNothing = edit.On(spec.UpdateDestination, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *edit.Lab) {
	if r.Header.Get("Authorization") != "" {
		next.ServeHTTP(w, r)
		return
	}
	r = edit.Reread(r)
	sent, _ := edit.Decode(edit.BodyOf(r))["service_connection"].(edit.Object)
	known := r.Clone(r.Context())
	known.Header.Set("Authorization", "Bearer "+rightToken(spec.UpdateDestination, lab))
	if sent != nil && sent["name"] == edit.DestinationName(next, known) {
		r = known
	}
	next.ServeHTTP(w, r)
})
