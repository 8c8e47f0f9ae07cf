package history

import (
	"sync"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
)

// Fields is what updates leave of the configuration fields of connectors that are not published. Whether an
// update that sends some members keeps the others is not in the document, so each set of members counts alone.
type Fields struct {
	mu sync.Mutex
	// created are the connectors whose creation shows fields, published those that were published.
	created, published map[string]bool
	// kept and lost count the updates of those connectors that show fields, and that show none, by what they sent.
	kept, lost map[string]int
	// defined counts the updates that define the fields and show none.
	defined int
}

// enoughKept is how many updates have to keep the fields, or to show none of those that they define.
const enoughKept = 2

// note records the fields in a success about a connector.
func (f *Fields) note(service string, e *client.Exchange) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch shows := len(e.Get("data.configuration_fields.fields").Array()) > 0; {
	case e.Operation == spec.CreateConnector:
		f.created[service] = shows
	case e.Operation == spec.PublishConnector:
		f.published[service] = true
	case e.Operation != spec.UpdateConnector, f.published[service], !f.created[service]:
	case shows:
		f.kept[e.ConnectorMembers()]++
	default:
		f.lost[e.ConnectorMembers()]++
		if len(gjson.GetBytes(e.Request.Body, "connector.configuration_definition").Map()) > 0 {
			f.defined++
		}
	}
}

// LostBy reports whether a response to an update of a connector shows no configuration fields, although its
// creation did: where each update with the same members left a connector that is not published its own, or where
// no update of such a connector shows fields, not even those that define them.
func (f *Fields) LostBy(service string, e *client.Exchange) bool {
	fields := e.Get("data.configuration_fields.fields")
	if !e.Accepted() || !fields.IsArray() || len(fields.Array()) > 0 {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	sent := e.ConnectorMembers()
	keepsOthers := f.kept[sent] >= enoughKept && f.lost[sent] == 0
	return f.created[service] && (keepsOthers || len(f.kept) == 0 && f.defined >= enoughKept)
}
