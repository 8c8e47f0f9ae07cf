package catalogue

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/spec/gap"
	"understudy/spec/promise"
	"understudy/steps"
)

// Promise is a promise with the built-in scenarios that check it.
type Promise struct {
	promise.Promise
	// Scenarios are their addresses, in the order of the features.
	Scenarios []string `json:"scenarios"`
	// Exceptions are the members of the promise that may be null or absent.
	Exceptions []gap.Exception `json:"exceptions,omitempty"`
}

// Promises returns all promises.
func Promises() ([]Promise, error) {
	scenarios, err := steps.List(steps.Options{})
	if err != nil {
		return nil, err
	}
	rows := make([]Promise, len(promise.All))
	for i, p := range promise.All {
		rows[i] = Promise{Promise: p, Scenarios: []string{}, Exceptions: exceptionsOf(p.ID)}
		for _, s := range scenarios {
			if slices.Contains(s.Promises, p.ID) {
				rows[i].Scenarios = append(rows[i].Scenarios, s.Address)
			}
		}
	}
	return rows, nil
}

// exceptionsOf returns the exceptions of the members that a promise owns.
func exceptionsOf(id string) (all []gap.Exception) {
	for _, e := range gap.Exceptions {
		owns := func(m contract.Member) bool {
			return m.Promise == id && m.Schema == e.Schema && path.Base(m.Pattern) == e.Member
		}
		if slices.ContainsFunc(spec.Operations, func(o spec.Operation) bool { return slices.ContainsFunc(contract.Members(o.ID), owns) }) {
			all = append(all, e)
		}
	}
	return all
}

// exceptionText says what a member may be, where, and why.
func exceptionText(e gap.Exception, write func(member string) string) string {
	var allowed []string
	for _, a := range e.Allows {
		allowed = append(allowed, string(a))
	}
	text := write(e.Member) + " may be " + strings.Join(allowed, " or ")
	if e.Where != "" {
		text += " " + e.Where
	}
	return text + ": " + e.Reason
}

func promiseSection(p Promise) spec.Section { return p.At.Section }

// PromisesText lists promises.
func PromisesText(rows []Promise) string {
	return bySection(rows, promiseSection, plainHeading, func(p Promise) string {
		text := fmt.Sprintf("  %s\n      %s\n      on %s\n", p.ID, p.Says, strings.Join(p.Operations, ", "))
		for _, e := range p.Exceptions {
			text += "      except   " + exceptionText(e, plain) + "\n"
		}
		if len(p.Scenarios) > 0 {
			text += "      checked by " + p.scenarios("\n                 ", plain) + "\n"
		}
		return text
	})
}

// PromisesMarkdown is PromisesText as a page of Markdown.
func PromisesMarkdown(rows []Promise) string {
	return "# Promises\n\n" + bySection(rows, promiseSection, headingWith("promise", "says", "checked by"), func(p Promise) string {
		says := p.Says
		for _, e := range p.Exceptions {
			says += "; " + exceptionText(e, coded)
		}
		return tableRow(code(p.ID), says, p.scenarios(", ", coded))
	})
}

func plain(text string) string { return text }
func coded(text string) string { return code(text) }

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
