// Package admission decides who may control a fake: by where a request comes from, by the
// control token, or by the session of a browser that logged in with it.
//
// Start reading at Rules.Permit.
package admission

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// Rules say who may control a fake. The fields are those of the same name of the control API.
type Rules struct {
	On               bool
	Token, PublicURL string
	Guard            *Guard
}

// Rejection is why a request may not control the fake.
type Rejection struct {
	// Status is the HTTP status of the response.
	Status int
	Says   string
	// RetryAfter is in how many seconds to try again; 0 for not at all.
	RetryAfter int
}

// Permit decides whether a request may control the fake. Without a token, requests from
// this machine may. The address alone does not prove that: a page in this machine's
// browser, or a proxy on it, also sends from there.
func (a Rules) Permit(r *http.Request) *Rejection {
	switch {
	case !a.On:
		return &Rejection{Status: http.StatusNotFound, Says: "the control API is off: start the fake with --control on (Options.Control)"}
	case fromAnotherPage(r):
		return &Rejection{Status: http.StatusForbidden, Says: "the control API serves no web page but its own: ask from there, or without the header Origin"}
	case a.Token != "":
		return a.admit(r)
	case !fromHere(r):
		return &Rejection{Status: http.StatusForbidden, Says: "the control API serves this machine only: ask from the loopback address of the machine that the fake runs on, or start it with --control-token"}
	case !a.owns(r.Host):
		return &Rejection{Status: http.StatusForbidden, Says: "the control API knows no such Host: ask for localhost or 127.0.0.1, or start the fake with --public-url or --control-token"}
	}
	return nil
}

// fromAnotherPage reports whether a browser sent the request for a page of another
// origin. A browser sends Origin with every request that may change something, and
// Sec-Fetch-Site shows it for reads.
func fromAnotherPage(r *http.Request) bool {
	if r.Header.Get("Sec-Fetch-Site") == "cross-site" && !follows(r) {
		return true
	}
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		return false
	}
	origin, err := url.Parse(origins[0])
	return err != nil || len(origins) > 1 || origin.Host == "" || !strings.EqualFold(origin.Host, r.Host)
}

// follows reports whether somebody followed a link to here, which shows them a page
// and changes nothing.
func follows(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) &&
		r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
}

// authorizes compares digests, so that the time does not depend on the token.
func (a Rules) authorizes(r *http.Request) bool {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	given, want := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(a.Token))
	return subtle.ConstantTimeCompare(given[:], want[:]) == 1 && strings.EqualFold(scheme, "Bearer")
}

// forwarding are the headers by which a proxy names itself or its client, beside
// those that begin with X-Forwarded.
var forwarding = []string{"Forwarded", "Via", "X-Real-Ip", "X-Client-Ip", "X-Cluster-Client-Ip", "X-Original-Forwarded-For", "X-Original-Host",
	"X-Envoy-External-Address", "X-Envoy-Original-Path", "Client-Ip", "True-Client-Ip", "Cf-Connecting-Ip", "Cf-Ray", "Cdn-Loop",
	"Fastly-Client-Ip", "Fly-Client-Ip", "X-Appengine-User-Ip", "X-Azure-Clientip", "X-Arr-Log-Id"}

// forwarded reports whether a request came through a proxy. An empty header counts:
// the client may have sent it, and the proxy's own value comes after it.
func forwarded(r *http.Request) bool {
	for name := range r.Header {
		if strings.HasPrefix(name, "X-Forwarded") || slices.Contains(forwarding, name) {
			return true
		}
	}
	return false
}

// fromHere reports whether a request comes from this machine's loopback interface,
// and not through a proxy.
func fromHere(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && from.Addr().Unmap().IsLoopback() && !forwarded(r)
}

// owns reports whether a Host is a name of this machine for itself, or that of the
// public URL. Any other name may be one that an attacker points to this machine.
func (a Rules) owns(host string) bool {
	if public, err := url.Parse(a.PublicURL); err == nil && public.Host != "" && strings.EqualFold(host, public.Host) {
		return true
	}
	name := strings.ToLower((&url.URL{Host: host}).Hostname())
	ip := net.ParseIP(name)
	return name == "localhost" || strings.HasSuffix(name, ".localhost") || ip != nil && ip.IsLoopback()
}
