package reference

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"understudy/fixtures"
	"understudy/spec/suggest"
	"understudy/steps/baseline"
	"understudy/steps/expectation"
	"understudy/steps/report"
	"understudy/steps/target"
)

func Schema() *cobra.Command {
	schemas := map[string][]byte{"target": target.Schema, "report": report.Schema, "fixtures": fixtures.Schema(), "baseline": baseline.Schema, "expectations": expectation.Schema}
	known := slices.Sorted(maps.Keys(schemas))
	return &cobra.Command{
		Use:       "schema baseline|expectations|fixtures|report|target",
		Short:     "Print the JSON Schema of baselines, of expectations, of fixtures, of JSON reports or of target files",
		ValidArgs: known,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && schemas[args[0]] != nil {
				return nil
			}
			meant := ""
			if len(args) == 1 {
				meant = suggest.DidYouMean(args[0], known)
			}
			return fmt.Errorf("%sname one schema of %s", meant, strings.Join(known, ", "))
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			_, err := cmd.OutOrStdout().Write(schemas[args[0]])
			return err
		},
	}
}
