package server_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"understudy/server"
	"understudy/server/sandbox"
)

func openStrict(t *testing.T) fake {
	t.Helper()
	return open(t, server.Options{Control: true, StrictClient: true})
}

func TestTheJournalTellsWhatWasSentAndAnswered(t *testing.T) {
	f := controlled(t)
	f.later(time.Hour)
	sent := f.segment()
	f.post(sent, header("X-Trace", "17"))
	e := f.control("GET", "journal/1", "")
	for path, want := range map[string]string{
		"seq": "1", "time": "2025-03-01T12:00:00Z", "world_time": "2025-03-01T13:00:00Z", "operation": "create-segment", "method": "POST",
		"url": base + f.segments(), "path": f.segments(), "query": "", "protocol": "HTTP/1.1", "status": "201",
		"request.headers.X-Trace.0": "17", "request.headers.Authorization.0": "Bearer [workspace token]", "request.body": sent,
		"request.size": fmt.Sprint(len(sent)), "request.cut": "false", "response.headers.Content-Type.0": "application/json",
		"response.body": `{"status":"created","data":{"id":2312},"filter_segment_source_url":"` + base + f.segments() + `/2312/source_status"}`,
		"fault":         "", "refused": "",
	} {
		if got := e.get(path).String(); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
	if e.get("took_ms").Float() <= 0 || !e.get("gaps").IsArray() {
		t.Errorf("it is %s", e)
	}
	if a := f.control("GET", "journal/2", ""); a.code != 404 {
		t.Error(a)
	}
}

func TestTheJournalHasABodyThatNobodyRead(t *testing.T) {
	f := controlled(t)
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
		if got := f.control("GET", fmt.Sprintf("journal/%d", n+1), "").get("request.{body,cut}").Raw; got != want {
			t.Errorf("%s: it has %s", path, got)
		}
	}
}

// secrets are sent in every way in which a client might.
func (f fake) sendSecrets() (secrets []string) {
	g := f.Ground()
	link := f.do("POST", f.create()+"/segment_management_links", `{"redirect_uri":"https://example.com/?x=1&auth=LINKAUTH1"}`, bearer(g.WorkspaceToken))
	_, auth, _ := strings.Cut(link.get("data.uri").Str, "auth=")
	destination := f.destination(g.DestinationID)
	patch := func(body string) { f.do("PATCH", destination, body, bearer(g.WorkspaceToken)) }
	patch(`{"service_connection": {"credentials": {"api_key": "CREDENTIAL1", "nested": {"n": [123456789]}}}}`)
	patch(`{"service_connection":{"\u0063redentials":{"api_key":"CREDENTIAL2"}}}`)
	patch(`{"service_connection":{"credentials":{"api_key":"CREDENTIAL3`)
	patch(`{"service_connection":{"name":5 5},"credentials":"CREDENTIAL4"}`)
	patch(`credentials=CREDENTIAL5`)
	patch(`{"service_connection":{"credentials":{"api_key":"` + strings.Repeat("CREDENTIAL6", 5000) + `"}}}`)
	f.do("POST", "/api/v1/connectors", `{"connector":{"data":{"headers":{"X-Api-Key":"CREDENTIAL7"}},"configuration_definition":{"k":{"default":"CREDENTIAL8","secret":true}}}}`, bearer(g.WorkspaceToken))
	f.get("/embed/segment?auth=" + auth)
	f.get("/api/v1/" + g.WorkspaceToken + "?token=" + g.PersonalToken + "&auth=" + auth + "&%61uth=LINKAUTH2&next=" + url.QueryEscape("http://x/?auth=LINKAUTH3"))
	f.list("?page=" + g.WorkspaceToken)
	f.list("?" + g.WorkspaceToken + "=1")
	f.do("GET", invitations, "", basic("bearer", g.PersonalToken), header("Cookie", "session=COOKIE1"), header("X-Api-Key", "HEADER1"), header("Referer", "http://x/embed?auth=LINKAUTH4"))
	f.do("GET", invitations, "", bearer("unheard-of-TOKEN1"), header("X-Echo", "unheard-of-TOKEN1"))
	f.do("GET", invitations, "", header("Authorization", g.WorkspaceToken))
	f.do("GET", invitations+"?unheardofTOKEN2=1", "", bearer("unheardofTOKEN2"))
	f.do("GET", "/api/v1/"+auth+"?note="+auth, "", header("X-Note", auth), header("X-Upstream", "Bearer unheardofTOKEN3"), header("X-Session-Id", "HEADER2"))
	f.do("POST", f.segments(), f.segment("name", quoted(auth), "note", quoted(base64.StdEncoding.EncodeToString([]byte(g.WorkspaceToken)))))
	patch(`{"access_token":["CREDENTIAL9"],"secrets":{"db":{"pw":"CREDENTIAL9"}}}`)
	patch("api_key: CREDENTIAL9")
	return []string{g.WorkspaceToken, g.PersonalToken, auth, "LINKAUTH", "CREDENTIAL", "123456789", "COOKIE1", "HEADER1", "TOKEN1", "TOKEN2", "TOKEN3",
		"HEADER2", base64.StdEncoding.EncodeToString([]byte(g.WorkspaceToken)), url.QueryEscape(g.WorkspaceToken), base64.StdEncoding.EncodeToString([]byte("bearer:" + g.PersonalToken))}
}

func TestNoSecretLeavesTheJournal(t *testing.T) {
	f := controlled(t)
	secrets := f.sendSecrets()
	paths := []string{"journal", "journal.har", "journal/findings"}
	for n := range f.home().Journal().Last() {
		paths = append(paths, fmt.Sprintf("journal/%d", n+1))
	}
	for _, path := range paths {
		a := f.control("GET", path, "")
		if a.code != 200 {
			t.Fatalf("%s: %s", path, a)
		}
		for _, secret := range secrets {
			if i := strings.Index(a.body, secret); i >= 0 {
				t.Errorf("%s shows %s: …%s", path, secret, a.body[max(0, i-100):i+len(secret)])
			}
		}
	}
	all := f.control("GET", "journal", "").body
	for _, want := range []string{"Bearer [workspace token]", "Basic [personal token]", "Bearer [unknown token]", "[hidden]"} {
		if !strings.Contains(all, want) {
			t.Errorf("nothing shows %s", want)
		}
	}
	for _, secret := range []string{"CREDENTIAL1", f.Ground().WorkspaceToken} {
		if got := f.control("GET", "journal?text="+url.QueryEscape(secret), "").get("exchanges.#").Int(); got != 0 {
			t.Errorf("%s can be guessed: %d exchanges are found by it", secret, got)
		}
	}
}

func TestTheControlTokenIsNotShown(t *testing.T) {
	const token = "EXAMPLE-control-token"
	f := open(t, server.Options{Control: true, ControlToken: token})
	if _, err := f.Hub().Fork(sandbox.Default, "fork"); err != nil {
		t.Fatal(err)
	}
	f.do("POST", "/s/fork"+f.segments()+"?a="+token, f.segment("name", quoted(token)), header("X-Control", token))
	for _, path := range []string{"journal?sandbox=fork", "journal.har?sandbox=fork", "?sandbox=fork&exchange=1"} {
		if a := f.control("GET", path, "", bearer(token)); a.code != 200 || strings.Contains(a.body, token) || !strings.Contains(a.body, "[control token]") {
			t.Errorf("%s: %s", path, a)
		}
	}
}

func TestATokenOfAnyLettersIsHidden(t *testing.T) {
	const token = "c2Vj/cmV0!+x=="
	f := open(t, server.Options{Control: true, WorkspaceToken: token})
	site := httptest.NewServer(f)
	defer site.Close()
	next, end := events(t, site.URL, "")
	defer end()
	f.do("POST", f.segments()+"?a="+url.QueryEscape(token), f.segment("name", "my "+token+"x"), header("X-Note", "It is "+token+"."))
	if got := next(); got != "exchange 1" {
		t.Error(got)
	}
	for _, path := range []string{"journal", "journal.har", "journal/1", "journal?text=note", ""} {
		a := f.control("GET", path, "")
		if a.code != 200 || strings.Contains(a.body, "c2Vj") || strings.Contains(a.body, "cmV0") {
			t.Errorf("%q shows %s", path, a)
		}
	}
	if got := f.control("GET", "journal/1", "").get("request.headers.X-Note.0").Str; got != "It is [workspace token]." {
		t.Errorf("it shows %s", got)
	}
}

func TestACompressedAnswerIsShownAsItReads(t *testing.T) {
	zipped := 0
	for seed := range uint64(12) {
		f := open(t, server.Options{Control: true, Manner: seed + 1})
		a := f.do("POST", f.segments()+"/2301/segment_management_links", `{"redirect_uri":"https://example.com/"}`, bearer(f.Ground().WorkspaceToken), header("Accept-Encoding", "gzip"))
		if a.header.Get("Content-Encoding") == "gzip" {
			zipped++
		}
		shown := f.control("GET", "journal/1", "").get("response.body").Str
		if !strings.Contains(shown, "created") || !strings.Contains(shown, "auth=[hidden]") {
			t.Errorf("seed %d: it shows %s", seed+1, shown)
		}
	}
	if zipped == 0 {
		t.Error("no answer was compressed")
	}
}

func TestTheJournalIsQueried(t *testing.T) {
	f := controlled(t)
	f.list("?page=1")               // 1
	f.list("?page=x")               // 2
	f.post(f.segment())             // 3
	f.get("/api/v1/nothing")        // 4
	f.list("?order=asc&per_page=2") // 5
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
		if got := f.control("GET", "journal"+query, "").get("exchanges.#.seq").Raw; got != want {
			t.Errorf("%q finds %s, want %s", query, got, want)
		}
	}
	if a := f.control("GET", "journal?limit=2", ""); !a.get("more").Bool() || a.get("last").Int() != 5 {
		t.Errorf("of five it tells %s", a)
	}
	for _, query := range []string{"?operation=x", "?status=x", "?status=1", "?status=9xx", "?since=today", "?after=-1", "?limit=0", "?limit=10001", "?page=1"} {
		if a := f.control("GET", "journal"+query, ""); a.code != 400 || a.get("error").Str == "" {
			t.Errorf("%s: %s", query, a)
		}
	}
	if a := f.control("DELETE", "journal", ""); a.String() != `200 {"cleared":5}` {
		t.Error(a)
	}
	f.list("")
	if a := f.control("GET", "journal", ""); a.get("exchanges.#.seq").Raw != "[6]" || a.get("evicted").Int() != 0 {
		t.Errorf("once cleared it has %s", a)
	}
}

func TestTheJournalIsBounded(t *testing.T) {
	f := open(t, server.Options{Control: true, Journal: 3, JournalBody: 10})
	for range 5 {
		f.post(f.segment())
	}
	a := f.control("GET", "journal", "")
	if a.get("exchanges.#.seq").Raw != "[3,4,5]" || a.get("evicted").Int() != 2 {
		t.Errorf("it holds %s", a)
	}
	e := a.get("exchanges.0")
	if got := e.Get("request.body").Str; got != `{"name"…` || !e.Get("request.cut").Bool() || e.Get("request.size").Int() != int64(len(f.segment())) {
		t.Errorf("of a body it keeps %s", e.Get("request"))
	}
	if got := f.control("GET", "journal/findings", ""); got.get("evicted").Int() != 2 || got.get("not_judged").Int() != 3 || got.get("breaks.#").Int() != 0 {
		t.Errorf("the findings are %s", got)
	}
	if a := f.control("GET", "journal/2", ""); a.code != 404 {
		t.Error(a)
	}
	off := open(t, server.Options{Control: true, Journal: -1})
	off.list("")
	if a := off.control("GET", "journal", ""); a.code != 404 || !strings.Contains(a.get("error").Str, "--journal") {
		t.Errorf("switched off it answers %s", a)
	}
}

func TestAJournalIsOneSandboxs(t *testing.T) {
	f := open(t, server.Options{Control: true, Journal: 2})
	f.list("")
	if _, err := f.Hub().Fork(sandbox.Default, "fork"); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		f.do("GET", "/s/fork"+invitations+"?page=2", "")
	}
	if got := f.control("GET", "journal", "").get("exchanges.#.query").Raw; got != `[""]` {
		t.Errorf("the default one has %s", got)
	}
	a := f.control("GET", "journal?sandbox=fork", "")
	if got := a.get("exchanges.#.url").Raw; got != `["`+base+"/s/fork"+invitations+`?page=2","`+base+"/s/fork"+invitations+`?page=2"]` {
		t.Errorf("the fork has %s", got)
	}
	if err := f.Hub().Reset("fork"); err != nil {
		t.Fatal(err)
	}
	if got := f.control("GET", "journal?sandbox=fork", "").get("exchanges.#").Int(); got != 0 {
		t.Errorf("once reset it has %d", got)
	}
}

// events reads server-sent events, each as "event id".
func events(t *testing.T, site, query string, header ...string) (next func() string, end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "GET", site+"/_understudy/journal/stream"+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	if header != nil {
		r.Header.Set(header[0], header[1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	lines.Scan() // the greeting: it listens
	return func() string {
		var event, rest string
		for lines.Scan() {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch {
			case lines.Text() == "" && event != "":
				return event + " " + rest
			case name == "event":
				event = value
			case name == "id", name == "data" && rest == "":
				rest = value
			}
		}
		return "end"
	}, func() { cancel(); _ = res.Body.Close() }
}

func TestTheJournalStreams(t *testing.T) {
	f := open(t, server.Options{Control: true, Journal: 2})
	site := httptest.NewServer(f)
	defer site.Close()
	f.list("")
	next, end := events(t, site.URL, "?operation=list-invitations")
	f.list("")
	f.post(f.segment())
	want := func(next func() string, events ...string) {
		t.Helper()
		for _, event := range events {
			if got := next(); got != event {
				t.Errorf("it sends %q, want %q", got, event)
			}
		}
	}
	want(next, "exchange 2")
	f.list("")
	want(next, "exchange 4")
	end()
	late, end := events(t, site.URL, "", "Last-Event-ID", "1")
	want(late, `dropped {"dropped":1}`, "exchange 3", "exchange 4")
	end()
	after, end := events(t, site.URL, "?after=3")
	want(after, "exchange 4")
	end()
	restarted, end := events(t, site.URL, "", "Last-Event-ID", "99")
	want(restarted, `dropped {"dropped":2}`, "exchange 3", "exchange 4")
	end()
}

func TestAStreamEndsWithTheServer(t *testing.T) {
	f := controlled(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan error, 1)
	go func() { stopped <- f.Serve(ctx, l) }()
	next, end := events(t, "http://"+l.Addr().String(), "")
	defer end()
	stop()
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	if got := next(); got != "end" {
		t.Errorf("it goes on with %s", got)
	}
}

func TestAStreamEndsWithItsSandbox(t *testing.T) {
	for way, end := range map[string]func(f fake){
		"deleted": func(f fake) { f.control("DELETE", "sandboxes/fork", "") },
		"created anew": func(f fake) {
			f.control("DELETE", "sandboxes/fork", "")
			f.control("POST", "sandboxes", `{"id":"fork"}`)
		},
		"over": func(fake) { time.Sleep(time.Hour) }, // of the bubble's time
	} {
		synctest.Test(t, func(t *testing.T) {
			f := open(t, server.Options{Control: true})
			if a := f.control("POST", "sandboxes", `{"id":"fork","ttl":"30m"}`); a.code != 201 {
				t.Fatal(a)
			}
			ended := make(chan answer)
			go func() { ended <- f.control("GET", "journal/stream?sandbox=fork", "") }()
			synctest.Wait()
			f.do("GET", "/s/fork"+invitations, "")
			synctest.Wait()
			end(f)
			at := time.Now()
			select {
			case a := <-ended:
				if !strings.Contains(a.body, "id: 1\n") || !strings.Contains(a.body, ": the journal\n\n") {
					t.Errorf("%s: it sent %s", way, a)
				}
				if took := time.Since(at); way != "over" && took > 0 {
					t.Errorf("%s: the stream goes on for %s", way, took)
				}
			case <-time.After(time.Minute):
				t.Fatalf("%s: the stream goes on", way)
			}
		})
	}
}

// stuck is a client that reads so many writes and no more.
type stuck struct {
	*httptest.ResponseRecorder
	reads    int
	deadline time.Time
}

func (w *stuck) SetWriteDeadline(at time.Time) error {
	w.deadline = at
	return nil
}

func (w *stuck) Write(b []byte) (int, error) {
	if w.reads--; w.reads >= 0 {
		return len(b), nil
	}
	if w.deadline.IsZero() {
		select {} // which the bubble finds
	}
	<-time.After(time.Until(w.deadline)) // in the bubble's time
	return 0, os.ErrDeadlineExceeded
}

func (w *stuck) WriteString(s string) (int, error) { return w.Write([]byte(s)) }

func TestAStreamThatNobodyReadsEnds(t *testing.T) {
	for rule, c := range map[string]struct {
		reads int
		want  time.Duration
	}{
		"it never reads":            {0, 15 * time.Second},
		"it reads the greeting":     {1, 15 * time.Second},
		"it reads an event":         {2, 15 * time.Second},
		"it reads but has its time": {1000, 0},
	} {
		t.Run(rule, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := open(t, server.Options{Control: true})
				if a := f.control("POST", "sandboxes", `{"id":"fork"}`); a.code != 201 {
					t.Fatal(a)
				}
				for range 5 {
					f.do("GET", "/s/fork"+invitations, "")
				}
				ended := make(chan bool)
				go func() {
					r := httptest.NewRequest("GET", "http://localhost/_understudy/journal/stream?sandbox=fork&after=0", nil)
					r.RemoteAddr = here
					f.ServeHTTP(&stuck{ResponseRecorder: httptest.NewRecorder(), reads: c.reads}, r)
					close(ended)
				}()
				synctest.Wait()
				at := time.Now()
				f.control("DELETE", "sandboxes/fork", "")
				<-ended
				if took := time.Since(at); took != c.want {
					t.Errorf("the stream outlives its sandbox by %s, want %s", took, c.want)
				}
			})
		})
	}
}

func TestAStreamCountsNothingThatWasClearedAsDropped(t *testing.T) {
	f := open(t, server.Options{Control: true, Journal: 2})
	site := httptest.NewServer(f)
	defer site.Close()
	for range 3 {
		f.list("")
	}
	f.control("DELETE", "journal", "")
	next, end := events(t, site.URL, "", "Last-Event-ID", "1")
	defer end()
	f.list("")
	if got := next(); got != "exchange 4" {
		t.Errorf("it sends %q", got)
	}
}

func TestFindings(t *testing.T) {
	f := controlled(t)
	for range 3 {
		f.list("?per_page=500")
	}
	f.list("?sort=name")
	f.post(f.segment("name", "5"))
	f.set(`{"status":503}`)
	f.list("?per_page=0")
	a := f.control("GET", "journal/findings", "")
	if got := a.get("breaks.#.says").Raw; got != `["3 calls of list-invitations: query per_page: expected a number, at most 100, found 500",`+
		`"1 call of create-segment: body /name: expected a string, found a number"]` {
		t.Errorf("the breaks are %s", got)
	}
	if got := a.get("breaks.0.promise").Str + a.get("breaks.0.seqs").Raw; got != "per-page-at-most-100[1,2,3]" {
		t.Errorf("the first is %s", got)
	}
	if got := a.get("notes.#.says").Raw; got != `["1 call of list-invitations: query sort: expected a parameter of the document, found another one"]` {
		t.Errorf("the notes are %s", got)
	}
	if got := a.get("gaps.0.says").Str; got != "3 calls relied on per-page-over-max (clamp); a real deployment may choose refuse or default" {
		t.Errorf("the first gap is %s", got)
	}
	if got := a.get("gaps.#.gap").Raw; got != `["per-page-over-max","body-refusal-status","error-body","error-content-type","name-not-a-string"]` {
		t.Errorf("the gaps are %s", got)
	}
	if got := a.get("shapes.#.gap").Raw; !strings.Contains(got, "next-link") || strings.Contains(got, "per-page") {
		t.Errorf("the shapes are %s", got)
	}
	if got := fmt.Sprint(a.get("exchanges"), a.get("faulted"), a.get("not_judged")); got != "6 1 0" {
		t.Errorf("the counts are %s", got)
	}
}

func TestATokenOfTheWrongKindIsABreak(t *testing.T) {
	f := controlled(t)
	f.do("GET", invitations, "", bearer(f.Ground().WorkspaceToken))
	f.do("GET", fmt.Sprintf("/api/v1/sources/%d/topics", f.Ground().TopicsSourceID), "", bearer(f.Ground().PersonalToken))
	f.do("GET", invitations, "", bearer("nobody-s-token"))
	f.list("")
	a := f.control("GET", "journal/findings", "")
	if got := a.get("breaks.#.says").Raw + a.get("breaks.#.promise").Raw; got != `["1 call of list-invitations: header Authorization: expected a personal token, found a workspace token",`+
		`"1 call of list-topics: header Authorization: expected a workspace token, found a personal token"]["personal-token-kind","workspace-token-kind"]` {
		t.Errorf("the breaks are %s", got)
	}
}
