// Package mutation tests the harness with deliberately broken fakes: each must be
// blamed for the promise that it breaks, and for no other.
//
// The mutants are rows of server/mutant. Run verifies the hand-written ones in child
// processes of this binary, as a process holds one suite at a time, and the
// mechanical ones itself, on recorded responses. Explain shows what a single scenario
// is good for. Only the command imports this package. Start reading at Run, then
// groups.go and result.go.
package mutation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"understudy/server/mutant"
	"understudy/spec/gap"
)

// Options configure a mutation run.
type Options struct {
	// IDs are the hand-written mutants to verify. Without any, all that break their promise
	// under the choice are verified, and the mechanical ones too.
	IDs []string
	// Alone serves each mutant on a separate fake, as is always done with IDs, instead of several
	// that break different promises on one.
	Alone bool
	// Choice holds the variants of the gaps on the broken fakes.
	Choice gap.Choice
	// Children is the number of child processes.
	Children int
	// Child holds the arguments with which this binary runs Suite with the same choice.
	Child []string
	// OnResult, when not nil, is called with the result of each hand-written
	// mutant, one at a time.
	OnResult func(Result)
}

// Run verifies mutants.
func Run(ctx context.Context, o Options) (*Report, error) {
	start := time.Now()
	r := &Report{}
	var (
		failed error
		wg     sync.WaitGroup
	)
	mutants, err := o.mutants()
	if err != nil {
		return nil, err
	}
	together, err := o.groups(mutants)
	if err != nil {
		return nil, err
	}
	if len(o.IDs) == 0 {
		r.LeftOut, r.Mechanical = len(mutant.All())-len(mutants), &Mechanical{}
		wg.Go(func() { *r.Mechanical, failed = runMechanical(ctx, o.Choice) })
	}
	groups, err := inChildren(ctx, o.Children, o.Child, linesOf(together), func(results []Result) {
		for _, result := range results {
			if o.OnResult != nil {
				o.OnResult(result)
			}
		}
	})
	wg.Wait()
	if err := errors.Join(err, failed); err != nil {
		return nil, err
	}
	r.HandWritten, r.MS = slices.Concat(groups...), time.Since(start).Milliseconds()
	slices.SortFunc(r.HandWritten, func(a, b Result) int { return strings.Compare(a.ID, b.ID) })
	return r, nil
}

// mutants are the hand-written mutants to verify. Those of IDs that keep their promise under the
// choice are an error.
func (o Options) mutants() (mutants []mutant.Mutant, err error) {
	for _, id := range o.IDs {
		m, ok := mutant.ByID(id)
		switch {
		case !ok:
			return nil, fmt.Errorf("no mutant %q", id)
		case !m.Arises(o.Choice):
			return nil, fmt.Errorf("mutant %s breaks its promise only where %s: leave out --vary, or the mutant", id, m.Needs())
		}
		mutants = append(mutants, m)
	}
	if len(o.IDs) > 0 {
		return mutants, nil
	}
	return slices.DeleteFunc(mutant.All(), func(m mutant.Mutant) bool { return !m.Arises(o.Choice) }), nil
}

// inChildren sends lines with ids of mutants to child processes, one at a time, and collects the
// result of each. Each child is this binary with the arguments.
func inChildren[R any](ctx context.Context, children int, args, lines []string, onResult func(R)) ([]R, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var (
		mu      sync.Mutex
		results []R
		wg      sync.WaitGroup
		errs    = make([]error, min(children, len(lines)))
	)
	queue := make(chan string, len(lines))
	for _, line := range lines {
		queue <- line
	}
	close(queue)
	for c := range errs {
		wg.Go(func() {
			errs[c] = runChild(exec.CommandContext(ctx, self, args...), queue, func(r R) {
				mu.Lock()
				defer mu.Unlock()
				results = append(results, r)
				if onResult != nil {
					onResult(r)
				}
			})
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if len(results) != len(lines) {
		return nil, fmt.Errorf("%d of %d fakes were verified", len(results), len(lines))
	}
	return results, nil
}

func runChild[R any](child *exec.Cmd, lines <-chan string, onResult func(R)) error {
	var stderr strings.Builder
	child.Stderr = &stderr
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
	err = converse(in, json.NewDecoder(out), lines, onResult)
	in.Close()
	if wait := child.Wait(); wait != nil {
		return fmt.Errorf("a child process ended early: %w: %s", wait, stderr.String())
	}
	return err
}

// converse sends a child one line after another, each after the result of the previous
// one.
func converse[R any](in io.Writer, out *json.Decoder, lines <-chan string, onResult func(R)) error {
	for line := range lines {
		var r R
		if _, err := fmt.Fprintln(in, line); err != nil {
			return err
		}
		if err := out.Decode(&r); err != nil {
			return fmt.Errorf("a child process did not verify %s: %w", line, err)
		}
		onResult(r)
	}
	return nil
}
