package server_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"understudy/fixtures"
	"understudy/server"
	"understudy/server/internal/testkit"
	"understudy/server/sandbox"
)

func TestHealth(t *testing.T) {
	if a := testkit.OpenChoosing(t).Do("GET", "/_understudy/healthz", ""); a.String() != `200 {"status":"ok"}` {
		t.Error(a)
	}
}

func TestSandboxesAreOtherBaseURLs(t *testing.T) {
	f := testkit.OpenChoosing(t)
	if _, err := f.Hub().Fork(sandbox.Default, "team-a"); err != nil {
		t.Fatal(err)
	}
	a := f.Do("POST", "/s/team-a"+f.SegmentsPath(), f.SegmentBody(), testkit.Bearer(f.TestData().WorkspaceToken))
	if got := a.Get("filter_segment_source_url").Str; got != testkit.BaseURL+"/s/team-a"+f.SegmentsPath()+"/2312/source_status" {
		t.Errorf("its URL is %s", got)
	}
	if got := f.Get("/s/team-a" + f.SegmentsPath() + "/2312/source_status").Code; got != 200 {
		t.Errorf("its URL gets HTTP %d", got)
	}
	if got := f.Get(f.SegmentsPath() + "/2312").Code; got != 404 {
		t.Errorf("the default sandbox has it too: %d", got)
	}
	next := f.Do("GET", "/s/team-a"+testkit.InvitationsPath, "", testkit.Bearer(f.TestData().PersonalToken)).Get("next").Str
	if !strings.HasPrefix(next, testkit.BaseURL+"/s/team-a/api/v1/invitations?") {
		t.Errorf("its next page is %s", next)
	}
	if got := f.Get("/s/default" + f.SegmentsPath() + "/2301").Code; got != 200 {
		t.Errorf("the default sandbox has no prefix: %d", got)
	}
}

func TestContradictingOptionsAreAnError(t *testing.T) {
	f := testkit.OpenChoosing(t, "body-refusal-status=200", "error-body=empty")
	if _, err := server.New(server.Options{Choice: f.Home().Choice()}); err == nil {
		t.Error("a choice whose needs are not met was accepted")
	}
	if _, err := server.New(server.Options{AsyncDelay: -1}); err == nil {
		t.Error("a negative delay was accepted")
	}
}

func TestTheLogHasALinePerRequestAndNoSecret(t *testing.T) {
	var log bytes.Buffer
	f := testkit.Open(t, server.Options{Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	g := f.TestData()
	f.ListInvitations("?page=2&token=" + g.PersonalToken)
	f.Do("GET", testkit.InvitationsPath+"?"+g.WorkspaceToken, "", testkit.Bearer(g.WorkspaceToken))
	f.PostSegment(`{"name":"` + g.WorkspaceToken + `"}`)
	f.Get("/api/v1/sources/" + g.WorkspaceToken + "/filter_segments/1")
	f.Get("/s/" + g.WorkspaceToken + "/x")
	if got := strings.Count(log.String(), "msg=request"); got != 5 {
		t.Errorf("it has %d lines", got)
	}
	if !strings.Contains(log.String(), "method=GET path=/api/v1/invitations operation=list-invitations status=200") {
		t.Error("the first request is not in it")
	}
	if strings.Contains(log.String(), "EXAMPLE") {
		t.Errorf("a token is in it:\n%s", log.String())
	}
}

func TestTheLogHoldsNoTokenOfAnySandbox(t *testing.T) {
	const token, number, other = "canary-workspace-token-0001", "4711471147", "canary_other_token"
	w := testkit.EmptyWorld(t)
	w.Workspaces = append(w.Workspaces, fixtures.Workspace{ID: 2, Name: "N", Token: number}, fixtures.Workspace{ID: 3, Name: "I", Token: "invitations"},
		fixtures.Workspace{ID: 4, Name: "P", Token: "canary-plain"}, fixtures.Workspace{ID: 5, Name: "S", Token: "canary/in/parts"})
	var log bytes.Buffer
	f := testkit.Open(t, server.Options{World: w, WorkspaceToken: token, Control: true, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	fixture := `{"organization":{"id":1,"name":"O"},"workspaces":[{"id":1,"name":"W","token":"` + other + `"}],"users":[{"id":1,"email":"u@example.com","token":"other-u"}]}`
	if a := f.Control("POST", "sandboxes", `{"id":"team-a","fixture":`+fixture+`}`); a.Code != 201 {
		t.Fatal(a)
	}
	if _, err := f.Hub().Fork(sandbox.Default, token); err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{token, number, other, "canary-plain", "a-canary-plain", "canary/in/parts", url.PathEscape(token + "/x"), strings.ToUpper(token), "x" + token, base64.RawURLEncoding.EncodeToString([]byte(token)), "%" + hex.EncodeToString([]byte{token[0]}) + token[1:]} {
		for _, path := range []string{"/api/v1/", "/api/v1/sources/", "/s/", "/s/team-a/api/v1/", "/s/team-a/", "/_understudy/sandboxes/", "/_understudy/console/", "/embed/", "/"} {
			f.Do("GET", path+secret+"/x", "")
			f.Do("GET", path+secret, "")
		}
	}
	f.Do(token, "/api/v1/nothing", "")
	f.Do("GET", "/s/team-a/invitations", "")
	f.Do("GET", "/api/v1/sources/Canary1canary/canary", "")
	for _, secret := range []string{"canary", "CANARY", "anary_other", number, base64.RawURLEncoding.EncodeToString([]byte(token))[:10], "invitations"} {
		if i := strings.Index(log.String(), secret); i >= 0 {
			t.Errorf("it holds %s: %s", secret, log.String()[max(0, i-80):i+len(secret)])
		}
	}
	if !strings.Contains(log.String(), "method=other path=/api/v1/nothing ") || !strings.Contains(log.String(), "path=/s/team-a/api/v1/…/… ") {
		t.Errorf("it is %s", log.String())
	}
}

func TestTheLogShowsThePathsThatThereAre(t *testing.T) {
	var log bytes.Buffer
	f := testkit.Open(t, server.Options{Control: true, Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	if _, err := f.Hub().Fork(sandbox.Default, "team-7"); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", "/api/v1/invitations", "/s/team-7/api/v1/sources/4120/filter_segments/2301/source_status", "/api/v1/destinations/2147483647/objects",
		"/_understudy/sandboxes/team-7", "/_understudy/state/users/31", "/_understudy/journal.har", "/_understudy/console/gaps", "/_understudy/", "/embed/segment", "/api/v1/invitation", "/api/v2/filter_segments", "/_understudy/consol/journals", "/s/team-b/api/v1/invitations"} {
		f.Do("GET", path, "", testkit.FromAddress(testkit.ThisMachine))
		if !strings.HasPrefix(log.String()[strings.Index(log.String(), " path=")+1:], "path="+path+" ") {
			t.Errorf("of %s it shows %s", path, log.String())
		}
		log.Reset()
	}
}

func TestTheLogOfManySandboxesShowsKnownPathsOnly(t *testing.T) {
	var log bytes.Buffer
	f := testkit.Open(t, server.Options{Control: true, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	for i := range 100 {
		if _, err := f.Hub().Fork(sandbox.Default, fmt.Sprintf("team-%d", i)); err != nil {
			t.Fatal(err)
		}
	}
	f.Do("GET", "/api/v1/invitation", "")
	if !strings.Contains(log.String(), "path=/api/v1/… status=404") {
		t.Errorf("it is %s", log.String())
	}
}

func TestTheLogSaysWhatWasWrongAndWhatToDo(t *testing.T) {
	var log bytes.Buffer
	f := testkit.Open(t, server.Options{Control: true, Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	for path, want := range map[string]string{
		"/api/v1/invitations?per_page=500":    `status=200 ms=\S+ violation="query per_page: expected a number, at most 100, found 500"`,
		"/api/v1/invitation":                  `path=/api/v1/invitation status=404 ms=\S+ violation="path: .*" hint="did you mean /api/v1/invitations\?"`,
		"/api/v1/sources/999/topics":          `operation=list-topics status=404 ms=\S+ hint="source 4146 has topics"`,
		"/api/v1/sources/4120/topics":         `status=405 ms=\S+ hint="source 4146 has topics"`,
		"/api/v1/destinations/999/objects":    `status=404 ms=\S+ hint="destination 6101 has objects"`,
		"/api/v1/destinations/999":            `status=404 ms=\S+ hint="there is destination 6101"`,
		"/api/v1/sources/999/filter_segments": `status=405 ms=\S+ violation="method: expected POST, found GET"$`,
	} {
		log.Reset()
		token := f.TestData().WorkspaceToken
		if strings.Contains(path, "invitation") {
			token = f.TestData().PersonalToken
		}
		a := f.Do("GET", path, "", testkit.Bearer(token))
		if !regexp.MustCompile(want).MatchString(strings.TrimSpace(log.String())) {
			t.Errorf("%s: logged %s, want %s", path, log.String(), want)
		}
		_, hint, _ := strings.Cut(strings.ReplaceAll(want, `\?`, "?"), `hint="`) // empty without one
		if got := a.Header.Get("Understudy-Hint"); got != strings.TrimSuffix(hint, `"`) {
			t.Errorf("%s: the response has the hint %q, want %q", path, got, hint)
		}
	}
	log.Reset()
	f.Do("POST", "/api/v1/connectors", `{"connector":{"label":1,"configuration_definition":{"a-canary":{"type":2}}}}`, testkit.Bearer(f.TestData().WorkspaceToken))
	if got := log.String(); !strings.Contains(got, "violation=\"body /connector/") || strings.Contains(got, "canary") {
		t.Errorf("logged %s", got)
	}
	f.Control("POST", "faults", `{"status":503}`)
	log.Reset()
	f.ListInvitations("")
	if got := log.String(); !strings.Contains(got, "status=503 ") || !strings.Contains(got, "fault=status") {
		t.Errorf("logged %s", got)
	}
}

// fragile panics at the first response.
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

func TestAPanicGetsAResponseAndIsLogged(t *testing.T) {
	var log bytes.Buffer
	f := testkit.Open(t, server.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	w := &fragile{ResponseRecorder: httptest.NewRecorder()}
	f.ServeHTTP(w, httptest.NewRequest("GET", testkit.InvitationsPath, nil))
	if w.Code != 500 || !strings.HasPrefix(w.Body.String(), `{"status":"error","message":`) {
		t.Errorf("the response is %d %s", w.Code, w.Body)
	}
	if !strings.Contains(log.String(), "out of ink") || !strings.Contains(log.String(), "status=500") {
		t.Errorf("logged %s", log.String())
	}
}

func TestASlowClientDelaysNoOther(t *testing.T) {
	f := testkit.OpenChoosing(t)
	read, write := io.Pipe()
	slow := make(chan testkit.Response)
	go func() { slow <- f.PostSegment(f.SegmentBody(), func(r *http.Request) { r.Body = read }) }()
	if _, err := io.WriteString(write, f.SegmentBody()[:10]); err != nil { // it is in the middle of its body
		t.Fatal(err)
	}
	if a := f.PostSegment(f.SegmentBody()); a.Code != 201 {
		t.Error(a)
	}
	_, _ = io.WriteString(write, f.SegmentBody()[10:])
	_ = write.Close()
	if a := <-slow; a.Code != 201 {
		t.Error(a)
	}
}

func TestServeStopsWithItsContext(t *testing.T) {
	f := testkit.OpenChoosing(t)
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
	if strings.TrimSpace(string(body)) != `{"status":"ok"}` {
		t.Errorf("the health page has %s", body)
	}
	cancel()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("it still serves")
	}
	if err := f.Serve(context.Background(), l); err == nil {
		t.Error("it served a closed listener")
	}
}
