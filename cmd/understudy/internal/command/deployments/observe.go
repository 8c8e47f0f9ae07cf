package deployments

import (
	"context"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/tracing"
	"understudy/cmd/understudy/internal/verification"
)

func Observe() *cobra.Command {
	var o verification.Options
	var out string
	cmd := &cobra.Command{
		Use:   "observe",
		Short: "Record how a deployment fills the gaps, as a profile",
		Long: `observe runs the scenarios that probe gaps against the deployment of a target file, and
writes a profile: of each gap and operation the variant that was seen, with the evidence,
or why none was. serve --profile fills the gaps as the profile says, and verify --profile
reports where a deployment has drifted from it.

observe writes to the deployment as verify does: see the target file's allow_writes.

Exit codes: 0 the profile is written, 2 nothing is: the set-up is wrong, nothing was reached
or seen; 3 the profile is written and partial: an operation gave no success response.`,
		Example: `  understudy observe --target target.yaml --out profile.yaml
  understudy serve --profile profile.yaml
  understudy verify --target target.yaml --profile profile.yaml`,
		Args: command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Version = cmd.Root().Version
			if err := command.RejectZero(cmd.Flags(), "concurrency"); err != nil {
				return err
			}
			command.Loses(cmd.Context(), "restoring")
			return command.Exit(tracing.Run(cmd.Context(), "understudy-observe", o.Version, cmd.ErrOrStderr(), func(ctx context.Context) (int, error) {
				return verification.Observe(ctx, o, out, cmd.OutOrStdout(), cmd.ErrOrStderr())
			}))
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.Target, "target", "", "target `FILE` of the deployment (required)")
	flags.StringVar(&out, "out", "", "`FILE` to write the profile to (default: stdout)")
	flags.DurationVar(&o.Timeout, "timeout", 0, "bound of the whole run, like 90s or 5m; nothing is written when it is over (default: none)")
	flags.DurationVar(&o.Wait, "wait", 0, "how long to wait first until the deployment responds, like 60s (default: not at all)")
	flags.BoolVar(&o.ReadOnly, "read-only", false, "leave out the scenarios that write (default: the target file's allow_writes)")
	flags.IntVar(&o.Concurrency, "concurrency", 0, "`NUMBER` of scenarios at a time (default: the target file's, 4 without one)")
	return cmd
}
