package deployments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/workbench"
	"understudy/steps"
	"understudy/steps/target"
)

// workbenchFlags holds the flags of workbench.
type workbenchFlags struct {
	target, addr, scenarios string
	readOnly                bool
}

func Workbench() *cobra.Command {
	var f workbenchFlags
	cmd := &cobra.Command{
		Use:   "workbench --target FILE",
		Short: "Read, write and run scenarios on a deployment, in a browser",
		Long: `workbench serves the page of scenarios for the deployment of a target file: the book of the built-in scenarios, an
editor, and runs with each step and exchange. Before a run that writes, the page shows an upper bound of what it would
write, and asks. It serves only browsers of this machine, at the address that it prints.

For our own fake, the console of understudy serve has the same page.`,
		Example: `  understudy workbench --target target.yaml
  understudy workbench --target target.yaml --scenarios scenarios --read-only`,
		Args: command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.target == "" {
				return errors.New("--target is missing: name a target file; for our own fake, start understudy serve and open the page Scenarios of its console")
			}
			if err := workbench.CheckFolder(f.scenarios); err != nil {
				return err
			}
			t, err := target.Load(f.target)
			if err != nil {
				return err
			}
			// It may start later: the page can be read without it.
			soon, cancel := context.WithTimeout(cmd.Context(), 5*time.Second)
			defer cancel()
			if _, err := steps.Check(soon, t, steps.Options{ReadOnly: f.readOnly}); err != nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "understudy: no run is possible yet: %v\n", err)
			}
			if !f.readOnly {
				command.Loses(cmd.Context(), "restoring")
			}
			w := workbench.New(cmd.Context(), workbench.Options{Deployment: workbench.Remote{Target: t}, Folder: f.scenarios, ReadOnly: f.readOnly})
			return workbench.Serve(cmd.Context(), f.addr, w, cmd.OutOrStdout())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.target, "target", "", "target `FILE` of the deployment (required)")
	flags.StringVar(&f.addr, "addr", "127.0.0.1:0", "`HOST:PORT` of this machine to listen on; port 0 takes any free one")
	flags.StringVar(&f.scenarios, "scenarios", "", "`FOLDER` of feature files that the page may read and save to (default: none, it saves nothing)")
	flags.BoolVar(&f.readOnly, "read-only", false, "leave out scenarios that write (default: ask before each run that writes)")
	command.CompletesFiles(cmd, "target", "yaml", "yml")
	command.CompletesFiles(cmd, "scenarios")
	return cmd
}
