package reference

import (
	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/catalogue"
	"understudy/spec/promise"
)

func Promises() *cobra.Command {
	return registry[promise.Promise]{
		use: "promises", short: "List what the document promises",
		text: catalogue.PromisesText, markdown: catalogue.PromisesMarkdown, rows: func() []promise.Promise { return promise.All },
	}.command()
}
