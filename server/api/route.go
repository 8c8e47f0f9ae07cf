package api

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"understudy/spec"
)

// routes has a row per operation, in the document's order.
var routes = compile([]row{
	{spec.UpdateDestination, updateDestination},
	{spec.GetDestination, getDestination},
	{spec.ListDestinationObjects, listDestinationObjects},
	{spec.CreateSegment, createSegment},
	{spec.ReadSegmentSource, readSegmentSource},
	{spec.GetSegment, getSegment},
	{spec.UpdateConnector, updateConnector},
	{spec.CreateConnector, createConnector},
	{spec.ListInvitations, listInvitations},
	{spec.PublishConnector, publishConnector},
	{spec.ListTopics, listTopics},
	{spec.CreateLink, createLink},
})

// handler serves one operation.
type handler func(*Call) (Reply, error)

// row names the handler of an operation.
type row struct {
	operation string
	handle    handler
}

// route is a row with the data for matching.
type route struct {
	operation spec.Operation
	handle    handler
	parts     []pathPart // of the path template
}

// pathPart is a part of a path template: a word, or the name of a parameter.
type pathPart struct{ word, parameter string }

// The greatest number of parts in a path of the API, including the empty one
// before the first slash, and of parameters.
const maxSegments, maxParameters = 8, 2

// ids are the values of a path's parameters, decoded, by their order in it.
type ids [maxParameters]string

func compile(rows []row) []route {
	compiled := make([]route, len(rows))
	for i, r := range rows {
		operation, ok := spec.OperationByID(r.operation)
		if !ok {
			panic("api: no operation " + r.operation)
		}
		compiled[i] = route{operation, r.handle, template(operation.Path)}
	}
	return compiled
}

func template(path string) (parts []pathPart) {
	for part := range strings.SplitSeq(path, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			parts = append(parts, pathPart{parameter: strings.TrimSuffix(name, "}")})
		} else {
			parts = append(parts, pathPart{word: part})
		}
	}
	return parts
}

// errNoRoute says that a path does not belong to the API.
var errNoRoute = reject(noRoute, "no such path")

// match finds the route of a request and the values of its path parameters. An
// empty segment, as in // or at a trailing slash, is not a value.
func match(method, path string) (*route, ids, error) {
	var room [maxSegments]string
	parts, fits := split(path, room[:0])
	var allowed []string
	for i := range routes {
		r := &routes[i]
		values, ok := r.match(parts)
		switch {
		case !ok || !fits:
		case r.allows(method):
			return r, values, nil
		default:
			allowed = append(allowed, r.methods()...)
		}
	}
	if allowed == nil {
		return &route{}, ids{}, errNoRoute
	}
	slices.Sort(allowed)
	allow := strings.Join(slices.Compact(allowed), ", ")
	return &route{}, ids{}, &Rejection{kind: wrongMethod, message: "the method is not allowed here: use " + allow, allow: allow}
}

// split splits a path at its slashes, up to the size of the array.
func split(path string, into []string) (parts []string, fits bool) {
	for part := range strings.SplitSeq(path, "/") {
		if len(into) == cap(into) {
			return into, false
		}
		into = append(into, part)
	}
	return into, true
}

// Operation returns the id of the operation that a request is for, empty for none.
func Operation(method, path string) string {
	r, _, _ := match(method, path)
	return r.operation.ID
}

// writes reports whether the operation's method is one that writes.
func (r *route) writes() bool { return r.operation.Method != http.MethodGet }

// changes reports whether a request may change the world. Reading a segment's
// source URL may, because completion can depend on the number of reads.
func (r *route) changes() bool { return r.writes() || r.operation.ID == spec.ReadSegmentSource }

func (r *route) allows(method string) bool {
	return method == r.operation.Method || method == http.MethodHead && !r.writes()
}

func (r *route) methods() []string {
	if r.writes() {
		return []string{r.operation.Method}
	}
	return []string{http.MethodGet, http.MethodHead}
}

func (r *route) match(parts []string) (values ids, ok bool) {
	if len(parts) != len(r.parts) {
		return values, false
	}
	n := 0
	for i, want := range r.parts {
		got, err := url.PathUnescape(parts[i])
		switch {
		case err != nil:
			return values, false
		case want.parameter == "" && got != want.word, want.parameter != "" && got == "":
			return values, false
		case want.parameter != "":
			values[n] = got
			n++
		}
	}
	return values, true
}

// appendPath writes the operation's path with some ids in it.
func (r *route) appendPath(b []byte, values ids) []byte {
	n := 0
	for i, s := range r.parts {
		if i > 0 {
			b = append(b, '/')
		}
		b = append(b, s.word...)
		if s.parameter != "" {
			b = append(b, url.PathEscape(values[n])...)
			n++
		}
	}
	return b
}

// value returns the value of one of the path's parameters.
func (r *route) value(values ids, name string) string {
	n := 0
	for _, s := range r.parts {
		if s.parameter == name {
			return values[n]
		}
		if s.parameter != "" {
			n++
		}
	}
	panic("api: " + r.operation.ID + " has no parameter " + name)
}
