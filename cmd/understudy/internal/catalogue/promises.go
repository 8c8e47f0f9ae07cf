package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"understudy/spec"
	"understudy/spec/promise"
	"understudy/steps"
)

// Promise is a promise with the built-in scenarios that check it.
type Promise struct {
	promise.Promise
	// Scenarios are their addresses, in the order of the features.
	Scenarios []string `json:"scenarios"`
}

// Promises returns all promises.
func Promises() ([]Promise, error) {
	scenarios, err := steps.List(steps.Options{})
	if err != nil {
		return nil, err
	}
	rows := make([]Promise, len(promise.All))
	for i, p := range promise.All {
		rows[i] = Promise{Promise: p, Scenarios: []string{}}
		for _, s := range scenarios {
			if slices.Contains(s.Promises, p.ID) {
				rows[i].Scenarios = append(rows[i].Scenarios, s.Address)
			}
		}
	}
	return rows, nil
}

func promiseSection(p Promise) spec.Section { return p.At.Section }

// PromisesText lists promises.
func PromisesText(rows []Promise) string {
	return bySection(rows, promiseSection, plainHeading, func(p Promise) string {
		text := fmt.Sprintf("  %s\n      %s\n      on %s\n", p.ID, p.Says, strings.Join(p.Operations, ", "))
		if len(p.Scenarios) > 0 {
			text += "      checked by " + p.scenarios("\n                 ", func(address string) string { return address }) + "\n"
		}
		return text
	})
}

// PromisesMarkdown is PromisesText as a page of Markdown.
func PromisesMarkdown(rows []Promise) string {
	return "# Promises\n\n" + bySection(rows, promiseSection, headingWith("promise", "says", "checked by"), func(p Promise) string {
		return tableRow(code(p.ID), p.Says, p.scenarios(", ", func(address string) string { return code(address) }))
	})
}

// scenarios are the addresses of the first scenarios of a promise, and how many more there are.
func (p Promise) scenarios(separator string, write func(address string) string) string {
	const few = 2
	var shown []string
	for _, address := range p.Scenarios[:min(few, len(p.Scenarios))] {
		shown = append(shown, write(address))
	}
	if more := len(p.Scenarios) - few; more > 0 {
		shown = append(shown, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(shown, separator)
}
