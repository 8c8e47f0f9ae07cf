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
		for _, inner := range in.Map() {
			if isNamed(inner) {
				return inner
			}
		}
	}
	return data
}

func isNamed(v gjson.Result) bool {
	return v.IsObject() && (v.Get("id").Exists() || v.Get("name").Exists())
}
