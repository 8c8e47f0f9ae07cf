package builtin

import (
	"cmp"
	"net/url"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// What holds for each success response of a run, whichever scenario asked for it.

// envelopeRows are the steps on what a list of topics says of itself.
var envelopeRows = rows{
	then: []step{
		{
			Pattern: `^its pagination agrees with its records$`, Example: `its pagination agrees with its records`,
			Doc:      "page is at least 1, total_records at least the number of records, last_page at least page where there are records, and no record stands twice. A contradiction has to show twice.",
			Requires: []thing{AListResponse},
			Func:     (*World).envelopeAgrees,
		},
	},
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

// noteInvariants keeps what a response to a request that the document allows contradicts.
func (w *World) noteInvariants(e *client.Exchange) {
	w.run.noteLabel(e)
	if !e.OK() || e.Rejected() || !e.IsJSON() {
		return
	}
	if e.Operation == spec.ListTopics {
		w.noteEnvelope(e)
	}
	if e.Operation == spec.CreateLink && e.Allowed {
		if f := lacksAuth(e); f != nil {
			w.run.Violations.Accuse(f.Promise, f.Expected, f.Actual, e)
		}
	}
	if f := namesAnother(e); f != nil && e.Allowed {
		w.run.Violations.Accuse(f.Promise, f.Expected, f.Actual, e)
	} else if f := w.run.showsOthersLabel(e); f != nil {
		w.run.Violations.Accuse(f.Promise, f.Expected, f.Actual, e)
	}
}

// serviceOf is the service_name of the connector that a request is about: that of its path,
// or of a creation's response.
func serviceOf(e *client.Exchange) string {
	switch n, ok := pathNames[e.Operation]; {
	case e.Operation == spec.CreateConnector:
		return cmp.Or(e.Get("data.service_name").String(), sentOf(e, "service_name"))
	case ok && n.kind == gjson.String:
		steps := strings.Split(e.Path, "/")
		name, _ := url.PathUnescape(steps[max(0, len(steps)-n.place)])
		return name
	}
	return ""
}

// noteLabel remembers for which connector a label was sent first: each is sent for one only.
func (r *Run) noteLabel(e *client.Exchange) {
	service, label := serviceOf(e), sentOf(e, "label")
	if service == "" || !e.Allowed || !r.isOurs(label) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.labelled[label] == "" {
		r.labelled[label] = service
	}
}

// showsOthersLabel is the finding that a connector has a label that was sent for another one.
func (r *Run) showsOthersLabel(e *client.Exchange) *scenario.Finding {
	service, label := serviceOf(e), e.Get("data.label").String()
	r.mu.Lock()
	other := r.labelled[label]
	r.mu.Unlock()
	if service == "" || other == "" || other == service {
		return nil
	}
	f := scenario.Found(e, "a label that was sent for the connector "+service, "%q, which was sent for %s", label, other)
	f.Promise = "connector-label-kept"
	return f
}

// namesAnother is the finding that a response is about another resource than the path.
//
// Promise link-names-its-segment
func namesAnother(e *client.Exchange) *scenario.Finding {
	n, ok := pathNames[e.Operation]
	steps := strings.Split(e.Path, "/")
	if !ok || len(steps) < n.place {
		return nil
	}
	asked, err := url.PathUnescape(steps[len(steps)-n.place])
	v := e.Get(n.member)
	if err != nil || v.Type != n.kind || v.String() == asked || n.kind == gjson.Number && client.Number(v) == asked {
		return nil // of another type, it is for another promise
	}
	f := scenario.Found(e, n.member+" to be "+asked+", as in the path", "%s", v.Raw)
	f.Promise = n.promise
	return f
}

// noteEnvelope keeps that a list of topics contradicts itself, where it does so twice.
func (w *World) noteEnvelope(e *client.Exchange) {
	if f := w.envelopeOf(e); f != nil {
		w.run.Violations.Accuse(f.Promise, f.Expected, f.Actual, f.Exchange)
	}
}

// envelopeOf is what a list of topics contradicts in itself, also when it is read again.
func (w *World) envelopeOf(e *client.Exchange) *paging.Finding {
	topics := paging.ListingOf("topics")
	if f := paging.Envelope(topics, e); f == nil {
		return nil
	}
	return paging.Envelope(topics, w.Do(e.Request))
}

// envelopeAgrees checks the list that was read last.
//
// Promise topics-envelope-agrees
func (w *World) envelopeAgrees() error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	if f := w.envelopeOf(w.Last); f != nil {
		return w.verdict(f)
	}
	if len(w.Last.Get("data").Array()) == 0 {
		return scenario.Skip(report.NoItemSeen, "the list shows no topics")
	}
	return nil
}
