package server_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"understudy/fixtures"
	"understudy/server"
	"understudy/server/sandbox"
)

func TestPathsAndMethods(t *testing.T) {
	f := choosing(t)
	for rule, c := range map[string]struct {
		method, path string
		code         int
		allow        string
	}{
		"an unknown path":              {"GET", "/api/v1/nothing", 404, ""},
		"the root":                     {"GET", "/", 404, ""},
		"another version":              {"GET", "/api/v2/invitations", 404, ""},
		"a trailing slash":             {"GET", "/api/v1/invitations/", 404, ""},
		"a double slash":               {"GET", "/api/v1//invitations", 404, ""},
		"a double slash at the start":  {"GET", "//api/v1/invitations", 404, ""},
		"an empty id":                  {"POST", "/api/v1/sources//filter_segments", 404, ""},
		"dots":                         {"GET", "/api/v1/./invitations", 404, ""},
		"an escaped slash":             {"GET", "/api/v1%2Finvitations", 404, ""},
		"upper case":                   {"GET", "/API/v1/invitations", 404, ""},
		"a wrong method":               {"DELETE", "/api/v1/invitations", 405, "GET, HEAD"},
		"a method no one has heard of": {"BREW", "/api/v1/invitations", 405, "GET, HEAD"},
		"OPTIONS":                      {"OPTIONS", "/api/v1/invitations", 405, "GET, HEAD"},
		"GET where only POST is":       {"GET", "/api/v1/sources/4120/filter_segments", 405, "POST"},
		"HEAD where only POST is":      {"HEAD", "/api/v1/sources/4120/filter_segments", 405, "POST"},
		"GET where only PUT is":        {"GET", "/api/v1/connectors/a/publish_to_organization", 405, "PUT"},
		"two methods of one path":      {"POST", "/api/v1/destinations/6101", 405, "GET, HEAD, PATCH"},
		"a sandbox that is not there":  {"GET", "/s/nobody/api/v1/invitations", 404, ""},
		"a sandbox without id":         {"GET", "/s//api/v1/invitations", 404, ""},
		"a sandbox without path":       {"GET", "/s/default", 404, ""},
		"a sandbox within a sandbox":   {"GET", "/s/default/s/default/api/v1/invitations", 404, ""},
	} {
		t.Run(rule, func(t *testing.T) {
			a := f.do(c.method, c.path, "", bearer(f.Ground().PersonalToken))
			if a.code != c.code || a.header.Get("Allow") != c.allow {
				t.Errorf("got %s, Allow %q; want %d, %q", a, a.header.Get("Allow"), c.code, c.allow)
			}
			if a.header.Get("Content-Type") != "application/json" || c.method != "HEAD" && a.get("status").Str != "error" {
				t.Errorf("it is no error of the API: %s", a)
			}
		})
	}
}

func TestAnUnknownPathIsToldWhatMayBeMeant(t *testing.T) {
	const segments = "/api/v1/sources/{source_id}/filter_segments"
	for path, near := range map[string]string{
		"/api/v1/invitation":                            "/api/v1/invitations",
		"/api/v1/invitations/":                          "/api/v1/invitations",
		"/api/v1/Invitations":                           "/api/v1/invitations",
		"/api/v1//invitations":                          "/api/v1/invitations",
		"/api/v1/destinations":                          "/api/v1/destinations/{destination_id}",
		"/api/v1/destinations/6101/object":              "/api/v1/destinations/{destination_id}/objects",
		"/api/v1/sources/4120/segments":                 segments,
		"/api/v1/sources//filter_segments":              segments,
		"/api/v1/sources/4120/filter_segments/1/status": segments + "/{segment_id}/source_status",
		"/api/v1/connectors/acme/publish":               "/api/v1/connectors/{service_name}/publish_to_organization",
		"/api/v2/invitations":                           "/api/v1/invitations",
		"/v1/invitations":                               "/api/v1/invitations",
		"/invitations":                                  "/api/v1/invitations",
		"//api/v1/invitations":                          "/api/v1/invitations",
		"/api/v1/syncs/1":                               "",
		"/api/v1/":                                      "",
		"/":                                             "",
		"/favicon.ico":                                  "",
		"/api/v1/" + strings.Repeat("x", 100_000):       "",
	} {
		for _, control := range []bool{false, true} {
			says := open(t, server.Options{Control: control}).do("GET", path, "").get("message").Str
			if near != "" && !strings.Contains(says, "Did you mean "+near+"?") || near == "" && !strings.Contains(says, "There are /api/v1/destinations/{destination_id}, /api/v1/") {
				t.Errorf("%.60s: %s", path, says)
			}
			if prefixed := strings.HasPrefix(path, "/api/v1/"); prefixed == strings.Contains(says, "every path of the API begins with /api/v1") {
				t.Errorf("%.60s: %s", path, says)
			} else if strings.Contains(says, "The console is at /_understudy/") != (control && !prefixed) {
				t.Errorf("%.60s: %s", path, says)
			}
		}
	}
}

func TestAQueryThatCannotBeDecodedIsRefused(t *testing.T) {
	f := choosing(t)
	for _, a := range []answer{f.list("?page=%zz"), f.list("?%"), f.list("?a;b"), f.get(f.segments() + "/2301?%zz")} {
		if a.code != 400 || a.get("status").Str != "error" {
			t.Error(a)
		}
	}
}

func TestEscapedPathsAreDecoded(t *testing.T) {
	f := choosing(t)
	if a := f.get("/api/v1/sources/%34120/filter%5fsegments/2301"); a.code != 200 {
		t.Error(a)
	}
}

func TestHEADIsGETWithoutBody(t *testing.T) {
	f := choosing(t)
	get := f.list("")
	head := f.do("HEAD", invitations, "", bearer(f.Ground().PersonalToken))
	if head.code != 200 || head.body != "" || head.header.Get("Content-Length") != get.header.Get("Content-Length") {
		t.Errorf("HEAD answers %s, %v", head, head.header)
	}
	if a := f.do("HEAD", invitations, ""); a.code != 401 || a.body != "" {
		t.Errorf("HEAD without token answers %s", a)
	}
	if a := f.do("HEAD", "/_understudy/healthz", ""); a.code != 200 || a.body != "" {
		t.Errorf("HEAD of the health page answers %s", a)
	}
}

func TestHealth(t *testing.T) {
	if a := choosing(t).do("GET", "/_understudy/healthz", ""); a.String() != `200 {"status":"ok"}` {
		t.Error(a)
	}
}

func TestSandboxesAreOtherBaseURLs(t *testing.T) {
	f := choosing(t)
	if _, err := f.Hub().Fork(sandbox.Default, "team-a"); err != nil {
		t.Fatal(err)
	}
	a := f.do("POST", "/s/team-a"+f.segments(), f.segment(), bearer(f.Ground().WorkspaceToken))
	if got := a.get("filter_segment_source_url").Str; got != base+"/s/team-a"+f.segments()+"/2312/source_status" {
		t.Errorf("its URL is %s", got)
	}
	if got := f.get("/s/team-a" + f.segments() + "/2312/source_status").code; got != 200 {
		t.Errorf("its URL answers %d", got)
	}
	if got := f.get(f.segments() + "/2312").code; got != 404 {
		t.Errorf("the default sandbox has it too: %d", got)
	}
	next := f.do("GET", "/s/team-a"+invitations, "", bearer(f.Ground().PersonalToken)).get("next").Str
	if !strings.HasPrefix(next, base+"/s/team-a/api/v1/invitations?") {
		t.Errorf("its next page is %s", next)
	}
	if got := f.get("/s/default" + f.segments() + "/2301").code; got != 200 {
		t.Errorf("the default sandbox has no prefix: %d", got)
	}
}

func TestAbsoluteURLsStartWithThePublicURL(t *testing.T) {
	f := open(t, server.Options{PublicURL: "https://api.example.com/fake/"})
	if got := f.post(f.segment()).get("filter_segment_source_url").Str; !strings.HasPrefix(got, "https://api.example.com/fake/api/v1/sources/") {
		t.Error(got)
	}
	for _, bad := range []string{"api.example.com", "ftp://example.com", "http://", "http://example.com?x=1", "%"} {
		if _, err := server.New(server.Options{PublicURL: bad}); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

func TestOptionsThatContradictThemselves(t *testing.T) {
	f := choosing(t, "body-refusal-status=200", "error-body=empty")
	if _, err := server.New(server.Options{Choice: f.home().Choice()}); err == nil {
		t.Error("a choice whose needs are not met was taken")
	}
	if _, err := server.New(server.Options{AsyncDelay: -1}); err == nil {
		t.Error("a negative delay was taken")
	}
}

func TestTheLogHasALinePerRequestAndNoSecret(t *testing.T) {
	var log bytes.Buffer
	f := open(t, server.Options{Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	g := f.Ground()
	f.list("?page=2&token=" + g.PersonalToken)
	f.do("GET", invitations+"?"+g.WorkspaceToken, "", bearer(g.WorkspaceToken))
	f.post(`{"name":"` + g.WorkspaceToken + `"}`)
	f.get("/api/v1/sources/" + g.WorkspaceToken + "/filter_segments/1")
	f.get("/s/" + g.WorkspaceToken + "/x")
	if got := strings.Count(log.String(), "msg=request"); got != 5 {
		t.Errorf("it has %d lines", got)
	}
	if !strings.Contains(log.String(), "method=GET path=/api/v1/invitations status=200") {
		t.Error("the first request is not in it")
	}
	if strings.Contains(log.String(), "EXAMPLE") {
		t.Errorf("a token is in it:\n%s", log.String())
	}
}

func TestTheLogHoldsNoTokenOfAnySandbox(t *testing.T) {
	const token, number, other = "canary-workspace-token-0001", "4711471147", "canary_other_token"
	w := emptyWorld(t)
	w.Workspaces = append(w.Workspaces, fixtures.Workspace{ID: 2, Name: "N", Token: number}, fixtures.Workspace{ID: 3, Name: "I", Token: "invitations"})
	var log bytes.Buffer
	f := open(t, server.Options{World: w, WorkspaceToken: token, Control: true, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	fixture := `{"organization":{"id":1,"name":"O"},"workspaces":[{"id":1,"name":"W","token":"` + other + `"}],"users":[{"id":1,"email":"u@example.com","token":"other-u"}]}`
	if a := f.control("POST", "sandboxes", `{"id":"team-a","fixture":`+fixture+`}`); a.code != 201 {
		t.Fatal(a)
	}
	if _, err := f.Hub().Fork(sandbox.Default, token); err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{token, number, other, url.PathEscape(token + "/x"), strings.ToUpper(token), "x" + token, base64.RawURLEncoding.EncodeToString([]byte(token)), "%" + hex.EncodeToString([]byte{token[0]}) + token[1:]} {
		for _, path := range []string{"/api/v1/", "/api/v1/sources/", "/s/", "/s/team-a/api/v1/", "/s/team-a/", "/_understudy/sandboxes/", "/_understudy/console/", "/embed/", "/"} {
			f.do("GET", path+secret+"/x", "")
			f.do("GET", path+secret, "")
		}
	}
	f.do(token, "/api/v1/nothing", "")
	f.do("GET", "/s/team-a/invitations", "")
	for _, secret := range []string{"canary", "CANARY", "anary_other", number, base64.RawURLEncoding.EncodeToString([]byte(token))[:10], "invitations"} {
		if i := strings.Index(log.String(), secret); i >= 0 {
			t.Errorf("it holds %s: %s", secret, log.String()[max(0, i-80):i+len(secret)])
		}
	}
	if !strings.Contains(log.String(), "method=other path=/api/v1/… ") || !strings.Contains(log.String(), "path=/s/team-a/api/v1/…/… ") {
		t.Errorf("it is %s", log.String())
	}
}

func TestTheLogShowsThePathsThatThereAre(t *testing.T) {
	var log bytes.Buffer
	f := open(t, server.Options{Control: true, Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	if _, err := f.Hub().Fork(sandbox.Default, "team-7"); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", "/api/v1/invitations", "/s/team-7/api/v1/sources/4120/filter_segments/2301/source_status", "/api/v1/destinations/2147483647/objects",
		"/_understudy/sandboxes/team-7", "/_understudy/state/users/31", "/_understudy/journal.har", "/_understudy/console/gaps", "/_understudy/", "/embed/segment"} {
		f.do("GET", path, "", from(here))
		if !strings.HasPrefix(log.String()[strings.Index(log.String(), " path=")+1:], "path="+path+" ") {
			t.Errorf("of %s it shows %s", path, log.String())
		}
		log.Reset()
	}
}

// fragile breaks down at the first answer.
type fragile struct {
	*httptest.ResponseRecorder
	broke bool
}

func (w *fragile) WriteHeader(status int) {
	if !w.broke {
		w.broke = true
		panic("out of ink")
	}
	w.ResponseRecorder.WriteHeader(status)
}

func TestABreakdownIsAnsweredAndLogged(t *testing.T) {
	var log bytes.Buffer
	f := open(t, server.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	w := &fragile{ResponseRecorder: httptest.NewRecorder()}
	f.ServeHTTP(w, httptest.NewRequest("GET", invitations, nil))
	if w.Code != 500 || !strings.HasPrefix(w.Body.String(), `{"status":"error","message":`) {
		t.Errorf("answered %d %s", w.Code, w.Body)
	}
	if !strings.Contains(log.String(), "out of ink") || !strings.Contains(log.String(), "status=500") {
		t.Errorf("logged %s", log.String())
	}
}

func TestASlowClientHoldsNoOtherUp(t *testing.T) {
	f := choosing(t)
	read, write := io.Pipe()
	slow := make(chan answer)
	go func() { slow <- f.post(f.segment(), func(r *http.Request) { r.Body = read }) }()
	if _, err := io.WriteString(write, f.segment()[:10]); err != nil { // it is in the middle of its body
		t.Fatal(err)
	}
	if a := f.post(f.segment()); a.code != 201 {
		t.Error(a)
	}
	_, _ = io.WriteString(write, f.segment()[10:])
	_ = write.Close()
	if a := <-slow; a.code != 201 {
		t.Error(a)
	}
}

func TestABodyThatBreaksOffIsMalformed(t *testing.T) {
	f := choosing(t)
	a := f.post(f.segment(), func(r *http.Request) { r.Body = io.NopCloser(iotest.ErrReader(io.ErrUnexpectedEOF)) })
	if a.code != 400 || f.post(f.segment()).get("data.id").Int() != 2312 {
		t.Error(a)
	}
}

func TestServeStopsWithItsContext(t *testing.T) {
	f := choosing(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- f.Serve(ctx, l) }()
	res, err := http.Get("http://" + l.Addr().String() + "/_understudy/healthz")
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(res.Body)
	_ = res.Body.Close()
	if string(body) != `{"status":"ok"}` {
		t.Errorf("the health page has %s", body)
	}
	cancel()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it goes on")
	}
	if err := f.Serve(context.Background(), l); err == nil {
		t.Error("it served a closed listener")
	}
}
