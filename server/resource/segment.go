package resource

import (
	"encoding/json"
	"strings"
	"time"
	"unicode"
)

// Segment is a filter over a dataset of a source.
type Segment struct {
	ID        int64
	SourceID  int64
	DatasetID int64
	Name      string
	// Molecules is the JSON array as it was given, checked by MoleculeRules.
	Molecules json.RawMessage
	CreatedAt time.Time
	UpdatedAt time.Time
	// ReadyAt is when the sub-properties that are created asynchronously are
	// there: ModelID, SourceObjectID and RecordCount.
	ReadyAt        time.Time
	ModelID        int64
	SourceObjectID int64
	RecordCount    int64
}

// Complete tells whether the segment's creation has finished at an instant.
func (s Segment) Complete(now time.Time) bool { return !now.Before(s.ReadyAt) }

// Identifier is the segment's resource identifier: the name in kebab-case
// behind the word segment.
func (s Segment) Identifier() string {
	words := strings.FieldsFunc(strings.ToLower(s.Name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return "segment:" + strings.Join(words, "-")
}
