package history

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"understudy/steps/client"
	"understudy/steps/paging"
)

// showing is a list of one invitation, sent a second after the moment and received another
// one later.
func showing(member string, at int) *client.Exchange {
	return &client.Exchange{Request: client.Request{Path: "/list", Allowed: true}, Status: 200, Duration: time.Second, Received: time.Unix(int64(2*at+2), 0),
		Body: fmt.Appendf(nil, `{"data":[{"id":7,%s}]}`, member)}
}

func TestAValueThatGoesBackIsCounted(t *testing.T) {
	const claimed, unclaimed = `"claimed_at":"2024-05-01T10:00:00Z","claimed_by_id":3`, `"claimed_at":null`
	for _, c := range []struct {
		rule    string
		shown   []string
		promise string
		times   int
		away    bool
	}{
		{"the same", []string{`"role":"a"`, `"role":"a"`}, "invitation-role", 0, false},
		{"a change", []string{`"role":"a"`, `"role":"b"`, `"role":"b"`}, "invitation-role", 0, true},
		{"a change and its undoing", []string{`"role":"a"`, `"role":"b"`, `"role":"a"`}, "invitation-role", 1, false},
		{"twice", []string{`"role":"a"`, `"role":"b"`, `"role":"a"`, `"role":"b"`, `"role":"b"`, `"role":"a"`}, "invitation-role", 2, false},
		{"claimed once", []string{unclaimed, claimed, claimed}, "invitation-claim-is-whole", 0, true},
		{"claimed at times", []string{claimed, unclaimed, claimed}, "invitation-claim-is-whole", 1, false},
		{"an instant in two notations", []string{`"created_at":"2024-05-01T10:00:00Z"`, `"created_at":"2024-05-01T12:00:00+02:00"`, `"created_at":"2024-05-01T10:00:00Z"`}, "invitation-created-at", 0, false},
		{"an instant in another zone at times", []string{`"claimed_at":"2024-05-01T10:00:00Z"`, `"claimed_at":"2024-05-01T12:00:00Z"`, `"claimed_at":"2024-05-01T10:00:00Z"`}, "invitation-claimed-at", 1, false},
		{"an instant to the hour", []string{`"claimed_at":"2024-05-01T10:00:00Z"`, `"claimed_at":"2024-05-01T10:59:59Z"`, `"claimed_at":"2024-05-01T10:00:00Z"`}, "invitation-claimed-at", 0, false},
		{"an instant that is rounded otherwise", []string{`"created_at":"2024-05-01T10:00:00Z"`, `"created_at":"2024-05-01T10:00:01Z"`, `"created_at":"2024-05-01T10:00:00Z"`}, "invitation-created-at", 0, false},
	} {
		var s Records
		for i, member := range c.shown {
			s.Note(paging.ListingOf("invitations"), nil, showing(member, i))
		}
		all := s.Reversals("/list")[c.promise].Times
		if len(all) != c.times || s.AnyDiffers("/list") != c.away {
			t.Errorf("%s: %v, away %t", c.rule, all, s.AnyDiffers("/list"))
		}
		var member Contradiction
		member.Member.Promise = c.promise
		if s.WentBackTwice("/list", member) != (c.times > 1) {
			t.Errorf("%s: went back twice %t", c.rule, c.times <= 1)
		}
		if c.rule == "twice" && !strings.Contains(all[0].Says, `role of 7 is "a" at times, and "b" at others`) {
			t.Error(all[0].Says)
		}
	}
	if len((&Records{}).Reversals("/list")) > 0 {
		t.Error("nothing was read")
	}
}

func TestAResponseUnderWayMakesNoReversal(t *testing.T) {
	var s Records
	s.Note(paging.ListingOf("invitations"), nil, showing(`"role":"a"`, 0))
	s.Note(paging.ListingOf("invitations"), nil, showing(`"role":"b"`, 1))
	late := showing(`"role":"a"`, 1)
	late.Received = late.Received.Add(500 * time.Millisecond)
	s.Note(paging.ListingOf("invitations"), nil, late)
	if all := s.Reversals("/list"); len(all) > 0 {
		t.Errorf("%v: the request was sent before the other value was shown", all)
	}
}
