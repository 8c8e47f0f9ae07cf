package main

import "github.com/spf13/cobra"

// newExitCodes is a topic of the help, without a command.
func newExitCodes() *cobra.Command {
	return &cobra.Command{
		Use:   "exit-codes",
		Short: "What the exit codes of the commands mean",
		Long: `Exit codes of understudy verify, and of merge:

  0  conforming: every promise that could be checked is kept; or partly checked, where flags
     or the target file left operations out
  1  a promise is broken; a baseline is out of date; the deployment has drifted from its
     profile; or an expectation of your own that must be met is not
  2  the verification itself went wrong: the set-up, a flag, a file, a result that could not be
     written, or the run was stopped
  3  too little was checked, or the deployment rejected test data of the target file

Code 1 wins over 2, and 2 over 3.

Other commands end with

  0  success
  1  what was asked for is not as it should be: healthcheck finds no fake, lint finds problems,
     fmt --check a file to format, verify diff a promise that got worse, coverage a score below
     --min-score, mutants a survivor
  2  an invalid flag, argument or file, or something went wrong

observe ends with 3 where its profile is partial. --help of a command has its own codes, and
understudy docs verify says what to do about each.`,
	}
}
