package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"understudy/server"
	"understudy/server/sandbox"
)

func from(address string) edit { return func(r *http.Request) { r.RemoteAddr = address } }

func to(host string) edit { return func(r *http.Request) { r.Host = host } }

const (
	here  = "127.0.0.1:50000"
	afar  = "192.0.2.7:50000"
	local = "localhost:8080"
)

// controlled opens a fake whose control API is on, its clock frozen.
func controlled(t *testing.T) fake {
	t.Helper()
	return open(t, server.Options{Control: true, Now: func() time.Time { return time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC) }})
}

func (f fake) control(method, path, body string, edits ...edit) answer {
	f.Helper()
	return f.do(method, "/_understudy/"+path, body, append([]edit{from(here), to(local)}, edits...)...)
}

func TestTheClockIsControlled(t *testing.T) {
	f := controlled(t)
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
		if got := f.control(c.method, c.path, c.body).String(); got != c.want {
			t.Errorf("%s %s %s: %s, want %s", c.method, c.path, c.body, got, c.want)
		}
	}
	if got := f.home().Clock().Now(); !got.Equal(time.Date(2025, 3, 2, 0, 0, 1, 0, time.UTC)) {
		t.Errorf("the sandbox is at %s", got)
	}
}

func TestTheClockNeverGoesBack(t *testing.T) {
	f := controlled(t)
	for _, body := range []string{
		`{"seconds":-1}`, `{"to":"2025-03-01T11:59:59Z"}`, `{"to":"0001-01-01T00:00:00Z"}`, `{"seconds":1e300}`, `{"seconds":9.3e9}`, `{"to":"9000-01-01T00:00:00Z"}`,
		`{}`, ``, `[]`, `{"seconds":1,"to":"2026-01-01T00:00:00Z"}`, `{"seconds":"1"}`, `{"to":"tomorrow"}`, `{"minutes":1}`, `{"seconds":null}`, `{"seconds":1}{}`,
	} {
		if a := f.control("POST", "clock/advance", body); a.code != 400 || a.get("error").Str == "" {
			t.Errorf("%s: %s", body, a)
		}
	}
	if got := f.control("GET", "clock", "").get("now").Str; got != "2025-03-01T12:00:00Z" {
		t.Errorf("one of them moved it to %s", got)
	}
}

func TestAnswersAreDatedByTheWorldsClock(t *testing.T) {
	f := controlled(t)
	f.control("POST", "clock/advance", `{"to":"2031-05-06T07:08:09.9Z"}`)
	if got := f.list("").header.Get("Date"); got != "Tue, 06 May 2031 07:08:09 GMT" {
		t.Errorf("Date is %q", got)
	}
}

func TestAClockIsOneSandboxs(t *testing.T) {
	f := controlled(t)
	if _, err := f.Hub().Fork(sandbox.Default, "other"); err != nil {
		t.Fatal(err)
	}
	if got := f.control("POST", "clock/advance?sandbox=other", `{"seconds":60}`).get("now").Str; got != "2025-03-01T12:01:00Z" {
		t.Errorf("the other clock is at %s", got)
	}
	if got := f.control("GET", "clock?sandbox=default", "").get("now").Str; got != "2025-03-01T12:00:00Z" {
		t.Errorf("the default clock is at %s", got)
	}
	for _, id := range []string{"nobody", ""} {
		if a := f.control("GET", "clock?sandbox="+id, ""); a.code != 404 || !strings.Contains(a.get("error").Str, "no such sandbox") {
			t.Errorf("sandbox %q: %s", id, a)
		}
	}
}
