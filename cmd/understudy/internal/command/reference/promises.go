package reference

import (
	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/catalogue"
	"understudy/spec/promise"
)

func Promises() *cobra.Command {
	return registry[catalogue.Promise]{
		use: "promises", short: "List what the document promises",
		text: catalogue.PromisesText, markdown: catalogue.PromisesMarkdown, rows: catalogue.Promises, ids: promise.IDs,
		searched: func(p catalogue.Promise) string {
			p.Scenarios = nil // their names have words of other promises
			return catalogue.PromisesText([]catalogue.Promise{p})
		},
	}.command()
}
