package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"understudy/spec"
	"understudy/spec/promise"
)

func newPromises() *cobra.Command {
	section := func(p promise.Promise) spec.Section { return p.At.Section }
	return catalogue{
		use: "promises", short: "List what the document promises", rows: func() any { return promise.All },
		text: func() string {
			return bySection(promise.All, section, plainHeading, func(p promise.Promise) string {
				return fmt.Sprintf("  %s\n      %s\n      on %s\n", p.ID, p.Says, strings.Join(p.Operations, ", "))
			})
		},
		markdown: func() string {
			return "# Promises\n\n" + bySection(promise.All, section, headingWith("promise", "says"), func(p promise.Promise) string {
				return tableRow(code(p.ID), p.Says)
			})
		},
	}.command()
}
