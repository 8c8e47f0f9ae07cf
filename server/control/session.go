package control

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
)

// sessionCookie is the name of what goes in a browser for the token. Other
// programs send the token. Each fake has its own: cookies are shared by the ports
// of a host.
func (c Control) sessionCookie() string {
	return "understudy_session_" + hex.EncodeToString(c.keyed("name")[:4])
}

// session is the value of the cookie: a keyed hash of the token, which tells
// nothing of it, and opens no fake but this one until it is started again.
func (c Control) session() string {
	return hex.EncodeToString(c.keyed(c.Token))
}

// keyed is a text's hash that is of this fake alone.
func (c Control) keyed(text string) []byte {
	key := c.SessionKey()
	mac := hmac.New(sha256.New, key[:])
	mac.Write([]byte(text))
	return mac.Sum(nil)
}

// hasSession tells whether a request comes from a browser that logged in.
func (c Control) hasSession(r *http.Request) bool {
	for _, cookie := range r.CookiesNamed(c.sessionCookie()) {
		if hmac.Equal([]byte(cookie.Value), []byte(c.session())) {
			return true
		}
	}
	return false
}

// Login gives the browser that sent a token a session, until it is closed, or
// tells why not, as Refuse does.
func (c Control) Login(w http.ResponseWriter, r *http.Request, token string) (status int, says string) {
	tried := r.Clone(r.Context())
	tried.Header.Set("Authorization", "Bearer "+token)
	tried.Header.Del("Cookie")
	switch status, says := c.Refuse(tried); {
	case status == http.StatusUnauthorized:
		return status, "That is not the token that the fake was started with (--control-token)."
	case status != 0:
		return status, says
	}
	if c.Token != "" {
		http.SetCookie(w, c.cookie(r, c.session(), 0))
	}
	return 0, ""
}

// Logout takes the session back from a browser.
func (c Control) Logout(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, c.cookie(r, "", -1))
}

func (c Control) cookie(r *http.Request, value string, maxAge int) *http.Cookie {
	return &http.Cookie{Name: c.sessionCookie(), Value: value, Path: Prefix, MaxAge: maxAge, HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: r.TLS != nil || strings.HasPrefix(c.PublicURL, "https:")}
}
