// Package expectation reads what a team expects of a deployment beyond the API's document:
// the file expectations.yaml beside its feature files. A scenario checks an expectation
// by the tag @expect:<id>.
//
// An expectation is no promise of the document: reports keep the two apart, and so does
// the exit code.
package expectation

import (
	"errors"
	"fmt"
	"strings"

	"understudy/spec/pattern"
	"understudy/spec/suggest"
	"understudy/spec/yamlfile"
)

// FileName is the name of the file in a folder of features.
const FileName = "expectations.yaml"

// Severity says what a broken expectation means for a run.
type Severity string

// The severities: a broken Must fails the run, a broken Should is a warning.
const (
	Must   Severity = "must"
	Should Severity = "should"
)

// File is the file of a team's expectations.
type File struct {
	// Expectations are what the team expects, in the order in which reports list them.
	Expectations []Expectation `yaml:"expectations" json:"expectations"`
}

// Expectation is one thing that a team expects of a deployment.
type Expectation struct {
	// ID is how tags name it: @expect:<id>.
	ID string `yaml:"id" json:"id" jsonschema:"pattern=^[a-z0-9]+(-[a-z0-9]+)*$"`
	// Says is the expectation in one sentence.
	Says string `yaml:"says" json:"says" jsonschema:"minLength=1"`
	// Source says where it comes from, such as a contract, a ticket or a URL.
	Source string `yaml:"source,omitempty" json:"source,omitempty"`
	// Severity is must or should; without it, must.
	Severity Severity `yaml:"severity,omitempty" json:"severity,omitempty" jsonschema:"enum=must,enum=should"`

	// Line is its line in the file.
	Line int `yaml:"-" json:"-"`
}

var validID = pattern.Lazy(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// IsID reports whether a text may be the id of an expectation.
func IsID(text string) bool { return validID().MatchString(text) }

// Parse reads a file and checks it. The faults have their places.
func Parse(text []byte) ([]Expectation, *yamlfile.Fault) {
	var f File
	if err := yamlfile.Read(text, &f); err != nil {
		var wrong *yamlfile.Fault
		if errors.As(err, &wrong) {
			return nil, wrong
		}
		return nil, &yamlfile.Fault{Text: err.Error(), Line: 1, Column: 1}
	}
	lines, before := yamlfile.Lines(text, "expectations"), map[string]bool{}
	for i := range f.Expectations {
		e := &f.Expectations[i]
		if wrong := e.check(fmt.Sprintf("expectations[%d]", i), before); wrong != nil {
			return nil, yamlfile.Locate(text, wrong)
		}
		if e.Severity == "" {
			e.Severity = Must
		}
		before[e.ID] = true
		e.Line = 1
		if i < len(lines) { // the list may be an alias of another
			e.Line = lines[i]
		}
	}
	return f.Expectations, nil
}

// check reports what is wrong with an expectation, given the ids before it.
func (e *Expectation) check(key string, before map[string]bool) *yamlfile.Fault {
	switch {
	case !validID().MatchString(e.ID):
		return yamlfile.About(key+".id", "is %q: write lower-case words with - between them, such as roles-are-known", e.ID)
	case before[e.ID]:
		return yamlfile.About(key+".id", "is %q, as that of another expectation: give each its own", e.ID)
	case strings.TrimSpace(e.Says) == "":
		return yamlfile.About(key+".says", "is missing: say in one sentence what you expect")
	case e.Severity != "" && e.Severity != Must && e.Severity != Should:
		return yamlfile.About(key+".severity", "is %q: %sit takes must or should", e.Severity,
			suggest.DidYouMean(string(e.Severity), []string{string(Must), string(Should)}))
	}
	return nil
}
