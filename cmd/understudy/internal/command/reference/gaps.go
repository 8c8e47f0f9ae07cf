package reference

import (
	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/catalogue"
	"understudy/spec/gap"
)

func Gaps() *cobra.Command {
	return registry[gap.Gap]{
		use: "gaps", short: "List what the document leaves open, with the variants to choose from",
		text: catalogue.GapsText, markdown: catalogue.GapsMarkdown, rows: func() ([]gap.Gap, error) { return gap.All, nil }, ids: gap.IDs,
	}.command()
}
