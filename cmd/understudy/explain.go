package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"understudy/cmd/understudy/internal/mutation"
)

// verifyExplain explains one scenario.
func verifyExplain(ctx context.Context, f verifyFlags, given *pflag.FlagSet, stdout, stderr io.Writer) error {
	if err := refuseOthers(given, "--explain runs one scenario on fakes of its own: it goes with no other flag but --features and --format",
		"explain", "features", "format"); err != nil {
		return err
	}
	return explain(ctx, f.explain, f.features, f.format, stdout, stderr)
}

// explain prints what a scenario is good for.
func explain(ctx context.Context, address string, features []string, format string, stdout, stderr io.Writer) error {
	if format != "pretty" && format != "json" {
		return fmt.Errorf("--format %q does not go with --explain: use pretty or json", format)
	}
	folders, err := openFolders(features)
	if err != nil {
		return fmt.Errorf("--features: %w", err)
	}
	e, err := mutation.Explain(ctx, address, folders, countdown(stderr))
	if err != nil {
		return err
	}
	if format == "json" {
		enc := json.NewEncoder(stdout)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(e)
	}
	_, err = io.WriteString(stdout, explanationText(e))
	return err
}

// countdown shows on a terminal how many mutants were tried, and clears that
// when all were.
func countdown(w io.Writer) func(done, all int) {
	if _, ok := terminal(w); !ok {
		return func(int, int) {}
	}
	return func(done, all int) {
		if done == all {
			fmt.Fprint(w, "\r                                \r")
			return
		}
		fmt.Fprintf(w, "\r%d of %d broken fakes tried", done, all)
	}
}
