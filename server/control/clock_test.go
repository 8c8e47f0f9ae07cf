package control_test

import (
	"strings"
	"testing"
	"time"

	"understudy/server/internal/testkit"
	"understudy/server/sandbox"
)

func TestTheClockIsControlled(t *testing.T) {
	f := testkit.OpenControlled(t)
	for _, c := range []struct{ method, path, body, want string }{
		{"GET", "clock", "", `200 {"now":"2025-03-01T12:00:00Z","frozen":true}`},
		{"POST", "clock/advance", `{"seconds":90.5}`, `200 {"now":"2025-03-01T12:01:30.5Z","frozen":true}`},
		{"POST", "clock/advance", `{"seconds":0}`, `200 {"now":"2025-03-01T12:01:30.5Z","frozen":true}`},
		{"POST", "clock/advance", `{"to":"2025-03-02T01:00:00+01:00"}`, `200 {"now":"2025-03-02T00:00:00Z","frozen":true}`},
		{"POST", "clock/advance", `{"to":"2025-03-02T00:00:00Z"}`, `200 {"now":"2025-03-02T00:00:00Z","frozen":true}`},
		{"POST", "clock/resume", "", `200 {"now":"2025-03-02T00:00:00Z","frozen":false}`},
		{"POST", "clock/advance", `{"seconds":1}`, `200 {"now":"2025-03-02T00:00:01Z","frozen":false}`},
		{"POST", "clock/freeze", "", `200 {"now":"2025-03-02T00:00:01Z","frozen":true}`},
		{"HEAD", "clock", "", `200 `},
	} {
		if got := f.Control(c.method, c.path, c.body).String(); got != c.want {
			t.Errorf("%s %s %s: %s, want %s", c.method, c.path, c.body, got, c.want)
		}
	}
	if got := f.Home().Clock().Now(); !got.Equal(time.Date(2025, 3, 2, 0, 0, 1, 0, time.UTC)) {
		t.Errorf("the sandbox is at %s", got)
	}
}

func TestTheClockNeverGoesBack(t *testing.T) {
	f := testkit.OpenControlled(t)
	for _, body := range []string{
		`{"seconds":-1}`, `{"to":"2025-03-01T11:59:59Z"}`, `{"to":"0001-01-01T00:00:00Z"}`, `{"seconds":1e300}`, `{"seconds":9.3e9}`, `{"to":"9000-01-01T00:00:00Z"}`,
		`{}`, ``, `[]`, `{"seconds":1,"to":"2026-01-01T00:00:00Z"}`, `{"seconds":"1"}`, `{"to":"tomorrow"}`, `{"minutes":1}`, `{"seconds":null}`, `{"seconds":1}{}`,
	} {
		if a := f.Control("POST", "clock/advance", body); a.Code != 400 || a.Get("error").Str == "" {
			t.Errorf("%s: %s", body, a)
		}
	}
	if got := f.Control("GET", "clock", "").Get("now").Str; got != "2025-03-01T12:00:00Z" {
		t.Errorf("one of them moved it to %s", got)
	}
}

func TestARejectedBodyNamesTheMembersThatItTakes(t *testing.T) {
	f := testkit.OpenControlled(t)
	for body, want := range map[string]string{
		`{"duration":1}`: `unknown field "duration" in the body: it takes seconds or to: see GET /_understudy/openapi.yaml`,
		` `:              `the body is empty: send a JSON object with seconds or to: see GET /_understudy/openapi.yaml`,
	} {
		if a := f.Control("POST", "clock/advance", body); a.Code != 400 || a.Get("error").Str != want {
			t.Errorf("%s: %s, want %s", body, a, want)
		}
	}
	if a := f.Control("POST", "faults", `{"wen":1}`); !strings.Contains(a.Get("error").Str, "it takes operation, when, status, ") {
		t.Error(a)
	}
	if a := f.Control("PATCH", "gaps", ""); !strings.HasPrefix(a.Get("error").Str, "the body is empty: send a JSON object") {
		t.Error(a)
	}
	if a := f.Control("GET", "clock", ""); !strings.HasSuffix(a.Body, "}\n") {
		t.Errorf("no line break ends %q", a.Body)
	}
}

func TestTheDateOfAResponseIsThatOfTheWorldsClock(t *testing.T) {
	f := testkit.OpenControlled(t)
	f.Control("POST", "clock/advance", `{"to":"2031-05-06T07:08:09.9Z"}`)
	if got := f.ListInvitations("").Header.Get("Date"); got != "Tue, 06 May 2031 07:08:09 GMT" {
		t.Errorf("Date is %q", got)
	}
}

func TestEverySandboxHasItsOwnClock(t *testing.T) {
	f := testkit.OpenControlled(t)
	if _, err := f.Hub().Fork(sandbox.Default, "other"); err != nil {
		t.Fatal(err)
	}
	if got := f.Control("POST", "clock/advance?sandbox=other", `{"seconds":60}`).Get("now").Str; got != "2025-03-01T12:01:00Z" {
		t.Errorf("the other clock is at %s", got)
	}
	if got := f.Control("GET", "clock?sandbox=default", "").Get("now").Str; got != "2025-03-01T12:00:00Z" {
		t.Errorf("the default clock is at %s", got)
	}
	for _, id := range []string{"nobody", ""} {
		if a := f.Control("GET", "clock?sandbox="+id, ""); a.Code != 404 || !strings.Contains(a.Get("error").Str, "no such sandbox") {
			t.Errorf("sandbox %q: %s", id, a)
		}
	}
}
