package builtin

import (
	"understudy/spec"
	"understudy/steps/builtin/links"
	"understudy/steps/builtin/lists"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/scenario"
)

// noteInvariants keeps what a response to a request that the document allows contradicts.
func noteInvariants(w *world.World, e *client.Exchange) {
	noteLabel(w.Run, e)
	if !e.OK() || e.Rejected() || !e.IsJSON() {
		return
	}
	if e.Operation == spec.ListTopics {
		lists.NoteEnvelope(w, e)
	}
	if e.Operation == spec.CreateLink && e.Allowed {
		if f := links.LacksAuth(e); f != nil {
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
