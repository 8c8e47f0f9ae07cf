package control

import (
	"crypto/rand"
	"net/http"
	"strings"
)

// hasSession reports whether a request comes from a browser that logged in.
func (c Control) hasSession(r *http.Request) bool {
	c.Guard.mu.Lock()
	defer c.Guard.mu.Unlock()
	for _, cookie := range r.CookiesNamed(c.Guard.cookie) {
		if c.Guard.sessions[cookie.Value] {
			return true
		}
	}
	return false
}

// Login starts a session for the browser that sent a token, until it logs out or is
// closed, or reports why not, like Reject.
func (c Control) Login(w http.ResponseWriter, r *http.Request, token string) (status int, says string) {
	tried := r.Clone(r.Context())
	tried.Header.Set("Authorization", "Bearer "+token)
	tried.Header.Del("Cookie")
	switch status, says := c.Reject(tried); {
	case status == http.StatusUnauthorized:
		return status, "That is not the token that the fake was started with (--control-token)."
	case status != 0:
		return status, says
	}
	if c.Token != "" {
		http.SetCookie(w, c.cookie(r, c.Guard.begin(), 0))
	}
	return 0, ""
}

// begin begins a session, which nobody can guess. If there are too many, a random one ends.
func (g *Guard) begin() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	for session := range g.sessions {
		if len(g.sessions) < maxSessions {
			break
		}
		delete(g.sessions, session)
	}
	session := rand.Text()
	g.sessions[session] = true
	return session
}

// Logout ends a browser's session.
func (c Control) Logout(w http.ResponseWriter, r *http.Request) {
	c.Guard.mu.Lock()
	for _, cookie := range r.CookiesNamed(c.Guard.cookie) {
		delete(c.Guard.sessions, cookie.Value)
	}
	c.Guard.mu.Unlock()
	http.SetCookie(w, c.cookie(r, "", -1))
}

func (c Control) cookie(r *http.Request, value string, maxAge int) *http.Cookie {
	return &http.Cookie{Name: c.Guard.cookie, Value: value, Path: Prefix, MaxAge: maxAge, HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: r.TLS != nil || strings.HasPrefix(c.PublicURL, "https:")}
}
