//go:build packaging

package main

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func init() { hidden = append(hidden, newMan) }

// newMan is for those who build packages: the library that writes the pages is in no
// other program.
func newMan() *cobra.Command {
	return &cobra.Command{
		Use:    "man FOLDER",
		Short:  "Write a manual page for each command into a folder",
		Long:   `man writes a manual page for each command into FOLDER, with the date of SOURCE_DATE_EPOCH if that is set.`,
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			return doc.GenManTree(root, &doc.GenManHeader{Title: "UNDERSTUDY", Section: "1", Source: "understudy " + buildVersion(), Manual: "understudy"}, args[0])
		},
	}
}
