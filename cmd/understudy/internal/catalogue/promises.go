package catalogue

import (
	"fmt"
	"strings"

	"understudy/spec"
	"understudy/spec/promise"
)

func promiseSection(p promise.Promise) spec.Section { return p.At.Section }

// PromisesText lists what the document promises.
func PromisesText(rows []promise.Promise) string {
	return bySection(rows, promiseSection, plainHeading, func(p promise.Promise) string {
		return fmt.Sprintf("  %s\n      %s\n      on %s\n", p.ID, p.Says, strings.Join(p.Operations, ", "))
	})
}

// PromisesMarkdown is PromisesText as a page of Markdown.
func PromisesMarkdown(rows []promise.Promise) string {
	return "# Promises\n\n" + bySection(rows, promiseSection, headingWith("promise", "says"), func(p promise.Promise) string {
		return tableRow(code(p.ID), p.Says)
	})
}
