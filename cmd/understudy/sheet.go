package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"understudy/server"
	"understudy/server/mutant"
	"understudy/spec/contract"
	"understudy/spec/gap"
	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/target"
)

// sheetRow is what the suite said of one mutant.
type sheetRow struct {
	ID     string `json:"id"`
	Breaks string `json:"breaks"`
	// Killed says that the broken promise was blamed; False are the other
	// promises that were blamed without falling with it, with the reasons.
	Killed bool              `json:"killed"`
	False  map[string]string `json:"false,omitempty"`
	Error  string            `json:"error,omitempty"`
	MS     int64             `json:"ms"`
}

func (r sheetRow) ok() bool { return r.Killed && len(r.False) == 0 && r.Error == "" }

// sheetDelay and what follows it keep a run of the suite short: a mutant's
// faults show at the first looks.
const (
	sheetDelay   = 20 * time.Millisecond
	sheetTimeout = time.Second
	sheetWatch   = 100 * time.Millisecond
	sheetSettle  = 100 * time.Millisecond
)

// suiteGrowth and suiteMemory have a child process collect its garbage seldom, by
// the percentage that its heap of some 30 MB may grow, and often once it has so
// many bytes.
const (
	suiteGrowth = 1600
	suiteMemory = 400 << 20
)

// needsClock are the promises whose breach only a scenario with a clock can show.
var needsClock = map[string]bool{"link-expires": true}

// judgeMutant runs the scenarios of the broken promise against a mutant, then
// the others to see whether they blame it falsely.
func judgeMutant(ctx context.Context, on *stage, m mutant.Mutant, choice gap.Choice) sheetRow {
	row := sheetRow{ID: m.ID, Breaks: m.Breaks, False: map[string]string{}}
	start := time.Now()
	t, err := on.show(m.Wrap, choice, needsClock[m.Breaks])
	if err != nil {
		row.Error = err.Error()
		return row
	}
	of := func(s report.Scenario) bool { return slices.Contains(s.Promises, m.Breaks) }
	for _, only := range []func(report.Scenario) bool{of, func(s report.Scenario) bool { return !of(s) }} {
		r, err := steps.Run(ctx, t, steps.Options{Only: only, Concurrency: 8, Watch: sheetWatch})
		if err != nil {
			row.Error = err.Error()
			break
		}
		row.read(r, m)
	}
	row.MS = time.Since(start).Milliseconds()
	return row
}

// stage is an address at which one fake after another is served. Answers hold
// links to it, so what the fakes have in common is the same byte for byte, and is
// held against the contract once.
type stage struct {
	*httptest.Server
	fake atomic.Value // of http.HandlerFunc
}

func newStage() *stage {
	s := &stage{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.fake.Load().(http.HandlerFunc)(w, r)
	}))
	return s
}

// show has a new fake served as a mutant makes it, with a clock that can be
// turned where one is needed.
func (s *stage) show(wrap func(*server.Server) http.Handler, choice gap.Choice, clock bool) (target.Target, error) {
	fake, err := server.New(server.Options{AsyncDelay: sheetDelay, Control: clock, Choice: choice, Journal: -1})
	if err != nil {
		return target.Target{}, err
	}
	s.fake.Store(http.HandlerFunc(wrap(fake).ServeHTTP))
	t := sheetTarget(fake.Ground(), s.URL)
	if clock {
		t.ControlURL = controlURL(s.URL)
	}
	return t, nil
}

// serveBroken serves one fake as a mutant makes it.
func serveBroken(wrap func(*server.Server) http.Handler, choice gap.Choice, clock bool) (t target.Target, stop func(), err error) {
	s := newStage()
	if t, err = s.show(wrap, choice, clock); err != nil {
		s.Close()
	}
	return t, s.Close, err
}

// sound serves a fake as it is.
func sound(s *server.Server) http.Handler { return s }

// read takes the blame out of a report.
func (row *sheetRow) read(r *report.Run, m mutant.Mutant) {
	for _, p := range r.Promises {
		switch {
		case p.Verdict == report.Error && p.ID != m.Breaks:
			row.Error = p.ID + ": " + p.Reason.String()
		case p.Verdict != report.Fail:
		case p.ID == m.Breaks:
			row.Killed = true
		case !slices.Contains(m.With, p.ID):
			row.False[p.ID] = p.Reason.String()
		}
	}
}

func sheetTarget(g server.Ground, url string) target.Target {
	t := selfTarget(g, url)
	t.Limits.AsyncTimeout, t.Limits.Settle = target.Duration(sheetTimeout), target.Duration(sheetSettle)
	return t
}

// runMutants judges the mutants that it reads the ids of, and writes a JSON line
// for each: the work of one child process.
func runMutants(ctx context.Context, ids io.Reader, choice gap.Choice, stdout io.Writer) error {
	// There are more children than processors: each is cheaper with one of them.
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(suiteGrowth)
	debug.SetMemoryLimit(suiteMemory)
	out, lines, on := json.NewEncoder(stdout), bufio.NewScanner(ids), newStage()
	defer on.Close()
	for lines.Scan() {
		m, ok := mutant.ByID(lines.Text())
		if !ok {
			return fmt.Errorf("no mutant %q", lines.Text())
		}
		if err := out.Encode(judgeMutant(ctx, on, m, choice)); err != nil {
			return err
		}
	}
	return lines.Err()
}

// mutationSheet judges the hand-written mutants in child processes of this
// binary, as a process holds one suite at a time, and the mechanical ones
// here. It tells whether every mutant was killed with the right blame. The fakes
// answer by the random choice of a seed, or by the default one of 0.
func mutationSheet(ctx context.Context, ids []string, children int, vary uint64, stdout io.Writer) (bool, error) {
	if len(ids) == 0 {
		for _, m := range mutant.All() {
			ids = append(ids, m.ID)
		}
	}
	start := time.Now()
	var (
		made     int
		survived []string
		failed   error
		wg       sync.WaitGroup
	)
	wg.Go(func() { made, survived, failed = mechanicalSheet(ctx, drawn(vary)) })
	rows, err := inChildren(ctx, ids, children, vary, stdout)
	wg.Wait()
	if err := errors.Join(err, failed); err != nil {
		return false, err
	}
	good := 0
	for _, r := range rows {
		if r.ok() {
			good++
		}
	}
	for _, s := range survived {
		fmt.Fprintln(stdout, "✗", s)
	}
	fmt.Fprintf(stdout, "\n%d of %d hand-written mutants killed with the right blame, %d of %d mechanical ones, in %.1f s\n",
		good, len(ids), made-len(survived), made, time.Since(start).Seconds())
	return good == len(ids) && len(survived) == 0, nil
}

// inChildren deals the ids out to child processes, one at a time, and gathers
// their rows.
func inChildren(ctx context.Context, ids []string, children int, vary uint64, stdout io.Writer) ([]sheetRow, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var (
		mu   sync.Mutex
		rows []sheetRow
		wg   sync.WaitGroup
		errs = make([]error, min(children, len(ids)))
	)
	deal := make(chan string, len(ids))
	for _, id := range ids {
		deal <- id
	}
	close(deal)
	for c := range errs {
		wg.Go(func() {
			errs[c] = oneChild(ctx, self, vary, deal, func(row sheetRow) {
				mu.Lock()
				defer mu.Unlock()
				rows = append(rows, row)
				printRow(stdout, row)
			})
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if len(rows) != len(ids) {
		return nil, fmt.Errorf("%d of %d mutants were judged", len(rows), len(ids))
	}
	return rows, nil
}

func oneChild(ctx context.Context, self string, vary uint64, ids <-chan string, each func(sheetRow)) error {
	child := exec.CommandContext(ctx, self, mutantSuite, fmt.Sprintf("--%s=%d", varyFlag, vary))
	var complaint strings.Builder
	child.Stderr = &complaint
	in, err := child.StdinPipe()
	if err != nil {
		return err
	}
	out, err := child.StdoutPipe()
	if err != nil {
		return err
	}
	if err := child.Start(); err != nil {
		return err
	}
	err = converse(in, json.NewDecoder(out), ids, each)
	in.Close()
	if wait := child.Wait(); wait != nil {
		return fmt.Errorf("a child process ended early: %w: %s", wait, complaint.String())
	}
	return err
}

// converse hands a child one id after another, each when the row of the one
// before has come.
func converse(in io.Writer, out *json.Decoder, ids <-chan string, each func(sheetRow)) error {
	for id := range ids {
		var row sheetRow
		if _, err := fmt.Fprintln(in, id); err != nil {
			return err
		}
		if err := out.Decode(&row); err != nil {
			return fmt.Errorf("a child process did not judge %s: %w", id, err)
		}
		each(row)
	}
	return nil
}

func printRow(w io.Writer, r sheetRow) {
	switch {
	case r.Error != "":
		fmt.Fprintf(w, "! %s: %s\n", r.ID, r.Error)
	case !r.Killed:
		fmt.Fprintf(w, "✗ %s survives: %s was not blamed\n", r.ID, r.Breaks)
	case len(r.False) == 0:
		fmt.Fprintf(w, "✓ %s breaks %s (%d ms)\n", r.ID, r.Breaks, r.MS)
	}
	for _, id := range slices.Sorted(maps.Keys(r.False)) {
		fmt.Fprintf(w, "✗ %s: false blame of %s: %s\n", r.ID, id, r.False[id])
	}
}

// mechanicalSheet records the success answers of one lawful run, spoils each
// in every way that the contract forbids, and holds the contract check's blame
// against the owner of the spoilt place.
func mechanicalSheet(ctx context.Context, choice gap.Choice) (made int, survived []string, err error) {
	t, stop, err := serveBroken(sound, choice, false)
	if err != nil {
		return 0, nil, err
	}
	defer stop()
	var rich richest
	if _, err = steps.Run(ctx, t, steps.Options{Watch: sheetWatch, OnAnswer: rich.note}); err != nil {
		return 0, nil, err
	}
	for operation, a := range rich.answers {
		for _, m := range mutant.Mechanicals(operation, a) {
			made++
			if blame := blamed(operation, m.Answer); !slices.Equal(blame, []string{m.Breaks}) {
				survived = append(survived, fmt.Sprintf("%s: blamed %v, not %s", m.ID, blame, m.Breaks))
			}
		}
	}
	slices.Sort(survived)
	return made, survived, nil
}

// richest keeps the longest success answer of each operation.
type richest struct {
	mu      sync.Mutex
	answers map[string]contract.Answer
}

func (r *richest) note(operation string, a contract.Answer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.answers == nil {
		r.answers = map[string]contract.Answer{}
	}
	if len(a.Body) > len(r.answers[operation].Body) {
		r.answers[operation] = a
	}
}

// blamed are the promises that the contract check blames.
func blamed(operation string, a contract.Answer) (ids []string) {
	for _, v := range contract.Check(operation, a) {
		ids = append(ids, v.Promise)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
