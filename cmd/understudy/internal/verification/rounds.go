package verification

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"understudy/cmd/understudy/internal/output"
	"understudy/steps"
	"understudy/steps/feature"
	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/report/terminal"
)

// rounds are the runs of verify --watch: each runs the scenarios that have changed since
// they last ran.
type rounds struct {
	o              Options
	stdout, stderr io.Writer
	colour         bool
	// ran are the results of the scenarios of the folder.
	ran map[scenarioKey]result
	// files are the feature files as they were last read, by their path.
	files map[string]stamp
	// faults is what was last printed of lint.
	faults string
	// checked says that the set-up of the target was found to be right.
	checked bool
}

// result is the verdict on a scenario, and the digest of what was run.
type result struct {
	digest  [sha256.Size]byte
	verdict report.Verdict
}

// stamp distinguishes a file that was saved again from one that was not touched.
type stamp struct {
	digest [sha256.Size]byte
	saved  time.Time
}

func newRounds(o Options, stdout, stderr io.Writer) *rounds {
	o.Features = []string{o.Watch}
	return &rounds{o: o, stdout: stdout, stderr: stderr, colour: output.Colours(stdout), ran: map[scenarioKey]result{}, files: map[string]stamp{}}
}

// usable reports what would be wrong with every round.
func (w *rounds) usable() error {
	if _, err := steps.OpenFolder(w.o.Watch); err != nil {
		return fmt.Errorf("--watch: %w", err)
	}
	if _, err := w.o.run(w.stderr); err != nil || w.o.Target == "" {
		return err
	}
	_, err := w.o.loadTarget(w.stderr)
	return err
}

// round runs the scenarios that are new or changed, and those of a file that was saved
// again as it was.
func (w *rounds) round(ctx context.Context) error {
	run, err := w.o.run(w.stderr)
	if err != nil {
		return err
	}
	clean, err := w.lint(run)
	if err != nil || !clean {
		return err
	}
	run.Only = ownOnly(run.Only)
	scenarios, err := steps.List(run)
	if err != nil {
		return err
	}
	digests, err := w.digests(run)
	if err != nil {
		return err
	}
	again := w.savedAgain(run.Folders[0])
	changed := map[scenarioKey]bool{}
	for _, s := range scenarios {
		if old, ok := w.ran[keyOf(s)]; !ok || old.digest != digests[keyOf(s)] || again[s.File] {
			changed[keyOf(s)] = true
		}
	}
	w.drop(scenarios)
	if len(changed) == 0 {
		w.line("nothing to run: %s, and none has changed", w.tally())
		return nil
	}
	run.Only = func(s report.Scenario) bool { return changed[keyOf(s)] }
	return w.verify(ctx, run, slices.DeleteFunc(scenarios, func(s report.Scenario) bool { return !changed[keyOf(s)] }), digests)
}

// verify runs scenarios, and prints each, the problems and the state of all.
func (w *rounds) verify(ctx context.Context, run steps.Options, scenarios []report.Scenario, digests map[scenarioKey][sha256.Size]byte) error {
	w.line("%s  %s", time.Now().Format(time.TimeOnly), namesOf(scenarios))
	began := time.Now()
	show := terminal.Progress(w.stdout, w.colour)
	run.OnScenario = func(s report.Scenario) {
		if ctx.Err() != nil {
			return // it was interrupted: the next round runs it
		}
		w.ran[keyOf(s)] = result{digests[keyOf(s)], s.Verdict}
		show(s)
	}
	run.OnNotice = func(line string) { fmt.Fprintln(w.stderr, line) }
	o := w.o
	o.checked = w.checked
	r, err := o.verify(ctx, run, scenarios)
	if err != nil {
		return err
	}
	w.checked = true
	if ctx.Err() != nil {
		return nil
	}
	if err := terminal.Problems(w.stdout, r, w.colour); err != nil {
		return err
	}
	w.line("%s in %s; %s", prose.Count(len(scenarios), "scenario"), time.Since(began).Round(time.Millisecond), w.tally())
	return nil
}

// lint prints what is wrong in the folder, once; clean is false where nothing can be run.
func (w *rounds) lint(run steps.Options) (clean bool, err error) {
	faults, err := steps.Lint(steps.Options{Folders: run.Folders})
	if err != nil {
		return false, err
	}
	var b strings.Builder
	clean = true
	for _, f := range faults {
		clean = clean && f.Warning
		fmt.Fprintln(&b, f)
	}
	if !clean {
		fmt.Fprintln(&b, "nothing is run until this is fixed")
	}
	if text := b.String(); text != w.faults {
		w.faults = text
		_, err = io.WriteString(w.stdout, prose.Visible(text))
	}
	return clean, err
}

// digests identify what the scenarios of the folder do.
func (w *rounds) digests(run steps.Options) (map[scenarioKey][sha256.Size]byte, error) {
	files, err := steps.Read(run)
	if err != nil {
		return nil, err
	}
	expectations, _, err := run.Folders[0].Expectations()
	if err != nil {
		return nil, err
	}
	all := map[scenarioKey][sha256.Size]byte{}
	for _, f := range files {
		for _, sc := range f.Scenarios {
			all[scenarioKey{f.Path, sc.Address}] = digestOf(sc, expectations)
		}
	}
	return all, nil
}

// digestOf covers the steps of a scenario with what stands below them, its tags and, where
// it has expectations, their file.
func digestOf(sc *feature.Scenario, expectations []byte) [sha256.Size]byte {
	var b strings.Builder
	for _, u := range sc.Steps {
		below, _ := json.Marshal(u.Table)
		fmt.Fprintf(&b, "%s\n%q\n%s\n", u.Text, u.DocString, below)
	}
	fmt.Fprintln(&b, sc.Tags)
	if len(sc.Expects) > 0 {
		b.Write(expectations)
	}
	return sha256.Sum256([]byte(b.String()))
}

// savedAgain finds the files that were saved without a change since they were last read,
// and notes how all are now.
func (w *rounds) savedAgain(f steps.Folder) map[string]bool {
	again := map[string]bool{}
	_ = fs.WalkDir(f.Files, ".", func(name string, entry fs.DirEntry, err error) error { // what cannot be read was reported by lint
		if err != nil || entry.IsDir() || path.Ext(name) != ".feature" {
			return nil
		}
		text, err := fs.ReadFile(f.Files, name)
		info, missing := entry.Info()
		if err != nil || missing != nil {
			return nil
		}
		now, file := stamp{sha256.Sum256(text), info.ModTime()}, path.Join(f.Name, name)
		before, known := w.files[file]
		again[file] = known && before.digest == now.digest && !before.saved.Equal(now.saved)
		w.files[file] = now
		return nil
	})
	return again
}

// drop deletes the results of scenarios that are gone.
func (w *rounds) drop(scenarios []report.Scenario) {
	now := map[scenarioKey]bool{}
	for _, s := range scenarios {
		now[keyOf(s)] = true
	}
	for key := range w.ran {
		if !now[key] {
			delete(w.ran, key)
		}
	}
}

// tally counts the last verdicts on all scenarios of the folder.
func (w *rounds) tally() string {
	counts := map[report.Verdict]int{}
	for _, r := range w.ran {
		counts[r.verdict]++
	}
	words := []string{}
	for _, v := range []report.Verdict{report.Fail, report.Error, report.Warn, report.Skip, report.Pass} {
		if counts[v] > 0 {
			words = append(words, fmt.Sprintf("%d %s", counts[v], v))
		}
	}
	return fmt.Sprintf("of all %d: %s", len(w.ran), strings.Join(words, ", "))
}

func (w *rounds) line(format string, args ...any) {
	fmt.Fprintln(w.stdout, prose.Visible(fmt.Sprintf(format, args...)))
}

// ownOnly leaves out the built-in scenarios.
func ownOnly(only func(report.Scenario) bool) func(report.Scenario) bool {
	return func(s report.Scenario) bool { return s.File != "" && (only == nil || only(s)) }
}

// namesOf names the files of scenarios.
func namesOf(scenarios []report.Scenario) string {
	var names []string
	for _, s := range scenarios {
		if !slices.Contains(names, s.File) {
			names = append(names, s.File)
		}
	}
	if n := len(names); n > 3 {
		names = append(names[:2], fmt.Sprintf("%d more files", n-2))
	}
	return strings.Join(names, ", ")
}
