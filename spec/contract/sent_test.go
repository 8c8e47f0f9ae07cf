package contract

import (
	"fmt"
	"slices"
	"testing"

	"understudy/spec"
)

func TestSentListsWhatARequestGives(t *testing.T) {
	for _, c := range []struct {
		method, path, query, body string
		operation                 string
		given                     []string
	}{
		{"GET", "/api/v1/invitations", "page=2&colour=red", "", spec.ListInvitations, []string{"query page"}},
		{"HEAD", "/api/v1/sources/7/topics", "", "", spec.ListTopics, []string{"path source_id"}},
		{"POST", "/api/v1/sources/7/filter_segments", "", `{"name":"a","molecules":[{"operator":"isnull"}],"other":1}`, spec.CreateSegment,
			[]string{"path source_id", "body /name", "body /molecules", "body /molecules/*"}},
		{"POST", "/api/v1/sources/7/filter_segments", "", `{"name":`, spec.CreateSegment, []string{"path source_id"}},
		{"GET", "/api/v2/invitations", "page=2", "", "", nil},
		{"DELETE", "/api/v1/invitations", "", "", "", nil},
	} {
		operation, given := Sent(Request{Method: c.method, Path: c.path, RawQuery: c.query, Body: []byte(c.body)})
		var words []string
		for _, p := range given {
			words = append(words, p.In+" "+p.Name)
		}
		if operation != c.operation || !slices.Equal(words, c.given) {
			t.Errorf("%s %s: %s %q, want %s %q", c.method, c.path, operation, words, c.operation, c.given)
		}
	}
}

func TestEveryParameterOfTheContractIsListed(t *testing.T) {
	if got := fmt.Sprint(Parameters(spec.ListDestinationObjects)); got != "[{path destination_id} {query page} {query per_page} {query order}]" {
		t.Error(got)
	}
	for _, op := range spec.Operations {
		if got, want := len(Parameters(op.ID)), len(requests[op.ID]); got != want {
			t.Errorf("%s: %d parameters, want %d", op.ID, got, want)
		}
	}
}
