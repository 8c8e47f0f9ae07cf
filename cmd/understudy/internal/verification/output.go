package verification

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
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

// reportFile is a file of a report, and the flag that names it.
type reportFile struct{ flag, kind, name string }

func (o Options) outputs(stdout, stderr io.Writer) (*outputs, error) {
	out := &outputs{format: o.Format, quiet: o.Quiet, stdout: stdout, stderr: stderr, settle: func() {}}
	for _, text := range o.Reports {
		file, err := parseReport(text)
		if err != nil {
			return nil, err
		}
		if err := out.add(file); err != nil {
			return nil, err
		}
	}
	switch o.Out {
	case "":
	case "-":
		return nil, errors.New("--out -: a report goes to a file: name one, such as report.json; --format json prints it")
	default:
		return out, out.add(reportFile{"--out", "json", o.Out})
	}
	return out, nil
}

// add adds a file of a report. It rejects one that cannot be written before the run, not
// after it.
func (o *outputs) add(file reportFile) error {
	for _, other := range o.files {
		if filepath.Clean(other.name) == filepath.Clean(file.name) {
			return fmt.Errorf("%s: %s is given for two reports: name a file for each", file.flag, file.name)
		}
	}
	if err := atomicfile.Check(file.name); err != nil {
		return fmt.Errorf("%s: %w", file.flag, err)
	}
	o.files = append(o.files, file)
	return nil
}

// parseReport reads KIND=FILE.
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
	return reportFile{"--report", kind, name}, nil
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
			err = atomicfile.Put(f.name, b.Bytes(), 0o600)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", f.flag, err))
		}
	}
	return errors.Join(append(errs, o.print(r))...)
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
