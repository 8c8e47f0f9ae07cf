package history

import (
	"slices"
	"sync"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/probe"
	"understudy/steps/scenario"
)

// Labels are the labels that connectors were sent and have.
type Labels struct {
	mu sync.Mutex
	// sentFor are the service_names of the connectors that each label was sent for.
	sentFor map[string][]string
	// sent are the labels of requests that succeeded, of any connector: words such as null and 007
	// do not have the run's id.
	sent map[string]bool
	// shown is the label that the last success about each connector showed, by its service_name.
	shown map[string]string
	// kept are the connectors whose labels a response has shown as they were sent, in the order in
	// which they got them.
	kept []world.Connector
}

// NoteSent records for which connectors a label was sent: for one, and for those that were
// created with it. An update that the document does not describe counts where its response
// is about the connector of its path: it may go to another one, or rename it.
func NoteSent(r *world.Run, e *client.Exchange) {
	service, label := world.ServiceOf(e), world.SentMember(e, "label")
	accepted := e.Operation == spec.UpdateConnector && e.Accepted() && e.Get("data.service_name").String() == service
	if service == "" || !e.Allowed && !accepted || !r.IsOurs(label) {
		return
	}
	l := &Of(r).Labels
	l.mu.Lock()
	defer l.mu.Unlock()
	if e.Operation == spec.UpdateConnector && scenario.MayHaveDone(e) && !e.Accepted() {
		delete(l.shown, service) // whether it has the label is not known
	}
	others := l.sentFor[label]
	if !slices.Contains(others, service) && (len(others) == 0 || e.Operation == spec.CreateConnector) {
		l.sentFor[label] = append(others, service)
	}
}

// NoteSuccess records what a success shows: an update of a connector, the label that was sent, the
// one that the connector has, and whether it has configuration fields.
func NoteSuccess(r *world.Run, e *client.Exchange) {
	service := world.ServiceOf(e)
	noteUpdated(Of(r), service, e)
	Of(r).Labels.noteShown(service, e)
	Of(r).Fields.note(service, e)
}

func (l *Labels) noteShown(service string, e *client.Exchange) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if sent := world.SentMember(e, "label"); sent != "" {
		l.sent[sent] = true
	}
	shown := e.Get(client.LabelShown)
	if service != "" && shown.Type == gjson.String && e.Get("data.service_name").String() == service {
		l.shown[service] = shown.String()
	}
}

// ShownLast returns the label that the last success about a connector showed; "" where none did.
func (l *Labels) ShownLast(service string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.shown[service]
}

// IsForeign reports whether the label of a service_name is none that the run has sent: another
// one may be that of another connector, or have been sent at the same time.
func IsForeign(r *world.Run, service, label string) bool {
	l := &Of(r).Labels
	l.mu.Lock()
	defer l.mu.Unlock()
	return label == service || !r.IsOurs(label) && !l.sent[label]
}

// ShowsOthersLabel returns a finding where a connector has a label that was sent for another one.
func ShowsOthersLabel(r *world.Run, e *client.Exchange) *outcome.Finding {
	service, label := world.ServiceOf(e), e.Get(client.LabelShown).String()
	l := &Of(r).Labels
	l.mu.Lock()
	others := l.sentFor[label]
	l.mu.Unlock()
	if service == "" || len(others) == 0 || slices.Contains(others, service) {
		return nil
	}
	return outcome.Found(e, "a label that was sent for the connector "+service, "%q, which was sent for %s", label,
		others[0]).About("connector-label-kept")
}

// NoteKept records a connector of the run whose label a response shows as it was sent last: its
// place is that of the first such response.
func (l *Labels) NoteKept(c world.Connector, e *client.Exchange) {
	shown := e.Get(client.LabelShown)
	isShown := e.Accepted() && shown.Type == gjson.String && probe.Same(c.Label, shown.Str)
	if c.Whole == nil || c.Label == "" || !isShown {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.kept, func(known world.Connector) bool { return known.Service == c.Service })
	switch {
	case i >= 0 && probe.Same(l.kept[i].Label, c.Label):
		l.kept[i] = c
		return
	case i >= 0:
		l.kept = slices.Delete(l.kept, i, i+1)
	}
	l.kept = append(l.kept, c)
}

// LongestKept returns the first connector whose label was read back and not changed since, and,
// where labels were read back, the first one that was published with a label.
func (h *History) LongestKept() (longest []world.Connector) {
	l := &h.Labels
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, published := range []bool{false, true} {
		of := slices.DeleteFunc(slices.Clone(l.kept), func(c world.Connector) bool {
			return h.Published.Has(c.Service) != published
		})
		if len(of) == 0 {
			break
		}
		i := slices.IndexFunc(of, func(c world.Connector) bool { return probe.Same(c.Label, l.shown[c.Service]) })
		if i >= 0 {
			longest = append(longest, of[i])
		}
	}
	return longest
}
