package model

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"understudy/server"
	"understudy/server/api"
	"understudy/server/internal/testkit"
	"understudy/spec"
)

// expiring is a link, its segment, and the form of its page from a time when it
// was valid.
type expiring struct {
	testkit.Fake
	uri, segment string
	form         url.Values
	id           int64
	expiresAt    time.Time
	// code is the response to an expired link.
	code int
}

// TestALinkIsRejectedFromItsExpirationOn goes back and forth across that
// instant by snapshots, taken just before it, at it, and just after it.
func TestALinkIsRejectedFromItsExpirationOn(t *testing.T) {
	sequences(t, 200)
	rapid.Check(t, func(rt *rapid.T) {
		l := beginExpiring(t, rt)
		beside := rapid.SampledFrom([]time.Duration{1, time.Millisecond, time.Second - 1, time.Second}).Draw(rt, "beside")
		l.keep(rt, "before", l.expiresAt.Add(-beside))
		l.keep(rt, "at", l.expiresAt)
		l.keep(rt, "after", l.expiresAt.Add(beside))
		l.Control("POST", "sandboxes", `{"id":"other","snapshot":"before"}`)
		for _, name := range rapid.SliceOfN(rapid.SampledFrom([]string{"before", "at", "after"}), 3, 9).Draw(rt, "restored") {
			sandbox := rapid.SampledFrom([]string{"default", "other"}).Draw(rt, "sandbox")
			if a := l.Control("POST", "sandboxes/"+sandbox+"/restore", fmt.Sprintf(`{"snapshot":%q}`, name)); a.Code != 200 {
				rt.Fatal(a)
			}
			l.opens(rt, sandbox, name == "before")
		}
	})
}

// beginExpiring creates a link at any instant, with any lifetime.
func beginExpiring(t *testing.T, rt *rapid.T) expiring {
	f := testkit.OpenControlled(t)
	code := rapid.SampledFrom([]int{410, 404, 403}).Draw(rt, "link-expired-answer")
	variant := rapid.SampledFrom([]string{"15m", "1h", "168h"}).Draw(rt, "link-lifetime")
	lifetime, err := time.ParseDuration(variant)
	if err != nil {
		rt.Fatal(err)
	}
	f.Choose("link-again=same", fmt.Sprintf("link-expired-answer=%d", code), "link-lifetime="+variant)
	f.Advance(time.Duration(rapid.Int64Range(0, int64(2*time.Second)).Draw(rt, "created")))
	if rapid.Bool().Draw(rt, "running") {
		if err := f.Home().Clock().Resume(); err != nil {
			t.Fatal(err)
		}
	}
	created := f.Call(spec.CreateLink, "").Get("data")
	uri := strings.TrimPrefix(created.Get("uri").Str, testkit.BaseURL)
	at, err := time.Parse(time.RFC3339, created.Get("expiration").Str)
	if ends := f.Home().Clock().Now().Add(lifetime); err != nil || at.After(ends) || !at.After(ends.Add(-time.Second)) {
		rt.Fatalf("created %s, want a lifetime of %s: %v", created, lifetime, err)
	}
	l := expiring{f, uri, f.SegmentsPath() + "/2301", url.Values{"name": {"Saved"}, "molecules": {"[]"}}, created.Get("id").Int(), at, code}
	for _, field := range testkit.HiddenField.FindAllStringSubmatch(f.Do("GET", uri, "").Body, -1) {
		l.form.Set(field[1], field[2])
	}
	return l
}

// keep moves the clock to an instant and takes a snapshot.
func (l expiring) keep(t *rapid.T, name string, at time.Time) {
	moved := l.Control("POST", "clock/advance", fmt.Sprintf(`{"to":%q}`, at.Format(time.RFC3339Nano)))
	kept := l.Control("POST", "sandboxes/default/snapshots", fmt.Sprintf(`{"name":%q}`, name))
	if moved.Code != 200 || kept.Code != 201 {
		t.Fatalf("%s: %s", moved, kept)
	}
}

// opens checks that a sandbox accepts the link wherever it can be used, or nowhere.
func (l expiring) opens(t *rapid.T, sandbox string, valid bool) {
	t.Helper()
	prefix, code := modelPath(sandbox), l.code
	if valid {
		code = 200
	}
	form := testkit.SetHeader("Content-Type", "application/x-www-form-urlencoded")
	for rule, a := range map[string]testkit.Response{
		"the page": l.Do("GET", prefix+l.uri, ""), "its head": l.Do("HEAD", prefix+l.uri, ""),
		"a save": l.Do("POST", prefix+api.EditorPath, l.form.Encode(), form),
	} {
		if a.Code != code {
			t.Fatalf("%s: %d, want %d", rule, a.Code, code)
		}
	}
	if got := l.Get(prefix + l.segment).Get("data.name").Str; (got == "Saved") != valid {
		t.Fatalf("the segment is %q", got)
	}
	again := l.Do("POST", prefix+l.segment+"/segment_management_links", fmt.Sprintf(`{"redirect_uri":%q}`, l.TestData().RedirectURI), testkit.Bearer(l.TestData().WorkspaceToken)).Get("data")
	if same := again.Get("id").Int() == l.id; same != valid || again.Get("expired").Bool() {
		t.Fatalf("it is returned again: %s", again)
	}
	if sandbox == "default" {
		l.opensOnceSaved(t, code)
	}
}

// opensOnceSaved checks that a fake that continues from the saved state
// responds to the link in the same way.
func (l expiring) opensOnceSaved(t *rapid.T, code int) {
	t.Helper()
	now := l.Home().Clock().Now()
	s, err := server.New(server.Options{World: l.World(), Now: func() time.Time { return time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC) }})
	if err != nil {
		t.Fatal(err)
	}
	next := testkit.Fake{TB: l.TB, Server: s}
	if got := next.Home().Clock().Now(); !got.Equal(now) {
		t.Fatalf("its clock is at %s, was at %s", got, now)
	}
	if a := next.Do("GET", l.uri, ""); a.Code != code {
		t.Fatalf("after a restart it gets HTTP %d, want %d", a.Code, code)
	}
}
