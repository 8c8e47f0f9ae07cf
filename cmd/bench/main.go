// Command bench measures understudy as users run it, the program with its defaults,
// against a bare net/http server that sends the same bytes. The two take turns, so
// that whatever slows the machine down slows both. The result is the ratio of each
// round; the median of the rounds is printed. This program also sends the requests,
// on one CPU, over the given number of connections; its own CPU time is printed
// beside that of the servers.
//
// A response other than the expected one ends the run. It needs Linux, as it
// reads CPU time and memory in /proc, and Go, to build what it measures. The
// other server is in bare. It imports nothing of ours.
//
// Start reading at run, then at contests.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// bench holds the options.
type bench struct {
	program     string // of understudy
	bare        string
	dir         string // for the files of the run
	rounds      int
	each        time.Duration
	connections int
	sandboxes   int
	records     int
	starts      int
	only        string
	soak        time.Duration
	benchstat   bool
	// write is the page to write the figures to, rows are its rows; mutants are those
	// to verify, by default all.
	write   string
	rows    []row
	mutants []string
	out     io.Writer
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	b := bench{out: os.Stdout}
	flag.StringVar(&b.program, "understudy", "", "`PROGRAM` to measure (default: built from here)")
	flag.IntVar(&b.rounds, "rounds", 5, "how often each side has its turn")
	flag.DurationVar(&b.each, "for", 2*time.Second, "how long a turn is")
	flag.IntVar(&b.connections, "connections", 32, "how many connections send at once")
	flag.IntVar(&b.sandboxes, "sandboxes", 64, "how many sandboxes are compared with one, with a connection each")
	flag.IntVar(&b.records, "records", 1_000_000, "how many invitations there are where the first page is compared with the last")
	flag.IntVar(&b.starts, "starts", 11, "how often each side is started for its first response")
	flag.StringVar(&b.only, "only", strings.Join(names(), ","), "which `CONTESTS` to run")
	flag.DurationVar(&b.soak, "soak", 0, "instead of contests: list for so long, and print the memory every minute")
	flag.StringVar(&b.write, "write", "", "write the figures to the `PAGE`, between its two comments, beside those of verify and of the mutation run")
	flag.BoolVar(&b.benchstat, "benchstat", false, "print a line per turn, for benchstat, and no tables")
	flag.Parse()
	if err := b.run(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// run builds what is missing, and runs the selected contests.
func (b *bench) run(ctx context.Context) error {
	if err := b.check(); err != nil {
		return err
	}
	var err error
	if b.dir, err = os.MkdirTemp("", "bench-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	if err := b.build(ctx); err != nil {
		return err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // like wrk -t1
	if b.soak > 0 {
		return b.runSoak(ctx)
	}
	b.heading()
	for _, c := range contests {
		if !slices.Contains(strings.Split(b.only, ","), c.name) {
			continue
		}
		if err := c.run(b, ctx); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	if b.write == "" {
		return nil
	}
	return b.writePage(ctx)
}

func (b *bench) check() error {
	for _, name := range strings.Split(b.only, ",") {
		if !slices.Contains(names(), name) {
			return fmt.Errorf("-only: there is no contest %q: use %s", name, strings.Join(names(), ","))
		}
	}
	if b.rounds < 1 || b.starts < 1 || b.connections < 1 || b.sandboxes < 1 || b.each <= 0 {
		return fmt.Errorf("-rounds, -starts, -connections, -sandboxes and -for: give more than 0")
	}
	if b.records < 2*pageSize || b.records%pageSize != 0 {
		return fmt.Errorf("-records %d: give a multiple of %d, so that the last page is a whole one", b.records, pageSize)
	}
	if b.write != "" {
		if _, _, err := b.place(); err != nil {
			return err
		}
	}
	if cpuOf("self") == 0 && runtime.GOOS != "linux" {
		return fmt.Errorf("there is no /proc on %s, where CPU and memory are read: run it on Linux", runtime.GOOS)
	}
	return nil
}

func (b *bench) build(ctx context.Context) error {
	b.bare = filepath.Join(b.dir, "bare")
	programs := map[string]string{b.bare: "understudy/cmd/bench/bare"}
	if b.program == "" {
		b.program = filepath.Join(b.dir, "understudy")
		programs[b.program] = "understudy/cmd/understudy"
	}
	for program, pkg := range programs {
		if out, err := exec.CommandContext(ctx, "go", "build", "-o", program, pkg).CombinedOutput(); err != nil {
			return fmt.Errorf("go build %s: %w\n%s", pkg, err, out)
		}
	}
	return nil
}
