package client

import (
	"slices"

	"github.com/tidwall/gjson"
)

// ShownSegment returns the segment that a retrieval or a source URL shows. The document does not
// say where: it is data, the body, or an object in one of them, and has an id or a name, or these
// are its attributes. Without one, it is data.
func (e *Exchange) ShownSegment() gjson.Result {
	data := e.Get("data")
	for _, in := range []gjson.Result{data, e.JSON()} {
		for _, segment := range []gjson.Result{in.Get("attributes"), in} {
			if isNamed(segment) {
				return segment
			}
		}
		var first gjson.Result // in the order of the body, so that it is the same each time
		in.ForEach(func(_, inner gjson.Result) bool {
			if isNamed(inner) {
				first = inner
			}
			return !first.Exists()
		})
		if first.Exists() {
			return first
		}
	}
	return data
}

// Progress is the status that the source URL of a segment shows: false or true, as a boolean or a word.
func (e *Exchange) Progress() gjson.Result { return e.Get(e.ProgressAt()) }

// ProgressAt is the gjson path of Progress: in data (gap source-properties-place) only where nothing but
// the word of an envelope stands beside data, so that a wrong status there stays one.
func (e *Exchange) ProgressAt() string {
	beside := e.Get("status")
	if e.Get("data.status").Exists() && slices.Contains([]string{"", "success", "ok"}, beside.String()) {
		return "data.status"
	}
	return "status"
}

func isNamed(v gjson.Result) bool {
	return v.IsObject() && (v.Get("id").Exists() || v.Get("name").Exists())
}
