package editor_test

import (
	"bufio"
	"bytes"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"understudy/server"
	"understudy/server/api"
	"understudy/server/internal/testkit"
)

func TestTheJournalHasTheEditorsPages(t *testing.T) {
	f := testkit.OpenControlled(t)
	v := f.Visit(testkit.RedirectURI) // 1, which makes the link, and 2
	f.Advance(time.Hour)
	v.With("name", "Mine").Save()   // 3
	v.Save(testkit.AsScript)        // 4, of a version that is gone
	f.Do("PUT", api.EditorPath, "") // 5
	for path, want := range map[string]string{
		"journal?operation=editor:load": "[2]", "journal?operation=editor:save": "[3,4]", "journal?status=405": "[5]",
		"journal?text=The+segment+is+saved": "[3]",
	} {
		if got := f.Control("GET", path, "").Get("exchanges.#.seq").Raw; got != want {
			t.Errorf("%s finds %s, want %s", path, got, want)
		}
	}
	e := f.Control("GET", "journal/3", "")
	for path, want := range map[string]string{
		"operation": "editor:save", "world_time": "2025-03-01T13:00:00Z", "path": api.EditorPath, "status": "200",
		"request.body": "auth=[hidden]&molecules=" + url.QueryEscape(v.Fields.Get("molecules")) + "&name=Mine&version=" + v.Fields.Get("version"),
		"gaps":         "[]",
	} {
		if got := e.Get(path).String(); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	if got := f.Control("GET", "journal/4", ""); got.Get("status").Int() != 409 || !strings.Contains(got.Get("response.body").Str, "is now named “Mine”") {
		t.Errorf("the second save is %s", got)
	}
	found := f.Control("GET", "journal/findings", "")
	if got := found.Get("exchanges").Raw + found.Get("breaks").Raw + found.Get("notes").Raw; got != "5[][]" {
		t.Errorf("the findings are %s", got)
	}
}

func TestTheAuthOfAPageIsNeverShown(t *testing.T) {
	var log bytes.Buffer
	f := testkit.Open(t, server.Options{Control: true, Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	v := f.Visit(testkit.RedirectURI)
	auth := v.Fields.Get("auth")
	f.Do("GET", api.EditorPath+"?a=1&%61uth="+auth+"&auth="+auth, "")
	f.Do("GET", api.EditorPath+"?a=1", "", testkit.AddHeader("Referer", testkit.BaseURL+api.EditorPath+"?auth="+auth), testkit.AddHeader("X-Note", "auth="+auth))
	v.With("name", "of "+auth).With("molecules", "no JSON").Save()
	v.With("molecules", strings.Repeat("x", 20_000)).Save(testkit.AsScript)
	f.SetFault(`{"operation":"editor:save","status":503}`)
	v.Save()
	f.Do("POST", api.EditorPath, `{"auth":"`+auth+`"}`)
	f.Do("POST", api.EditorPath+"/", v.Fields.Encode(), testkit.SetHeader("Content-Type", "application/x-www-form-urlencoded"))
	last := f.Home().Journal().Last()
	texts := map[string]string{"the log": log.String(), "the stream": streamed(t, f, last)}
	paths := []string{"journal", "journal.har", "journal/findings", "", "?text=Readers"}
	for n := range last {
		paths = append(paths, fmt.Sprintf("journal/%d", n+1), fmt.Sprintf("?exchange=%d", n+1))
	}
	for _, path := range paths {
		texts[path] = f.Control("GET", path, "").Body
	}
	for what, text := range texts {
		if !strings.Contains(text, "embed/segment") && what != "journal/1" && what != "journal/findings" {
			t.Errorf("%s has nothing of the page: %.200s", what, text)
		}
		if at := strings.Index(html.UnescapeString(text), auth[:20]); at >= 0 {
			t.Errorf("%s shows it: %s", what, text[max(0, at-100):at])
		}
	}
}

// streamed is what the journal streams up to the last exchange.
func streamed(t *testing.T, f testkit.Fake, last uint64) (text string) {
	t.Helper()
	site := httptest.NewServer(f)
	defer site.Close()
	res, err := site.Client().Get(site.URL + "/_understudy/journal/stream?after=0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	for ended := false; !ended && lines.Scan(); {
		text += lines.Text() + "\n"
		ended = strings.HasPrefix(lines.Text(), "data: ") && strings.Contains(text, fmt.Sprintf("id: %d\n", last))
	}
	return text
}

func TestFaultsApplyToTheEditorsPages(t *testing.T) {
	f := testkit.OpenControlled(t)
	v := f.Visit(testkit.RedirectURI).With("name", "Mine")
	f.SetFault(`{"operation":"editor:save","when":{"first":2},"status":503,"retry_after":7}`)
	if a := f.Do("GET", api.EditorPath+"?auth="+v.Fields.Get("auth"), ""); a.Code != 200 {
		t.Errorf("a fault of saves applies to a load: %s", a)
	}
	page, said := v.Save(), v.Save(testkit.AsScript)
	if page.Code != 503 || page.Header.Get("Retry-After") != "7" || !strings.Contains(page.Body, "<h1>Injected fault</h1>") {
		t.Errorf("a browser gets %s", page)
	}
	if said.Code != 503 || said.Get("saved").Raw != "false" || said.Get("says").Str != "HTTP 503: an injected fault." {
		t.Errorf("the script gets %s", said)
	}
	if got := f.Control("GET", "journal", "").Get("exchanges.#.fault").Raw; got != `["HTTP 503","HTTP 503"]` {
		t.Errorf("the journal has the faults %s", got)
	}
	if got := f.Get(v.Segment).Get("data.name").Str; got == "Mine" {
		t.Error("a save that failed is done")
	}
	if a := v.Save(); a.Code != 200 {
		t.Errorf("the third save: %s", a)
	}
	f.Control("DELETE", "faults", "")
	f.SetFault(`{"operation":"editor:load","status":500}`)
	f.SetFault(`{"operation":"list-topics","status":500}`)
	if a := v.With("version", "").Save(); a.Code != 409 {
		t.Errorf("a fault of loads applies to a save: %s", a)
	}
}

func TestAPageBreaksOff(t *testing.T) {
	f := testkit.OpenControlled(t)
	v := f.Visit(testkit.RedirectURI)
	site := httptest.NewServer(f)
	defer site.Close()
	load := func() (string, error) {
		res, err := site.Client().Get(site.URL + api.EditorPath + "?auth=" + v.Fields.Get("auth"))
		if err != nil {
			return "", err
		}
		defer func() { _ = res.Body.Close() }()
		body, err := io.ReadAll(res.Body)
		return string(body), err
	}
	for fault, want := range map[string]string{`{"reset":true}`: "", `{"silence":0.001}`: "", `{"cut_after":15}`: "<!DOCTYPE html>"} {
		f.SetFault(fault)
		if got, err := load(); err == nil || got != want {
			t.Errorf("%s: %q, %v", fault, got, err)
		}
		f.Control("DELETE", "faults", "")
	}
	if got := f.Control("GET", "journal?operation=editor:load&text=a+body+cut+after+15", "").Get("exchanges.0.response"); got.Get("size").Int() != 15 || got.Get("body").Str != "…" {
		t.Errorf("of the cut page the journal has %s", got)
	}
}

func TestAFaultDelaysThePage(t *testing.T) {
	for fault, want := range map[string]time.Duration{`{"latency":{"seconds":90}}`: 90 * time.Second, `{"bytes_per_second":10}`: 0} {
		synctest.Test(t, func(t *testing.T) {
			f := testkit.OpenControlled(t)
			f.SetFault(fault)
			start := time.Now()
			a := f.Do("GET", api.EditorPath+"?auth=x", "", testkit.AsScript)
			if want == 0 { // a byte every tenth of a second, except the first
				want = time.Duration(len(a.Body)-1) * 100 * time.Millisecond
			}
			if took := time.Since(start); took != want || a.Code != 404 {
				t.Errorf("%s: it took %s, want %s: %s", fault, took, want, a)
			}
		})
	}
}

func TestAStrictFakeAcceptsTheEditorsPages(t *testing.T) {
	f := testkit.OpenStrict(t)
	v := f.Visit(testkit.RedirectURI)
	if a := f.Do("GET", api.EditorPath+"?lang=en&auth="+v.Fields.Get("auth"), ""); a.Code != 200 {
		t.Error(a)
	}
	if a := v.Save(); a.Code != 200 {
		t.Error(a)
	}
}

func TestALargeFormIsSavedAfterAFault(t *testing.T) {
	f := testkit.OpenControlled(t)
	f.SetFault(`{"cut_after":100000000}`)
	v := f.Visit(testkit.RedirectURI)
	molecules := `[{"attribute":"` + strings.Repeat("ä", api.MaxBody/2-1000) + `","attribute_type":"property","operator":"isnull","value":""}]`
	if a := v.With("molecules", molecules).Save(testkit.AsScript); a.Code != http.StatusOK || len(url.QueryEscape(molecules)) < 2*api.MaxBody {
		t.Error(a)
	}
}
