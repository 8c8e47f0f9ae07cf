package view

import (
	"fmt"

	"understudy/spec"
	"understudy/spec/promise"
	"understudy/steps/report"
	"understudy/steps/report/prose"
)

// Sentence returns what the API document says about a promise: the quote of a scenario that
// found it broken, or else the one of the registry; "" for a promise that is not registered.
func Sentence(r *report.Run, id string) string {
	for _, s := range r.Scenarios {
		for _, f := range s.Failures {
			if f.Promise == id && f.Quote != "" {
				return prose.OneLine(f.Quote)
			}
		}
	}
	p, known := promise.ByID(id)
	if !known {
		return ""
	}
	return fmt.Sprintf(`"%s" (%s)`, p.Quote(), place(p.At))
}

// place names a place in the document: its section, and its table where there is more
// than one.
func place(at spec.Place) string {
	switch at.Table {
	case "", "Field", "#", "Parameter":
		return string(at.Section)
	}
	return string(at.Section) + ", " + at.Table
}
