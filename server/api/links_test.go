package api_test

import (
	"encoding/base64"
	"net/url"
	"strings"
	"testing"
	"time"

	"understudy/server/internal/testkit"
	"understudy/server/sandbox"
	"understudy/spec"
)

func TestACreatedLink(t *testing.T) {
	f := testkit.OpenChoosing(t)
	a := f.Call(spec.CreateLink, "")
	link := a.Get("data")
	now := f.Home().Clock().Now()
	if a.Code != 201 || a.Get("status").Str != "created" || link.Get("id").Int() != 1 || link.Get("type").Str != "FilterSegment" ||
		link.Get("expired").Raw != "false" || link.Get("revoked").Raw != "false" || link.Get("segment_id").Int() != 2301 ||
		link.Get("redirect_uri").Str != f.TestData().RedirectURI || !link.Get("expiration").Time().After(now) {
		t.Error(a)
	}
	uri, err := url.Parse(link.Get("uri").Str)
	if err != nil || uri.Scheme+"://"+uri.Host+uri.Path != testkit.BaseURL+"/embed/segment" {
		t.Fatalf("its uri is %s, %v", uri, err)
	}
	auth, err := base64.RawURLEncoding.DecodeString(uri.Query().Get("auth"))
	if err != nil || len(auth) < 16 {
		t.Errorf("auth has %d bytes, %v", len(auth), err)
	}
}

func TestLinksHaveDifferentAuthValues(t *testing.T) {
	f := testkit.OpenChoosing(t)
	fork, err := f.Hub().Fork(sandbox.Default, "fork")
	if err != nil {
		t.Fatal(err)
	}
	r := f.Request(spec.CreateLink)
	other := r
	other.Path = "/s/" + fork.ID() + r.Path
	seen := map[string]bool{}
	for range 20 {
		for _, a := range []testkit.Response{f.Send(r), f.Send(other)} {
			auth := a.Get("data.uri").Str
			auth = auth[strings.Index(auth, "auth="):]
			if seen[auth] {
				t.Fatalf("%s was given out twice", auth)
			}
			seen[auth] = true
		}
	}
}

func TestRejectedLinks(t *testing.T) {
	f := testkit.OpenChoosing(t)
	for body, says := range map[string]string{
		`{}`: "redirect_uri: is required", `{"redirect_uri":null}`: "redirect_uri: must be a string, not null", `{"redirect_uri":1}`: "redirect_uri: must be a string",
		`{"redirect_uri":""}`: "must be a URL", `{"redirect_uri":"/back"}`: "must be a URL", `{"redirect_uri":"javascript:alert(1)"}`: "must be a URL",
		`{"redirect_uri":"https:///path"}`: "must be a URL", `{"redirect_uri":"https:opaque"}`: "must be a URL", `{"redirect_uri":"//example.com"}`: "must be a URL",
		`[]`: "JSON object", " ": "empty",
	} {
		if a := f.Call(spec.CreateLink, body); a.Code != 400 || !strings.Contains(a.Get("message").Str, says) {
			t.Errorf("%s: %s, want 400 and %s", body, a, says)
		}
	}
	f.Choose("link-redirect-missing=accept", "link-redirect-scheme=accept")
	for body, want := range map[string]string{`{}`: `""`, `{"redirect_uri":null}`: `""`, `{"redirect_uri":"app://x"}`: `"app://x"`} {
		if a := f.Call(spec.CreateLink, body); a.Code != 201 || a.Get("data.redirect_uri").Raw != want {
			t.Errorf("%s: %s, want %s", body, a, want)
		}
	}
}

func TestALinkExpiresAtItsInstant(t *testing.T) {
	for _, form := range []string{"milliseconds", "seconds", "offset"} {
		f := testkit.OpenChoosing(t, "timestamp-form="+form)
		link := f.Call(spec.CreateLink, "").Get("data")
		f.Advance(link.Get("expiration").Time().Sub(f.Home().Clock().Now()) - 1)
		if a := f.Follow(link.Get("uri").Str); a.Code != 200 {
			t.Errorf("%s: a nanosecond before its expiration: HTTP %d", form, a.Code)
		}
		f.Advance(1)
		if a := f.Follow(link.Get("uri").Str); a.Code != 410 || !strings.Contains(a.Body, "has expired") {
			t.Errorf("%s: at its expiration: %s", form, a)
		}
	}
}

func TestAValidLinkIsReturnedAgain(t *testing.T) {
	f := testkit.OpenChoosing(t, "link-again=same")
	first := f.Call(spec.CreateLink, "").Get("data")
	f.Advance(time.Hour)
	if again := f.Call(spec.CreateLink, "").Get("data"); again.Raw != first.Raw {
		t.Errorf("it is now %s, was %s", again, first)
	}
	other := f.Call(spec.CreateLink, `{"redirect_uri":"https://example.com/elsewhere"}`).Get("data")
	if other.Get("id").Raw == first.Get("id").Raw || other.Get("redirect_uri").Str != "https://example.com/elsewhere" {
		t.Errorf("another redirect_uri gets %s", other)
	}
	f.RevokeLink(first.Get("id").Int())
	if again := f.Call(spec.CreateLink, "").Get("data"); again.Get("id").Raw == first.Get("id").Raw || again.Get("revoked").Raw != "false" {
		t.Errorf("a revoked link is returned again: %s", again)
	}
	f.Advance(24 * time.Hour)
	if again := f.Call(spec.CreateLink, "").Get("data"); again.Get("expired").Raw != "false" {
		t.Errorf("an expired link is returned again: %s", again)
	}
}
