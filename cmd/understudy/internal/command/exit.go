// Package command has what subcommands share: exit codes, the check of arguments, flags in
// groups, and completion by the shell.
//
// The subcommands are in the packages below it, one for each group of the help.
// Start reading at Exit.
package command

import (
	"fmt"
	"net/url"
)

// ExitUsage is the exit code for invalid arguments.
const ExitUsage = 2

// ExitCode is the error of a command that has already printed everything.
type ExitCode int

func (c ExitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// Exit ends a command with an error, or else with an exit code.
func Exit(code int, err error) error {
	if err != nil || code == 0 {
		return err
	}
	return ExitCode(code)
}

// WithoutURL removes the URL from an error, for a line that already contains it.
func WithoutURL(err error) error {
	if ue, ok := err.(*url.Error); ok {
		return ue.Err
	}
	return err
}
