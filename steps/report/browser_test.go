package report_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"understudy/steps/report"
)

// The packages of npm that the pages are held against.
const (
	axe       = "axe-core@4.14.1"
	formatter = "@cucumber/html-formatter@24.2.0"
)

// leaveOut leaves a test out by name; where nothing may be left out, it fails.
func leaveOut(t *testing.T, format string, args ...any) {
	t.Helper()
	text := fmt.Sprintf(format, args...)
	if os.Getenv("CI_STRICT") != "" {
		t.Fatal(text)
	}
	t.Skip("left out: " + text)
}

// packages fetches packages of npm into a folder of the test's.
func packages(t *testing.T, names ...string) (folder string) {
	t.Helper()
	npm, err := exec.LookPath("npm")
	if err != nil {
		leaveOut(t, "npm is not here: install Node.js, which brings it")
	}
	folder = t.TempDir()
	args := append([]string{"install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"}, names...)
	if out, err := exec.CommandContext(t.Context(), npm, args...).CombinedOutput(); err != nil {
		leaveOut(t, "npm does not bring %s: %v: %s", strings.Join(names, ", "), err, out)
	}
	return filepath.Join(folder, "node_modules")
}

// browser is a page of a headless Chromium. What the pages that it opens ask
// for, and what they complain of, is kept.
type browser struct {
	ctx context.Context

	mu     sync.Mutex
	asked  []string
	faults []string
}

func openBrowser(t *testing.T) *browser {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		leaveOut(t, "Chromium is not here: install it, on Debian by apt-get install chromium")
	}
	b := &browser{}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()), chromedp.NoSandbox,
		chromedp.Flag("disable-gpu", true), chromedp.Flag("disable-component-update", true))
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(stop)
	b.ctx, stop = chromedp.NewContext(ctx, chromedp.WithListener(b.note))
	t.Cleanup(stop)
	return b
}

func (b *browser) note(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		b.asked = append(b.asked, e.Request.URL)
	case *log.EventEntryAdded:
		b.faults = append(b.faults, e.Entry.Text)
	case *runtime.EventExceptionThrown:
		b.faults = append(b.faults, e.ExceptionDetails.Text)
	}
}

// complaints are what the browser complained of.
func (b *browser) complaints() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.faults)
}

func (b *browser) do(t *testing.T, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// open shows a file in a width, light or dark. A fragment, such as "#gaps", may
// follow its name.
func (b *browser) open(t *testing.T, file, fragment string, width int64, scheme string) {
	t.Helper()
	b.do(t, chromedp.EmulateViewport(width, 900), media("", scheme), chromedp.Navigate("about:blank"),
		chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String()+fragment))
}

// media has the page shown in a colour scheme, or printed.
func media(kind, scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: kind,
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return err
	})
}

// script answers what an expression is on the page.
func script[T any](t *testing.T, b *browser, expression string) T {
	t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("%.200s: %v", expression, err)
	}
	return v
}

// pageFile is the page of a run in a file.
func pageFile(t *testing.T, r *report.Run) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(written(t, report.HTML, r)), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// wholeRun has something in every part of the page.
func wholeRun() *report.Run {
	r := brokenRun()
	r.Scenarios[0].Steps = []report.Step{{Text: "When I ask", Verdict: report.Pass}, {Text: "Then it answers", Verdict: report.Fail}, {Text: "And stops", Verdict: report.Skip}}
	r.Coverage = []report.Coverage{{Operation: "list-topics", Status: 200, Seen: 7}, {Operation: "list-topics", Status: 401, Seen: 3, Refused: 3}, {Operation: "list-topics", Status: 200, Member: "/data/*/id", Seen: 9}}
	return r
}

// TestAxeFindsNothing looks at a wide page in light colours and at a narrow one
// in dark colours, with everything unfolded.
func TestAxeFindsNothing(t *testing.T) {
	b := openBrowser(t)
	source, err := os.ReadFile(filepath.Join(packages(t, axe), "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]*report.Run{"whole": wholeRun(), "conforming": conformingRun(), "error": errorRun(), "too little": tooLittleRun(), "moved": movedRun()} {
		file := pageFile(t, r)
		for width, scheme := range map[int64]string{1280: "light", 400: "dark"} {
			b.open(t, file, "", width, scheme)
			script[any](t, b, `document.querySelectorAll("details").forEach(d => d.open = true); null`)
			script[any](t, b, string(source)+"; null")
			found := script[[]struct {
				ID, Impact string
				Nodes      []struct{ HTML, FailureSummary string }
			}](t, b, `axe.run().then(r => r.violations)`)
			for _, v := range found {
				text, _ := json.Marshal(v.Nodes)
				t.Errorf("%s, %d px: %s (%s): %.1000s", name, width, v.ID, v.Impact, text)
			}
			if wide := script[int64](t, b, "document.documentElement.scrollWidth"); wide > width {
				t.Errorf("%s: %d px wide on %d", name, wide, width)
			}
		}
	}
}

// visible are the ids of the promises' rows that are shown.
const visible = `[...document.querySelectorAll("tr[id^=promise-]")].filter(r => r.checkVisibility()).map(r => r.id.slice(8)).join(" ")`

func TestThePageWorksAlone(t *testing.T) {
	b := openBrowser(t)
	b.do(t, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, network.Enable, network.EnableParams{})
		return err
	}))
	file := pageFile(t, wholeRun())
	filters := map[string]string{
		"":                           "bodies-are-json list-data invitation-role page-zero-is-one list-code workspace-token-own per-page-at-most-100",
		"#verdict=skip":              "per-page-at-most-100",
		"#verdict=skip,error":        "list-data per-page-at-most-100",
		"#words=TOKEN+opens":         "workspace-token-own",
		"#words=page&verdict=fail":   "page-zero-is-one",
		"#promise-list-code":         "bodies-are-json list-data invitation-role page-zero-is-one list-code workspace-token-own per-page-at-most-100",
		"#words=nothing-of-the-kind": "",
		"#words=100%25&verdict=fail": "",
	}
	for fragment, want := range filters {
		b.open(t, file, fragment, 1280, "light")
		if got := script[string](t, b, visible); got != want {
			t.Errorf("%s shows %q, want %q", fragment, got, want)
		}
	}
	b.open(t, file, "#verdict=skip", 1280, "light")
	script[any](t, b, `document.querySelector("#words").value = "limit"; document.querySelector("#words").dispatchEvent(new Event("input", {bubbles: true})); null`)
	if got := script[string](t, b, "location.hash"); got != "#words=limit&verdict=skip" {
		t.Errorf("the filter is passed on as %s", got)
	}
	script[any](t, b, `location.hash = "#scenario-endpoints/page--page-0"; new Promise(done => setTimeout(done))`)
	if !script[bool](t, b, `document.getElementById("scenario-endpoints/page--page-0").checkVisibility() && document.getElementById("scenario-endpoints/page--page-0").open`) {
		t.Error("a link does not lead to what is folded and filtered away")
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, address := range b.asked {
		if !strings.HasPrefix(address, "file://") && address != "data:," && address != "about:blank" {
			t.Errorf("it asks for %s", address)
		}
	}
	if len(b.asked) < len(filters) || len(b.faults) > 0 {
		t.Errorf("%d requests were seen; the browser complains of %q", len(b.asked), b.faults)
	}
}

func TestNothingHostileRuns(t *testing.T) {
	b := openBrowser(t)
	b.open(t, pageFile(t, hostileRun()), "", 1280, "light")
	if n := script[int](t, b, `document.scripts.length + document.images.length`); n != 1 || len(b.complaints()) > 0 {
		t.Errorf("%d scripts and images; the browser complains of %q", n, b.complaints())
	}
}

func TestThePagePrintsDarkOnWhite(t *testing.T) {
	b := openBrowser(t)
	b.open(t, pageFile(t, wholeRun()), "", 1280, "dark")
	b.do(t, media("print", "dark"))
	got := script[string](t, b, `[getComputedStyle(document.body).backgroundColor, document.querySelector("nav").checkVisibility(), document.querySelector("pre").checkVisibility(), document.querySelector(".tiles .skip").checkVisibility()].join(" ")`)
	if got != "rgb(255, 255, 255) false true true" {
		t.Errorf("printed: %s", got)
	}
}

// formatting is a program of Node.js that lets Cucumber's formatter make a
// page of the messages in a file.
const formatting = `import { createInterface } from 'node:readline'
import { createReadStream, createWriteStream } from 'node:fs'
import { CucumberHtmlStream } from '@cucumber/html-formatter'
const page = new CucumberHtmlStream()
page.pipe(createWriteStream('page.html'))
for await (const line of createInterface({ input: createReadStream('run.ndjson') })) page.write(JSON.parse(line))
page.end()
`

func TestCucumbersFormatterShowsTheMessages(t *testing.T) {
	b := openBrowser(t)
	folder := filepath.Dir(packages(t, formatter))
	for name, text := range map[string]string{"format.mjs": formatting, "run.ndjson": written(t, report.Messages, playedRun(t))} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	node := exec.CommandContext(t.Context(), "node", "format.mjs")
	node.Dir = folder
	if out, err := node.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	b.open(t, filepath.Join(folder, "page.html"), "", 1280, "light")
	text := script[string](t, b, `document.body.textContent`)
	for _, want := range []string{"understudy@v1.2.3", "features/kept.feature", "it is broken", "promise page-zero-is-one: expected page 1, found page 2", "(1 / 3) passed"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q: %.300s", want, text)
		}
	}
	if faults := b.complaints(); len(faults) > 0 {
		t.Errorf("the browser complains of %q", faults)
	}
}
