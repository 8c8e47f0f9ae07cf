package servertest_test

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"understudy/server/fault"
	"understudy/server/journal"
	"understudy/server/servertest"
	"understudy/spec"
)

func TestFaultsApplyOnlyToTheirWorld(t *testing.T) {
	bothWays(t, func(t *testing.T, f *servertest.Fake) {
		fork := f.Fork(t)
		fork.Fault(fault.Rule{Operation: spec.ListInvitations, When: fault.When{First: 2}, Status: http.StatusServiceUnavailable})
		list := func(f *servertest.Fake) int {
			code, _ := send(t, f, "GET", "/api/v1/invitations", "")
			return code
		}
		if got := []int{list(fork), list(fork), list(fork), list(f)}; fmt.Sprint(got) != "[503 503 200 200]" {
			t.Errorf("the responses are %v", got)
		}
		fork.Fault(fault.Rule{Reset: true})
		if resp, err := ask(t, fork, "GET", "/api/v1/invitations", ""); err == nil {
			t.Errorf("a reset gets %s", resp.Status)
		}
		fork.ClearFaults()
		if code := list(fork); code != http.StatusOK {
			t.Errorf("without faults it gets HTTP %d", code)
		}
	})
}

func TestTheJournalHasEveryResponse(t *testing.T) {
	bothWays(t, func(t *testing.T, f *servertest.Fake) {
		fork := f.Fork(t)
		for i := range uint64(100) { // each is too large to wait for the end of its handler
			send(t, fork, "GET", "/api/v1/invitations?per_page=100", "")
			if got := fork.World().Journal().Last(); got != i+1 {
				t.Fatalf("after %d responses it has %d exchanges", i+1, got)
			}
		}
		fork.Reset()
		send(t, fork, "GET", "/api/v1/invitations?per_page=100", "")
		if j := fork.Journal(); len(j) != 1 || j[0].Operation != spec.ListInvitations || j[0].Status != http.StatusOK || j[0].URL != fork.URL()+"/api/v1/invitations?per_page=100" {
			t.Errorf("it has %+v", j)
		}
		if got := fmt.Sprint(fork.Journal()); strings.Contains(got, fork.Tokens().Personal) || len(f.Journal()) != 0 {
			t.Error("it shows a token, or what another world was sent")
		}
	})
}

func TestGapsThatTheClientDependsOnAreFindings(t *testing.T) {
	f := servertest.New(t)
	send(t, f, "GET", "/api/v1/sources/99/topics", "")
	found := f.Findings()
	if !slices.ContainsFunc(found.Gaps, func(x journal.Exposure) bool { return x.Gap == "source-unknown-status" && x.Count == 1 }) {
		t.Errorf("they are %+v", found.Gaps)
	}
}

// breaking is a test that records what is reported to it, and ends when over is
// called.
type breaking struct {
	testing.TB
	errors, logs []string
	ends         []func()
}

func (b *breaking) Cleanup(f func()) { b.ends = append(b.ends, f) }
func (b *breaking) Errorf(format string, a ...any) {
	b.errors = append(b.errors, fmt.Sprintf(format, a...))
}
func (b *breaking) Logf(format string, a ...any) { b.logs = append(b.logs, fmt.Sprintf(format, a...)) }

func (b *breaking) over() {
	for i := range b.ends {
		b.ends[len(b.ends)-1-i]()
	}
}

func TestAClientThatBreaksTheContractFailsItsTest(t *testing.T) {
	violation := func(f *servertest.Fake) { send(t, f, "GET", "/api/v1/invitations?page=first", "") }
	for rule, c := range map[string]struct {
		option func(*servertest.Options)
		client func(b *breaking, f *servertest.Fake)
		fails  int
	}{
		"on the fake":                {nil, func(_ *breaking, f *servertest.Fake) { violation(f) }, 1},
		"on a fork":                  {nil, func(b *breaking, f *servertest.Fake) { violation(f.Fork(b)) }, 1},
		"before a reset":             {nil, func(_ *breaking, f *servertest.Fake) { violation(f); f.Reset() }, 1},
		"once for each kind":         {nil, func(_ *breaking, f *servertest.Fake) { violation(f); violation(f) }, 1},
		"not if that is allowed":     {servertest.AllowBreaks, func(b *breaking, f *servertest.Fake) { violation(f); violation(f.Fork(b)) }, 0},
		"not for depending on a gap": {nil, func(_ *breaking, f *servertest.Fake) { send(t, f, "GET", "/api/v1/sources/99/topics", "") }, 0},
		"not for opening a link":     {nil, func(_ *breaking, f *servertest.Fake) { opens(t, f, link(t, f, createSegment(t, f))) }, 0},
		"not without a request":      {nil, func(*breaking, *servertest.Fake) {}, 0},
	} {
		b := &breaking{TB: t}
		options := []func(*servertest.Options){servertest.InProcess}
		if c.option != nil {
			options = append(options, c.option)
		}
		c.client(b, servertest.New(b, options...))
		b.over()
		if len(b.errors) != c.fails || c.fails > 0 && !strings.Contains(b.errors[0], "1 call of list-invitations") && !strings.Contains(b.errors[0], "2 calls of list-invitations") {
			t.Errorf("%s: it fails for %q", rule, b.errors)
		}
	}
}

func TestWhatTheJournalLostIsReported(t *testing.T) {
	b := &breaking{TB: t}
	f := servertest.New(b, func(o *servertest.Options) { o.Journal.Exchanges = 2 })
	for range 5 {
		send(t, f, "GET", "/api/v1/invitations", "")
	}
	b.over()
	if len(b.logs) != 1 || !strings.Contains(b.logs[0], "3 requests were not checked against the contract") || len(b.errors) > 0 {
		t.Errorf("it says %q", append(b.logs, b.errors...))
	}
}

func TestBodiesAreCheckedUpToTheLimitOfTheAPI(t *testing.T) {
	large := func(n int) string { return `{"name":5,"x":"` + strings.Repeat("x", n) + `"}` }
	for rule, c := range map[string]struct {
		size, keeps int
		fails, logs int
	}{
		"beyond a journal's usual limit": {100 << 10, 0, 3, 0},
		"larger than the API takes":      {2 << 20, 0, 0, 1},
		"larger than an option keeps":    {100 << 10, 1 << 10, 0, 1},
	} {
		b := &breaking{TB: t}
		f := servertest.New(b, servertest.InProcess, func(o *servertest.Options) { o.Journal.Body = cmp.Or(c.keeps, o.Journal.Body) })
		send(t, f, "POST", fmt.Sprintf("/api/v1/sources/%d/filter_segments", f.TestData().SourceID), large(c.size))
		b.over()
		if len(b.errors) != c.fails || len(b.logs) != c.logs || c.logs > 0 && !strings.Contains(b.logs[0], "the bodies of 1 requests were not checked") {
			t.Errorf("%s: it fails for %q and says %q", rule, b.errors, b.logs)
		}
	}
}
