package scenario

import (
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/evidence"
)

func TestAWriteIsDoubtedAfterSeveralRejections(t *testing.T) {
	const own, targets = "/api/v1/connectors/own", "/api/v1/connectors/targets"
	k := newCreated()
	k.resources[own] = &resource{at: time.Now()}
	var d doubts
	update := func(path string, status int) {
		e := &client.Exchange{Request: client.Request{Operation: spec.UpdateConnector, Path: path, Allowed: true}, Status: status}
		if k.has(e) {
			d.note(e)
		}
	}
	update(own, 422)
	update(own, 200)
	update(targets, 422)
	update(targets, 200) // the connector of the target file is restored by now
	if _, ok := d.in(spec.UpdateConnector); ok {
		t.Error("one rejection is enough")
	}
	update(own, 404)
	if _, ok := d.in(spec.UpdateConnector); ok {
		t.Error("what is not found counts")
	}
	update(own, 422)
	if r, ok := d.in(spec.UpdateConnector); !ok || r.Path != own {
		t.Errorf("%t, %s", ok, r.Path)
	}
}

func TestATokenThatIsRejectedAtTimesIsSeenAcrossOperations(t *testing.T) {
	at := time.Date(2024, 5, 1, 10, 0, 0, 0, time.UTC)
	incident := func(operation string, status, second int) (wrong, right *client.Exchange) {
		began := at.Add(time.Duration(second) * time.Second)
		request := client.Request{Operation: operation}
		return &client.Exchange{Request: request, Status: status, Began: began}, &client.Exchange{Request: request, Status: 200, Received: began.Add(time.Millisecond)}
	}
	r := Run{Evidence: evidence.Evidence{Rejections: new(evidence.Intermittent)}}
	for i, c := range []struct {
		operation string
		status    int
		want      bool
	}{
		{spec.CreateLink, 401, false},
		{spec.UpdateConnector, 403, false},
		{spec.ListTopics, 401, false},
		{spec.CreateLink, 401, true},
	} {
		if got := r.TokenWasRejected(incident(c.operation, c.status, i)); got != c.want {
			t.Errorf("%d: %t", i, got)
		}
	}
}
