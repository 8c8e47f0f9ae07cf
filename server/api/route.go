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

// route is a row with what matching needs.
type route struct {
	operation spec.Operation
	handle    handler
	segments  []string // of the path template, such as {source_id}
}

func compile(rows []row) []route {
	compiled := make([]route, len(rows))
	for i, r := range rows {
		operation, ok := spec.OperationByID(r.operation)
		if !ok {
			panic("api: no operation " + r.operation)
		}
		compiled[i] = route{operation, r.handle, strings.Split(operation.Path, "/")}
	}
	return compiled
}

// match finds the route of a request and the values of its path parameters,
// decoded. An empty segment, as in // or at a trailing slash, is no value.
func match(method, path string) (route, map[string]string, error) {
	segments := strings.Split(path, "/")
	var allowed []string
	for _, r := range routes {
		values, ok := r.match(segments)
		switch {
		case !ok:
		case slices.Contains(r.methods(), method):
			return r, values, nil
		default:
			allowed = append(allowed, r.methods()...)
		}
	}
	if allowed == nil {
		return route{}, nil, refuse(noRoute, "no such path: every path begins with /api/v1 and ends without a slash")
	}
	slices.Sort(allowed)
	allow := strings.Join(slices.Compact(allowed), ", ")
	return route{}, nil, &Refusal{kind: wrongMethod, message: "the method is not allowed here: use " + allow, allow: allow}
}

// Operation is the id of the operation that a request is for, empty for none.
func Operation(method, path string) string {
	r, _, _ := match(method, path)
	return r.operation.ID
}

// writes tells whether the operation's method is one that writes.
func (r route) writes() bool { return r.operation.Method != http.MethodGet }

// changes tells whether a request may change the world. Reading a segment's
// source URL may, as completion can hang on the number of reads.
func (r route) changes() bool { return r.writes() || r.operation.ID == spec.ReadSegmentSource }

func (r route) methods() []string {
	if r.writes() {
		return []string{r.operation.Method}
	}
	return []string{http.MethodGet, http.MethodHead}
}

func (r route) match(segments []string) (map[string]string, bool) {
	if len(segments) != len(r.segments) {
		return nil, false
	}
	values := map[string]string{}
	for i, want := range r.segments {
		got, err := url.PathUnescape(segments[i])
		switch {
		case err != nil:
			return nil, false
		case strings.HasPrefix(want, "{") && got != "":
			values[strings.Trim(want, "{}")] = got
		case got != want:
			return nil, false
		}
	}
	return values, true
}
