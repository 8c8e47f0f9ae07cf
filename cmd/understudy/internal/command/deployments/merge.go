package deployments

import (
	"errors"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/verification"
)

func Merge() *cobra.Command {
	var o verifyOptions
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Join the reports of the shards of one run, or write a report in another form",
		Long: `merge joins the JSON reports that verify --shard INDEX/COUNT --report json=FILE wrote: one of
each shard of one run. It prints, writes and decides the result as verify does after a run of
all scenarios; --profile, --baseline, --require and --min-checked, which are about all of them,
are given here.

The JSON report of a whole run, given alone, is printed and written in other forms, with the
verdict that it has. --require and --min-checked require more; --baseline is rejected where the
run had one.

Exit codes: those of verify. 2 also where a report is missing, is there twice, is of another run
or could not be read.`,
		Example: `  understudy verify --target target.yaml --shard 0/2 --report json=0.json
  understudy verify --target target.yaml --shard 1/2 --report json=1.json
  understudy merge 0.json 1.json --out report.json --report junit=report.xml
  understudy merge shards/*.json --min-checked 90% --baseline known.yaml
  understudy merge report.json --quiet --report html=report.html`,
		Args: func(_ *cobra.Command, files []string) error {
			if len(files) == 0 {
				return errors.New("merge reads JSON reports, of the shards of a run or of a whole run: name their files")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, files []string) error {
			return command.Exit(verification.Merge(files, o.Options, cmd.OutOrStdout(), cmd.ErrOrStderr()))
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.Out, "out", "o", "", "`FILE` to write the JSON report of the whole run to, like --report json=FILE (default: none)")
	o.resultFlags(flags)
	flags.StringVar(&o.Profile, "profile", "", "profile `FILE` of the deployment, as observe writes it: another variant than the profile's fails (default: none)")
	o.baselineFlags(flags)
	flags.StringArrayVar(&o.Features, "features", nil, "`FOLDER` with features that the shards ran in addition to the built-in ones: --baseline reads which scenarios there are; repeatable (default: none)")
	command.Completes(cmd, "report", reportKinds)
	command.Completes(cmd, "require", required)
	command.CompletesFiles(cmd, "profile", "yaml", "yml")
	command.CompletesFiles(cmd, "baseline", "yaml", "yml")
	command.CompletesFiles(cmd, "features")
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return []cobra.Completion{"json"}, cobra.ShellCompDirectiveFilterFileExt
	}
	return cmd
}
