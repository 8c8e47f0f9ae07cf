package admission

import (
	"crypto/rand"
	"net/http"
)

// hasSession reports whether a request comes from a browser that logged in.
func (g *Guard) hasSession(r *http.Request) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, cookie := range r.CookiesNamed(g.Cookie) {
		if g.sessions[cookie.Value] {
			return true
		}
	}
	return false
}

// Begin begins a session, which nobody can guess. If there are too many, a random one ends.
func (g *Guard) Begin() string {
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

// End ends the session of a browser.
func (g *Guard) End(r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, cookie := range r.CookiesNamed(g.Cookie) {
		delete(g.sessions, cookie.Value)
	}
}
