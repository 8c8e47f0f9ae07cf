package journal_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"understudy/server"
	"understudy/server/internal/testkit"
	"understudy/server/journal"
	"understudy/server/sandbox"
)

func TestTheJournalShowsRequestsAndResponses(t *testing.T) {
	f := testkit.OpenControlled(t)
	f.Advance(time.Hour)
	sent := f.SegmentBody()
	f.PostSegment(sent, testkit.AddHeader("X-Trace", "17"))
	e := f.Control("GET", "journal/1", "")
	for path, want := range map[string]string{
		"seq": "1", "time": "2025-03-01T12:00:00Z", "world_time": "2025-03-01T13:00:00Z", "operation": "create-segment", "method": "POST",
		"url": testkit.BaseURL + f.SegmentsPath(), "path": f.SegmentsPath(), "query": "", "protocol": "HTTP/1.1", "status": "201",
		"request.headers.X-Trace.0": "17", "request.headers.Authorization.0": "Bearer [workspace token]", "request.body": sent,
		"request.size": fmt.Sprint(len(sent)), "request.cut": "false", "response.headers.Content-Type.0": "application/json",
		"response.body": `{"status":"created","data":{"id":2312},"filter_segment_source_url":"` + testkit.BaseURL + f.SegmentsPath() + `/2312/source_status"}`,
		"fault":         "", "rejected": "",
	} {
		if got := e.Get(path).String(); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
	if e.Get("took_ms").Float() <= 0 || !e.Get("gaps").IsArray() {
		t.Errorf("it is %s", e)
	}
	if a := f.Control("GET", "journal/2", ""); a.Code != 404 {
		t.Error(a)
	}
}

func TestTheJournalHasABodyThatNobodyRead(t *testing.T) {
	f := testkit.OpenControlled(t)
	site := httptest.NewServer(f)
	defer site.Close()
	for n, path := range []string{"/api/v1/nothing", "/api/v1/invitations", "/embed/segment"} {
		r, err := http.NewRequest("PUT", site.URL+path, strings.NewReader(`{"a":"unread"}`))
		if err != nil {
			t.Fatal(err)
		}
		res, err := site.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		want := `{"body":"{\"a\":\"unread\"}","cut":false}`
		if path == "/embed/segment" {
			want = `{"body":"[hidden]","cut":false}`
		}
		if got := f.Control("GET", fmt.Sprintf("journal/%d", n+1), "").Get("request.{body,cut}").Raw; got != want {
			t.Errorf("%s: it has %s", path, got)
		}
	}
}

func TestNoSecretLeavesTheJournal(t *testing.T) {
	f := testkit.OpenControlled(t)
	secrets := f.SendSecrets()
	paths := []string{"journal", "journal.har", "journal/findings"}
	for n := range f.Home().Journal().Last() {
		paths = append(paths, fmt.Sprintf("journal/%d", n+1))
	}
	for _, path := range paths {
		a := f.Control("GET", path, "")
		if a.Code != 200 {
			t.Fatalf("%s: %s", path, a)
		}
		for _, secret := range secrets {
			if i := strings.Index(a.Body, secret); i >= 0 {
				t.Errorf("%s shows %s: …%s", path, secret, a.Body[max(0, i-100):i+len(secret)])
			}
		}
	}
	all := f.Control("GET", "journal", "").Body
	for _, want := range []string{"Bearer [workspace token]", "Basic [personal token]", "Bearer [unknown token]", "[hidden]"} {
		if !strings.Contains(all, want) {
			t.Errorf("%s is not shown", want)
		}
	}
	for _, secret := range []string{"CREDENTIAL1", f.TestData().WorkspaceToken} {
		if got := f.Control("GET", "journal?text="+url.QueryEscape(secret), "").Get("exchanges.#").Int(); got != 0 {
			t.Errorf("%s can be guessed: %d exchanges are found by it", secret, got)
		}
	}
}

func TestTheControlTokenIsNotShown(t *testing.T) {
	const token = "EXAMPLE-control-token"
	f := testkit.Open(t, server.Options{Control: true, ControlToken: token})
	if _, err := f.Hub().Fork(sandbox.Default, "fork"); err != nil {
		t.Fatal(err)
	}
	f.Do("POST", "/s/fork"+f.SegmentsPath()+"?a="+token, f.SegmentBody("name", testkit.Quoted(token)), testkit.AddHeader("X-Control", token))
	for _, path := range []string{"journal?sandbox=fork", "journal.har?sandbox=fork", "?sandbox=fork&exchange=1"} {
		if a := f.Control("GET", path, "", testkit.Bearer(token)); a.Code != 200 || strings.Contains(a.Body, token) || !strings.Contains(a.Body, "[control token]") {
			t.Errorf("%s: %s", path, a)
		}
	}
}

func TestATokenOfAnyCharactersIsHidden(t *testing.T) {
	const token = "c2Vj/cmV0!+x=="
	f := testkit.Open(t, server.Options{Control: true, WorkspaceToken: token})
	site := httptest.NewServer(f)
	defer site.Close()
	next, end := events(t, site.URL, "")
	defer end()
	f.Do("POST", f.SegmentsPath()+"?a="+url.QueryEscape(token), f.SegmentBody("name", "my "+token+"x"), testkit.AddHeader("X-Note", "It is "+token+"."))
	if got := next(); got != "exchange 1" {
		t.Error(got)
	}
	for _, path := range []string{"journal", "journal.har", "journal/1", "journal?text=note", ""} {
		a := f.Control("GET", path, "")
		if a.Code != 200 || strings.Contains(a.Body, "c2Vj") || strings.Contains(a.Body, "cmV0") {
			t.Errorf("%q shows %s", path, a)
		}
	}
	if got := f.Control("GET", "journal/1", "").Get("request.headers.X-Note.0").Str; got != "It is [workspace token]." {
		t.Errorf("it shows %s", got)
	}
}

func TestACompressedResponseIsShownDecompressed(t *testing.T) {
	zipped := 0
	for seed := range uint64(12) {
		f := testkit.Open(t, server.Options{Control: true, Formatting: seed + 1})
		a := f.Do("POST", f.SegmentsPath()+"/2301/segment_management_links", `{"redirect_uri":"https://example.com/"}`, testkit.Bearer(f.TestData().WorkspaceToken), testkit.AddHeader("Accept-Encoding", "gzip"))
		if a.Header.Get("Content-Encoding") == "gzip" {
			zipped++
		}
		shown := f.Control("GET", "journal/1", "").Get("response.body").Str
		if !strings.Contains(shown, "created") || !strings.Contains(shown, "auth=[hidden]") {
			t.Errorf("seed %d: it shows %s", seed+1, shown)
		}
	}
	if zipped == 0 {
		t.Error("no response was compressed")
	}
}

func TestTheJournalIsQueried(t *testing.T) {
	f := testkit.OpenControlled(t)
	f.ListInvitations("?page=1")               // 1
	f.ListInvitations("?page=x")               // 2
	f.PostSegment(f.SegmentBody())             // 3
	f.Get("/api/v1/nothing")                   // 4
	f.ListInvitations("?order=asc&per_page=2") // 5
	for query, want := range map[string]string{
		"":                                     "[1,2,3,4,5]",
		"?operation=list-invitations":          "[1,2,5]",
		"?status=200":                          "[1,5]",
		"?status=4xx":                          "[2,4]",
		"?operation=create-segment&status=2XX": "[3]",
		"?text=READERS":                        "[3]",
		"?text=order%3Dasc":                    "[5]",
		"?limit=2":                             "[4,5]",
		"?after=1&limit=2":                     "[2,3]",
		"?after=5":                             "[]",
		"?since=2025-03-01T12:00:00Z":          "[1,2,3,4,5]",
		"?since=2025-03-01T12:00:01Z":          "[]",
		"?until=2025-03-01T12:00:00Z":          "[]",
		"?sandbox=default&status=201":          "[3]",
	} {
		if got := f.Control("GET", "journal"+query, "").Get("exchanges.#.seq").Raw; got != want {
			t.Errorf("%q finds %s, want %s", query, got, want)
		}
	}
	if a := f.Control("GET", "journal?limit=2", ""); !a.Get("more").Bool() || a.Get("last").Int() != 5 {
		t.Errorf("of five it shows %s", a)
	}
	for _, query := range []string{"?operation=x", "?status=x", "?status=1", "?status=9xx", "?since=today", "?after=-1", "?limit=0", "?limit=10001", "?page=1"} {
		if a := f.Control("GET", "journal"+query, ""); a.Code != 400 || a.Get("error").Str == "" {
			t.Errorf("%s: %s", query, a)
		}
	}
	if a := f.Control("DELETE", "journal", ""); a.String() != `200 {"cleared":5}` {
		t.Error(a)
	}
	f.ListInvitations("")
	if a := f.Control("GET", "journal", ""); a.Get("exchanges.#.seq").Raw != "[6]" || a.Get("evicted").Int() != 0 {
		t.Errorf("once cleared it has %s", a)
	}
}

func TestTheJournalIsBounded(t *testing.T) {
	f := testkit.Open(t, server.Options{Control: true, Journal: &journal.Limits{Exchanges: 3, Body: 10}})
	for range 5 {
		f.PostSegment(f.SegmentBody())
	}
	a := f.Control("GET", "journal", "")
	if a.Get("exchanges.#.seq").Raw != "[3,4,5]" || a.Get("evicted").Int() != 2 {
		t.Errorf("it holds %s", a)
	}
	e := a.Get("exchanges.0")
	if got := e.Get("request.body").Str; got != `{"name"…` || !e.Get("request.cut").Bool() || e.Get("request.size").Int() != int64(len(f.SegmentBody())) {
		t.Errorf("of a body it keeps %s", e.Get("request"))
	}
	if got := f.Control("GET", "journal/findings", ""); got.Get("evicted").Int() != 2 || got.Get("not_checked").Int() != 3 || got.Get("breaks.#").Int() != 0 {
		t.Errorf("the findings are %s", got)
	}
	if a := f.Control("GET", "journal/2", ""); a.Code != 404 {
		t.Error(a)
	}
	off := testkit.Open(t, server.Options{Control: true, Journal: new(journal.Limits)})
	off.ListInvitations("")
	if a := off.Control("GET", "journal", ""); a.Code != 404 || !strings.Contains(a.Get("error").Str, "--journal") {
		t.Errorf("without a journal the response is %s", a)
	}
}

func TestEverySandboxHasItsOwnJournal(t *testing.T) {
	f := testkit.Open(t, server.Options{Control: true, Journal: &journal.Limits{Exchanges: 2}})
	f.ListInvitations("")
	if _, err := f.Hub().Fork(sandbox.Default, "fork"); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		f.Do("GET", "/s/fork"+testkit.InvitationsPath+"?page=2", "")
	}
	if got := f.Control("GET", "journal", "").Get("exchanges.#.query").Raw; got != `[""]` {
		t.Errorf("the default one has %s", got)
	}
	a := f.Control("GET", "journal?sandbox=fork", "")
	if got := a.Get("exchanges.#.url").Raw; got != `["`+testkit.BaseURL+"/s/fork"+testkit.InvitationsPath+`?page=2","`+testkit.BaseURL+"/s/fork"+testkit.InvitationsPath+`?page=2"]` {
		t.Errorf("the fork has %s", got)
	}
	if err := f.Hub().Reset("fork"); err != nil {
		t.Fatal(err)
	}
	if got := f.Control("GET", "journal?sandbox=fork", "").Get("exchanges.#").Int(); got != 0 {
		t.Errorf("once reset it has %d", got)
	}
}

func TestAMistypedFilterGetsASuggestion(t *testing.T) {
	f := testkit.Open(t, server.Options{Control: true})
	for query, says := range map[string]string{
		"operation=create-segmnt": `operation "create-segmnt" is unknown: did you mean "create-segment"? give one such as list-invitations or editor:load`,
		"operaton=create-segment": `"operaton" is not a parameter of the journal: did you mean "operation"? use operation, status, since, until, text, after or limit`,
		"colour=red":              `"colour" is not a parameter of the journal: use operation, status, since, until, text, after or limit`,
	} {
		for _, path := range []string{"journal", "journal.har", "journal/stream"} {
			if a := f.Control("GET", path+"?"+query, ""); a.Code != 400 || a.Get("error").Str != says {
				t.Errorf("%s?%s: %s, want %q", path, query, a, says)
			}
		}
	}
}
