package world

import (
	"testing"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/target"
)

func TestTwoInvitationsWithAnIDDoNotContradictEachOther(t *testing.T) {
	shows := func(createdAt string) *client.Exchange {
		return &client.Exchange{Request: client.Request{Operation: spec.ListInvitations, Method: "GET", Path: "/api/v1/invitations", Allowed: true,
			Scheme: client.Bearer, Token: "personal"},
			Status: 200, Body: []byte(`{"status":"success","data":[{"id":1,"created_at":"` + createdAt + `"}]}`)}
	}
	other := shows("2025-01-01T00:00:00Z")
	for rule, c := range map[string]struct {
		duplicate *outcome.Finding
		want      string
	}{
		"one invitation with two times": {nil, "invitation-created-at"},
		"two invitations": {&outcome.Finding{Promise: paging.Partition, Expected: "each once", Actual: "twice", Exchange: other},
			paging.Partition},
	} {
		w := worldOn(t, target.Target{Tokens: target.Tokens{Personal: "personal"}})
		w.DuplicateInvitation = func(string) *outcome.Finding { return c.duplicate }
		w.Agree(shows("2024-01-01T00:00:00Z"))
		w.Agree(other)
		w.Agree(other) // it has to show twice
		if all := w.Run.Violations.All(); len(all) != 1 || all[0].Promise != c.want {
			t.Errorf("%s: %+v, want one of %s", rule, all, c.want)
		}
	}
}
