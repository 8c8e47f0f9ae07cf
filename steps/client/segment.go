package client

import "github.com/tidwall/gjson"

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

// Progress is the status that the source URL of a segment shows: false or true, as a boolean or a word. Where
// only data has such a one (gap source-properties-place), it is that of data.
func (e *Exchange) Progress() gjson.Result {
	if status := e.Get("data.status"); isProgress(status) && !isProgress(e.Get("status")) {
		return status
	}
	return e.Get("status")
}

func isProgress(v gjson.Result) bool {
	return v.IsBool() || v.Type == gjson.String && (v.Str == "true" || v.Str == "false")
}

func isNamed(v gjson.Result) bool {
	return v.IsObject() && (v.Get("id").Exists() || v.Get("name").Exists())
}
