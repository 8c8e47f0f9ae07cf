package verification

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/term"

	"understudy/cmd/understudy/internal/output"
	"understudy/spec/atomicfile"
	"understudy/steps/report"
	"understudy/steps/report/ci"
	"understudy/steps/report/html"
	"understudy/steps/report/terminal"
)

// writers maps the kinds of --report to their writers.
var writers = map[string]func(io.Writer, *report.Run) error{
	"codequality": ci.CodeQuality,
	"github":      ci.GitHub,
	"html":        html.Write,
	"json":        report.JSON,
	"junit":       ci.JUnit,
	"markdown":    ci.Markdown,
	"messages":    ci.Messages,
	"sarif":       ci.SARIF,
	"pretty":      func(w io.Writer, r *report.Run) error { return terminal.Pretty(w, r, false) },
}

// Formats lists the formats of stdout.
var Formats = []string{"pretty", "progress", "json", "github"}

// ReportKinds returns the kinds of reports, sorted.
func ReportKinds() []string { return slices.Sorted(maps.Keys(writers)) }

// outputs defines where a run is shown while it goes on, and where its result is
// written.
type outputs struct {
	format         string
	quiet          bool
	files          []reportFile
	stdout, stderr io.Writer
	// settle ends the display of the running scenarios.
	settle func()
}

type reportFile struct{ kind, name string }

func (o Options) outputs(stdout, stderr io.Writer) (*outputs, error) {
	out := &outputs{format: o.Format, quiet: o.Quiet, stdout: stdout, stderr: stderr, settle: func() {}}
	for _, text := range o.Reports {
		file, err := parseReport(text)
		if err != nil {
			return nil, err
		}
		for _, other := range out.files {
			if filepath.Clean(other.name) == filepath.Clean(file.name) {
				return nil, fmt.Errorf("--report: %s is given for two reports: name a file for each", file.name)
			}
		}
		out.files = append(out.files, file)
	}
	return out, nil
}

// parseReport reads KIND=FILE. It reports a missing folder, and one or a file that cannot be
// written, before the run, not after it.
func parseReport(text string) (reportFile, error) {
	kind, name, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return reportFile{}, fmt.Errorf("--report %q: write KIND=FILE, such as json=report.json", text)
	}
	if writers[kind] == nil {
		return reportFile{}, fmt.Errorf("--report: no kind %q: use one of %s", kind, strings.Join(ReportKinds(), ", "))
	}
	if name == "-" {
		return reportFile{}, fmt.Errorf("--report %s=-: a report goes to a file: name one, such as %[1]s=report; --format chooses what stdout shows", kind)
	}
	if info, err := os.Stat(filepath.Dir(name)); err != nil || !info.IsDir() {
		return reportFile{}, fmt.Errorf("--report: there is no folder %s: make it first", filepath.Dir(name))
	}
	if err := writable(name); err != nil {
		return reportFile{}, fmt.Errorf("--report: %w", err)
	}
	return reportFile{kind, name}, nil
}

// writable reports why a file cannot be written, and changes nothing.
func writable(name string) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		if f, err = os.CreateTemp(filepath.Dir(name), ".report-*"); err == nil {
			defer os.Remove(f.Name())
		}
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// watch returns the function that shows the run on stderr, nil where nothing is
// shown: on a terminal one changing line, elsewhere the failures and the progress. As
// the output format it is a line for each scenario.
func (o *outputs) watch(total int) func(report.Scenario) {
	if o.format == "progress" {
		return terminal.Progress(o.stdout, output.Colours(o.stdout))
	}
	if o.quiet {
		return nil
	}
	fd, ok := output.Terminal(o.stderr)
	if !ok {
		return terminal.NewLog(o.stderr, total, output.Colours(o.stderr), time.Now)
	}
	live := terminal.NewLive(o.stderr, total, output.Colours(o.stderr), func() int {
		width, _, err := term.GetSize(fd)
		if err != nil || width <= 0 {
			return 80
		}
		return width
	})
	o.settle = live.Clear
	return live.Scenario
}

// notice prints a line above the display of the run.
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
			err = writeReport(f.name, b.Bytes())
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("--report: %w", err))
		}
	}
	return errors.Join(append(errs, o.print(r))...)
}

// writeReport writes a file that only its owner can read, atomically where the folder
// allows it: a file that is mounted by itself, or that is not a regular file, can
// only be overwritten.
func writeReport(name string, text []byte) error {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(name, text, 0o600)
	}
	if atomicfile.WriteSecret(name, text) == nil {
		return nil
	}
	return os.WriteFile(name, text, 0o600)
}

func (o *outputs) print(r *report.Run) error {
	switch o.format {
	case "json":
		return report.JSON(o.stdout, r)
	case "github":
		return ci.GitHubLog(o.stdout, r, o.quiet)
	case "progress":
		_, err := fmt.Fprintln(o.stdout, r.Closing())
		return err
	}
	if o.quiet {
		return terminal.Quiet(o.stdout, r, output.Colours(o.stdout))
	}
	return terminal.Pretty(o.stdout, r, output.Colours(o.stdout))
}
