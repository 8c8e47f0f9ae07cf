package report

import (
	_ "embed"
	"encoding/json"
	"io"
	"slices"
)

// JSON writes a run as the JSON that Schema describes, indented. A list
// without entries is [], never null.
func JSON(w io.Writer, r *Run) error { return writeIndented(w, r.filled()) }

func writeIndented(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// filled returns a copy without nil lists.
func (r *Run) filled() *Run {
	c := *r
	fill(&c.Promises)
	fill(&c.Gaps)
	fill(&c.Unobserved)
	fill(&c.Violations)
	fill(&c.Scenarios)
	fill(&c.Ledger)
	fill(&c.Coverage)
	fill(&c.Remarks)
	fill(&c.Unchecked)
	fill(&c.Target.Resources)
	for i := range c.Promises {
		fill(&c.Promises[i].Scenarios)
	}
	for i := range c.Scenarios {
		s := &c.Scenarios[i]
		fill(&s.Promises)
		fill(&s.Gaps)
		fill(&s.Operations)
		fill(&s.Failures)
	}
	return &c
}

// fill copies a list, so that the caller's run does not change.
func fill[E any](list *[]E) {
	*list = append(make([]E, 0, len(*list)), *list...)
	*list = slices.Clip(*list)
}

// Schema is the JSON Schema (2020-12) of a JSON report, made from Run: see
// schema_test.go. It allows additional members, because readers ignore what they do
// not know.
//
//go:embed schema.json
var Schema []byte
