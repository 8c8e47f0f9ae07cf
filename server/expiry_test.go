package server_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"understudy/server"
	"understudy/server/api"
	"understudy/spec"
)

// expiring is a link, its segment, and the form of its page from a time when it
// was valid.
type expiring struct {
	fake
	uri, segment string
	form         url.Values
	id           int64
	expiresAt    time.Time
	// code is what an expired link is answered with.
	code int
}

// TestALinkIsRefusedFromTheInstantOfItsExpirationOn goes back and forth across
// that instant by snapshots, taken just before it, at it, and just after it.
func TestALinkIsRefusedFromTheInstantOfItsExpirationOn(t *testing.T) {
	sequences(t, 200)
	rapid.Check(t, func(rt *rapid.T) {
		l := beginExpiring(t, rt)
		beside := rapid.SampledFrom([]time.Duration{1, time.Millisecond, time.Second - 1, time.Second}).Draw(rt, "beside")
		l.keep(rt, "before", l.expiresAt.Add(-beside))
		l.keep(rt, "at", l.expiresAt)
		l.keep(rt, "after", l.expiresAt.Add(beside))
		l.control("POST", "sandboxes", `{"id":"other","snapshot":"before"}`)
		for _, name := range rapid.SliceOfN(rapid.SampledFrom([]string{"before", "at", "after"}), 3, 9).Draw(rt, "restored") {
			sandbox := rapid.SampledFrom([]string{"default", "other"}).Draw(rt, "sandbox")
			if a := l.control("POST", "sandboxes/"+sandbox+"/restore", fmt.Sprintf(`{"snapshot":%q}`, name)); a.code != 200 {
				rt.Fatal(a)
			}
			l.opens(rt, sandbox, name == "before")
		}
	})
}

// beginExpiring creates a link at any instant, with any lifetime.
func beginExpiring(t *testing.T, rt *rapid.T) expiring {
	f := controlled(t)
	code := rapid.SampledFrom([]int{410, 404, 403}).Draw(rt, "link-expired-answer")
	variant := rapid.SampledFrom([]string{"15m", "1h", "168h"}).Draw(rt, "link-lifetime")
	lifetime, err := time.ParseDuration(variant)
	if err != nil {
		rt.Fatal(err)
	}
	f.choose("link-again=same", fmt.Sprintf("link-expired-answer=%d", code), "link-lifetime="+variant)
	f.later(time.Duration(rapid.Int64Range(0, int64(2*time.Second)).Draw(rt, "created")))
	if rapid.Bool().Draw(rt, "running") {
		if err := f.home().Clock().Resume(); err != nil {
			t.Fatal(err)
		}
	}
	created := f.call(spec.CreateLink, "").get("data")
	uri := strings.TrimPrefix(created.Get("uri").Str, base)
	at, err := time.Parse(time.RFC3339, created.Get("expiration").Str)
	if ends := f.home().Clock().Now().Add(lifetime); err != nil || at.After(ends) || !at.After(ends.Add(-time.Second)) {
		rt.Fatalf("it expires %s, which is no lifetime of %s: %v", created, lifetime, err)
	}
	l := expiring{f, uri, f.segments() + "/2301", url.Values{"name": {"Saved"}, "molecules": {"[]"}}, created.Get("id").Int(), at, code}
	for _, field := range hidden.FindAllStringSubmatch(f.do("GET", uri, "").body, -1) {
		l.form.Set(field[1], field[2])
	}
	return l
}

// keep moves the clock on to an instant and takes a snapshot.
func (l expiring) keep(t *rapid.T, name string, at time.Time) {
	moved := l.control("POST", "clock/advance", fmt.Sprintf(`{"to":%q}`, at.Format(time.RFC3339Nano)))
	kept := l.control("POST", "sandboxes/default/snapshots", fmt.Sprintf(`{"name":%q}`, name))
	if moved.code != 200 || kept.code != 201 {
		t.Fatalf("%s: %s", moved, kept)
	}
}

// opens sees to it that a sandbox takes the link wherever it takes one, or
// nowhere.
func (l expiring) opens(t *rapid.T, sandbox string, valid bool) {
	t.Helper()
	prefix, code := modelPath(sandbox), l.code
	if valid {
		code = 200
	}
	form := withHeader("Content-Type", "application/x-www-form-urlencoded")
	for rule, a := range map[string]answer{
		"the page": l.do("GET", prefix+l.uri, ""), "its head": l.do("HEAD", prefix+l.uri, ""),
		"a save": l.do("POST", prefix+api.EditorPath, l.form.Encode(), form),
	} {
		if a.code != code {
			t.Fatalf("%s: %d, want %d", rule, a.code, code)
		}
	}
	if got := l.get(prefix + l.segment).get("data.name").Str; (got == "Saved") != valid {
		t.Fatalf("the segment is %q", got)
	}
	again := l.do("POST", prefix+l.segment+"/segment_management_links", fmt.Sprintf(`{"redirect_uri":%q}`, l.Ground().RedirectURI), bearer(l.Ground().WorkspaceToken)).get("data")
	if same := again.Get("id").Int() == l.id; same != valid || again.Get("expired").Bool() {
		t.Fatalf("it is answered again: %s", again)
	}
	if sandbox == "default" {
		l.opensOnceSaved(t, code)
	}
}

// opensOnceSaved sees to it that a fake that goes on from what this one saves
// answers the link alike.
func (l expiring) opensOnceSaved(t *rapid.T, code int) {
	t.Helper()
	now := l.home().Clock().Now()
	s, err := server.New(server.Options{World: l.World(), Now: func() time.Time { return time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC) }})
	if err != nil {
		t.Fatal(err)
	}
	next := fake{l.TB, s}
	if got := next.home().Clock().Now(); !got.Equal(now) {
		t.Fatalf("its clock is at %s, was at %s", got, now)
	}
	if a := next.do("GET", l.uri, ""); a.code != code {
		t.Fatalf("after a restart it is answered with %d, want %d", a.code, code)
	}
}
