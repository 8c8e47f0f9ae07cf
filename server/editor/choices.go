package editor

import (
	"maps"
	"slices"

	"understudy/server/resource"
)

// choices are the options and suggestions of the page's fields.
type choices struct {
	AttributeTypes, Operators, Constraints []word
	// Attributes are suggestions: the document has no list of a dataset's attributes.
	Attributes              []string
	Segments, Relationships []thing
}

// word is a word of the document, or of the notes if the document shows none, and its
// label on the page.
type word struct{ Word, Shown string }

// thing is a resource that a molecule names by its id.
type thing struct {
	ID   int64
	Name string
}

// shown are the labels that differ from their words.
var shown = map[string]string{
	"sql": "SQL", "isnull": "is null", "isnotnull": "is not null", "between": "is between", "in": "is in", "exactly": "is exactly", "isnot": "is not",
	"starts": "starts with", "ends": "ends with", "contains": "contains", "nocontains": "does not contain", "isblank": "is blank",
	"isnotblank": "is not blank", "equals": "equals", "notexactly": "is not exactly", "lessthan": "is less than", "greaterthan": "is greater than",
	"intop": "is in the top", "inbottom": "is in the bottom", "true": "is true", "false": "is false", "morethandays": "is more than … days ago",
	"lessthandays": "is less than … days ago", "exactlydays": "is exactly … days ago", "after": "is after", "on": "is on", "before": "is before",
	"atleast": "at least", "atmost": "at most", "anynumber": "any number",
}

func words(list []string) []word {
	all := make([]word, len(list))
	for i, w := range list {
		all[i] = word{w, w}
		if s, ok := shown[w]; ok {
			all[i].Shown = s
		}
	}
	return all
}

// suggested is how many segments are searched for suggestions.
const suggested = 200

// choices collects what a molecule of the segment may refer to.
func (v *visit) choices() choices {
	c := choices{AttributeTypes: words(resource.AttributeTypes), Operators: words(resource.Operators), Constraints: words(resource.ConstraintOperators)}
	attributes := map[string]bool{}
	for _, s := range append(v.tx.SomeSegments(v.segment.SourceID, suggested), v.segment) {
		if s.DatasetID == v.segment.DatasetID {
			for _, a := range resource.Attributes(s.Molecules) {
				attributes[a] = true
			}
		}
		if s.ID != v.segment.ID {
			c.Segments = append(c.Segments, thing{s.ID, s.Name})
		}
	}
	delete(attributes, "") // no suggestion
	c.Attributes = slices.Sorted(maps.Keys(attributes))
	source, _ := v.tx.Source(v.segment.SourceID)
	for _, d := range source.Datasets {
		for _, r := range d.Relationships {
			c.Relationships = append(c.Relationships, thing{r.ID, r.Name})
		}
	}
	return c
}
