package main

import (
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
		t.Skip("it needs what Linux tells in /proc")
	}
	out := &strings.Builder{}
	return &bench{rounds: 1, each: 10 * time.Millisecond, connections: 2, sandboxes: 3, records: 50, starts: 1,
		only: strings.Join(names(), ","), out: out}, out
}

// TestEveryContestRuns builds both programs and has them take their turns: what
// it prints has a figure everywhere. How large the figures are is not judged.
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
		`(?m)^the first answer after exec: 1 starts\n.*\n  understudy +[\d.]+ms +[\d.]+ms +\d+\n  bare net/http .*\n  ratio +[\d.]+$`,
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

func TestASoakTellsTheMemory(t *testing.T) {
	b, out := short(t)
	b.soak = 10 * time.Millisecond
	if err := b.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`resident [1-9]\d* MB after the start\nafter 10ms: resident [1-9]\d* MB, \+0.0 MB since`).MatchString(out.String()) {
		t.Error(out)
	}
}

func TestWhatCannotBeRunIsRefused(t *testing.T) {
	for name, change := range map[string]func(*bench){
		"no such contest":          func(b *bench) { b.only = "list,lists" },
		"no rounds":                func(b *bench) { b.rounds = 0 },
		"half a page":              func(b *bench) { b.records = 60 },
		"one page":                 func(b *bench) { b.records = 25 },
		"a program that is none":   func(b *bench) { b.program = "/nonexistent/understudy" },
		"a program that ends soon": func(b *bench) { b.program = "true" },
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
