package server_test

import (
	"encoding/base64"
	"net/url"
	"strings"
	"testing"
	"time"

	"understudy/server/sandbox"
	"understudy/spec"
)

func TestACreatedLink(t *testing.T) {
	f := choosing(t)
	a := f.call(spec.CreateLink, "")
	link := a.get("data")
	now := f.home().Clock().Now()
	if a.code != 201 || a.get("status").Str != "created" || link.Get("id").Int() != 1 || link.Get("type").Str != "FilterSegment" ||
		link.Get("expired").Raw != "false" || link.Get("revoked").Raw != "false" || link.Get("segment_id").Int() != 2301 ||
		link.Get("redirect_uri").Str != f.Ground().RedirectURI || !link.Get("expiration").Time().After(now) {
		t.Error(a)
	}
	uri, err := url.Parse(link.Get("uri").Str)
	if err != nil || uri.Scheme+"://"+uri.Host+uri.Path != base+"/embed/segment" {
		t.Fatalf("its uri is %s, %v", uri, err)
	}
	auth, err := base64.RawURLEncoding.DecodeString(uri.Query().Get("auth"))
	if err != nil || len(auth) < 16 {
		t.Errorf("auth has %d bytes, %v", len(auth), err)
	}
}

func TestNoTwoLinksHaveOneAuth(t *testing.T) {
	f := choosing(t)
	fork, err := f.Hub().Fork(sandbox.Default, "fork")
	if err != nil {
		t.Fatal(err)
	}
	r := f.plain(spec.CreateLink)
	other := r
	other.path = "/s/" + fork.ID() + r.path
	seen := map[string]bool{}
	for range 20 {
		for _, a := range []answer{f.send(r), f.send(other)} {
			auth := a.get("data.uri").Str
			auth = auth[strings.Index(auth, "auth="):]
			if seen[auth] {
				t.Fatalf("%s was given out twice", auth)
			}
			seen[auth] = true
		}
	}
}

func TestLinksThatAreRefused(t *testing.T) {
	f := choosing(t)
	for body, says := range map[string]string{
		`{}`: "redirect_uri: is required", `{"redirect_uri":null}`: "redirect_uri: must be a string, not null", `{"redirect_uri":1}`: "redirect_uri: must be a string",
		`{"redirect_uri":""}`: "must be a URL", `{"redirect_uri":"/back"}`: "must be a URL", `{"redirect_uri":"javascript:alert(1)"}`: "must be a URL",
		`{"redirect_uri":"https:///path"}`: "must be a URL", `{"redirect_uri":"https:opaque"}`: "must be a URL", `{"redirect_uri":"//example.com"}`: "must be a URL",
		`[]`: "JSON object", " ": "empty",
	} {
		if a := f.call(spec.CreateLink, body); a.code != 400 || !strings.Contains(a.get("message").Str, says) {
			t.Errorf("%s: %s, want 400 and %s", body, a, says)
		}
	}
	f.choose("link-redirect-missing=accept", "link-redirect-scheme=accept")
	for body, want := range map[string]string{`{}`: `""`, `{"redirect_uri":null}`: `""`, `{"redirect_uri":"app://x"}`: `"app://x"`} {
		if a := f.call(spec.CreateLink, body); a.code != 201 || a.get("data.redirect_uri").Raw != want {
			t.Errorf("%s: %s, want %s", body, a, want)
		}
	}
}

func TestALinkExpiresAtItsInstant(t *testing.T) {
	for _, form := range []string{"milliseconds", "seconds", "offset"} {
		f := choosing(t, "timestamp-form="+form)
		link := f.call(spec.CreateLink, "").get("data")
		f.later(link.Get("expiration").Time().Sub(f.home().Clock().Now()) - 1)
		if a := f.follow(link.Get("uri").Str); a.code != 200 {
			t.Errorf("%s: a nanosecond before its expiration it answers %d", form, a.code)
		}
		f.later(1)
		if a := f.follow(link.Get("uri").Str); a.code != 410 || !strings.Contains(a.body, "has expired") {
			t.Errorf("%s: at its expiration it answers %s", form, a)
		}
	}
}

func TestTheLinkThatIsStillValidIsAnsweredAgain(t *testing.T) {
	f := choosing(t, "link-again=same")
	first := f.call(spec.CreateLink, "").get("data")
	f.later(time.Hour)
	if again := f.call(spec.CreateLink, "").get("data"); again.Raw != first.Raw {
		t.Errorf("it is now %s, was %s", again, first)
	}
	other := f.call(spec.CreateLink, `{"redirect_uri":"https://example.com/elsewhere"}`).get("data")
	if other.Get("id").Raw == first.Get("id").Raw || other.Get("redirect_uri").Str != "https://example.com/elsewhere" {
		t.Errorf("another redirect_uri is answered with %s", other)
	}
	f.revoke(first.Get("id").Int())
	if again := f.call(spec.CreateLink, "").get("data"); again.Get("id").Raw == first.Get("id").Raw || again.Get("revoked").Raw != "false" {
		t.Errorf("a revoked link is answered again: %s", again)
	}
	f.later(24 * time.Hour)
	if again := f.call(spec.CreateLink, "").get("data"); again.Get("expired").Raw != "false" {
		t.Errorf("an expired link is answered again: %s", again)
	}
}

func (f fake) revoke(id int64) {
	f.Helper()
	tx := f.home().Write()
	defer tx.Commit()
	if !tx.RevokeLink(id) || tx.RevokeLink(-1) {
		f.Errorf("link %d was not revoked", id)
	}
}

func TestTheEditorsPage(t *testing.T) {
	f := choosing(t)
	created := f.post(f.segment("name", `"<script>alert(1)</script> & \"friends\""`)).get("data.id").Raw
	r := f.plain(spec.CreateLink)
	r.path = strings.Replace(r.path, "2301", created, 1)
	link := f.send(r).get("data")
	uri := link.Get("uri").Str
	valid := f.follow(uri)
	if valid.code != 200 || !strings.Contains(valid.body, "is valid until") || !strings.Contains(valid.body, "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#34;friends&#34;") || strings.Contains(valid.body, "<script>") {
		t.Errorf("a valid link shows %s", valid)
	}
	unknown := []answer{f.follow(uri + "x"), f.follow(base + "/embed/segment"), f.follow(base + "/embed/segment?auth="), f.follow(strings.Replace(uri, "auth=", "Auth=", 1))}
	for _, a := range unknown {
		if a.code != 404 || !strings.Contains(a.body, "<title>Unknown link</title>") {
			t.Errorf("an unknown link shows %s", a)
		}
	}
	f.revoke(link.Get("id").Int())
	revoked := f.follow(uri)
	if revoked.code != 410 || !strings.Contains(revoked.body, "was revoked") {
		t.Errorf("a revoked link shows %s", revoked)
	}
	for _, a := range append(unknown, valid, revoked) {
		for name, want := range map[string]string{"Content-Type": "text/html; charset=utf-8", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"} {
			if got := a.header.Get(name); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
		if policy := a.header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'; img-src data:; style-src 'sha256-") {
			t.Errorf("the policy is %s", policy)
		}
		if !strings.Contains(a.body, "<style>") || !strings.Contains(a.body, `<link rel="icon" href="data:,">`) || strings.Contains(a.body, "auth=") || !strings.HasPrefix(a.body, "<!DOCTYPE html>") {
			t.Errorf("the page is %s", a)
		}
	}
}

func TestALinkLeadsToItsSandbox(t *testing.T) {
	f := choosing(t)
	if _, err := f.Hub().Fork(sandbox.Default, "team-a"); err != nil {
		t.Fatal(err)
	}
	r := f.plain(spec.CreateLink)
	r.path = "/s/team-a" + r.path
	uri := f.send(r).get("data.uri").Str
	if !strings.HasPrefix(uri, base+"/s/team-a/embed/segment?auth=") || f.follow(uri).code != 200 {
		t.Errorf("%s answers %s", uri, f.follow(uri))
	}
	if a := f.follow(strings.Replace(uri, "/s/team-a", "", 1)); a.code != 404 {
		t.Errorf("it opens the default sandbox too: %s", a)
	}
}
