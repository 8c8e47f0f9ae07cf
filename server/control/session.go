package control

import (
	"net/http"
	"strings"
)

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
		http.SetCookie(w, c.cookie(r, c.Guard.Begin(), 0))
	}
	return 0, ""
}

// Logout ends a browser's session.
func (c Control) Logout(w http.ResponseWriter, r *http.Request) {
	c.Guard.End(r)
	http.SetCookie(w, c.cookie(r, "", -1))
}

func (c Control) cookie(r *http.Request, value string, maxAge int) *http.Cookie {
	return &http.Cookie{Name: c.Guard.Cookie, Value: value, Path: Prefix, MaxAge: maxAge, HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: r.TLS != nil || strings.HasPrefix(c.PublicURL, "https:")}
}
