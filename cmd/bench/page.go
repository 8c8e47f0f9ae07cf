package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// row is a row of the page: what was measured, the aim, and the figure.
type row struct{ what, aim, measured string }

func (b *bench) row(what, aim, measured string) {
	b.rows = append(b.rows, row{what, aim, measured})
}

// rowsOf adds the rows of a contest, identified by its name for benchstat.
func (b *bench) rowsOf(name string, sides [2]side, rounds [][2]figures) {
	times := func(of float64) string { return fmt.Sprintf("%.2f", of) }
	switch name {
	case "List25":
		b.row("GET a list of 25: throughput", "0.80 of bare net/http", times(paired(rounds, throughput)))
		b.row("GET a list of 25: p99", "2 times bare", times(paired(rounds, p99)))
		b.row("GET a list of 25: CPU time of a request", "", rounded(middle(rounds, 0, cpu))+", bare "+rounded(middle(rounds, 1, cpu)))
		b.row("resident after lists", "80 MB", mb(rounds[len(rounds)-1][0].resident)+" MB")
	case "CreateSegment":
		b.row("POST a segment, which is checked and kept: throughput", "0.40 of bare", times(paired(rounds, throughput)))
	case "Sandboxes":
		b.row(sides[0].name+" read and written at once: throughput", "0.8 of one", times(paired(rounds, throughput)))
	default:
		b.row(fmt.Sprintf("the last of %d pages, %s: time", b.records/pageSize, strings.TrimPrefix(name, "Page/order=")), "1.2 times page 1", times(paired(rounds, p50)))
	}
}

// mutationRun is the last line of a mutation run.
var mutationRun = regexp.MustCompile(`\d+ of \d+ hand-written mutants .*in [\d.]+ s`)

// ownRuns measures verify against the own fake, and the mutation run.
func (b *bench) ownRuns(ctx context.Context) error {
	var took []time.Duration
	for range b.rounds {
		began := time.Now()
		if out, err := exec.CommandContext(ctx, b.program, "verify").CombinedOutput(); err != nil {
			return fmt.Errorf("verify: %w\n%s", err, out)
		}
		took = append(took, time.Since(began))
	}
	b.row("verify of its own fake, whole", "1 s", rounded(median(took)))
	out, err := exec.CommandContext(ctx, b.program, append([]string{"mutants"}, b.mutants...)...).CombinedOutput()
	line := mutationRun.Find(out)
	if err != nil || line == nil {
		return fmt.Errorf("mutants: %w\n%s", err, out)
	}
	b.row("the mutation run", "60 s", string(line))
	return nil
}

const (
	begins = "<!-- The figures begin: make figures writes them. -->\n"
	ends   = "<!-- The figures end. -->"
)

// place returns the text before and after the figures of a page.
func (b *bench) place() (before, after []byte, _ error) {
	page, err := os.ReadFile(b.write)
	if err != nil {
		return nil, nil, err
	}
	before, rest, found := bytes.Cut(page, []byte(begins))
	_, after, ended := bytes.Cut(rest, []byte(ends))
	if !found || !ended {
		return nil, nil, fmt.Errorf("%s has no lines %q and %q: the figures go between them", b.write, strings.TrimSpace(begins), ends)
	}
	return before, after, nil
}

// programSize measures the program as releases build it.
func (b *bench) programSize(ctx context.Context) error {
	released := filepath.Join(b.dir, "released")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", released, "understudy/cmd/understudy")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", build, err, out)
	}
	info, err := os.Stat(released)
	if err != nil {
		return err
	}
	b.row("size of the program, with its pages, manual and scenarios", "", mb(int(info.Size()>>10))+" MB")
	return nil
}

// writePage writes the rows to the page, with the date and the machine.
func (b *bench) writePage(ctx context.Context) error {
	if err := b.programSize(ctx); err != nil {
		return err
	}
	if err := b.ownRuns(ctx); err != nil {
		return err
	}
	before, after, err := b.place()
	if err != nil {
		return err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "Measured on %s on %s.\n\n| what | aim | measured |\n|---|---|---|\n", time.Now().Format(time.DateOnly), machine(ctx))
	for _, r := range b.rows {
		fmt.Fprintf(&text, "| %s | %s | %s |\n", r.what, r.aim, r.measured)
	}
	return os.WriteFile(b.write, bytes.Join([][]byte{before, []byte(begins), []byte(text.String()), []byte(ends), after}, nil), 0o644)
}

var (
	cpuModel = regexp.MustCompile(`(?m)^model name\s*: (.*)$`)
	memTotal = regexp.MustCompile(`MemTotal:\s*(\d+) kB`)
)

// machine describes the machine that this program runs on, and the code.
func machine(ctx context.Context) string {
	name, memory := "an unknown CPU", ""
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if found := cpuModel.FindSubmatch(text); found != nil {
			name = string(found[1])
		}
	}
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		if found := memTotal.FindSubmatch(text); found != nil {
			memory = fmt.Sprintf(", %s MB", found[1][:max(1, len(found[1])-3)])
		}
	}
	code := "an unknown commit"
	if out, err := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty").Output(); err == nil {
		code = "commit " + strings.TrimSpace(string(out))
	}
	return fmt.Sprintf("%s, %d processors%s, %s/%s, %s, %s", name, runtime.NumCPU(), memory, runtime.GOOS, runtime.GOARCH, runtime.Version(), code)
}
