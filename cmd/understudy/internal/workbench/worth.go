package workbench

import (
	"context"
	"net/http"
	"time"

	"understudy/cmd/understudy/internal/mutation"
	"understudy/server/console"
	"understudy/steps"
)

// worth is what a scenario is worth: which broken fakes it catches.
type worth struct {
	Address string
	*mutation.Explanation
	Err  string
	Took time.Duration
}

// Killed counts the broken fakes that the scenario catches.
func (w *worth) Killed() (n int) {
	if w.Explanation == nil {
		return 0
	}
	for _, m := range w.Mutants {
		if m.Killed {
			n++
		}
	}
	return n
}

// Missed counts the broken fakes that the scenario does not catch.
func (w *worth) Missed() int { return len(w.Mutants) - w.Killed() }

// Seconds is how long the measurement took.
func (w *worth) Seconds() float64 { return w.Took.Seconds() }

// serveWorth measures what the selected scenarios are worth. It runs them on fakes of its
// own, never on the deployment.
func (w *Workbench) serveWorth(out http.ResponseWriter, at console.Place) int {
	if err := at.Request.ParseForm(); err != nil {
		return fail(out, http.StatusBadRequest, "The form cannot be read: it may be too large.")
	}
	s, err := w.selected(at.Request.PostForm)
	if err != nil {
		return fail(out, http.StatusBadRequest, err.Error())
	}
	scenarios, err := steps.List(steps.Options{Folders: s.options.Folders, Only: s.has})
	if err != nil {
		return fail(out, http.StatusUnprocessableEntity, err.Error())
	}
	builtIn := s.scenarios[0].File.BuiltIn
	j := w.start(s.Title, "", func(ctx context.Context, j *job) error {
		for _, sc := range scenarios {
			if err := ctx.Err(); err != nil {
				return err
			}
			one := w.measure(ctx, j, sc.Address, s.options.Folders)
			if builtIn && one.Err == "" {
				w.keep(one)
			}
			j.change(func() { j.worths = append(j.worths, one) })
		}
		return nil
	})
	return w.showJob(out, at, j)
}

// measure measures one scenario.
func (w *Workbench) measure(ctx context.Context, j *job, address string, folders []steps.Folder) *worth {
	start := time.Now()
	one := &worth{Address: address}
	e, err := mutation.Explain(ctx, address, folders, func(done, all int) {
		j.change(func() { j.tried, j.of = done, all })
	})
	if err != nil {
		one.Err = err.Error()
	}
	one.Explanation, one.Took = e, time.Since(start)
	return one
}

// keep remembers what a built-in scenario is worth: it does not change while the program
// runs.
func (w *Workbench) keep(one *worth) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.worth[one.Address] = one
}

// kept is what is known of a scenario; nil for nothing.
func (w *Workbench) kept(address string) *worth {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.worth[address]
}
