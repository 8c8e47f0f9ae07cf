package workbench

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"understudy/cmd/understudy/internal/mutation"
	"understudy/server/console"
	"understudy/steps"
	"understudy/steps/feature"
)

// worth is what a scenario is worth: which broken fakes it catches.
type worth struct {
	Address string
	*mutation.Explanation
	Err string
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
	j := w.start(s.Title, "", func(ctx context.Context, j *job) error {
		for _, sc := range scenarios {
			if err := ctx.Err(); err != nil {
				return err
			}
			one := measure(ctx, sc.Address, s.options.Folders, func(done, all int) {
				j.change(func() { j.tried, j.of = done, all })
			})
			w.keep(s.file(sc.Address), one)
			j.change(func() { j.worths = append(j.worths, one) })
		}
		return nil
	})
	return w.showJob(out, at, j)
}

// file is the file of the selected scenario with an address; nil where there is none.
func (s *selection) file(address string) *feature.File {
	for _, sc := range s.scenarios {
		if sc.Address == address {
			return sc.File
		}
	}
	return nil
}

// serveCaught measures which broken fakes a scenario of the book catches; an outline, with
// any of its examples. What was measured before is not measured again.
func (w *Workbench) serveCaught(out http.ResponseWriter, at console.Place) int {
	query := at.Request.URL.Query()
	files, folders, err := w.filesOf(query.Get("feature"))
	if err != nil {
		return fail(out, http.StatusUnprocessableEntity, err.Error())
	}
	var all []*worth
	for _, sc := range examplesOf(files, strings.TrimPrefix(query.Get("feature"), own), query.Get("address")) {
		one := w.kept(sc.File, sc.Address)
		if one == nil {
			one = measure(at.Request.Context(), sc.Address, folders, func(int, int) {})
			w.keep(sc.File, one)
		}
		if one.Err != "" {
			return fail(out, http.StatusUnprocessableEntity, one.Err)
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		return fail(out, http.StatusNotFound, "There is no such scenario: load the page again.")
	}
	return send(out, http.StatusOK, "worth", together(all))
}

// examplesOf are the scenarios of a file that are written where the one with an address is.
func examplesOf(files []*feature.File, name, address string) (all []*feature.Scenario) {
	for _, f := range files {
		i := slices.IndexFunc(f.Scenarios, func(sc *feature.Scenario) bool { return f.Name == name && sc.Address == address })
		if i < 0 {
			continue
		}
		for _, sc := range f.Scenarios {
			if sc.Pickle.AstNodeIds[0] == f.Scenarios[i].Pickle.AstNodeIds[0] {
				all = append(all, sc)
			}
		}
	}
	return all
}

// together is what the examples of an outline are worth as a whole.
func together(all []*worth) *worth {
	if len(all) == 1 {
		return all[0]
	}
	sum := &worth{Address: fmt.Sprintf("%s and %d more", all[0].Address, len(all)-1)}
	var explained []*mutation.Explanation
	for _, one := range all {
		explained = append(explained, one.Explanation)
	}
	sum.Explanation = mutation.Together(explained)
	return sum
}

// measure measures one scenario. It calls progress as mutation.Explain does.
func measure(ctx context.Context, address string, folders []steps.Folder, progress func(done, all int)) *worth {
	one := &worth{Address: address}
	e, err := mutation.Explain(ctx, address, folders, progress)
	if err != nil {
		one.Err = err.Error()
	}
	one.Explanation = e
	return one
}

// mostKept limits how much is remembered of what was measured.
const mostKept = 2000

// keep remembers what a scenario is worth, as long as its file stays as it is.
func (w *Workbench) keep(f *feature.File, one *worth) {
	if f == nil || one.Err != "" {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.worth) >= mostKept {
		clear(w.worth)
	}
	w.worth[measured(f, one.Address)] = one
}

// kept is what is known of a scenario; nil for nothing.
func (w *Workbench) kept(f *feature.File, address string) *worth {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.worth[measured(f, address)]
}

// measured identifies a scenario with the text of its file.
func measured(f *feature.File, address string) string { return versionOf(f.Text) + " " + address }
