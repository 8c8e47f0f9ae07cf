package journal_test

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"understudy/server"
	"understudy/server/internal/testkit"
	"understudy/server/journal"
)

// events reads server-sent events, each as "event id".
func events(t *testing.T, site, query string, header ...string) (next func() string, end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "GET", site+"/_understudy/journal/stream"+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	if header != nil {
		r.Header.Set(header[0], header[1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	lines.Scan() // the greeting: it is connected
	return func() string {
		var event, rest string
		for lines.Scan() {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch {
			case lines.Text() == "" && event != "":
				return event + " " + rest
			case name == "event":
				event = value
			case name == "id", name == "data" && rest == "":
				rest = value
			}
		}
		return "end"
	}, func() { cancel(); _ = res.Body.Close() }
}

func TestTheJournalStreams(t *testing.T) {
	f := testkit.Open(t, server.Options{Control: true, Journal: &journal.Limits{Exchanges: 2}})
	site := httptest.NewServer(f)
	defer site.Close()
	f.ListInvitations("")
	next, end := events(t, site.URL, "?operation=list-invitations")
	f.ListInvitations("")
	f.PostSegment(f.SegmentBody())
	want := func(next func() string, events ...string) {
		t.Helper()
		for _, event := range events {
			if got := next(); got != event {
				t.Errorf("it sends %q, want %q", got, event)
			}
		}
	}
	want(next, "exchange 2")
	f.ListInvitations("")
	want(next, "exchange 4")
	end()
	late, end := events(t, site.URL, "", "Last-Event-ID", "1")
	want(late, `dropped {"dropped":1}`, "exchange 3", "exchange 4")
	end()
	after, end := events(t, site.URL, "?after=3")
	want(after, "exchange 4")
	end()
	restarted, end := events(t, site.URL, "", "Last-Event-ID", "99")
	want(restarted, `dropped {"dropped":2}`, "exchange 3", "exchange 4")
	end()
}

func TestAStreamEndsWithTheServer(t *testing.T) {
	f := testkit.OpenControlled(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan error, 1)
	go func() { stopped <- f.Serve(ctx, l) }()
	next, end := events(t, "http://"+l.Addr().String(), "")
	defer end()
	stop()
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	if got := next(); got != "end" {
		t.Errorf("it goes on with %s", got)
	}
}

func TestAStreamEndsWithItsSandbox(t *testing.T) {
	for way, end := range map[string]func(f testkit.Fake){
		"deleted": func(f testkit.Fake) { f.Control("DELETE", "sandboxes/fork", "") },
		"created again": func(f testkit.Fake) {
			f.Control("DELETE", "sandboxes/fork", "")
			f.Control("POST", "sandboxes", `{"id":"fork"}`)
		},
		"over": func(testkit.Fake) { time.Sleep(time.Hour) }, // in the bubble's time
	} {
		synctest.Test(t, func(t *testing.T) {
			f := testkit.Open(t, server.Options{Control: true})
			if a := f.Control("POST", "sandboxes", `{"id":"fork","ttl":"30m"}`); a.Code != 201 {
				t.Fatal(a)
			}
			ended := make(chan testkit.Response)
			go func() { ended <- f.Control("GET", "journal/stream?sandbox=fork", "") }()
			synctest.Wait()
			f.Do("GET", "/s/fork"+testkit.InvitationsPath, "")
			synctest.Wait()
			end(f)
			at := time.Now()
			select {
			case a := <-ended:
				if !strings.Contains(a.Body, "id: 1\n") || !strings.Contains(a.Body, ": the journal\n\n") {
					t.Errorf("%s: it sent %s", way, a)
				}
				if took := time.Since(at); way != "over" && took > 0 {
					t.Errorf("%s: the stream goes on for %s", way, took)
				}
			case <-time.After(time.Minute):
				t.Fatalf("%s: the stream goes on", way)
			}
		})
	}
}

// stuck is a client that reads some writes and then stops.
type stuck struct {
	*httptest.ResponseRecorder
	reads    int
	deadline time.Time
}

func (w *stuck) SetWriteDeadline(at time.Time) error {
	w.deadline = at
	return nil
}

func (w *stuck) Write(b []byte) (int, error) {
	if w.reads--; w.reads >= 0 {
		return len(b), nil
	}
	if w.deadline.IsZero() {
		select {} // synctest notices this
	}
	<-time.After(time.Until(w.deadline)) // in the bubble's time
	return 0, os.ErrDeadlineExceeded
}

func (w *stuck) WriteString(s string) (int, error) { return w.Write([]byte(s)) }

func TestAStreamThatNobodyReadsEnds(t *testing.T) {
	for rule, c := range map[string]struct {
		reads int
		want  time.Duration
	}{
		"it never reads":            {0, 15 * time.Second},
		"it reads the greeting":     {1, 15 * time.Second},
		"it reads an event":         {2, 15 * time.Second},
		"it reads but has its time": {1000, 0},
	} {
		t.Run(rule, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := testkit.Open(t, server.Options{Control: true})
				if a := f.Control("POST", "sandboxes", `{"id":"fork"}`); a.Code != 201 {
					t.Fatal(a)
				}
				for range 5 {
					f.Do("GET", "/s/fork"+testkit.InvitationsPath, "")
				}
				ended := make(chan bool)
				go func() {
					r := httptest.NewRequest("GET", "http://localhost/_understudy/journal/stream?sandbox=fork&after=0", nil)
					r.RemoteAddr = testkit.ThisMachine
					f.ServeHTTP(&stuck{ResponseRecorder: httptest.NewRecorder(), reads: c.reads}, r)
					close(ended)
				}()
				synctest.Wait()
				at := time.Now()
				f.Control("DELETE", "sandboxes/fork", "")
				<-ended
				if took := time.Since(at); took != c.want {
					t.Errorf("the stream outlives its sandbox by %s, want %s", took, c.want)
				}
			})
		})
	}
}

func TestAStreamCountsNothingThatWasClearedAsDropped(t *testing.T) {
	f := testkit.Open(t, server.Options{Control: true, Journal: &journal.Limits{Exchanges: 2}})
	site := httptest.NewServer(f)
	defer site.Close()
	for range 3 {
		f.ListInvitations("")
	}
	f.Control("DELETE", "journal", "")
	next, end := events(t, site.URL, "", "Last-Event-ID", "1")
	defer end()
	f.ListInvitations("")
	if got := next(); got != "exchange 4" {
		t.Errorf("it sends %q", got)
	}
}
