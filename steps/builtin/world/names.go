package world

import (
	"cmp"
	"net/url"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
)

// SentMember is a member of the connector that was sent, or of the body where that
// holds none.
func SentMember(e *client.Exchange, member string) string {
	body := gjson.ParseBytes(e.Request.Body)
	if c := body.Get("connector"); c.Exists() {
		body = c
	}
	return body.Get(member).String()
}

// pathNames says, per operation, which member of a response names what the path names, at
// which place from its end the path does, and which promise says so.
var pathNames = map[string]struct {
	member  string
	kind    gjson.Type
	place   int
	promise string
}{
	spec.UpdateDestination: {"data.id", gjson.Number, 1, "destination-named-by-its-id"},
	spec.UpdateConnector:   {"data.service_name", gjson.String, 1, "connector-service-name-kept"},
	spec.PublishConnector:  {"data.service_name", gjson.String, 2, "connector-service-name-kept"},
	spec.CreateLink:        {"data.segment_id", gjson.Number, 2, "link-names-its-segment"},
}

// ServiceOf is the service_name of the connector that a request is about: that of its path,
// or of a creation's response.
func ServiceOf(e *client.Exchange) string {
	switch e.Operation {
	case spec.CreateConnector:
		return cmp.Or(e.Get("data.service_name").String(), SentMember(e, "service_name"))
	case spec.UpdateConnector, spec.PublishConnector:
		return e.ServiceName()
	}
	return ""
}

// NamedByPath returns the name of the resource that the path of a request names, and the member of the response that
// names it, too; both are empty for other operations.
func NamedByPath(e *client.Exchange) (member, asked string) {
	n, ok := pathNames[e.Operation]
	steps := strings.Split(e.Path, "/")
	if !ok || len(steps) < n.place {
		return "", ""
	}
	asked, err := url.PathUnescape(steps[len(steps)-n.place])
	if err != nil {
		return "", ""
	}
	return n.member, asked
}

// NamesAnother is the finding that a response is about another resource than the path.
//
// Promise link-names-its-segment
func NamesAnother(e *client.Exchange) *outcome.Finding {
	member, asked := NamedByPath(e)
	n, v := pathNames[e.Operation], e.Get(member)
	if member == "" || v.Type != n.kind || v.String() == asked || n.kind == gjson.Number && jsonvalue.Number(v) == asked {
		return nil // of another type, it is for another promise
	}
	return outcome.Found(e, member+" to be "+asked+", as in the path", "%s", v.Raw).At(member).About(n.promise)
}

// IsOurs reports whether a text is one that the run gave.
func (r *Run) IsOurs(text string) bool { return strings.Contains(strings.ToLower(text), r.ID) }
