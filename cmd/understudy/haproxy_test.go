//go:build unix

package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// seen is what stand-ins for fakes got through a load balancer.
type seen struct {
	mu sync.Mutex
	// at is the number of the fake, and request the method and the path, of the last one.
	at      int
	request string
}

// standIns starts servers that note their requests, and returns their addresses.
func standIns(t *testing.T, s *seen) (addrs []string) {
	t.Helper()
	for i := range 4 {
		fake := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/_understudy/readyz" {
				return
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			s.at, s.request = i+1, r.Method+" "+r.URL.RequestURI()
		}))
		t.Cleanup(fake.Close)
		addrs = append(addrs, fake.Listener.Addr().String())
	}
	return addrs
}

// send sends a request, and returns the number of the fake that got it.
func (s *seen) send(t *testing.T, base, method, path, body string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, base+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %d, %v", method, path, res.StatusCode, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at
}

// ofSandbox are requests of the sandbox ID: a method, a path, and a body.
var ofSandbox = [][3]string{
	{"GET", "/s/ID/api/v1/invitations?per_page=3", ""},
	{"POST", "/s/ID/api/v1/connectors", "{}"},
	{"GET", "/s/ID", ""},
	{"GET", "/s/ID/embed/segment?authorization=x", ""},
	{"PUT", "/_understudy/sandboxes/ID", ""},
	{"GET", "/_understudy/sandboxes/ID", ""},
	{"GET", "/_understudy/sandboxes/ID?sandbox=other", ""},
	{"DELETE", "/_understudy/sandboxes/ID", ""},
	{"POST", "/_understudy/sandboxes/ID/restore", "{}"},
	{"GET", "/_understudy/clock?sandbox=ID", ""},
	{"GET", "/_understudy/journal/stream?after=1&sandbox=ID", ""},
	{"PATCH", "/_understudy/state/invitations/1?sandbox=ID&x=y", "{}"},
	{"GET", "/_understudy/console/state?sandbox=ID", ""},
	{"POST", "/_understudy/sandboxes", `{"id":"ID"}`},
	{"POST", "/_understudy/sandboxes", `{"ttl": "1h", "gaps": {"id": "x"}, "id" : "ID"}`},
	{"POST", "/_understudy/sandboxes?x=y", `{"id":"ID","fixture":"` + strings.Repeat("long ", 10_000) + `"}`},
}

func TestHAProxySendsASandboxToOneFake(t *testing.T) {
	s := &seen{}
	base := startHAProxy(t, standIns(t, s))
	used := map[int]bool{}
	for i := range 40 {
		id := fmt.Sprintf("some-%d", i)
		first := 0
		for _, c := range ofSandbox {
			at := s.send(t, base, c[0], strings.ReplaceAll(c[1], "ID", id), strings.ReplaceAll(c[2], "ID", id))
			if first == 0 {
				first = at
			}
			if at != first {
				t.Errorf("%s %s %.60s is sent to fake %d, and others of the sandbox to fake %d", c[0], c[1], c[2], at, first)
			}
		}
		used[first] = true
	}
	if len(used) != 4 {
		t.Errorf("40 sandboxes are on %d fakes of 4", len(used))
	}
}

func TestHAProxySendsTheDefaultSandboxToTheFirstFake(t *testing.T) {
	s := &seen{}
	base := startHAProxy(t, standIns(t, s))
	for _, path := range []string{"/api/v1/invitations", "/", "/api/v1/invitations?sandbox=other", "/_understudy/sandboxes", "/_understudy/clock", "/_understudy/snapshots/x",
		"/s/default/api/v1/invitations", "/_understudy/sandboxes/default", "/_understudy/clock?sandbox=default", "/_understudy/console/state"} {
		if at := s.send(t, base, "GET", path, ""); at != 1 {
			t.Errorf("%s is sent to fake %d", path, at)
		}
	}
}

// The id of a new sandbox is put into the path, so that the fake can compare it.
func TestHAProxyPutsANewSandboxAtItsPath(t *testing.T) {
	s := &seen{}
	base := startHAProxy(t, standIns(t, s))
	for body, want := range map[string]string{
		`{"id":"team-a"}`:                "PUT /_understudy/sandboxes/team-a",
		`{"ttl":"1h","id":"team-b"}`:     "PUT /_understudy/sandboxes/team-b",
		"":                               "PUT /_understudy/sandboxes/RANDOM",
		"no JSON":                        "PUT /_understudy/sandboxes/RANDOM",
		`{"ttl":"1h"}`:                   "PUT /_understudy/sandboxes/RANDOM",
		`{"id":"a/../b"}`:                "PUT /_understudy/sandboxes/RANDOM",
		`{"id":"x/reset?sandbox=other"}`: "PUT /_understudy/sandboxes/RANDOM",
		`{"fixture":"` + strings.Repeat("long ", 10_000) + `","id":"late"}`: "PUT /_understudy/sandboxes/RANDOM",
	} {
		s.send(t, base, "POST", "/_understudy/sandboxes", body)
		got := s.request
		if drawn := strings.TrimPrefix(got, "PUT /_understudy/sandboxes/"); strings.HasSuffix(want, "RANDOM") && len(drawn) == 36 {
			want = got
		}
		if got != want {
			t.Errorf("%.60s is sent as %s, want %s", body, got, want)
		}
	}
}

// get sends a GET request through a load balancer.
func get(t *testing.T, url string) (status int, header http.Header, body string) {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, res.Header, string(text)
}

// nobody is an address where nothing listens.
func nobody(t *testing.T) string {
	t.Helper()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	return gone.Listener.Addr().String()
}

func TestHAProxyDoesNotReplaceTheFirstFake(t *testing.T) {
	s := &seen{}
	fakes := standIns(t, s)
	fakes[0] = nobody(t)
	base := startHAProxy(t, fakes)
	status, header, says := get(t, base+"/api/v1/invitations")
	if status != http.StatusServiceUnavailable || header.Get("Retry-After") != "1" || !strings.Contains(says, `{"error":"the fake that this request belongs to is down`) || s.request != "" {
		t.Errorf("%d %v %s, and another fake got %q", status, header, says, s.request)
	}
	if status, _, says := get(t, base+"/_fleet/healthz"); status != http.StatusOK {
		t.Errorf("with three fakes its health is %d %s", status, says)
	}
}

func TestHAProxyReportsThatNoFakeIsUp(t *testing.T) {
	base := startHAProxy(t, []string{nobody(t), nobody(t), nobody(t), nobody(t)})
	for end := time.Now().Add(20 * time.Second); ; {
		// The request takes seconds as long as HAProxy takes a fake for up.
		if status, _, says := get(t, base+"/s/some/api/v1/invitations"); status != http.StatusServiceUnavailable {
			t.Fatalf("a request gets %d %s", status, says)
		}
		status, _, says := get(t, base+"/_fleet/healthz")
		if status == http.StatusServiceUnavailable {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("its health is %d %s", status, says)
		}
	}
}
