package server_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"understudy/fixtures"
	"understudy/server"
	"understudy/server/internal/testkit"
	"understudy/server/journal"
	"understudy/spec/race"
)

func BenchmarkListOf25(b *testing.B) { benchmarkListOf25(b, testkit.OpenChoosing(b)) }

func BenchmarkListOf25WithoutJournal(b *testing.B) {
	benchmarkListOf25(b, testkit.Open(b, server.Options{Journal: new(journal.Limits)}))
}

func benchmarkListOf25(b *testing.B, f testkit.Fake) {
	r := httptest.NewRequest("GET", testkit.BaseURL+testkit.InvitationsPath, nil)
	testkit.Bearer(f.TestData().PersonalToken)(r)
	b.ReportAllocs()
	w := new(nowhere)
	for b.Loop() {
		w.serve(b, f, r, http.StatusOK)
	}
}

// nowhere is a ResponseWriter that discards the response at no cost.
type nowhere struct {
	header http.Header
	status int
}

func (w *nowhere) Header() http.Header { return w.header }

func (w *nowhere) WriteHeader(status int) { w.status = status }

func (w *nowhere) Write(b []byte) (int, error) { return len(b), nil }

func (w *nowhere) serve(b *testing.B, f testkit.Fake, r *http.Request, status int) {
	w.header = http.Header{}
	if f.ServeHTTP(w, r); w.status != status {
		b.Fatal(w.status)
	}
}

func BenchmarkCreateSegment(b *testing.B) {
	f := testkit.OpenChoosing(b)
	body := strings.NewReader(f.SegmentBody())
	r := httptest.NewRequest("POST", testkit.BaseURL+f.SegmentsPath(), body)
	testkit.Bearer(f.TestData().WorkspaceToken)(r)
	r.Header.Set("Content-Type", "application/json")
	w := new(nowhere)
	b.ReportAllocs()
	for b.Loop() {
		_, _ = body.Seek(0, io.SeekStart)
		w.serve(b, f, r, http.StatusCreated)
	}
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		testkit.Open(b, server.Options{})
	}
}

func BenchmarkUpdateDestination(b *testing.B) {
	f := testkit.OpenChoosing(b)
	b.ReportAllocs()
	for b.Loop() {
		f.PatchDestination(`{"name":"Renamed"}`)
	}
}

func BenchmarkListOf25Objects(b *testing.B) {
	f := testkit.OpenChoosing(b)
	b.ReportAllocs()
	for b.Loop() {
		f.Get("/api/v1/destinations/6112/objects")
	}
}

// large opens a fake with many invitations, whose control API is on.
func large(t testing.TB, records int64) testkit.Fake {
	t.Helper()
	w := testkit.EmptyWorld(t)
	for i := range records {
		w.Invitations = append(w.Invitations, fixtures.Invitation{ID: i + 1, Email: fmt.Sprintf("guest-%d@example.com", i),
			CreatedAt: "2024-01-01T00:00:00Z", CreatedByID: 1, Role: "member"})
	}
	return testkit.Open(t, server.Options{World: w, Control: true, MaxSandboxes: 1 << 30})
}

// fork asks the control API for a fork of the default sandbox.
func fork(f testkit.Fake) {
	if a := f.Control("POST", "sandboxes", ""); a.Code != 201 {
		f.Fatal(a)
	}
}

// TestAThousandForksOfALargeWorld forks over HTTP and sends requests to the last fork.
// BenchmarkForkOverHTTP measures how long a fork takes.
func TestAThousandForksOfALargeWorld(t *testing.T) {
	const forks = 1000
	records := int64(100_000)
	if race.Enabled {
		records /= 10
	}
	f := large(t, records)
	_, before := testkit.InUse(t)
	for range forks {
		fork(f)
	}
	_, after := testkit.InUse(t)
	each := (after - before) / forks
	t.Logf("a fork holds %d bytes", each)
	if each > 20<<10 {
		t.Errorf("a fork holds %d bytes, want 20 kB at most", each)
	}
	last := f.Control("GET", "sandboxes", "").Get("sandboxes.0.id").Str
	if a := f.Do("GET", "/s/"+last+testkit.InvitationsPath+"?per_page=1", "", testkit.Bearer(f.TestData().PersonalToken)); a.Get("pagination.total_records").Int() != records {
		t.Error(a)
	}
}

// BenchmarkForkOverHTTP forks a world of 100,000 records.
func BenchmarkForkOverHTTP(b *testing.B) {
	f := large(b, 100_000)
	b.ReportAllocs()
	for b.Loop() {
		fork(f)
	}
}
