package reference

import (
	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/catalogue"
	"understudy/steps"
)

func Steps() *cobra.Command {
	return registry[steps.Step]{
		use: "steps", short: "List the steps that scenarios are written in",
		instead: "; or write a step of your own: understudy docs extending",
		text:    catalogue.StepsText, markdown: catalogue.StepsMarkdown,
		rows: func() ([]steps.Step, error) { return steps.Catalogue(), nil },
		more: map[string]func([]steps.Step) string{"cucumber": catalogue.StepsCucumber},
	}.command()
}
