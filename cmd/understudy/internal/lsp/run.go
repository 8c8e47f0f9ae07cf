package lsp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sourcegraph/jsonrpc2"
	"golang.org/x/tools/txtar"

	"understudy/cmd/understudy/internal/mutation"
	"understudy/cmd/understudy/internal/selfcheck"
	"understudy/steps"
	"understudy/steps/expectation"
	"understudy/steps/language"
	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/report/terminal"
)

// The commands of code lenses.
const (
	runOnFake       = "understudy.runOnFake"
	runOnTarget     = "understudy.runOnTarget"
	explainScenario = "understudy.explain"
)

// execute starts a command. Its result is shown when it is known.
func (s *server) execute(r *jsonrpc2.Request) (any, error) {
	var p commandParams
	if err := read(r, &p); err != nil {
		return nil, err
	}
	work, ok := map[string]struct {
		title string
		do    func(task, *document, command) error
	}{
		runOnFake:       {"Run on the fake", task.runFake},
		runOnTarget:     {"Run on the target", task.runTarget},
		explainScenario: {"Explain", task.explainOne},
	}[p.Command]
	if !ok {
		return nil, fmt.Errorf("no command %q: there are %s, %s and %s", p.Command, runOnFake, runOnTarget, explainScenario)
	}
	if len(p.Arguments) != 1 || len(p.Arguments[0].Addresses) == 0 {
		return nil, fmt.Errorf("%s takes one argument: {uri, addresses}", p.Command)
	}
	c := p.Arguments[0]
	d := s.find(c.URI)
	if d == nil {
		return nil, fmt.Errorf("the document %s is not open", c.URI)
	}
	s.start(func() {
		err := s.begin(work.title, func(t task) error { return work.do(t, d, c) })
		if err != nil && s.ctx.Err() == nil && !errors.Is(err, context.Canceled) {
			s.show(1, err.Error())
		}
	})
	return nil, nil
}

// linesOf are the lines of the scenarios of a command, counted from 1; nil where it is
// about all of the text.
func (s *server) linesOf(d *document, c command) (lines []int) {
	for _, l := range s.language.Lenses(d.file()) {
		if slices.Equal(l.Addresses, c.Addresses) {
			if l.Whole {
				return nil
			}
			return []int{l.Range.Start.Line + 1}
		}
	}
	return nil
}

// selected are the options for the scenarios of a command, of the text as it is in the editor.
func (s *server) selected(d *document, c command) (steps.Options, error) {
	file := d.file()
	if lines := s.linesOf(d, c); lines != nil {
		file.Text = language.Alone(file.Text, lines...)
	}
	archive := &txtar.Archive{Files: []txtar.File{{Name: file.Path, Data: []byte(file.Text)}}}
	if _, own, _ := d.expectations(); own != "" {
		archive.Files = append(archive.Files, txtar.File{Name: expectation.FileName, Data: []byte(own)})
	}
	files, err := txtar.FS(archive)
	if err != nil {
		return steps.Options{}, err
	}
	return steps.Options{Folders: []steps.Folder{{Files: files}},
		Only: func(sc report.Scenario) bool { return slices.Contains(c.Addresses, sc.Address) }}, nil
}

func (t task) runFake(d *document, c command) error {
	o, err := t.selected(d, c)
	if err != nil {
		return err
	}
	scenarios, err := steps.List(o)
	if err != nil {
		return err
	}
	t.counts(&o, len(c.Addresses))
	run, err := selfcheck.Run(t.ctx, selfcheck.Fake{}, o, scenarios)
	if err != nil {
		return err
	}
	t.report(d, "the fake", run)
	return nil
}

// counts shows how many of a run's scenarios are done.
func (t task) counts(o *steps.Options, of int) {
	n := 0
	o.OnScenario = func(report.Scenario) {
		n++
		t.done(n, of)
	}
}

// runTarget runs scenarios on the deployment of the target file. Before one that writes,
// it says how much at most, and asks.
func (t task) runTarget(d *document, c command) error {
	if t.options.Target == nil {
		return errors.New("there is no target: start understudy lsp --target FILE")
	}
	o, err := t.selected(d, c)
	if err != nil {
		return err
	}
	agreed, err := t.ask(c, o)
	if err != nil || !agreed {
		return err
	}
	t.counts(&o, len(c.Addresses))
	run, err := steps.Run(t.ctx, *t.options.Target, o)
	if err != nil {
		return err
	}
	t.report(d, "the target", run)
	return nil
}

// ask asks before a run that writes, and agrees to any other.
func (t task) ask(c command, o steps.Options) (bool, error) {
	writes := false
	for _, address := range c.Addresses {
		script, err := steps.Find(address, o)
		if err != nil {
			return false, err
		}
		writes = writes || script.Writes
	}
	if !writes {
		return true, nil
	}
	plan, err := steps.Plan(*t.options.Target, o)
	if err != nil {
		return false, err
	}
	const yes = "Run"
	var chosen *struct {
		Title string `json:"title"`
	}
	err = t.conn.Call(t.ctx, "window/showMessageRequest", map[string]any{"type": 2, "message": plan.String() + "\nRun it?",
		"actions": []map[string]string{{"title": yes}, {"title": "Cancel"}}}, &chosen)
	return err == nil && chosen != nil && chosen.Title == yes, err
}

// report shows the verdict of a run, and marks the steps that did not pass.
func (s *server) report(d *document, on string, run *report.Run) {
	count := map[report.Verdict]int{}
	failures := []diagnostic{}
	reason, log := "", ""
	for _, sc := range run.Scenarios {
		count[sc.Verdict]++
		if sc.Verdict == report.Pass {
			continue
		}
		says := fmt.Sprintf("%s on %s: %s", sc.Verdict, on, sc.Reason)
		detail := ""
		for _, f := range sc.Failures {
			says, detail = fmt.Sprintf("%s on %s: expected %s, got %s", sc.Verdict, on, f.ExpectedAt(), f.Actual), "\n\n"+terminal.Found(f)
		}
		if reason == "" {
			reason = "\n" + sc.Name + ": " + says
		}
		log += "\n" + sc.Address + ": " + says + detail + "\n"
		severity := 1
		if sc.Verdict == report.Skip {
			severity = 3
		}
		i := slices.IndexFunc(sc.Steps, func(st report.Step) bool { return st.Verdict != report.Pass })
		if place, ok := s.language.StepAt(d.file(), sc.Address, max(i, 0)); ok {
			failures = append(failures, diagnostic{place, severity, "understudy run", says + detail})
		}
	}
	s.mark(d, failures)
	var counts []string
	kind := 3
	for _, v := range []report.Verdict{report.Pass, report.Fail, report.Error, report.Skip} {
		if count[v] > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", count[v], v))
		}
		if count[v] > 0 && (v == report.Fail || v == report.Error) {
			kind = 1
		}
	}
	summary := "on " + on + ": " + strings.Join(counts, ", ")
	if run.Interrupted {
		summary += " (cancelled)"
	}
	s.log(kind, prose.Visible(summary+log))
	s.show(kind, prose.Visible(summary+reason))
}

// mark shows the failures of a run, unless the text has changed since.
func (s *server) mark(d *document, failures []diagnostic) {
	s.mu.Lock()
	now := s.documents[d.uri]
	same := now != nil && now.version == d.version && now.text == d.text
	if same {
		now.failures = failures
	}
	s.mu.Unlock()
	if same {
		s.check(d.uri, now)
	}
}

// explainOne shows which broken fakes a scenario catches, or the examples of an outline.
func (t task) explainOne(d *document, c command) error {
	o, err := t.selected(d, c)
	if err != nil {
		return err
	}
	e, err := mutation.ExplainAll(t.ctx, c.Addresses, o.Folders, t.done)
	if err != nil {
		return err
	}
	t.log(3, e.String())
	t.show(3, e.Worth())
	return nil
}
