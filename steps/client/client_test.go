package client_test

import (
	"bufio"
	"context"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/target"
)

// responding serves one code after another, and then repeats the last one.
func responding(t *testing.T, header http.Header, codes ...int) (*httptest.Server, *atomic.Int64) {
	t.Helper()
	asked := new(atomic.Int64)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		code := codes[min(int(asked.Add(1)), len(codes))-1]
		if code == 0 {
			panic(http.ErrAbortHandler)
		}
		if code == http.StatusTooManyRequests || code == http.StatusServiceUnavailable {
			for k, v := range header {
				w.Header()[k] = v
			}
		}
		w.WriteHeader(code)
	}))
	t.Cleanup(s.Close)
	return s, asked
}

func newClient(t *testing.T, url string, change func(*target.Target)) *client.Client {
	t.Helper()
	tg := target.Target{BaseURL: url, Tokens: target.Tokens{Workspace: "w", Personal: "p"},
		Limits: target.Limits{RequestTimeout: target.Duration(5 * time.Second)}}
	if change != nil {
		change(&tg)
	}
	c, err := client.New(tg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func TestWhichRequestsAreSentAgain(t *testing.T) {
	after := func(v string) http.Header { return http.Header{"Retry-After": {v}} }
	by := func(clock, v string) http.Header { return http.Header{"Date": {clock}, "Retry-After": {v}} }
	for rule, c := range map[string]struct {
		method string
		header http.Header
		codes  []int
		asked  int
		status int
		pauses []time.Duration
	}{
		"a success is asked once":                       {"GET", nil, []int{200}, 1, 200, nil},
		"a rejected request is sent once":               {"GET", nil, []int{404}, 1, 404, nil},
		"a GET is sent again after a 503, three times":  {"GET", nil, []int{503}, 3, 503, []time.Duration{200e6, 400e6}},
		"a GET is sent again after a 500, twice":        {"GET", nil, []int{500}, 2, 500, []time.Duration{200e6}},
		"a GET may recover":                             {"GET", nil, []int{500, 200}, 2, 200, []time.Duration{200e6}},
		"a POST is never sent again after a 503":        {"POST", nil, []int{503}, 1, 503, nil},
		"nor where it got lost":                         {"POST", nil, []int{0}, 1, 0, nil},
		"a PATCH is, three times":                       {"PATCH", nil, []int{503}, 3, 503, []time.Duration{200e6, 400e6}},
		"a PUT that got lost is, three times":           {"PUT", nil, []int{0}, 3, 0, []time.Duration{200e6, 400e6}},
		"a PATCH is not after a 500":                    {"PATCH", nil, []int{500}, 1, 500, nil},
		"a 503 with Retry-After is waited out":          {"POST", after("7"), []int{503, 503, 201}, 3, 201, []time.Duration{7e9, 7e9}},
		"a 503 that asks for an hour is left alone":     {"POST", after("3600"), []int{503}, 1, 503, nil},
		"a 429 waits for the seconds that it names":     {"POST", after("7"), []int{429, 201}, 2, 201, []time.Duration{7e9}},
		"a 429 without Retry-After backs off":           {"GET", nil, []int{429, 429, 200}, 3, 200, []time.Duration{1e9, 2e9}},
		"a 429 that asks for an hour is left alone":     {"GET", after("3600"), []int{429}, 1, 429, nil},
		"an endless 429 is given up":                    {"GET", after("0"), []int{429}, 7, 429, []time.Duration{50e6, 100e6, 200e6, 400e6, 800e6, 1600e6}},
		"an invalid Retry-After is ignored":             {"GET", after("soon"), []int{429, 200}, 2, 200, []time.Duration{1e9}},
		"a Retry-After in the past means no wait":       {"GET", after("Mon, 02 Jan 2006 15:04:05 GMT"), []int{429, 200}, 2, 200, []time.Duration{50e6}},
		"a Retry-After uses the response's own clock":   {"GET", by("Mon, 02 Jan 2006 15:04:05 GMT", "Mon, 02 Jan 2006 15:04:12 GMT"), []int{429, 200}, 2, 200, []time.Duration{7e9}},
		"a reset GET is sent again, three times in all": {"GET", nil, []int{0}, 3, 0, []time.Duration{200e6, 400e6}},
	} {
		t.Run(rule, func(t *testing.T) {
			s, asked := responding(t, c.header, c.codes...)
			cl := newClient(t, s.URL, nil)
			pauses := cl.Pauses()
			e := cl.Do(context.Background(), client.Request{Method: c.method, Path: "/x", Allowed: true, Scheme: client.Bearer, Token: "w"})
			if c.codes[0] != 0 && int(asked.Load()) != c.asked || e.Tries != c.asked || e.Status != c.status {
				t.Errorf("asked %d times (%d tries), last %d; want %d times, last %d", asked.Load(), e.Tries, e.Status, c.asked, c.status)
			}
			if !slices.Equal(*pauses, c.pauses) {
				t.Errorf("paused %v, want %v", *pauses, c.pauses)
			}
		})
	}
}

// TestTheBudgetOf429WaitsIsSpentOnce: requests of a kind that got 429 to the
// last try are sent twice from then on, until one of them succeeds.
func TestTheBudgetOf429WaitsIsSpentOnce(t *testing.T) {
	for _, allowed := range []bool{true, false} {
		var code atomic.Int64
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(int(code.Load())) }))
		c := newClient(t, s.URL, nil)
		pauses := c.Pauses()
		ask := func(status int64, operation string, allowed bool) int {
			*pauses = nil
			code.Store(status)
			c.Do(context.Background(), client.Request{Method: "GET", Path: "/x", Operation: operation, Allowed: allowed})
			return len(*pauses)
		}
		got := []int{ask(429, "a", allowed), ask(429, "a", allowed), ask(429, "b", allowed), ask(429, "a", !allowed), ask(200, "a", allowed), ask(429, "a", allowed)}
		want := []int{6, 1, 1, 6, 0, 1}
		if allowed {
			want = []int{6, 1, 6, 6, 0, 6} // another operation may succeed; this one did once, and may again
		}
		if !slices.Equal(got, want) {
			t.Errorf("allowed %t: paused %v times, want %v", allowed, got, want)
		}
		s.Close()
	}
}

func TestALongWaitIsSaidOnce(t *testing.T) {
	s, _ := responding(t, http.Header{"Retry-After": {"4"}}, 429)
	c := newClient(t, s.URL, nil)
	pauses := c.Pauses()
	var said []time.Duration
	c.OnLongWait = func(e *client.Exchange) {
		total := time.Duration(0)
		for _, p := range *pauses {
			total += p
		}
		said = append(said, total)
	}
	for range 3 {
		c.Do(context.Background(), client.Request{Method: "GET", Path: "/x", Operation: spec.ListTopics, Allowed: true})
	}
	if want := []time.Duration{8 * time.Second}; !slices.Equal(said, want) {
		t.Errorf("said after pauses of %v, want %v: before the third, of 4s", said, want)
	}
}

func TestTheTokenStaysOnTheOriginOfTheTarget(t *testing.T) {
	var got http.Header
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.Header }))
	defer elsewhere.Close()
	home, _ := responding(t, nil, 200)
	c := newClient(t, home.URL, func(tg *target.Target) { tg.Headers = map[string]string{"X-Gate": "secret"} })
	c.Do(context.Background(), client.Request{Method: "GET", URL: elsewhere.URL, Scheme: client.Bearer, Token: "w", Allowed: true})
	if got.Get("Authorization") != "" || got.Get("X-Gate") != "" {
		t.Errorf("another origin received %v", got)
	}
}

func TestAURLIsSentAsBrowsersSendIt(t *testing.T) {
	var got string
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.RequestURI }))
	defer s.Close()
	c := newClient(t, s.URL, nil)
	c.Do(context.Background(), client.Request{Method: "GET", URL: s.URL + `/a b?of=a "b" ü&x=%20+'\''&auth=1`, Allowed: true})
	if want := `/a%20b?of=a%20%22b%22%20%C3%BC&x=%20+'\''&auth=1`; got != want {
		t.Errorf("sent %s, not %s", got, want)
	}
}

func TestRedirects(t *testing.T) {
	var outside int
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { outside++ }))
	defer elsewhere.Close()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/inside":
			http.Redirect(w, r, "/there", http.StatusFound)
		case "/outside":
			http.Redirect(w, r, elsewhere.URL, http.StatusFound)
		case "/loop":
			http.Redirect(w, r, "/loop", http.StatusFound)
		}
	}))
	defer s.Close()
	c := newClient(t, s.URL, nil)
	for rule, x := range map[string]struct {
		operation, path string
		allowed         bool
		status          int
	}{
		"an allowed GET follows within its origin": {"", "/inside", true, 200},
		"it does not follow to another origin":     {"", "/outside", true, 302},
		"a loop ends":                              {"", "/loop", true, 302},
		"a faulty request is not followed":         {"", "/inside", false, 302},
		"one of a source URL is":                   {spec.ReadSegmentSource, "/inside", false, 200},
		"and not to another origin":                {spec.ReadSegmentSource, "/outside", false, 302},
	} {
		t.Run(rule, func(t *testing.T) {
			e := c.Do(context.Background(), client.Request{Operation: x.operation, Method: "GET", Path: x.path, Allowed: x.allowed})
			if e.Status != x.status {
				t.Errorf("status %d, want %d", e.Status, x.status)
			}
		})
	}
	if outside > 0 {
		t.Error("a redirect led to another origin")
	}
}

func TestASilentServerTimesOut(t *testing.T) {
	release := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	}))
	defer s.Close()
	defer close(release)
	c := newClient(t, s.URL, func(tg *target.Target) { tg.Limits.RequestTimeout = target.Duration(20 * time.Millisecond) })
	c.Pauses()
	e := c.Do(context.Background(), client.Request{Method: "POST", Path: "/x"})
	if e.Err == nil || e.Err.Error() != "timed out after 20ms (limits.request_timeout)" {
		t.Errorf("err = %v", e.Err)
	}
}

func TestAPrivateCertificateAuthorityIsTrusted(t *testing.T) {
	s := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer s.Close()
	ca := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	for rule, c := range map[string]struct {
		tls target.TLS
		ok  bool
	}{
		"without it there is no response": {target.TLS{}, false},
		"with it":                         {target.TLS{CAFile: ca}, true},
		"when the operator waives it":     {target.TLS{InsecureSkipVerify: true}, true},
	} {
		t.Run(rule, func(t *testing.T) {
			cl := newClient(t, s.URL, func(tg *target.Target) { tg.TLS = c.tls })
			cl.Pauses()
			if e := cl.Do(context.Background(), client.Request{Method: "GET", Path: "/"}); e.OK() != c.ok {
				t.Errorf("%s", e.Outcome())
			}
		})
	}
}

func TestABadTLSFileIsAnError(t *testing.T) {
	junk := filepath.Join(t.TempDir(), "junk.pem")
	if err := os.WriteFile(junk, []byte("junk"), 0o600); err != nil {
		t.Fatal(err)
	}
	for rule, tls := range map[string]target.TLS{
		"a missing file":         {CAFile: junk + "x"},
		"a file that is not PEM": {CAFile: junk},
		"an invalid key pair":    {ClientCert: junk, ClientKey: junk},
	} {
		if _, err := client.New(target.Target{BaseURL: "http://h", TLS: tls}); err == nil {
			t.Errorf("%s is taken", rule)
		}
	}
}

func TestTheRateIsKept(t *testing.T) {
	s, asked := responding(t, nil, 200)
	c := newClient(t, s.URL, func(tg *target.Target) { tg.Limits.RequestsPerSecond = 100 })
	begin := time.Now()
	for range 6 {
		c.Do(context.Background(), client.Request{Method: "GET", Path: "/" + strconv.FormatInt(asked.Load(), 10)})
	}
	if took := time.Since(begin); took < 40*time.Millisecond {
		t.Errorf("6 requests took %v at 100 a second", took)
	}
}

// TestAPostIsLostOnAUsedConnectionOnlyOnce has a server that ends each connection when a second request
// arrives on it: its client cannot know that before.
func TestAPostIsLostOnAUsedConnectionOnlyOnce(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				requests := bufio.NewReader(conn)
				if r, err := http.ReadRequest(requests); err == nil {
					_, _ = io.Copy(io.Discard, r.Body)
					_, _ = io.WriteString(conn, "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}")
				}
				if r, err := http.ReadRequest(requests); err == nil {
					_, _ = io.Copy(io.Discard, r.Body)
				}
			}()
		}
	}()
	c := newClient(t, "http://"+l.Addr().String(), nil)
	var got []int
	for range 5 {
		e := c.Do(t.Context(), client.Request{Method: http.MethodPost, Path: "/x", Allowed: true, Scheme: client.Bearer, Token: "w", Body: []byte(`{}`)})
		got = append(got, e.Status)
	}
	if want := []int{201, 0, 201, 201, 201}; !slices.Equal(got, want) {
		t.Errorf("responses %v, want %v", got, want)
	}
}
