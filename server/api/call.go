package api

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"understudy/server/resource"
	"understudy/server/store"
	"understudy/spec"
	"understudy/spec/gap"
)

// Call is one request on its way to a handler.
type Call struct {
	api       API
	request   *http.Request
	operation spec.Operation
	choice    gap.Choice
	// transition is how a segment that the call creates is completed.
	transition resource.Transition
	tx         *store.Tx
	ids        map[string]string
	query      url.Values
	body       []byte
	bodyErr    error
	base       string // what absolute URLs start with, the sandbox's prefix included

	// workspace is whose token the call came with, nil where it came with a
	// personal access token or needed none.
	workspace *resource.Workspace
}

// chose tells whether a gap was given a variant on the call's operation.
func (c *Call) chose(gap, variant string) bool {
	return variantOf(c.choice, gap, c.operation.ID) == variant
}

// code is the HTTP code that a gap's variant is called after.
func (c *Call) code(gap string) int { return codeOf(c.choice, gap, c.operation.ID) }

// twins are operations that answer as another does where a gap does not arise
// on themselves, because they show or take the same resource.
var twins = map[string]string{
	spec.GetDestination:    spec.UpdateDestination,
	spec.UpdateDestination: spec.ListDestinationObjects,
	spec.ReadSegmentSource: spec.GetSegment,
	spec.GetSegment:        spec.CreateSegment,
	spec.UpdateConnector:   spec.CreateConnector,
	spec.PublishConnector:  spec.CreateConnector,
	spec.ListTopics:        spec.ListDestinationObjects,
}

// variantOf is the variant of a gap on an operation: that of its twin where the
// gap does not arise on it, or else the default. A request that reaches no
// operation is answered with the choice for all.
func variantOf(choice gap.Choice, id, operation string) string {
	g, ok := gap.ByID(id)
	if !ok {
		panic("api: no gap " + id)
	}
	for at := operation; at != ""; at = twins[at] {
		if g.On(at) {
			return choice.Variant(id, at)
		}
	}
	if operation == "" {
		return choice.Variant(id, operation)
	}
	return g.Default
}

// id reads an integer of the path, written as in every answer. Anything else
// is the id of nothing.
func (c *Call) id(name string) (int64, bool) {
	id, err := strconv.ParseInt(c.ids[name], 10, 64)
	return id, err == nil && strconv.FormatInt(id, 10) == c.ids[name]
}

// source finds the source of the path and sees to it that the token's
// workspace owns it.
func (c *Call) source() (resource.Source, error) {
	id, ok := c.id("source_id")
	if !ok {
		return resource.Source{}, refuse(sourceUnknown, "no source %.40q", c.ids["source_id"])
	}
	source, ok := c.tx.Source(id)
	switch {
	case !ok:
		return source, refuse(sourceUnknown, "no source %d in the workspace of the token", id)
	case c.workspace != nil && c.workspace.ID != source.WorkspaceID:
		return source, refuse(otherWorkspace, "no source %d in the workspace of the token", id)
	}
	return source, nil
}

// readQuery decodes the query, which must be decodable even where the
// operation reads nothing from it.
func (c *Call) readQuery() (err error) {
	c.query, err = url.ParseQuery(c.request.URL.RawQuery)
	if err != nil {
		return refuse(badParameter, "the query cannot be decoded: escape it as a URL's query")
	}
	return nil
}

// path is the operation's path with the ids of the request.
func (c *Call) path() string {
	path := c.operation.Path
	for name, value := range c.ids {
		path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(value))
	}
	return path
}
