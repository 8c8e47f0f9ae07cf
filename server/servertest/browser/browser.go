// Package browser drives a headless Chromium for the tests of our pages.
//
// Open starts one for a test, and Show a page in it, in some width and colour scheme;
// Script evaluates an expression on the page, ScriptIn in a frame of it. Axe checks the
// accessibility of the page. Without Chromium or npm the test is skipped by name, unless
// CI_STRICT is set: then it fails.
//
// Only our own tests import it: those of the server, of the report and of the command. Start reading at Open.
package browser

import (
	"context"
	"encoding/json"
	"fmt"
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
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"understudy/spec/race"
)

// Action is what Do does.
type Action = chromedp.Action[chromedp.Void]

// Browser is a page of a headless Chromium. It records what its pages request, and the
// errors that they report.
type Browser struct {
	ctx context.Context

	mu     sync.Mutex
	asked  []string
	faults []string
	left   int                                   // the pages that were left after a question
	frames map[string]runtime.ExecutionContextID // the newest by origin
}

// LeaveOut skips a test with a reason; with CI_STRICT it fails.
func LeaveOut(t *testing.T, format string, args ...any) {
	t.Helper()
	text := fmt.Sprintf(format, args...)
	if os.Getenv("CI_STRICT") != "" {
		t.Fatal(text)
	}
	t.Skip("left out: " + text)
}

// Packages fetches packages of npm into a folder of the test.
func Packages(t *testing.T, names ...string) (folder string) {
	t.Helper()
	npm, err := exec.LookPath("npm")
	if err != nil {
		LeaveOut(t, "npm is not here: install Node.js, which brings it")
	}
	folder = t.TempDir()
	args := append([]string{"install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"}, names...)
	if out, err := exec.CommandContext(t.Context(), npm, args...).CombinedOutput(); err != nil {
		LeaveOut(t, "npm does not bring %s: %v: %s", strings.Join(names, ", "), err, out)
	}
	return filepath.Join(folder, "node_modules")
}

// Open starts a browser that ends with the test.
func Open(t *testing.T) *Browser {
	t.Helper()
	if race.Enabled {
		t.Skip("pages are slow with the race detector: make test runs this test without it")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		LeaveOut(t, "Chromium is not here: install it, on Debian by apt-get install chromium")
	}
	b := &Browser{frames: map[string]runtime.ExecutionContextID{}}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()), chromedp.NoSandbox,
		chromedp.Flag("disable-gpu", true), chromedp.Flag("disable-component-update", true))
	ctx, stop := context.WithTimeout(t.Context(), 15*time.Minute)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(stop)
	b.ctx, stop = chromedp.NewContext(ctx, chromedp.WithListener(b.note))
	t.Cleanup(stop)
	return b
}

func (b *Browser) note(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		b.asked = append(b.asked, e.Request.URL)
	case *log.EventEntryAdded:
		b.faults = append(b.faults, e.Entry.Text)
	case *page.EventJavascriptDialogOpening:
		if e.Type == page.DialogTypeBeforeunload {
			b.left++
		}
		go b.accept() // the browser waits for it
	case *runtime.EventExceptionThrown:
		b.faults = append(b.faults, e.ExceptionDetails.Text)
	case *runtime.EventExecutionContextCreated:
		if e.Context.Name == "" { // a page's own, not one of the debugger's
			b.frames[e.Context.Origin] = e.Context.ID
		}
	}
}

// accept accepts a dialog of the page.
func (b *Browser) accept() {
	_ = chromedp.Do(b.ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
		return err
	})) // it fails where the browser has ended
}

// Left returns how many pages asked before they were left. Each was left.
func (b *Browser) Left() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.left
}

// Asked are the addresses that the pages requested after Watch was called.
func (b *Browser) Asked() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.asked)
}

// Complaints are the errors that the browser reported.
func (b *Browser) Complaints() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.faults)
}

// Watch records requests from now on.
func (b *Browser) Watch(t *testing.T) {
	t.Helper()
	b.Do(t, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, network.Enable, network.EnableParams{})
		return err
	}))
}

// Do performs actions in the browser.
func (b *Browser) Do(t *testing.T, actions ...Action) {
	t.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// Show shows the page of an address in a width, light or dark.
func (b *Browser) Show(t *testing.T, address string, width int64, scheme string) {
	t.Helper()
	b.Do(t, chromedp.EmulateViewport(width, 900), Media("", scheme), chromedp.Navigate("about:blank"), chromedp.Navigate(address))
}

// Media makes the page shown in a colour scheme, or for print.
func Media(kind, scheme string) Action {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: kind,
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return err
	})
}

// Script returns the value of an expression on the page, once it is settled.
func Script[T any](t *testing.T, b *Browser, expression string) T {
	t.Helper()
	return evaluate[T](t, b, expression)
}

// ScriptIn returns the value of an expression in the frame of an origin.
func ScriptIn[T any](t *testing.T, b *Browser, origin, expression string) T {
	t.Helper()
	b.mu.Lock()
	id, ok := b.frames[origin]
	b.mu.Unlock()
	if !ok {
		t.Fatalf("no frame of %s", origin)
	}
	return evaluate[T](t, b, expression, func(p *runtime.EvaluateParams) { p.ContextID = id })
}

func evaluate[T any](t *testing.T, b *Browser, expression string, options ...chromedp.EvaluateOption) T {
	t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression, append(options, chromedp.EvalAwaitPromise)...))
	if err != nil {
		t.Fatalf("%.200s: %v", expression, err)
	}
	return v
}

// AxeSource fetches the script that Axe runs.
func AxeSource(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(Packages(t, "axe-core@4.14.1"), "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(source)
}

// Axe returns the problems that axe finds in the page, and whether the page is too wide.
func (b *Browser) Axe(t *testing.T, source string, width int64) (findings []string) {
	t.Helper()
	Script[any](t, b, source+"; null")
	found := Script[[]struct {
		ID, Impact string
		Nodes      []struct{ HTML, FailureSummary string }
	}](t, b, `axe.run().then(r => r.violations)`)
	for _, v := range found {
		text, _ := json.Marshal(v.Nodes)
		findings = append(findings, fmt.Sprintf("%s (%s): %.1000s", v.ID, v.Impact, text))
	}
	if wide := Script[int64](t, b, "document.documentElement.scrollWidth"); wide > width {
		findings = append(findings, fmt.Sprintf("%d px wide on %d", wide, width))
	}
	return findings
}

// Picture writes a PNG file of the whole page to the folder of the environment variable
// PICTURES, for people to look at; without it, it does nothing.
func (b *Browser) Picture(t *testing.T, name string) {
	t.Helper()
	folder := os.Getenv("PICTURES")
	if folder == "" {
		return
	}
	shot, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, name+".png"), shot, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
