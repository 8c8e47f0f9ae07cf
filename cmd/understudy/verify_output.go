package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/term"

	"understudy/steps/report"
)

// writers are the kinds of report that --report knows.
var writers = map[string]func(io.Writer, *report.Run) error{
	"github":   report.GitHub,
	"html":     report.HTML,
	"json":     report.JSON,
	"junit":    report.JUnit,
	"markdown": report.Markdown,
	"messages": report.Messages,
	"pretty":   func(w io.Writer, r *report.Run) error { return report.Pretty(w, r, false) },
}

// formats are what stdout may have.
var formats = []string{"pretty", "progress", "json", "github"}

func reportKindNames() []string { return slices.Sorted(maps.Keys(writers)) }

// outputs say where a run is shown while it goes on, and where its result is
// written.
type outputs struct {
	format         string
	quiet          bool
	files          []reportFile
	stdout, stderr io.Writer
	// settle ends the display of what goes on.
	settle func()
}

type reportFile struct{ kind, name string }

func (f verifyFlags) outputs(stdout, stderr io.Writer) (*outputs, error) {
	if !slices.Contains(formats, f.format) {
		return nil, fmt.Errorf("--format %q is unknown: use one of %s", f.format, strings.Join(formats, ", "))
	}
	out := &outputs{format: f.format, quiet: f.quiet, stdout: stdout, stderr: stderr, settle: func() {}}
	for _, text := range f.reports {
		file, err := parseReport(text)
		if err != nil {
			return nil, err
		}
		out.files = append(out.files, file)
	}
	return out, nil
}

// parseReport reads KIND=FILE. That the file cannot be written is better known
// before the run than after it.
func parseReport(text string) (reportFile, error) {
	kind, name, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return reportFile{}, fmt.Errorf("--report %q: write KIND=FILE, such as json=report.json", text)
	}
	if writers[kind] == nil {
		return reportFile{}, fmt.Errorf("--report: no kind %q: use one of %s", kind, strings.Join(reportKindNames(), ", "))
	}
	if info, err := os.Stat(filepath.Dir(name)); err != nil || !info.IsDir() {
		return reportFile{}, fmt.Errorf("--report: there is no folder %s: make it first", filepath.Dir(name))
	}
	return reportFile{kind, name}, nil
}

// watch returns what shows each scenario, nil where nothing does: on a terminal
// one line that changes, elsewhere a line each. They go to stderr, unless they were asked
// for as the output.
func (o *outputs) watch(total int) func(report.Scenario) {
	w := o.stderr
	if o.format == "progress" {
		w = o.stdout
	}
	if o.quiet && o.format != "progress" {
		return nil
	}
	fd, ok := terminal(w)
	if !ok || o.format == "progress" {
		return report.Progress(w, colours(w))
	}
	live := report.NewLive(w, total, colours(w), func() int {
		width, _, err := term.GetSize(fd)
		if err != nil || width <= 0 {
			return 80
		}
		return width
	})
	o.settle = live.Clear
	return live.Scenario
}

// notice prints a line above what goes on.
func (o *outputs) notice(line string) {
	o.settle()
	fmt.Fprintln(o.stderr, line)
}

// write writes the result: to stdout in the format, and to the report files.
func (o *outputs) write(r *report.Run) error {
	var errs []error
	for _, f := range o.files {
		var b bytes.Buffer
		err := writers[f.kind](&b, r)
		if err == nil {
			err = os.WriteFile(f.name, b.Bytes(), 0o644)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("--report: %w", err))
		}
	}
	return errors.Join(append(errs, o.print(r))...)
}

func (o *outputs) print(r *report.Run) error {
	switch o.format {
	case "json":
		return report.JSON(o.stdout, r)
	case "github":
		return report.GitHubLog(o.stdout, r, o.quiet)
	case "progress":
		_, err := fmt.Fprintln(o.stdout, r.Closing())
		return err
	}
	if o.quiet {
		return report.Quiet(o.stdout, r, colours(o.stdout))
	}
	return report.Pretty(o.stdout, r, colours(o.stdout))
}

// terminal answers the descriptor of a writer that is a terminal.
func terminal(w io.Writer) (fd int, ok bool) {
	f, isFile := w.(*os.File)
	if !isFile || os.Getenv("TERM") == "dumb" {
		return 0, false
	}
	return int(f.Fd()), term.IsTerminal(int(f.Fd()))
}

// colours tells whether a writer may be given colours.
func colours(w io.Writer) bool {
	_, ok := terminal(w)
	return ok && os.Getenv("NO_COLOR") == ""
}
