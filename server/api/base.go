package api

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"
)

// Base returns the start of the absolute URLs of a response: the public URL, or
// the origin of the request.
func (a *API) Base(r *http.Request) string {
	if a.PublicURL != "" {
		return a.PublicURL
	}
	scheme, host := "http", cmp.Or(r.Host, "localhost") // HTTP/1.0 may leave Host out
	if r.TLS != nil {
		scheme = "https"
	}
	if a.TrustProxy {
		scheme, host = forwarded(r, scheme, host)
	}
	return scheme + "://" + host
}

// forwarded returns the scheme and host that the proxy before the fake
// received. The first of several proxies is the one that the client called.
func forwarded(r *http.Request, scheme, host string) (string, string) {
	if proto := first(r.Header.Get("X-Forwarded-Proto")); proto == "http" || proto == "https" {
		scheme = proto
	}
	given := first(r.Header.Get("X-Forwarded-Host"))
	if u, err := url.Parse("http://" + given); err == nil && given != "" && u.Host == given {
		host = given
	}
	return scheme, host
}

func first(list string) string {
	value, _, _ := strings.Cut(list, ",")
	return strings.TrimSpace(value)
}
