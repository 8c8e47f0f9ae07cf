package gateway

import (
	"net/http"
	"strings"
	"unicode"

	"understudy/steps/internal/independent/token"
)

// acceptsTokenFrom accepts a token in another place than after Bearer.
func (s sent) acceptsTokenFrom(from func(*http.Request) string) Gateway {
	return s.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if t := from(r); t == token.Workspace || t == token.Personal {
			r = r.Clone(r.Context())
			r.Header.Set("Authorization", "Bearer "+t)
		}
		next.ServeHTTP(w, r)
	})
}

func after(scheme string) func(*http.Request) string {
	return func(r *http.Request) string {
		if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), scheme); ok {
			return token
		}
		return ""
	}
}

func parameter(name string) func(*http.Request) string {
	return func(r *http.Request) string { return r.URL.Query().Get(name) }
}

func header(name string) func(*http.Request) string {
	return func(r *http.Request) string { return r.Header.Get(name) }
}

func cookie(name string) func(*http.Request) string {
	return func(r *http.Request) string {
		c, err := r.Cookie(name)
		if err != nil {
			return ""
		}
		return c.Value
	}
}

// inBody returns a member of the body, and leaves the body readable.
func inBody(name string) func(*http.Request) string {
	return func(r *http.Request) string {
		token, _ := BodyOf(r)[name].(string)
		return token
	}
}

// acceptsTokenAs accepts one token in place of another, for some of its requests.
func (s sent) acceptsTokenAs(token, as string, where func(*http.Request) bool) Gateway {
	return s.on(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if r.Header.Get("Authorization") == "Bearer "+token && where(r) {
			r = r.Clone(r.Context())
			r.Header.Set("Authorization", "Bearer "+as)
		}
		next.ServeHTTP(w, r)
	})
}

func always(*http.Request) bool { return true }

// inOtherCase returns a token with upper and lower case swapped.
func inOtherCase(token string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLower(c) {
			return unicode.ToUpper(c)
		}
		return unicode.ToLower(c)
	}, token)
}

func asked(name, value string) func(*http.Request) bool {
	return func(r *http.Request) bool { return r.URL.Query().Get(name) == value }
}
