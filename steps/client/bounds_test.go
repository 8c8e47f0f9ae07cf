package client_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"understudy/steps/client"
	"understudy/steps/target"
)

func zip(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWhatExceedsABoundIsNotRead(t *testing.T) {
	nested := func(levels int) string { return strings.Repeat("[", levels) + strings.Repeat("]", levels) }
	deepStrings := `["` + strings.Repeat(`[{\"`, 2000) + `"` + strings.Repeat(`,[]`, 2000) + "]"
	const deep, full, long = "nested deeper than 1,000 levels", "of more than 250,000 values", "longer than 8 MiB"
	for rule, c := range map[string]struct {
		body, unread string
		zipped       bool
	}{
		"1,000 levels":                         {nested(1000), "", false},
		"1,001 levels":                         {nested(1001), deep, false},
		"8,000,000 levels of some kB":          {zip(t, strings.Repeat("[", 8_000_000)), deep, true},
		"brackets in texts, and beside others": {deepStrings, "", false},
		"250,000 values":                       {"[0" + strings.Repeat(",0", 249_998) + "]", "", false},
		"250,001 values":                       {"[0" + strings.Repeat(",0", 249_999) + "]", full, false},
		"8 MiB":                                {strings.Repeat(" ", 8<<20-1) + "1", "", false},
		"a byte more":                          {strings.Repeat(" ", 8<<20) + "1", long, false},
		"8 MiB, compressed":                    {zip(t, strings.Repeat(" ", 8<<20-1)+"1"), "", true},
		"a byte more, compressed":              {zip(t, strings.Repeat(" ", 8<<20)+"1"), long, true},
		"compressed to more than they are":     {strings.Repeat(zip(t, ""), 400_000), long, true},
		"an empty body with Content-Encoding":  {"", "", true},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if c.zipped {
				w.Header().Set("Content-Encoding", "gzip")
			}
			_, _ = io.WriteString(w, c.body) // the client disconnects after it has read enough
		}))
		e := newClient(t, s.URL, nil).Do(t.Context(), client.Request{Method: "GET", Path: "/"})
		if e.Unread != c.unread || e.Err != nil || e.IsJSON() != (c.unread == "" && c.body != "") {
			t.Errorf("%s: unread %q, %v, JSON %t", rule, e.Unread, e.Err, e.IsJSON())
		}
		if c.unread != "" && (len(e.Body) > 0 || e.JSON().Exists() || e.Get("0").Exists()) {
			t.Errorf("%s: %d bytes are left of it", rule, len(e.Body))
		}
		s.Close()
	}
}

func TestABodyIsDecompressedUnderBothNamesOfGzip(t *testing.T) {
	for _, name := range []string{"gzip", "x-gzip", "GZIP"} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", name)
			_, _ = io.WriteString(w, zip(t, `{"id":7}`))
		}))
		if e := newClient(t, s.URL, nil).Do(t.Context(), client.Request{Method: "GET", Path: "/"}); e.Get("id").Int() != 7 {
			t.Errorf("%s: %q", name, e.Body)
		}
		s.Close()
	}
}

func TestAHeaderIsBounded(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X-Long", strings.Repeat("x", 300<<10)) }))
	defer s.Close()
	c := newClient(t, s.URL, nil)
	c.Pauses()
	e := c.Do(t.Context(), client.Request{Method: "GET", Path: "/"})
	if e.Err == nil || len(e.Err.Error()) > 400 {
		t.Errorf("%v", e.Err)
	}
}

// TestTheRunKeepsABoundedNumberOfBodies requests more than may be kept, without
// releasing anything, and then one more.
func TestTheRunKeepsABoundedNumberOfBodies(t *testing.T) {
	body := strings.Repeat("x", 7<<20)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }))
	defer s.Close()
	c := newClient(t, s.URL, nil)
	var all []*client.Exchange
	held := 0
	for range 20 {
		e := c.Do(t.Context(), client.Request{Method: "GET", Path: "/"})
		all, held = append(all, e), held+len(e.Body)
	}
	if last := all[len(all)-1]; held > 96<<20 || held < 80<<20 || !strings.Contains(last.Unread, "while the run holds") {
		t.Errorf("%d MiB are kept; the last is %q", held>>20, last.Unread)
	}
	c.Release(all[0])
	c.Trim(all[1])
	if n := len(all[1].Body); n > 64<<10 || all[1].IsJSON() || all[1].Unread == "" {
		t.Errorf("%d bytes are left of what was let go", n)
	}
	for range 2 {
		if e := c.Do(t.Context(), client.Request{Method: "GET", Path: "/"}); len(e.Body) == 0 {
			t.Error("released room is not used")
		}
	}
}

func TestABodyThatDripsTimesOut(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			_, _ = io.WriteString(w, " ")
			w.(http.Flusher).Flush()
		}
	}))
	defer s.Close()
	c := newClient(t, s.URL, func(tg *target.Target) { tg.Limits.RequestTimeout = target.Duration(50 * time.Millisecond) })
	c.Pauses()
	e := c.Do(t.Context(), client.Request{Method: "POST", Path: "/", Operation: "o"})
	if e.Err == nil || !strings.Contains(e.Err.Error(), "timed out") {
		t.Errorf("%v", e.Err)
	}
}

// TestAnOperationThatTimedOutTwiceIsNotAsked counts timeouts: the repetition of
// a GET counts, and of writes the next request.
func TestAnOperationThatTimedOutTwiceIsNotAsked(t *testing.T) {
	var asked atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if strings.HasSuffix(r.URL.Path, "silent") {
			<-r.Context().Done()
		}
	}))
	defer s.Close()
	for method, want := range map[string][]int64{"GET": {2, 2, 2}, "PATCH": {2, 4, 4}, "POST": {1, 2, 2}} {
		c := newClient(t, s.URL, func(tg *target.Target) { tg.Limits.RequestTimeout = target.Duration(100 * time.Millisecond) })
		c.Pauses()
		asked.Store(0)
		r := client.Request{Method: method, Path: "/silent", Operation: "o", Allowed: true}
		for i, n := range want {
			e := c.Do(t.Context(), r)
			if asked.Load() != n || e.NotAsked() != (i == len(want)-1 || i > 0 && n == want[i-1]) {
				t.Errorf("%s: asked %d times after %d requests, want %d: %v", method, asked.Load(), i+1, n, e.Err)
			}
		}
		faulty := r
		faulty.Allowed = false
		restoring := client.Request{Method: method, Path: "/", Operation: "o", Allowed: true, Restores: true}
		if !c.Do(t.Context(), faulty).NotAsked() || c.Do(t.Context(), restoring).NotAsked() || c.Do(t.Context(), restoring).NotAsked() {
			t.Errorf("%s: a faulty request is sent, or one that restores is not", method)
		}
	}
}

// TestRequestsThatTimeOutTogetherAreOneEvent sends several at a time, and then one after the other.
func TestRequestsThatTimeOutTogetherAreOneEvent(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}))
	defer s.Close()
	c := newClient(t, s.URL, func(tg *target.Target) { tg.Limits.RequestTimeout = target.Duration(200 * time.Millisecond) })
	c.Pauses()
	r := client.Request{Method: "POST", Path: "/", Operation: "o", Allowed: true}
	var together sync.WaitGroup
	for range 3 {
		together.Go(func() { c.Do(t.Context(), r) })
	}
	together.Wait()
	for n, want := range []bool{false, true} {
		if got := c.Do(t.Context(), r).NotAsked(); got != want {
			t.Errorf("request %d after them: not sent: %t, want %t", n+1, got, want)
		}
	}
}

func TestARepeatedWriteCountsOnce(t *testing.T) {
	s, _ := responding(t, nil, 503)
	for method, want := range map[string]int{"GET": 3, "PATCH": 1} {
		c := newClient(t, s.URL, nil)
		c.Pauses()
		if e := c.Do(t.Context(), client.Request{Method: method, Path: "/"}); e.Failed != want || e.Tries != 3 {
			t.Errorf("%s: %d failures in %d tries", method, e.Failed, e.Tries)
		}
	}
}

// TestWaitingIsBoundedInAll has one operation ask for 89 seconds each time.
func TestWaitingIsBoundedInAll(t *testing.T) {
	s, _ := responding(t, http.Header{"Retry-After": {"89"}}, 429)
	c := newClient(t, s.URL, nil)
	pauses := c.Pauses()
	for range 100 {
		c.Do(context.Background(), client.Request{Method: "GET", Path: "/", Operation: "o", Allowed: true})
	}
	var waited time.Duration
	for _, p := range *pauses {
		waited += p
	}
	if waited > 20*time.Minute || waited < 15*time.Minute {
		t.Errorf("waited %v", waited)
	}
}

// TestTheClientCertificateStaysOnTheOriginOfTheTarget sends requests to two
// servers that require a client certificate.
func TestTheClientCertificateStaysOnTheOriginOfTheTarget(t *testing.T) {
	shown := map[string]int{}
	start := func(name string) *httptest.Server {
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { shown[name] = len(r.TLS.PeerCertificates) }))
		s.TLS = &tls.Config{ClientAuth: tls.RequestClientCert}
		s.StartTLS()
		t.Cleanup(s.Close)
		return s
	}
	home, elsewhere := start("home"), start("elsewhere")
	folder := t.TempDir()
	write := func(name, kind string, der []byte) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	pair := home.TLS.Certificates[0]
	der, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	key := write("key.pem", "PRIVATE KEY", der)
	certificate := write("cert.pem", "CERTIFICATE", pair.Certificate[0])
	c := newClient(t, home.URL, func(tg *target.Target) {
		tg.TLS = target.TLS{CAFile: certificate, ClientCert: certificate, ClientKey: key}
		tg.Headers = map[string]string{"X-Gate": "secret"}
	})
	left := map[string]string{}
	for name, s := range map[string]*httptest.Server{"home": home, "elsewhere": elsewhere} {
		e := c.Do(t.Context(), client.Request{Method: "GET", URL: s.URL + "/", Scheme: client.Bearer, Token: "w"})
		if left[name] = e.LeftOut; e.Err != nil {
			t.Error(e.Err)
		}
	}
	if shown["home"] != 1 || shown["elsewhere"] != 0 {
		t.Errorf("certificates shown: %v", shown)
	}
	if left["home"] != "" || left["elsewhere"] != "Authorization and the headers of the target file: the URL lies on another origin than base_url" {
		t.Errorf("left out: %q", left)
	}
}
