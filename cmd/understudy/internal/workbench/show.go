package workbench

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"understudy/server/console"
	"understudy/spec/gap"
	"understudy/steps/report"
	"understudy/steps/report/html"
	"understudy/steps/report/prose"
	"understudy/steps/report/view"
)

//go:embed *.html
var markup embed.FS

// shells are the templates, parsed for the first page: that takes 2 ms.
var shells = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"count": prose.Count, "coded": html.Coded, "anchor": prose.Anchor, "pretty": pretty, "path": pathOf, "ask": on, "seconds": seconds, "mark": mark, "gap": func(id string) string {
		g, _ := gap.ByID(id)
		return g.Asks
	}}).ParseFS(markup, "*.html"))
})

// on is the data of a template for one item of a page.
func on(page, item any) map[string]any { return map[string]any{"Page": page, "Item": item} }

func rendered(name string, data any) template.HTML {
	var b bytes.Buffer
	if err := shells().ExecuteTemplate(&b, name, data); err != nil {
		panic(err)
	}
	return template.HTML(b.String()) //nolint:gosec // html/template made it
}

// send sends a part of the page.
func send(out http.ResponseWriter, status int, name string, data any) int {
	h := out.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	text := rendered(name, data)
	out.WriteHeader(status)
	_, _ = out.Write([]byte(text)) // the client may have gone
	return status
}

// marks are signs for verdicts, which the report of verify uses too.
var marks = map[report.Verdict]string{report.Pass: "✓", report.Fail: "✗", report.Skip: "–", report.Error: "!", report.Known: "~"}

func mark(v report.Verdict) string { return marks[v] }

func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }

// pretty indents a body that is JSON.
func pretty(body string) string {
	var b bytes.Buffer
	if !strings.HasPrefix(strings.TrimSpace(body), "{") && !strings.HasPrefix(strings.TrimSpace(body), "[") || json.Indent(&b, []byte(body), "", "  ") != nil {
		return body
	}
	return b.String()
}

// pathOf is a URL without its origin, and without the sandbox of a run.
func pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return address
	}
	path := u.RequestURI()
	if rest, ok := strings.CutPrefix(path, "/s/"); ok {
		if _, rest, ok = strings.Cut(rest, "/"); ok {
			return "/" + rest
		}
	}
	return path
}

// jobView is a job as a page shows it.
type jobView struct {
	ID           int
	Title, Where string
	Err          string
	Done         bool
	Took         time.Duration
	Trials       []trialView
	Notices      []string
	Worths       []*worth
	Tried, Of    int
	// Counts are the scenarios by verdict, Open those without one.
	Counts map[report.Verdict]int
	Open   int
	// Next is where to ask for news, Stop where to stop it.
	Next, Stop string
}

// One reports whether the job has one scenario only, which is shown with everything.
func (v jobView) One() bool { return len(v.Trials) == 1 }

// trialView is a scenario of a job.
type trialView struct {
	report.Scenario
	Began, Ended bool
	Lines        []lineView
	// Restoring are the exchanges after the last step.
	Restoring []exchangeView
	Failures  []failureView
	// Details is where the scenario is shown with everything.
	Details string
	Whole   bool
}

// lineView is a step of a run.
type lineView struct {
	report.Step
	// Ran says that it ran, Running that it is the one that runs.
	Ran, Running bool
	Exchanges    []exchangeView
}

// exchangeView is an exchange; its ID is that of its element.
type exchangeView struct {
	*report.Exchange
	ID string
	// Blamed says that a failure is about it, Pointer the place in its response.
	Blamed  bool
	Pointer string
}

// Sent is the request around which a failure is shown.
func (e exchangeView) Sent() view.Nearby { return view.Near(view.Request(e.Exchange)) }

// Received is the response, with the place of the failure.
func (e exchangeView) Received() view.Nearby {
	near := view.Near(view.Response(e.Exchange, e.Pointer))
	near.Note = "" // the whole body is below it
	return near
}

// failureView is a broken promise. Exchange is nil if a step shows it.
type failureView struct {
	report.Failure
	Says string
	// Step is the step that failed; empty where the check of all responses found it.
	Step     string
	Exchange *exchangeView
}

// showJob shows a job.
func (w *Workbench) showJob(out http.ResponseWriter, at console.Place, j *job) int {
	j.mu.Lock()
	v := jobView{ID: j.ID, Title: j.Title, Where: j.Where, Err: j.err, Done: j.done, Took: j.took, Notices: j.notices, Worths: j.worths,
		Tried: j.tried, Of: j.of, Counts: map[report.Verdict]int{}, Stop: at.Link("stop")}
	v.Next = at.Link("job", "id", strconv.Itoa(j.ID), "seen", strconv.Itoa(j.version))
	for _, t := range j.trials {
		if t.Ended {
			v.Counts[t.Verdict]++
		} else {
			v.Open++
		}
		v.Trials = append(v.Trials, w.view(t, len(j.trials) == 1, j, at))
	}
	j.mu.Unlock()
	return send(out, http.StatusOK, "job", v)
}

// showTrial shows a scenario of a job with everything.
func (w *Workbench) showTrial(out http.ResponseWriter, at console.Place, j *job, address string) int {
	j.mu.Lock()
	t := j.trial(address)
	v := w.view(t, true, j, at)
	j.mu.Unlock()
	if v.Address == "" {
		return fail(out, http.StatusNotFound, "The run has no such scenario.")
	}
	return send(out, http.StatusOK, "trial", v)
}

// view is a scenario as a page shows it; within the lock of its job.
func (w *Workbench) view(t *trial, whole bool, j *job, at console.Place) trialView {
	v := trialView{Scenario: t.Scenario, Began: t.Began, Ended: t.Ended, Whole: whole, Details: at.Link("job", "id", strconv.Itoa(j.ID), "address", t.Address)}
	if !whole {
		return v
	}
	n := 0
	blamed, pointers := map[*report.Exchange]bool{}, map[*report.Exchange]string{}
	for _, f := range t.Scenario.Failures {
		blamed[f.Exchange] = true
		pointers[f.Exchange] = cmp.Or(pointers[f.Exchange], f.Pointer)
	}
	shown := map[*report.Exchange]bool{}
	views := func(of []*report.Exchange) (all []exchangeView) {
		for _, e := range of {
			n++
			shown[e] = true
			all = append(all, exchangeView{e, fmt.Sprintf("exchange-%d-%d", j.ID, n), blamed[e], pointers[e]})
		}
		return all
	}
	for i, s := range t.Steps {
		line := lineView{Step: s, Ran: i < t.done, Running: t.Began && !t.Ended && i == t.done}
		if i < len(t.Exchanges) {
			line.Exchanges = views(t.Exchanges[i])
		}
		v.Lines = append(v.Lines, line)
	}
	if len(t.Exchanges) > 0 && len(t.Exchanges) > len(t.Steps) {
		v.Restoring = views(t.Exchanges[len(t.Steps)])
	}
	for _, f := range t.Scenario.Failures {
		one := failureView{Failure: f, Step: failedStep(t.Steps), Says: says(f.ID(), append(slices.Clone(j.expectations), w.expectations()...))}
		if f.Exchange != nil && !shown[f.Exchange] {
			one.Exchange = &exchangeView{f.Exchange, fmt.Sprintf("exchange-%d-%s", j.ID, f.ID()), true, f.Pointer}
		}
		v.Failures = append(v.Failures, one)
	}
	return v
}

// failedStep is the text of the step that failed.
func failedStep(steps []report.Step) string {
	i := slices.IndexFunc(steps, func(s report.Step) bool { return s.Verdict == report.Fail })
	if i < 0 {
		return ""
	}
	return steps[i].Text
}
