package api

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"
)

// Base returns what the absolute URLs of an answer start with: the public URL, or
// else where the request went to.
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

// forwarded returns what the proxy before the fake was asked for. The first of
// several proxies is the one that the client asked.
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
