package server

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// origins are the web pages whose scripts may use the API, such as
// https://app.example.com; "*" is all of them.
type origins []string

func checkOrigins(all []string) error {
	for _, text := range all {
		u, err := url.Parse(text)
		if text != "*" && (err != nil || u.Scheme == "" || u.Host == "" || u.Scheme+"://"+u.Host != text) {
			return fmt.Errorf("CORS origin %q: give scheme and host, such as http://localhost:3000, or *", text)
		}
	}
	return nil
}

// preflightAge is for how many seconds a browser may cache the response to a
// preflight.
const preflightAge = "600"

// respond sets the headers that allow a page to use the API, and reports whether
// it responded to a preflight, which needs no further handling.
func (o origins) respond(w http.ResponseWriter, r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if len(o) == 0 {
		return false
	}
	h := w.Header()
	h.Add("Vary", "Origin")
	if origin == "" || !slices.Contains(o, "*") && !slices.Contains(o, origin) {
		return false
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", "*")
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH")
	h.Set("Access-Control-Allow-Headers", strings.Join(r.Header.Values("Access-Control-Request-Headers"), ", "))
	h.Set("Access-Control-Max-Age", preflightAge)
	w.WriteHeader(http.StatusNoContent)
	return true
}
