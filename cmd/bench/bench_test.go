package main

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// short is a run of a few hundred requests.
func short(t *testing.T) (*bench, *strings.Builder) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("it reads /proc, which only Linux has")
	}
	out := &strings.Builder{}
	return &bench{rounds: 1, each: 10 * time.Millisecond, connections: 2, sandboxes: 3, records: 50, starts: 1,
		only: strings.Join(names(), ","), out: out}, out
}

// TestEveryContestRuns builds both programs and runs each contest: every line of the
// output must have a figure. The size of the figures does not matter.
func TestEveryContestRuns(t *testing.T) {
	b, out := short(t)
	if err := b.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`(?m)^GET a list of 25: 2 connections, 1 rounds of 10ms\n.*requests/s .*\n  understudy  .*\n  bare net/http .*\n  ratio +[\d.]+ +[\d.]+ +[\d.]+ +[\d.]+$`,
		`(?m)^POST a segment: `,
		`(?m)^GET a list and POST a segment in turn, in 3 sandboxes and in one sandbox: 3 connections`,
		`(?m)^50 invitations: loaded in .*; resident \d+ MB, \d+ bytes a record, whose JSON has [1-9]\d+$`,
		`(?m)^a page of 50 invitations, asc: .*\n.*\n  last page .*\n  page 1 `,
		`(?m)^a page of 50 invitations, desc: `,
		`(?m)^the first response after exec: 1 starts\n.*\n  understudy +[\d.]+ms +[\d.]+ms +\d+\n  bare net/http .*\n  ratio +[\d.]+$`,
	} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("nothing is like %s in:\n%s", want, out)
		}
	}
}

var benchLine = regexp.MustCompile(`^Benchmark[^ ]+/side=[^ ]+ [1-9]\d* \d+ ns/op( \d+ [^ ]+)*$`)

func TestBenchstatGetsALinePerTurn(t *testing.T) {
	b, out := short(t)
	b.benchstat, b.rounds, b.starts, b.only = true, 2, 3, "segment,start"
	if err := b.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3+2*b.rounds+2*b.starts || !strings.HasPrefix(lines[0], "goos: ") {
		t.Fatalf("%d lines:\n%s", len(lines), out)
	}
	for _, line := range lines[3:] {
		if !benchLine.MatchString(line) {
			t.Errorf("%q", line)
		}
	}
}

func TestASoakPrintsTheMemory(t *testing.T) {
	b, out := short(t)
	b.soak = 10 * time.Millisecond
	if err := b.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`resident [1-9]\d* MB after the start\nafter 10ms: resident [1-9]\d* MB, \+0.0 MB since`).MatchString(out.String()) {
		t.Error(out)
	}
}

func TestInvalidOptionsAreRejected(t *testing.T) {
	for name, change := range map[string]func(*bench){
		"no such contest":               func(b *bench) { b.only = "list,lists" },
		"no rounds":                     func(b *bench) { b.rounds = 0 },
		"half a page":                   func(b *bench) { b.records = 60 },
		"one page":                      func(b *bench) { b.records = 25 },
		"a program that does not exist": func(b *bench) { b.program = "/nonexistent/understudy" },
		"a program that ends soon":      func(b *bench) { b.program = "true" },
	} {
		t.Run(name, func(t *testing.T) {
			b, out := short(t)
			change(b)
			if err := b.run(t.Context()); err == nil || strings.Contains(out.String(), "ratio") {
				t.Errorf("%v, and it printed %q", err, out)
			}
		})
	}
}

func TestAPageGetsTheFigures(t *testing.T) {
	b, _ := short(t)
	b.only, b.mutants, b.write = "list,start", []string{"list-fails"}, filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(b.write, []byte("# Before\n\n"+begins+"old\n"+ends+"\n\nafter\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := b.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(b.write)
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`(?s)^# Before\n\n<!-- .* -->\nMeasured on \d{4}-\d\d-\d\d on .+, \d+ processors.*, go.*, .*\.\n\n\| what \|.*\n` +
		`\| GET a list of 25: throughput \| 0.80 of bare net/http \| \d+\.\d\d \|\n.*` +
		`\| first response after exec \| 30 ms \| [\d.]+ms, [\d.]+ times the [\d.]+ms of bare net/http \|\n.*` +
		`\| size of the program, .* \| [1-9]\d* MB \|\n\| verify of its own fake, whole \| 1 s \| [\d.]+m?s \|\n\| the mutation run \| 60 s \| 1 of 1 hand-written mutants .* s \|\n<!-- .* -->\n\nafter\n$`).Match(page) {
		t.Errorf("the page is:\n%s", page)
	}
}

func TestAPageWithoutAPlaceForFiguresIsNotChanged(t *testing.T) {
	b, _ := short(t)
	b.only, b.write = "start", filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(b.write, []byte("# Before\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := b.run(t.Context()); err == nil || !strings.Contains(err.Error(), "has no lines") {
		t.Errorf("the error is %v", err)
	}
	if page, _ := os.ReadFile(b.write); string(page) != "# Before\n" {
		t.Errorf("the page is:\n%s", page)
	}
}
