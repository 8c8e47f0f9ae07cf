package server_test

import (
	"fmt"
	"math"
	"net/http"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"understudy/fixtures"
	"understudy/server"
	"understudy/server/internal/testkit"
	"understudy/server/journal"
	"understudy/server/memory"
	"understudy/spec"
)

// countedRows is how many rows of a sandbox count towards the limit.
func countedRows(t *testing.T, f testkit.Fake, id string) int64 {
	t.Helper()
	sb, ok := f.Hub().Find(id)
	if !ok {
		t.Fatalf("there is no sandbox %s", id)
	}
	tx := sb.Read()
	defer tx.Abort()
	return tx.CountRows()
}

func TestRowsAreCountedAsInAWorld(t *testing.T) {
	for _, name := range append(fixtures.PresetNames(), "") {
		w := fixtures.Default()
		if name != "" {
			w, _ = fixtures.PresetWorld(name)
		}
		f := testkit.Open(t, server.Options{World: w, Control: true})
		rows := int64(w.Rows())
		if got := countedRows(t, f, "default"); got != rows {
			t.Errorf("the world %q has %d rows, and the sandbox counts %d", name, rows, got)
		}
	}
	f := testkit.OpenControlled(t)
	segment := f.CreateSegment()
	for _, c := range []struct {
		method, path, body string
		by                 int64
	}{
		{"POST", "state/workspaces", `{"id":9,"name":"W"}`, 1},
		{"DELETE", "state/workspaces/9", "", -1},
		{"POST", "state/users", `{"email":"u@example.com"}`, 1},
		{"POST", "state/connectors", `{"service_name":"made","label":"Made"}`, 1},
		{"PUT", "state/connectors/made", `{"service_name":"made","label":"Again"}`, 0},
		{"POST", "state/destinations", `{"id":9,"workspace_id":701,"type":"made","name":"D","objects":[{"label":"A","full_name":"a"},{"label":"B","full_name":"b"}]}`, 3},
		{"PATCH", "state/destinations/9", `{"objects":[{"label":"C","full_name":"c"}]}`, -1},
		{"DELETE", "state/destinations/9", "", -2},
		{"DELETE", "state/connectors/made", "", -1},
		{"POST", "state/sources", `{"id":9,"workspace_id":701,"type":"http_request","datasets":[]}`, 1},
		{"PATCH", "state/sources/9", `{"datasets":[]}`, 0},
		{"POST", "state/topics", `{"source_id":9,"id":9999,"name":"t"}`, 1},
		{"DELETE", "state/topics/9999", "", -1},
		{"DELETE", "state/sources/9", "", -1},
		{"POST", "state/invitations", `{"email":"i@example.com"}`, 1},
		{"DELETE", "state/invitations/5310", "", -1},
		{"POST", "state/links", `{"segment_id":2301}`, 1},
		{"POST", "state/links/1/revoke", "", 0},
		{"DELETE", "state/links/1", "", -1},
		{"DELETE", "state/segments/" + segment[strings.LastIndex(segment, "/")+1:], "", -1},
	} {
		before := countedRows(t, f, "default")
		a := f.Control(c.method, c.path, c.body)
		if a.Code/100 != 2 {
			t.Errorf("%s %s: %s", c.method, c.path, a)
		}
		now := countedRows(t, f, "default")
		if world := int64(f.World().Rows()); now-before != c.by || now != world {
			t.Errorf("%s %s adds %d rows, want %d; the world has %d, and the sandbox counts %d", c.method, c.path, now-before, c.by, world, now)
		}
	}
}

func TestRowsBeyondTheLimitAreRejected(t *testing.T) {
	most := int64(fixtures.Default().Rows()) + 1
	f := testkit.Open(t, server.Options{Control: true, MaxRows: most})
	full := fmt.Sprintf("the sandbox would have %d rows, and may have %d: delete some, or start the fake with a higher --max-rows", most+1, most)
	f.CreateSegment()
	rejected := func(a testkit.Response, member string) {
		t.Helper()
		if a.Code != http.StatusInsufficientStorage || a.Get(member).Str != full {
			t.Errorf("%s, want 507 %s", a, full)
		}
	}
	rejected(f.PostSegment(f.SegmentBody("name", `"another"`)), "message")
	for _, o := range []string{spec.CreateConnector, spec.CreateLink} {
		rejected(f.Call(o, ""), "message")
	}
	for _, o := range []string{spec.UpdateDestination, spec.UpdateConnector, spec.ListInvitations, spec.ReadSegmentSource} {
		if a := f.Call(o, ""); a.Code != 200 {
			t.Errorf("%s: %s", o, a)
		}
	}
	if a := f.PostSegment(f.SegmentBody("name", "")); a.Code/100 != 4 {
		t.Errorf("an invalid request: %s", a)
	}
	for path, body := range map[string]string{"state/invitations": `{"email":"new@example.com"}`, "state/users": `{"email":"new@example.com"}`, "state/links": `{"segment_id":2301}`} {
		rejected(f.Control("POST", path, body), "error")
	}
	rejected(f.Control("PUT", "state/connectors/made", `{"service_name":"made","label":"Made"}`), "error")
	if a := f.Control("POST", "sandboxes", `{"id":"large","preset":"large"}`); a.Code != 507 || !strings.Contains(a.Get("error").Str, "preset: the world has ") {
		t.Errorf("a large world: %s", a)
	}
	if a := f.Control("POST", "sandboxes", `{"id":"fork"}`); a.Code != 201 {
		t.Errorf("a fork: %s", a)
	}
	rejected(f.Control("POST", "state/invitations?sandbox=fork", `{"email":"new@example.com"}`), "error")
	if got := countedRows(t, f, "default"); got != most {
		t.Errorf("the sandbox has %d rows, want %d", got, most)
	}

	if a := f.Control("DELETE", "state/invitations/5310", ""); a.Code != 204 {
		t.Error(a)
	}
	if a := f.PostSegment(f.SegmentBody("name", `"another"`)); a.Code != 201 {
		t.Errorf("after a row was deleted: %s", a)
	}
}

func TestTheJournalMarksWhatExceedsALimit(t *testing.T) {
	f := testkit.Open(t, server.Options{Control: true, MaxRows: int64(fixtures.Default().Rows())})
	f.PostSegment(f.SegmentBody("molecules", "[]")) // it depends on a gap where it succeeds
	f.Call(spec.CreateLink, "")
	e := f.Control("GET", "journal/1", "")
	if e.Get("status").Int() != 507 || !strings.Contains(e.Get("limit").Str, "--max-rows") || e.Get("gaps").Raw != "[]" || e.Get("operation").Str != spec.CreateSegment {
		t.Error(e)
	}
	if e := f.Control("GET", "journal/findings", ""); e.Get("limited").Int() != 2 || e.Get("gaps").Raw != "[]" || e.Get("shapes").Raw != "[]" || e.Get("breaks").Raw != "[]" {
		t.Error(e)
	}
	if page := f.ConsolePage("?exchange=1"); !strings.Contains(page.Body, `<span class="badge">limit</span>`) || !strings.Contains(page.Body, "<dt>Limit</dt>") {
		t.Error("the console does not mark the exchange")
	}
}

func TestAWorldBeyondTheLimitDoesNotOpen(t *testing.T) {
	for _, o := range []server.Options{{MaxRows: 10}, {MaxRows: -1}, {MaxMemory: memory.Least - 1}, {Journal: &journal.Limits{Body: -1}}} {
		if _, err := server.New(o); err == nil {
			t.Errorf("%d rows, %d bytes: it opens", o.MaxRows, o.MaxMemory)
		}
	}
	f := testkit.Open(t, server.Options{MaxRows: int64(fixtures.Default().Rows())})
	large, err := fixtures.PresetWorld("large")
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Reload(large); err == nil || f.ListInvitations("").Get("pagination.total_records").Int() != 137 {
		t.Errorf("it is reloaded: %v", err)
	}
}

// boundedBy is a fake that may take some more memory than the program takes now.
func boundedBy(t *testing.T, more int64) (testkit.Fake, *time.Time) {
	t.Helper()
	runtime.GC()
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	most := (int64(live[0].Value.Uint64()) + more) * 4 / 3
	before := debug.SetMemoryLimit(most)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	now := time.Now()
	return testkit.Open(t, server.Options{Control: true, MaxMemory: most, Now: func() time.Time { return now }}), &now
}

// hold keeps some memory in use until release is called, so that a full fake stays
// full: without it a collection that finds what the test has sent as garbage might make
// room.
func hold() (release func()) {
	held := make([]byte, 4<<20)
	return func() { runtime.KeepAlive(held) }
}

// fill creates segments in a sandbox until one is rejected, and returns their paths.
func fill(t *testing.T, f testkit.Fake, prefix string) (created []string, rejected testkit.Response) {
	t.Helper()
	name := strings.Repeat("x", 256<<10)
	for n := range 10_000 {
		a := f.Do("POST", prefix+f.SegmentsPath(), f.SegmentBody("name", fmt.Sprintf(`"%d%s"`, n, name)), testkit.Bearer(f.TestData().WorkspaceToken))
		if a.Code != 201 {
			return created, a
		}
		created = append(created, fmt.Sprintf("%s%s/%d", prefix, f.SegmentsPath(), a.Get("data.id").Int()))
	}
	t.Fatal("nothing was rejected")
	return nil, rejected
}

func TestFullMemoryRejectsWritesAndLosesNothing(t *testing.T) {
	f, _ := boundedBy(t, 24<<20)
	v := f.Visit(testkit.RedirectURI)
	created, a := fill(t, f, "")
	defer hold()()
	if a.Code != 507 || !strings.Contains(a.Get("message").Str, "is full: delete ") {
		t.Fatalf("%.300s", a.String())
	}
	if len(created) < 24 || len(created) > 200 { // 24 MiB, of which each takes at least 256 KiB
		t.Errorf("%d segments of 256 KiB fit into 24 MiB", len(created))
	}
	for rule, a := range map[string]testkit.Response{
		"an update":              f.Call(spec.UpdateDestination, ""),
		"the save of the editor": v.Save(testkit.AsScript),
		"a sandbox":              f.Control("POST", "sandboxes", ""),
		"a sandbox by its id":    f.Control("PUT", "sandboxes/mine", ""),
		"a snapshot":             f.Control("POST", "sandboxes/default/snapshots", `{"name":"full"}`),
		"a row":                  f.Control("POST", "state/invitations", `{"email":"new@example.com"}`),
		"a changed row":          f.Control("PATCH", "state/invitations/5310", `{"email":"new@example.com"}`),
		"a fault":                f.Control("POST", "faults", `{"status":500}`),
	} {
		if a.Code != 507 {
			t.Errorf("%s: %s", rule, a)
		}
	}
	if e := f.Control("GET", "journal?operation="+spec.SaveEditor, ""); !strings.Contains(e.Get("exchanges.0.limit").Str, "--max-memory") {
		t.Error(e)
	}
	if got := f.Control("GET", "journal/findings", "").Get("limited").Int(); got != 3 {
		t.Errorf("the findings count %d", got)
	}
	for _, path := range created {
		if a := f.Get(path); a.Code != 200 {
			t.Fatalf("%s is lost: %.200s", path, a.String())
		}
	}
	if err := f.Reload(fixtures.Default()); err == nil {
		t.Error("a world is reloaded")
	}
	for method, want := range map[string]int{"GET": 200, "OPTIONS": 405, "DELETE": 405} {
		if a := f.Do(method, testkit.InvitationsPath, "", testkit.Bearer(f.TestData().PersonalToken)); a.Code != want {
			t.Errorf("%s: %s", method, a)
		}
	}

	for _, path := range created[:len(created)/2] {
		if a := f.Control("DELETE", "state/segments/"+path[strings.LastIndex(path, "/")+1:], ""); a.Code != 204 {
			t.Fatal(a)
		}
	}
	if a := f.PostSegment(f.SegmentBody()); a.Code != 201 {
		t.Errorf("after half of them were deleted: %s", a)
	}
	fill(t, f, "")
	f.Control("POST", "sandboxes/default/reset", "")
	if a := f.PostSegment(f.SegmentBody()); a.Code != 201 {
		t.Errorf("after a reset: %s", a)
	}
}

func TestTheMemoryOfAnExpiredSandboxIsFree(t *testing.T) {
	f, now := boundedBy(t, 24<<20)
	if a := f.Control("POST", "sandboxes", `{"id":"brief","ttl":"1m"}`); a.Code != 201 {
		t.Fatal(a)
	}
	fill(t, f, "/s/brief")
	defer hold()()
	if a := f.PostSegment(f.SegmentBody()); a.Code != 507 {
		t.Error(a)
	}
	*now = now.Add(time.Minute)
	f.Control("GET", "healthz", "")
	if a := f.PostSegment(f.SegmentBody()); a.Code != 201 {
		t.Error(a)
	}
}

func TestJournalsTakeAQuarterOfTheMemory(t *testing.T) {
	f := testkit.Open(t, server.Options{Control: true, MaxMemory: memory.Least, Journal: &journal.Limits{Exchanges: math.MaxInt32, Body: 1 << 20}})
	body := strings.Repeat("x", 1<<20)
	for range 20 {
		f.Do("POST", "/api/v1/nothing", body)
	}
	j := f.Control("GET", "journal?limit=1", "")
	if evicted := j.Get("evicted").Int(); evicted < 12 {
		t.Errorf("of 20 exchanges of 1 MiB, %d were dropped for 8 MiB", evicted)
	}
}
