package workbench

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"understudy/server/console"
	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/target"
)

// watch is how long a complete segment of our own fake is watched.
const watch = 200 * time.Millisecond

// serveRun starts a run of what the form selects. Where it would write to a deployment, it
// first asks.
func (w *Workbench) serveRun(out http.ResponseWriter, at console.Place) int {
	if err := at.Request.ParseForm(); err != nil {
		return fail(out, http.StatusBadRequest, "The form cannot be read: it may be too large.")
	}
	form := at.Request.PostForm
	s, err := w.selected(form)
	if err != nil {
		return fail(out, http.StatusBadRequest, err.Error())
	}
	scenarios, err := steps.List(s.options)
	if err != nil {
		return fail(out, http.StatusUnprocessableEntity, err.Error())
	}
	if !w.Deployment.Forks() {
		q, err := w.ask(s, at)
		if err != nil {
			return fail(out, http.StatusUnprocessableEntity, err.Error())
		}
		if q != nil && form.Get("confirm") != q.Confirm {
			return send(out, http.StatusOK, "question", q)
		}
	}
	where := w.Deployment.Where(at.Sandbox)
	inPlace := form.Get("place") == "here"
	if w.Deployment.Forks() && !inPlace {
		where = "a copy of " + where
	}
	j := w.start(s.Title, where, func(ctx context.Context, j *job) error { return w.run(ctx, j, s, scenarios, at.Sandbox, inPlace) })
	return w.showJob(out, at, j)
}

// run runs the scenarios.
func (w *Workbench) run(ctx context.Context, j *job, s *selection, scenarios []report.Scenario, sandbox string, inPlace bool) error {
	t, end, err := w.Deployment.Open(sandbox, inPlace)
	if err != nil {
		return err
	}
	defer end()
	j.change(func() {
		for _, sc := range scenarios {
			sc.Steps = slices.Clone(sc.Steps)
			j.expectations = s.expectations
			j.trials = append(j.trials, &trial{Scenario: sc, Exchanges: make([][]*report.Exchange, len(sc.Steps)+1)})
		}
	})
	o := s.options
	o.OnStep, o.OnExchange, o.OnScenario = j.step, j.exchange, j.ended
	o.OnNotice = func(line string) { j.change(func() { j.notices = append(j.notices, line) }) }
	if w.Deployment.Forks() {
		o.Watch, o.KeepPersonalData = watch, true // its data are invented, and the journal shows them too
	}
	r, err := steps.Run(ctx, t, o)
	if err != nil {
		return err
	}
	j.change(func() {
		for _, m := range r.Remarks {
			j.notices = append(j.notices, m.String())
		}
	})
	return nil
}

// question is what has to be confirmed before a run that writes to a deployment.
type question struct {
	*selection
	Where string
	// Says are the lines of what the run would do at most.
	Says []string
	// Writes are the scenarios that write.
	Writes []string
	// Confirm identifies what was announced.
	Confirm string
	Run     string
}

// ask returns the question of a run that writes; nil for one that does not.
func (w *Workbench) ask(s *selection, at console.Place) (*question, error) {
	t, end, err := w.Deployment.Open(at.Sandbox, true)
	if err != nil {
		return nil, err
	}
	defer end()
	writes := s.writes()
	if len(writes) == 0 || s.options.ReadOnly || !t.Writes() {
		return nil, nil //nolint:nilnil // there is nothing to ask
	}
	says, err := announced(t, s.options)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(says + strings.Join(writes, "\n") + s.Form.Get("text")))
	return &question{s, w.Deployment.Where(at.Sandbox), strings.Split(strings.TrimSpace(says), "\n"), writes, hex.EncodeToString(sum[:8]), at.Link("run")}, nil
}

// announced is what a run would do at most.
func announced(t target.Target, o steps.Options) (string, error) {
	budget, err := steps.Plan(t, o)
	return budget.String(), err
}

// serveJob shows a job, once it is different from what the page shows.
func (w *Workbench) serveJob(out http.ResponseWriter, at console.Place) int {
	query := at.Request.URL.Query()
	id, _ := strconv.Atoi(query.Get("id"))
	j := w.find(id)
	if j == nil {
		return fail(out, http.StatusNotFound, "This run is gone: run it again.")
	}
	if seen, err := strconv.Atoi(query.Get("seen")); err == nil {
		ctx, cancel := context.WithTimeout(at.Request.Context(), longestWait)
		defer cancel()
		j.await(ctx, seen)
		if j.busy() {
			rest(ctx, betweenViews) // more may come at once
		}
	}
	if address := query.Get("address"); address != "" {
		return w.showTrial(out, at, j, address)
	}
	return w.showJob(out, at, j)
}

// longestWait is how long the page waits for news of a job, and betweenViews how long at
// least between two views.
const (
	longestWait  = 20 * time.Second
	betweenViews = 80 * time.Millisecond
)

// rest waits, unless ctx ends.
func rest(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

func (j *job) busy() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return !j.done
}

// serveStop stops a job.
func (w *Workbench) serveStop(out http.ResponseWriter, at console.Place) int {
	id, _ := strconv.Atoi(at.Request.PostFormValue("id"))
	j := w.find(id)
	if j == nil {
		return fail(out, http.StatusNotFound, "This run is gone.")
	}
	j.stop()
	return w.showJob(out, at, j)
}

// fail shows why a request has no result, in the place of the result.
func fail(out http.ResponseWriter, status int, says string) int {
	lines := strings.Split(strings.TrimSpace(says), "\n")
	if n := len(lines) - mostLines; n > 0 {
		lines = append(lines[:mostLines:mostLines], fmt.Sprintf("and %d more", n))
	}
	return send(out, status, "failed", struct{ Says []string }{lines})
}

// mostLines limits the lines of an error.
const mostLines = 20
