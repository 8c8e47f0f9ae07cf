package api

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"understudy/server/resource"
	"understudy/spec"
)

// preflightHint adds to the rejection of a browser's preflight, which asks whether a page
// of another origin may send a request, how to allow that.
func preflightHint(r *http.Request, err error) error {
	var rejected *Rejection
	if r.Method != http.MethodOptions || !errors.As(err, &rejected) || rejected.kind != wrongMethod {
		return err
	}
	rejected.message += ". For pages of another origin start the fake with --cors " + origin(r)
	rejected.hint = "for pages of another origin start the fake with --cors ORIGIN"
	return rejected
}

// origin returns the origin of the page that a request comes from, or an example of one.
func origin(r *http.Request) string {
	sent := r.Header.Get("Origin")
	if u, err := url.Parse(sent); err == nil && u.Host != "" && u.Scheme+"://"+u.Host == sent {
		return sent
	}
	return "ORIGIN, such as http://localhost:3000"
}

// mostTried is how many rows are looked at to name one in a hint.
const mostTried = 100

// sourceHint names a source of the token's workspace that has what the operation is
// about: topics or, for all others, a dataset.
func (c *Call) sourceHint() string {
	if c.workspace == nil {
		return ""
	}
	tried := 0
	for s := range c.tx.AllSources() {
		if tried++; tried > mostTried {
			break
		}
		switch {
		case s.WorkspaceID != c.workspace.ID:
		case c.operation.ID == spec.ListTopics && s.HasTopics() && c.tx.CountTopics(s.ID) > 0:
			return fmt.Sprintf("source %d has topics", s.ID)
		case c.operation.ID != spec.ListTopics && len(s.Datasets) > 0:
			return fmt.Sprintf("source %d has the dataset %d", s.ID, s.Datasets[0].ID)
		}
	}
	return ""
}

// destinationHint names a destination of the token's workspace, for a list one with
// objects.
func (c *Call) destinationHint() string {
	tried := 0
	for d := range c.tx.AllDestinations() {
		if tried++; tried > mostTried {
			break
		}
		switch {
		case d.WorkspaceID != c.workspace.ID:
		case c.operation.ID != spec.ListDestinationObjects:
			return fmt.Sprintf("there is destination %d", d.ID)
		case c.tx.CountDestinationObjects(d.ID) > 0:
			return fmt.Sprintf("destination %d has objects", d.ID)
		}
	}
	return ""
}

// segmentHint names a segment of a source.
func (c *Call) segmentHint(source resource.Source) string {
	for _, s := range c.tx.SomeSegments(source.ID, 1) {
		return fmt.Sprintf("it has segment %d", s.ID)
	}
	return "it has no segment"
}
