package api

import (
	"net/http"
	"net/url"
	"strconv"

	"understudy/server/resource"
	"understudy/server/response"
	"understudy/server/sandbox"
	"understudy/server/store"
	"understudy/spec"
)

// Reply is what a handler returns: an HTTP status and a body.
type Reply struct {
	Status int
	Body   response.Object
}

// Call is one request to a handler.
type Call struct {
	api       *API
	request   *http.Request
	route     *route
	operation *spec.Operation
	variants  response.Variants
	// transition is how a segment that the call creates is completed.
	transition resource.Transition
	encoded    *sandbox.Encoded
	tx         *store.Tx
	ids        ids
	query      url.Values
	body       []byte
	given      []entry // the body's members
	// unread and malformed say why there are none.
	unread, malformed error
	base              string // the start of absolute URLs, including the sandbox's prefix

	// workspace is the owner of the call's token, nil for a personal access
	// token and if no token is needed.
	workspace *resource.Workspace
}

// variant returns the variant of a gap on the call's operation. It records nothing.
func (c *Call) variant(gap string) string { return c.variants.Of(gap) }

// dependsOn records that the response depends on a gap: with another variant
// this request would get another response.
func (c *Call) dependsOn(gap string) { c.variants.DependsOn(gap) }

// withoutRecording returns the call, with which nothing is recorded, to try what the response would be.
func (c *Call) withoutRecording() *Call {
	tried := *c
	tried.variants = c.variants.WithoutRecording()
	return &tried
}

// code returns the HTTP code in the name of a gap's variant.
func (c *Call) code(gap string) int { return c.variants.Code(gap) }

// id reads an integer of the path, written as in every response. Anything else
// is the id of nothing.
func (c *Call) id(name string) (int64, bool) {
	text := c.pathValue(name)
	id, err := strconv.ParseInt(text, 10, 64)
	return id, err == nil && strconv.FormatInt(id, 10) == text
}

// pathValue returns a value of the path, as a text.
func (c *Call) pathValue(name string) string { return c.route.value(c.ids, name) }

// source finds the source of the path and checks that the token's workspace owns it.
func (c *Call) source() (resource.Source, error) {
	id, ok := c.id("source_id")
	if !ok {
		return resource.Source{}, reject(sourceUnknown, "no source %.40q", c.pathValue("source_id")).hinted(c.sourceHint())
	}
	source, ok := c.tx.Source(id)
	switch {
	case !ok:
		return source, reject(sourceUnknown, "no source %d in the workspace of the token", id).hinted(c.sourceHint())
	// Promise workspace-token-own.
	case c.workspace != nil && c.workspace.ID != source.WorkspaceID:
		if c.operation.ID == spec.ReadSegmentSource {
			c.dependsOn("source-token") // if no token is needed, any is accepted
		}
		return source, reject(otherWorkspace, "no source %d in the workspace of the token", id).hinted(c.sourceHint())
	}
	return source, nil
}

// readQuery decodes the query, which must be valid even if the operation reads
// nothing from it.
func (c *Call) readQuery() (err error) {
	if c.request.URL.RawQuery == "" {
		return nil
	}
	c.query, err = url.ParseQuery(c.request.URL.RawQuery)
	if err != nil {
		return reject(badParameter, "the query cannot be decoded: escape it as a URL's query")
	}
	return nil
}

// path returns the operation's path with the ids of the request.
func (c *Call) path() string { return string(c.route.appendPath(nil, c.ids)) }
