package journal_test

import (
	"context"
	"fmt"
	"io"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"understudy/server/journal"
)

// exchange records one with a body.
func exchange(j *journal.Journal, body string) {
	r := httptest.NewRequest("POST", "/x", strings.NewReader(body))
	rec, r := j.Record(httptest.NewRecorder(), r, &journal.Exchange{Path: "/x"}, time.Now())
	_, _ = fmt.Fprint(rec, r.ContentLength)
	rec.Done()
}

func TestAllJournalsTogetherAreBounded(t *testing.T) {
	all := journal.Open(journal.Limits{Exchanges: 100, Body: 10_000, Total: 60_000})
	idle, busy, gone := all.New(), all.New(), all.New()
	kept := func(j *journal.Journal) string {
		exchanges, missed := j.After(0)
		return fmt.Sprint(len(exchanges), missed, j.Evicted())
	}
	body := strings.Repeat("x", 10_000)
	for range 2 {
		exchange(idle, body)
		exchange(gone, body)
	}
	exchange(busy, body) // five of more than 11 kB
	if got := kept(idle) + ", " + kept(busy) + ", " + kept(gone); got != "2 0 0, 1 0 0, 2 0 0" {
		t.Errorf("with room for five they have %s", got)
	}
	exchange(idle, "")
	exchange(busy, body)
	if got := kept(idle) + ", " + kept(busy) + ", " + kept(gone); got != "3 0 0, 2 0 0, 1 1 1" {
		t.Errorf("the one written least recently does not give way: %s", got)
	}
	gone.Close()
	exchange(gone, "")
	exchange(busy, body)
	if got := kept(idle) + ", " + kept(busy) + ", " + kept(gone); got != "3 0 0, 3 0 0, 1 1 1" {
		t.Errorf("a closed one still counts: %s", got)
	}
	idle.Clear()
	for range 10 {
		exchange(busy, body)
	}
	if got := kept(busy); got != "5 8 8" {
		t.Errorf("alone it has %s", got)
	}
	exchange(idle, body)
	if got := kept(idle) + ", " + kept(busy); got != "1 0 0, 4 9 9" {
		t.Errorf("a new one takes %s", got)
	}
}

func TestWaitingEndsWhereAJournalIsClosed(t *testing.T) {
	j := journal.New(journal.Default)
	ended := make(chan bool)
	go func() { ended <- j.Wait(context.Background(), 0) }()
	j.Close()
	if <-ended || j.Wait(context.Background(), 0) {
		t.Error("it finds an exchange")
	}
}

func TestOfAHeaderThatIsTooLargeTheSmallestFieldsAreKept(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Authorization", "Bearer PASSPORT")
	r.Header.Set("X-Large", strings.Repeat("PASSPORT", 2000))
	r.Header["X-Many"] = slices.Repeat([]string{"PASSPORT"}, 100)
	whole := recorded(r).Show(nil).Request
	if whole.HeadersCut != true || len(whole.Headers) != 2 || len(whole.Headers["X-Many"]) != 100 || whole.Headers.Get("Authorization") != "Bearer [unknown token]" {
		t.Errorf("it keeps %v, cut: %t", whole.Headers, whole.HeadersCut)
	}
	for range 10_000 {
		r.Header.Add("A", "")
	}
	few := recorded(r)
	if got := few.Show(nil).Request; !got.HeadersCut || len(got.Headers) != 1 || len(got.Headers["A"]) < 400 || len(got.Headers["A"]) > 600 || cap(few.Request.Header) > 1000 {
		t.Errorf("of 10,000 fields it keeps %d, with room for %d", len(got.Headers["A"]), cap(few.Request.Header))
	}
	if got := few.ViolationsShown(nil); got != nil {
		t.Errorf("a request without all of its header is checked: %v", got)
	}
	r = httptest.NewRequest("GET", "/", nil)
	r.Header.Set("X-Fits", strings.Repeat("x", 16_000))
	if got := recorded(r).Show(nil).Request; got.HeadersCut || len(got.Headers) != 1 {
		t.Errorf("of one that fits it keeps %v", got.Headers)
	}
}

func TestTheNewestExchangesPushOutTheOldest(t *testing.T) {
	j := journal.New(journal.Limits{Exchanges: 3, Body: 10})
	seqs := func(after uint64) string {
		kept, missed := j.After(after)
		var all []uint64
		for _, e := range kept {
			all = append(all, e.Seq)
		}
		return fmt.Sprint(all, missed, j.Evicted())
	}
	for i, want := range []string{"[1] 0 0", "[1 2] 0 0", "[1 2 3] 0 0", "[2 3 4] 1 1", "[3 4 5] 2 2"} {
		exchange(j, "")
		if got := seqs(0); got != want {
			t.Errorf("after %d it has %s, want %s", i+1, got, want)
		}
	}
	if got := seqs(3); got != "[4 5] 0 2" {
		t.Errorf("after the third come %s", got)
	}
	if n := j.Clear(); n != 3 || seqs(0) != "[] 0 0" {
		t.Errorf("%d are cleared, which leaves %s", n, seqs(0))
	}
	for range 4 {
		exchange(j, "")
	}
	if got := seqs(6); got != "[7 8 9] 0 1" {
		t.Errorf("once cleared it has %s", got)
	}
	if got := seqs(2); got != "[7 8 9] 1 1" {
		t.Errorf("after one that was cleared come %s", got)
	}
	if _, ok := j.Find(6); ok {
		t.Error("it finds the sixth, which was pushed out")
	}
	if e, ok := j.Find(8); !ok || e.Seq != 8 {
		t.Error("it does not find the eighth")
	}
}

func TestNoCutShowsASecret(t *testing.T) {
	body := `{"a": 1, "service_connection": {"name": "N", "credentials": {"key": "CREDENTIAL", "list": ["CREDENTIAL"]}},` +
		` "uri": "https://x/?b=1&auth=LINKAUTH", "note": "my token is OWNTOKEN", "k": {"headers": {"X": "CREDENTIAL"}}}`
	for length := range len(body) + 1 {
		for _, limit := range []int{length, len(body)} { // cut by the journal, or by the client
			j := journal.New(journal.Limits{Exchanges: 1, Body: limit})
			sent := body
			if limit == len(body) {
				sent = body[:length]
			}
			r := httptest.NewRequest("PATCH", "/x", strings.NewReader(sent))
			r.Header.Set("Authorization", "Bearer OWNTOKEN")
			rec, r := j.Record(httptest.NewRecorder(), r, &journal.Exchange{}, time.Now())
			_, _ = io.Copy(io.Discard, r.Body)
			rec.Done()
			e, _ := j.Find(1)
			shown := e.Show(nil).Request.Body
			for _, start := range []string{"CRED", "LINK", "OWN"} {
				if strings.Contains(shown, start) {
					t.Fatalf("%q shows %q", sent[:length], shown)
				}
			}
			if length == len(body) && strings.Count(shown, "[hidden]") != 4 {
				t.Errorf("whole, it shows %s", shown)
			}
		}
	}
}

func TestWaitingEnds(t *testing.T) {
	j := journal.New(journal.Default)
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	seen := make(chan bool)
	for range 3 {
		group.Go(func() {
			seen <- j.Wait(ctx, 0)
			if j.Wait(ctx, 1) {
				t.Error("it finds an unknown exchange")
			}
		})
	}
	exchange(j, "")
	for range 3 {
		if !<-seen {
			t.Error("it does not find an exchange")
		}
	}
	cancel()
	group.Wait()
}

// shownAlone returns what a separate journal shows of the last request.
func shownAlone() journal.Shown {
	j := journal.New(journal.Default)
	rec, _ := j.Record(httptest.NewRecorder(), httptest.NewRequest("GET", "/z", nil), &journal.Exchange{}, time.Now())
	rec.Done()
	e, _ := j.Find(1)
	shown := e.Show(nil)
	shown.TookMS = 0
	return shown
}

func BenchmarkRecord(b *testing.B) {
	j := journal.New(journal.Default)
	r := httptest.NewRequest("GET", "/x", nil)
	r.Header.Set("Authorization", "Bearer x")
	w, body := httptest.NewRecorder(), []byte(strings.Repeat("x", 5000))
	b.ReportAllocs()
	for b.Loop() {
		w.Body.Reset()
		rec, _ := j.Record(w, r, &journal.Exchange{}, time.Now())
		_, _ = rec.Write(body)
		rec.Done()
	}
}

func TestEachExchangeIsUncheckedOnce(t *testing.T) {
	j := journal.New(journal.Limits{Exchanges: 4, Body: 10})
	numbers := func(most int) (all []uint64) {
		for _, e := range j.Unchecked(most) {
			all = append(all, e.Seq)
		}
		return all
	}
	for range 3 {
		exchange(j, "")
	}
	first, second, third := numbers(2), numbers(2), numbers(2)
	if fmt.Sprint(first, second, third) != "[1 2] [3] []" {
		t.Errorf("they are %v, %v and %v", first, second, third)
	}
	for range 6 {
		exchange(j, "")
	}
	if got := fmt.Sprint(numbers(10)); got != "[6 7 8 9]" {
		t.Errorf("after some were removed they are %s", got)
	}
	exchange(j, "")
	j.Clear()
	if got := numbers(10); got != nil {
		t.Errorf("after all were deleted they are %v", got)
	}
	exchange(j, "")
	if got := fmt.Sprint(numbers(10)); got != "[11]" {
		t.Errorf("the next is %s", got)
	}
}

func TestAJournalThatKeepsNothingFinishesExchanges(t *testing.T) {
	j := journal.New(journal.Limits{Body: 10})
	var finished int
	rec, r := j.Record(httptest.NewRecorder(), httptest.NewRequest("POST", "/x", strings.NewReader("body")), new(journal.Exchange), time.Now())
	rec.Finished = func(e *journal.Exchange) {
		finished = e.Status
		if e.Response.Body != nil || e.Response.Header != nil || e.Request.Header != nil {
			t.Errorf("it keeps %+v", e)
		}
	}
	if body, err := io.ReadAll(r.Body); string(body) != "body" || err != nil {
		t.Errorf("the body is %s: %v", body, err)
	}
	rec.Header().Set("X-Note", "1")
	_, _ = fmt.Fprint(rec, "response")
	rec.Done()
	if kept, _ := j.After(0); finished != 200 || len(kept) > 0 || j.Last() > 0 {
		t.Errorf("it finishes with %d, and keeps %d", finished, len(kept))
	}
}
