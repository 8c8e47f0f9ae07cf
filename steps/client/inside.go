package client

import (
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
)

// resourceShape is what an object has that is a resource: members by their paths, each with what its value has to be.
type resourceShape map[string]func(gjson.Result) bool

var connectorShapes = []resourceShape{{"service_name": isSomeText, "label": isSomeText, "auth_method": isSomeText,
	"configuration_fields.fields": gjson.Result.IsArray}}

// resourceShapes are, per operation, what no object has but its resource. A segment's source URL stands beside its data.
var resourceShapes = map[string][]resourceShape{
	spec.UpdateDestination: {{"id": isID, "name": isSomeText, "connection_details": gjson.Result.IsObject}},
	spec.CreateSegment:     {{"data.id": isID, sourceURL: isWebURL}, {"id": isID, sourceURL: isWebURL}},
	spec.UpdateConnector:   connectorShapes,
	spec.CreateConnector:   connectorShapes,
	spec.PublishConnector:  connectorShapes,
	spec.CreateLink:        {{"id": isID, "segment_id": isID, "uri": isWebURL, "expiration": isSomeText}},
}

const sourceURL = "filter_segment_source_url"

func isID(v gjson.Result) bool       { return v.Type == gjson.Number && v.Num > 0 }
func isSomeText(v gjson.Result) bool { return v.Type == gjson.String && v.Str != "" }
func isWebURL(v gjson.Result) bool {
	return strings.HasPrefix(v.Str, "http://") || strings.HasPrefix(v.Str, "https://")
}

// deepestResource is how deep in a body a resource is looked for.
const deepestResource = 6

// HasResourceInside reports whether a response has a resource of its operation in it, at any place: an object with
// the members of one, of which the request sent not all.
func (e *Exchange) HasResourceInside() bool {
	shapes := resourceShapes[e.Operation]
	return len(shapes) > 0 && e.IsJSON() && e.hasInside(e.JSON(), shapes, deepestResource)
}

func (e *Exchange) hasInside(v gjson.Result, shapes []resourceShape, depth int) (found bool) {
	if !v.IsObject() && !v.IsArray() || depth == 0 {
		return false
	}
	for _, s := range shapes {
		if e.shows(v, s) {
			return true
		}
	}
	v.ForEach(func(_, inner gjson.Result) bool {
		found = e.hasInside(inner, shapes, depth-1)
		return !found
	})
	return found
}

// shows reports whether an object has all members of a shape, of which the request sent not all.
func (e *Exchange) shows(v gjson.Result, s resourceShape) (isNew bool) {
	for path, is := range s {
		member := v.Get(path)
		if !is(member) {
			return false
		}
		isNew = isNew || !member.IsArray() && !member.IsObject() && !e.sent(member)
	}
	return isNew
}
