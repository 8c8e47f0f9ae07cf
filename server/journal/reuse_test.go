package journal_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"understudy/server/journal"
)

func TestABodyThatNobodyReadIsKept(t *testing.T) {
	for rule, c := range map[string]struct {
		body, kept string
		chunked    bool
		size       int64
	}{
		"all of it":                         {"0123456789", "0123456789", false, 10},
		"its start":                         {"0123456789abc", "0123456789", false, 13},
		"all of it, its length unknown":     {"0123456789", "0123456789", true, 10},
		"its start, with more that follows": {"0123456789abc", "0123456789", true, 11},
	} {
		j := journal.New(journal.Limits{Exchanges: 1, Body: 10})
		r := httptest.NewRequest("POST", "/x", strings.NewReader(c.body))
		if c.chunked {
			r.ContentLength = -1
		}
		rec, _ := j.Record(httptest.NewRecorder(), r, &journal.Exchange{Path: "/x"}, time.Now())
		rec.WriteHeader(http.StatusNotFound)
		rec.Done()
		e, _ := j.Find(1)
		if got := e.Request; string(got.Body) != c.kept || got.Size != c.size || got.Cut() != (len(c.body) > 10) {
			t.Errorf("%s: it has %q, of %d bytes", rule, got.Body, got.Size)
		}
	}
}

// Bodies are reused, except those that somebody may still read.
func TestABodyThatIsReadIsNotReused(t *testing.T) {
	j := journal.New(journal.Limits{Exchanges: 2, Body: 5000})
	send := func(letter string) {
		rec, _ := j.Record(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil), &journal.Exchange{}, time.Now())
		_, _ = rec.Write([]byte(strings.Repeat(letter, 4000)))
		rec.Done()
	}
	var held []*journal.Exchange
	for i, letter := range strings.Split("abcdefghijklmnop", "") {
		send(letter)
		switch i % 4 {
		case 1:
			kept, _ := j.After(0)
			held = append(held, kept...)
		case 2:
			e, _ := j.Find(j.Last())
			held = append(held, e)
		}
	}
	var got strings.Builder
	for _, e := range held {
		got.WriteByte(e.Response.Body[0])
		if n := strings.Count(string(e.Response.Body), string(e.Response.Body[:1])); n != 4000 {
			t.Errorf("exchange %d has its own bytes %d times of 4000", e.Seq, n)
		}
	}
	if got.String() != "abcefgijkmno" {
		t.Errorf("they begin with %s", &got)
	}
}

// An exchange that was removed is reused for another request, and shows nothing
// of the first.
func TestAReusedExchangeIsEmpty(t *testing.T) {
	j := journal.New(journal.Limits{Exchanges: 1, Body: 5000})
	for i := range 100 {
		full := journal.NewExchange()
		full.Time, full.World, full.Epoch, full.Operation, full.Page = time.Now(), time.Now(), 0, "x", true
		full.Prefix, full.Path, full.Fault, full.Rejected, full.Limit = "/s/x", "/x", "fault", "rejected", "limit"
		full.DependsOn("gap", "variant")
		r := httptest.NewRequest("POST", "https://example.com/x?secret=1", strings.NewReader(strings.Repeat("s", 4000)))
		r.Header.Set("Authorization", "Bearer secret")
		rec, r := j.Record(httptest.NewRecorder(), r, full, time.Now())
		_, _ = io.ReadAll(r.Body)
		rec.Header().Set("X-Secret", "secret")
		_, _ = rec.Write([]byte(strings.Repeat("s", 4000)))
		rec.Done()

		rec, _ = j.Record(httptest.NewRecorder(), httptest.NewRequest("GET", "/y", nil), journal.NewExchange(), time.Now())
		rec.Done()
		rec, _ = j.Record(httptest.NewRecorder(), httptest.NewRequest("GET", "/z", nil), journal.NewExchange(), time.Now())
		rec.Done()
		rec.WriteHeader(http.StatusTeapot) // too late to be kept
		_, _ = rec.Write([]byte("late"))
		if i%2 == 0 {
			continue // the exchange is reused
		}
		e, _ := j.Find(j.Last())
		shown := e.Show(nil)
		shown.Seq, shown.TookMS = 1, 0
		got, want := fmt.Sprintf("%+v", shown), fmt.Sprintf("%+v", shownAlone())
		if got != want {
			t.Fatalf("after %d rounds it shows\n%s, want\n%s", i, got, want)
		}
	}
}

// writer is a connection: seen returns the content of the journal when a part
// of the response is sent.
type writer struct {
	http.ResponseWriter
	journal *journal.Journal
	seen    []uint64
}

func (w *writer) Write(b []byte) (int, error) {
	w.seen = append(w.seen, w.journal.Last())
	return w.ResponseWriter.Write(b)
}

func TestAnExchangeIsKeptBeforeItsResponseEnds(t *testing.T) {
	j := journal.New(journal.Default)
	w := &writer{ResponseWriter: httptest.NewRecorder(), journal: j}
	rec, _ := j.Record(w, httptest.NewRequest("GET", "/x", nil), &journal.Exchange{Path: "/x"}, time.Now())
	rec.Header().Set("Content-Length", "6")
	for _, part := range []string{"one", "two", "more"} {
		_, _ = fmt.Fprint(rec, part)
	}
	rec.Done()
	e, _ := j.Find(1)
	if fmt.Sprint(w.seen) != "[0 1 1]" || j.Last() != 1 || string(e.Response.Body) != "onetwo" {
		t.Errorf("the journal had %v exchanges, then %d, with the body %q", w.seen, j.Last(), e.Response.Body)
	}
}
