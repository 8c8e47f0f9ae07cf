package report

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
)

// JSON writes a run as the JSON that Schema describes, indented. A list
// without entries is [], never null.
func JSON(w io.Writer, r *Run) error { return WriteIndented(w, r.filled()) }

// WriteIndented writes a value as JSON with two spaces per level.
func WriteIndented(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// Load reads the report of a run that JSON wrote to a file.
func Load(file string) (*Run, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var r Run
	if err := json.Unmarshal(text, &r); err != nil || r.Schema == 0 {
		return nil, fmt.Errorf("%s is no JSON report: give files that verify --report json=FILE wrote", file)
	}
	if r.Schema != SchemaVersion {
		return nil, fmt.Errorf("%s has the schema %d of another version of understudy, this one reads %d: write it again with this version",
			file, r.Schema, SchemaVersion)
	}
	return &r, nil
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
