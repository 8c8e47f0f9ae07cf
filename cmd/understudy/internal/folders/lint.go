package folders

import (
	"fmt"
	"io"
	"slices"

	"understudy/cmd/understudy/internal/output"
	"understudy/steps"
)

// Lint prints the problems of the feature files below the folders, or of the built-in
// ones where there is no folder: as text, json or github. It returns true where there
// are at most warnings.
func Lint(w io.Writer, names []string, format string) (ok bool, err error) {
	printer := faultPrinters[format]
	if printer == nil {
		return false, fmt.Errorf("--format %q is unknown: use text, json or github", format)
	}
	opened, err := Open(names)
	if err != nil {
		return false, err
	}
	faults, err := steps.Lint(steps.Options{Folders: opened})
	if err != nil {
		return false, err
	}
	if err := printer(w, faults); err != nil {
		return false, err
	}
	if format == "text" && len(faults) == 0 {
		if _, err := fmt.Fprintln(w, nothingWrong(names)); err != nil {
			return false, err
		}
	}
	return !slices.ContainsFunc(faults, func(f steps.Fault) bool { return !f.Warning }), nil
}

// faultPrinters print faults in the formats of lint.
var faultPrinters = map[string]func(io.Writer, []steps.Fault) error{
	"text":   printFaults,
	"json":   faultsJSON,
	"github": annotateFaults,
}

// nothingWrong says what was read, where it is not what a user's folder has.
func nothingWrong(names []string) string {
	if len(names) == 0 {
		return "nothing is wrong in the built-in scenarios: name a folder to lint your own"
	}
	return "nothing is wrong"
}

func printFaults(w io.Writer, faults []steps.Fault) error {
	for _, f := range faults {
		if _, err := fmt.Fprintln(w, f); err != nil {
			return err
		}
	}
	return nil
}

func faultsJSON(w io.Writer, faults []steps.Fault) error {
	return output.JSON(w, append([]steps.Fault{}, faults...))
}

// annotateFaults prints annotations, which GitHub shows beside the lines of a change.
// A fault of the vocabulary has no line.
func annotateFaults(w io.Writer, faults []steps.Fault) error {
	for _, f := range faults {
		at := ""
		if f.File != "" {
			at = fmt.Sprintf(" file=%s,line=%d,col=%d", f.File, f.Line, f.Column)
		}
		level := "error"
		if f.Warning {
			level = "warning"
		}
		if _, err := fmt.Fprintf(w, "::%s%s::%s\n", level, at, f.Message); err != nil {
			return err
		}
	}
	return nil
}
