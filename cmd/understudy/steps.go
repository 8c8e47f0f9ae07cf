package main

import (
	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/catalogue"
	"understudy/steps"
)

func newSteps() *cobra.Command {
	return registry{
		use: "steps", short: "List the steps that scenarios are written in",
		text: catalogue.StepsText, markdown: catalogue.StepsMarkdown, rows: func() any { return steps.Catalogue() },
	}.command()
}
