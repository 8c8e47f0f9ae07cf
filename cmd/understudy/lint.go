package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"understudy/steps"
)

func newLint() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "lint [FOLDER]...",
		Short: "Report problems in feature files, with line and column",
		Long: `lint reads every .feature file below the folders and reports what would keep verify from running it:
text that is no Gherkin, unknown steps (with the nearest one), ids that are not registered, scenarios
without ids or of one address. Without a folder it reads the built-in features, and reports the steps
that none of them uses too.

A step in the words of an earlier release is a warning, with the words that it has now. verify still
runs it; the next release does not know it.

Exit codes: 0 nothing is wrong, or there are warnings only; 1 something is wrong; 2 the folders or the
command line cannot be read.`,
		Example: `  understudy lint scenarios
  understudy lint scenarios --format github`,
		RunE: func(cmd *cobra.Command, names []string) error {
			return lint(cmd.OutOrStdout(), names, format)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "form of the output: text, json, or github for annotations")
	completes(cmd, "format", oneOf("text", "json", "github"))
	return cmd
}

func lint(w io.Writer, names []string, format string) error {
	print, ok := faultPrinters[format]
	if !ok {
		return fmt.Errorf("--format %q is unknown: use text, json or github", format)
	}
	folders, err := openFolders(names)
	if err != nil {
		return err
	}
	faults, err := steps.Lint(steps.Options{Folders: folders})
	if err != nil {
		return err
	}
	if err := print(w, faults); err != nil {
		return err
	}
	if slices.ContainsFunc(faults, func(f steps.Fault) bool { return !f.Warning }) {
		return exitCode(1)
	}
	return nil
}

// faultPrinters print faults in the formats of lint.
var faultPrinters = map[string]func(io.Writer, []steps.Fault) error{
	"text":   printFaults,
	"json":   faultsJSON,
	"github": annotateFaults,
}

func printFaults(w io.Writer, faults []steps.Fault) error {
	for _, f := range faults {
		if _, err := fmt.Fprintln(w, f); err != nil {
			return err
		}
	}
	if len(faults) == 0 {
		_, err := fmt.Fprintln(w, "nothing is wrong")
		return err
	}
	return nil
}

func faultsJSON(w io.Writer, faults []steps.Fault) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(append([]steps.Fault{}, faults...))
}

// annotateFaults prints what GitHub shows beside the lines of a change. A fault
// of the vocabulary has no line.
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

// warnOfOldSteps says how many steps of the caller's features are in the words of
// an earlier release.
func (f verifyFlags) warnOfOldSteps(o steps.Options, stderr io.Writer) error {
	if len(o.Folders) == 0 {
		return nil
	}
	faults, err := steps.Lint(steps.Options{Folders: o.Folders})
	if err != nil {
		return err
	}
	old := len(slices.DeleteFunc(faults, func(f steps.Fault) bool { return !f.Warning }))
	if old > 0 {
		var folders []string
		for _, name := range f.features {
			folders = append(folders, word(name))
		}
		fmt.Fprintf(stderr, "steps in the words of an earlier release: %d; understudy lint %s shows the new words\n", old, strings.Join(folders, " "))
	}
	return nil
}
