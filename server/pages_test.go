package server_test

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
)

func TestTheJournalHasTheEditorsPages(t *testing.T) {
	f := controlled(t)
	v := f.visit(back) // 1, which makes the link, and 2
	f.later(time.Hour)
	v.with("name", "Mine").save()   // 3
	v.save(asScript)                // 4, of a version that is gone
	f.do("PUT", api.EditorPath, "") // 5
	for path, want := range map[string]string{
		"journal?operation=editor:load": "[2]", "journal?operation=editor:save": "[3,4]", "journal?status=405": "[5]",
		"journal?text=The+segment+is+saved": "[3]",
	} {
		if got := f.control("GET", path, "").get("exchanges.#.seq").Raw; got != want {
			t.Errorf("%s finds %s, want %s", path, got, want)
		}
	}
	e := f.control("GET", "journal/3", "")
	for path, want := range map[string]string{
		"operation": "editor:save", "world_time": "2025-03-01T13:00:00Z", "path": api.EditorPath, "status": "200",
		"request.body": "auth=[hidden]&molecules=" + url.QueryEscape(v.fields.Get("molecules")) + "&name=Mine&version=" + v.fields.Get("version"),
		"gaps":         "[]",
	} {
		if got := e.get(path).String(); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	if got := f.control("GET", "journal/4", ""); got.get("status").Int() != 409 || !strings.Contains(got.get("response.body").Str, "is now named “Mine”") {
		t.Errorf("the second save is %s", got)
	}
	found := f.control("GET", "journal/findings", "")
	if got := found.get("exchanges").Raw + found.get("breaks").Raw + found.get("notes").Raw; got != "5[][]" {
		t.Errorf("the findings are %s", got)
	}
}

func TestNobodyIsShownTheAuthOfAPage(t *testing.T) {
	var log bytes.Buffer
	f := open(t, server.Options{Control: true, Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	v := f.visit(back)
	auth := v.fields.Get("auth")
	f.do("GET", api.EditorPath+"?a=1&%61uth="+auth+"&auth="+auth, "")
	f.do("GET", api.EditorPath+"?a=1", "", header("Referer", base+api.EditorPath+"?auth="+auth), header("X-Note", "auth="+auth))
	v.with("name", "of "+auth).with("molecules", "no JSON").save()
	v.with("molecules", strings.Repeat("x", 20_000)).save(asScript)
	f.set(`{"operation":"editor:save","status":503}`)
	v.save()
	f.do("POST", api.EditorPath, `{"auth":"`+auth+`"}`)
	f.do("POST", api.EditorPath+"/", v.fields.Encode(), withHeader("Content-Type", "application/x-www-form-urlencoded"))
	last := f.home().Journal().Last()
	told := map[string]string{"the log": log.String(), "the stream": streamed(t, f, last)}
	paths := []string{"journal", "journal.har", "journal/findings", "", "?text=Readers"}
	for n := range last {
		paths = append(paths, fmt.Sprintf("journal/%d", n+1), fmt.Sprintf("?exchange=%d", n+1))
	}
	for _, path := range paths {
		told[path] = f.control("GET", path, "").body
	}
	for what, text := range told {
		if !strings.Contains(text, "embed/segment") && what != "journal/1" && what != "journal/findings" {
			t.Errorf("%s has nothing of the page: %.200s", what, text)
		}
		if at := strings.Index(html.UnescapeString(text), auth[:20]); at >= 0 {
			t.Errorf("%s shows it: %s", what, text[max(0, at-100):at])
		}
	}
}

// streamed is what the journal streams up to the last exchange.
func streamed(t *testing.T, f fake, last uint64) (text string) {
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

func TestTheEditorsPagesSufferFaults(t *testing.T) {
	f := controlled(t)
	v := f.visit(back).with("name", "Mine")
	f.set(`{"operation":"editor:save","when":{"first":2},"status":503,"retry_after":7}`)
	if a := f.do("GET", api.EditorPath+"?auth="+v.fields.Get("auth"), ""); a.code != 200 {
		t.Errorf("a fault of saves strikes a load: %s", a)
	}
	page, said := v.save(), v.save(asScript)
	if page.code != 503 || page.header.Get("Retry-After") != "7" || !strings.Contains(page.body, "<h1>Failed on purpose</h1>") {
		t.Errorf("a browser gets %s", page)
	}
	if said.code != 503 || said.get("saved").Raw != "false" || said.get("says").Str != "HTTP 503 on purpose: a fault was set." {
		t.Errorf("the script gets %s", said)
	}
	if got := f.control("GET", "journal", "").get("exchanges.#.fault").Raw; got != `["HTTP 503","HTTP 503"]` {
		t.Errorf("the journal has the faults %s", got)
	}
	if got := f.get(v.segment).get("data.name").Str; got == "Mine" {
		t.Error("a save that failed is done")
	}
	if a := v.save(); a.code != 200 {
		t.Errorf("the third save: %s", a)
	}
	f.control("DELETE", "faults", "")
	f.set(`{"operation":"editor:load","status":500}`)
	f.set(`{"operation":"list-topics","status":500}`)
	if a := v.with("version", "").save(); a.code != 409 {
		t.Errorf("a fault of loads strikes a save: %s", a)
	}
}

func TestTheConsolePicksTheEditorsPages(t *testing.T) {
	f := controlled(t)
	v := f.visit(back)
	f.press("console/faults", "set-fault", "what", "status", "status", "503", "operation", "editor:save")
	if a := v.save(); a.code != 503 {
		t.Errorf("with a fault that the console set a save is answered %s", a)
	}
	if page := f.page("console/faults").body; !strings.Contains(page, "<option>editor:load</option>") || !strings.Contains(page, "<td>editor:save</td>") {
		t.Error("the page of faults lacks those of the editor")
	}
	page := f.page("?operation=editor:save").body
	if !strings.Contains(page, "<option selected>editor:save</option>") || !strings.Contains(page, `id="exchange-3"`) || strings.Contains(page, `id="exchange-2"`) {
		t.Error("the page of the journal does not find the save")
	}
}

func TestAPageBreaksOff(t *testing.T) {
	f := controlled(t)
	v := f.visit(back)
	site := httptest.NewServer(f)
	defer site.Close()
	load := func() (string, error) {
		res, err := site.Client().Get(site.URL + api.EditorPath + "?auth=" + v.fields.Get("auth"))
		if err != nil {
			return "", err
		}
		defer func() { _ = res.Body.Close() }()
		body, err := io.ReadAll(res.Body)
		return string(body), err
	}
	for fault, want := range map[string]string{`{"reset":true}`: "", `{"silence":0.001}`: "", `{"cut_after":15}`: "<!DOCTYPE html>"} {
		f.set(fault)
		if got, err := load(); err == nil || got != want {
			t.Errorf("%s: %q, %v", fault, got, err)
		}
		f.control("DELETE", "faults", "")
	}
	if got := f.control("GET", "journal?operation=editor:load&text=a+body+cut+after+15", "").get("exchanges.0.response"); got.Get("size").Int() != 15 || got.Get("body").Str != "…" {
		t.Errorf("of the cut page the journal has %s", got)
	}
}

func TestAPageIsWaitedFor(t *testing.T) {
	for fault, want := range map[string]time.Duration{`{"latency":{"seconds":90}}`: 90 * time.Second, `{"bytes_per_second":10}`: 0} {
		synctest.Test(t, func(t *testing.T) {
			f := controlled(t)
			f.set(fault)
			start := time.Now()
			a := f.do("GET", api.EditorPath+"?auth=x", "", asScript)
			if want == 0 { // a byte every tenth of a second, but for the first
				want = time.Duration(len(a.body)-1) * 100 * time.Millisecond
			}
			if took := time.Since(start); took != want || a.code != 404 {
				t.Errorf("%s: it took %s, want %s: %s", fault, took, want, a)
			}
		})
	}
}

func TestAStrictFakeLetsPagesBe(t *testing.T) {
	f := openStrict(t)
	v := f.visit(back)
	if a := f.do("GET", api.EditorPath+"?lang=en&auth="+v.fields.Get("auth"), ""); a.code != 200 {
		t.Error(a)
	}
	if a := v.save(); a.code != 200 {
		t.Error(a)
	}
}

func TestALargeFormIsSavedAlsoWhereAFaultStruck(t *testing.T) {
	f := controlled(t)
	f.set(`{"cut_after":100000000}`)
	v := f.visit(back)
	molecules := `[{"attribute":"` + strings.Repeat("ä", api.MaxBody/2-1000) + `","attribute_type":"property","operator":"isnull","value":""}]`
	if a := v.with("molecules", molecules).save(asScript); a.code != http.StatusOK || len(url.QueryEscape(molecules)) < 2*api.MaxBody {
		t.Error(a)
	}
}
