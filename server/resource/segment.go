package resource

import (
	"strings"
	"time"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
)

// Segment is a filter over a dataset of a source.
type Segment struct {
	ID        int64
	SourceID  int64
	DatasetID int64
	Name      string
	// Molecules is the JSON array as it was given, checked by MoleculeRules.
	Molecules jsontext.Value
	CreatedAt time.Time
	UpdatedAt time.Time
	// Completion says whether the sub-properties that are created
	// asynchronously exist: ModelID, SourceObjectID and RecordCount.
	Completion     Completion
	ModelID        int64
	SourceObjectID int64
	RecordCount    int64
	Cohorts        []Cohort
}

// Cohort is a share of a segment's members, in percent.
type Cohort struct {
	ID         int64
	Name       string
	Percentage int64
	IsControl  bool
	CreatedAt  time.Time
}

// Complete reports whether the segment's creation has finished at an instant.
func (s Segment) Complete(now time.Time) bool { return s.Completion.Done(now) }

// Identifier returns the segment's resource identifier: the word segment and
// the name in kebab-case.
func (s Segment) Identifier() string { return "segment:" + words(s.Name, "-") }

// Identifier returns the cohort's resource identifier, which begins with that
// of its segment.
func (c Cohort) Identifier(s Segment) string {
	return "cohort:" + words(s.Name, "-") + "-" + words(c.Name, "-")
}

// words returns the letters and digits of a name in lower case, joined.
func words(name, by string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), by)
}
