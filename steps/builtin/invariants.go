package builtin

import (
	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/feature"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// What holds for each success response of a run, whichever scenario asked for it.

// EnvelopeRows are the steps on what a list of topics says of itself.
var EnvelopeRows = rows.Group{
	Then: []feature.Step{
		{
			Pattern: `^its pagination agrees with its records$`, Example: `its pagination agrees with its records`,
			Doc:      "page is at least 1, total_records at least the number of records, last_page at least page where there are records, and no record stands twice. A contradiction has to show twice.",
			Requires: []feature.Thing{rows.AListResponse},
			Func:     envelopeAgrees,
		},
	},
}

// noteInvariants keeps what a response to a request that the document allows contradicts.
func noteInvariants(w *world.World, e *client.Exchange) {
	noteLabel(w.Run, e)
	if !e.OK() || e.Rejected() || !e.IsJSON() {
		return
	}
	if e.Operation == spec.ListTopics {
		noteEnvelope(w, e)
	}
	if e.Operation == spec.CreateLink && e.Allowed {
		if f := lacksAuth(e); f != nil {
			w.Run.Violations.Accuse(f.Promise, f.Expected, f.Actual, e)
		}
	}
	if f := world.NamesAnother(e); f != nil && e.Allowed {
		w.Run.Violations.Accuse(f.Promise, f.Expected, f.Actual, e)
	} else if f := showsOthersLabel(w.Run, e); f != nil {
		w.Run.Violations.Accuse(f.Promise, f.Expected, f.Actual, e)
	}
}

// noteLabel remembers for which connector a label was sent first: each is sent for one only.
func noteLabel(r *world.Run, e *client.Exchange) {
	service, label := world.ServiceOf(e), world.SentMember(e, "label")
	if service == "" || !e.Allowed || !r.IsOurs(label) {
		return
	}
	ofRun(r).mu.Lock()
	defer ofRun(r).mu.Unlock()
	if ofRun(r).labelled[label] == "" {
		ofRun(r).labelled[label] = service
	}
}

// showsOthersLabel is the finding that a connector has a label that was sent for another one.
func showsOthersLabel(r *world.Run, e *client.Exchange) *scenario.Finding {
	service, label := world.ServiceOf(e), e.Get("data.label").String()
	ofRun(r).mu.Lock()
	other := ofRun(r).labelled[label]
	ofRun(r).mu.Unlock()
	if service == "" || other == "" || other == service {
		return nil
	}
	f := scenario.Found(e, "a label that was sent for the connector "+service, "%q, which was sent for %s", label, other)
	f.Promise = "connector-label-kept"
	return f
}

// noteEnvelope keeps that a list of topics contradicts itself, where it does so twice.
func noteEnvelope(w *world.World, e *client.Exchange) {
	if f := envelopeOf(w, e); f != nil {
		w.Run.Violations.Accuse(f.Promise, f.Expected, f.Actual, f.Exchange)
	}
}

// envelopeOf is what a list of topics contradicts in itself, also when it is read again.
func envelopeOf(w *world.World, e *client.Exchange) *paging.Finding {
	topics := paging.ListingOf("topics")
	if f := paging.Envelope(topics, e); f == nil {
		return nil
	}
	return paging.Envelope(topics, w.Do(e.Request))
}

// envelopeAgrees checks the list that was read last.
//
// Promise topics-envelope-agrees
func envelopeAgrees(w *world.World) error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	if f := envelopeOf(w, w.Last); f != nil {
		return verdict(w, f)
	}
	if len(w.Last.Get("data").Array()) == 0 {
		return scenario.Skip(report.NoItemSeen, "the list shows no topics")
	}
	return nil
}
