package history

import (
	"slices"
	"strings"
	"testing"

	"understudy/steps/client"
	"understudy/steps/paging"
)

func TestARecordShowsTheSameOnEveryPage(t *testing.T) {
	const first = `{"id":7,"email":"é@a.example","created_at":"2026-01-02T10:00:00Z","created_by_id":3,"claimed_at":null,"role":"member",
		"associated_workspace_invitations":[{"id":1,"workspace_id":5,"role":"Viewer"},{"id":2,"workspace_id":6,"role":"Owner"}],"extra":1}`
	for rule, c := range map[string]struct{ old, new, want string }{
		"the same":                       {"", "", ""},
		"another notation of a text":     {`é@`, `\u00e9@`, ""},
		"another notation of a number":   {`"created_by_id":3`, `"created_by_id":3.0`, ""},
		"another notation of an instant": {`10:00:00Z`, `12:00:00.25+02:00`, ""},
		"an instant without an offset":   {`10:00:00Z`, `12:00:00`, ""},
		"a member that is absent":        {`"claimed_at":null,`, ``, ""},
		"an empty text for null":         {`"claimed_at":null`, `"claimed_at":""`, ""},
		"another member":                 {`"extra":1`, `"extra":2`, ""},
		"items in another order":         {`{"id":1,"workspace_id":5,"role":"Viewer"},{"id":2,"workspace_id":6,"role":"Owner"}`, `{"id":2,"workspace_id":6,"role":"Owner"},{"id":1,"workspace_id":5,"role":"Viewer"}`, ""},
		"another text":                   {`é@`, `e@`, "invitation-email"},
		"another instant":                {`10:00`, `11:00`, "invitation-created-at"},
		"another number":                 {`"created_by_id":3`, `"created_by_id":4`, "invitation-created-by-id"},
		"a value that is null elsewhere": {`"claimed_at":null`, `"claimed_at":"2026-02-02T10:00:00Z"`, "invitation-claimed-at"},
		"fewer items":                    {`,{"id":2,"workspace_id":6,"role":"Owner"}`, ``, "invitation-workspace-invitations"},
		"another value in an item":       {`Owner`, `Editor`, "invitation-workspace-invitations"},
		"another record":                 {`"id":7,"email":"é`, `"id":8,"email":"x`, ""},
	} {
		second := first
		if c.old != "" {
			second = strings.Replace(first, c.old, c.new, 1)
			if second == first {
				t.Fatalf("%s: the page does not contain what the case replaces", rule)
			}
		}
		var s Records
		s.Note(paging.ListingOf("invitations"), nil, listed(first))
		var blamed []string
		for _, found := range s.Note(paging.ListingOf("invitations"), paging.Query{}.With("order", "asc"), listed(second)) {
			blamed = append(blamed, found.Member.Promise)
			if is, ok := found.Shows(paging.ListingOf("invitations"), listed(second)); !ok || is != found.Is || is == found.Was {
				t.Errorf("%s: %q is shown, and %+v says otherwise", rule, is, found)
			}
		}
		if got := strings.Join(slices.Compact(blamed), ", "); got != c.want {
			t.Errorf("%s: broken promise %q, want %q", rule, got, c.want)
		}
	}
}

func TestOneContradictionIsFoundPerPromise(t *testing.T) {
	of := func(promise, key string) (c Contradiction) {
		c.Member.Promise, c.Key = promise, key
		return c
	}
	first, second, other := of("invitation-email", "7"), of("invitation-email", "8"), of("invitation-role", "8")
	found := addOnePerPromise(addOnePerPromise(nil, []Contradiction{first}), []Contradiction{second, other, other})
	if len(found) != 2 || found[0].Key != "7" || found[1].Member.Promise != "invitation-role" {
		t.Errorf("%+v", found)
	}
}

func TestAnEmptyArrayIsNoneAndNotFewer(t *testing.T) {
	for second, want := range map[string]int{`{"id":7}`: 0, `{"id":7,"associated_workspace_invitations":null}`: 0, `{"id":7,"associated_workspace_invitations":[{"id":1}]}`: 1} {
		var s Records
		s.Note(paging.ListingOf("invitations"), nil, listed(`{"id":7,"associated_workspace_invitations":[]}`))
		if found := s.Note(paging.ListingOf("invitations"), paging.Query{}.With("order", "asc"), listed(second)); (len(found) > 0) != (want > 0) {
			t.Errorf("%s: %+v", second, found)
		}
	}
}

func TestAMemberIsReadAgainAFewTimes(t *testing.T) {
	var s Records
	for range mostRereads {
		if !s.ClaimReread("invitation-email") {
			t.Fatal("it is not looked at again")
		}
	}
	if s.ClaimReread("invitation-email") || !s.ClaimReread("invitation-role") {
		t.Error("each promise is looked at again three times")
	}
}

// listed returns a response with one record.
func listed(record string) *client.Exchange {
	return &client.Exchange{Status: 200, Body: []byte(`{"data":[` + record + `]}`)}
}
