package admission

import (
	"crypto/rand"
	"fmt"
	"math"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// Guard remembers the sessions of browsers that logged in, and where wrong tokens came
// from. It is safe for concurrent use.
type Guard struct {
	now func() time.Time
	// Cookie is the name of the cookie with a session. Each fake has its own name,
	// because the ports of a host share cookies.
	Cookie string

	mu       sync.Mutex
	sessions map[string]bool
	// wrong counts the wrong tokens of a network, since an instant.
	wrong map[netip.Prefix]int
	since time.Time
}

// NewGuard returns an empty Guard. now is real time.
func NewGuard(now func() time.Time) *Guard {
	return &Guard{now: now, Cookie: "understudy_session_" + strings.ToLower(rand.Text()[:8]), sessions: map[string]bool{}, wrong: map[netip.Prefix]int{}}
}

// How many wrong tokens a network may send in a window of time before it has to wait
// for the next window, and the largest numbers of networks and sessions to remember.
const (
	maxWrong     = 10
	window       = time.Minute
	maxAddresses = 10_000
	maxSessions  = 1_000
)

// admit accepts requests with a session or the token. An address that sends wrong
// tokens has to wait, except this machine's own, so that nobody locks its user out.
func (a Rules) admit(r *http.Request) *Rejection {
	if a.Guard.hasSession(r) {
		return nil
	}
	tries := r.Header.Get("Authorization") != "" && !fromHere(r)
	if wait := a.Guard.wait(r); tries && wait > 0 {
		seconds := int(math.Ceil(wait.Seconds()))
		return &Rejection{Status: http.StatusTooManyRequests, RetryAfter: seconds, Says: fmt.Sprintf("too many wrong tokens came from this address: try again in %d seconds", seconds)}
	}
	if a.authorizes(r) {
		return nil
	}
	if tries {
		a.Guard.count(r)
	}
	return &Rejection{Status: http.StatusUnauthorized, Says: "send the header Authorization: Bearer and the token that the fake was started with (--control-token)"}
}

// wait is how long the address of a request has to wait; 0 for not at all.
func (g *Guard) wait(r *http.Request) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.wrong[network(r)] < maxWrong {
		return 0
	}
	return g.since.Add(window).Sub(g.now())
}

// count counts a wrong token.
func (g *Guard) count(r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if now := g.now(); now.Sub(g.since) >= window || len(g.wrong) >= maxAddresses {
		g.since = now
		clear(g.wrong)
	}
	g.wrong[network(r)]++
}

// network is where a request comes from: its address, or of IPv6 the half that
// identifies a network.
func network(r *http.Request) netip.Prefix {
	from, _ := netip.ParseAddrPort(r.RemoteAddr) // the zero address counts as a network, too
	address := from.Addr().Unmap()
	p, _ := address.Prefix(min(address.BitLen(), 64))
	return p
}
