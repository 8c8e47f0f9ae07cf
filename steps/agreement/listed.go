package agreement

import (
	"path"
	"slices"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
	"understudy/steps/jsonvalue"
)

// recordTimes are the times, of creation say, that a list has shown of its records. In a list that
// changes, an id may be used again: one other time is a doubt, the second is a contradiction.
type recordTimes struct {
	first instants
	// doubted is how often a time differed from the first one of its record, others are
	// those times.
	doubted int
	others  map[string]bool
}

func newRecordTimes() *recordTimes {
	return &recordTimes{first: instants{}, others: map[string]bool{}}
}

// invitations are the created_at, the claimed_at and the e-mail addresses of invitations.
type invitations struct {
	created, claimed *recordTimes
	// emails are the addresses that an invitation was shown with, by its id and its created_at.
	emails map[string][]string
}

func newInvitations() invitations {
	return invitations{newRecordTimes(), newRecordTimes(), map[string][]string{}}
}

// mostEmails is how many addresses an invitation may be shown with: one may be corrected.
const mostEmails = 2

// mostRecords limits how many times of the records of a list are kept.
const mostRecords = 2000

func (a *Agreement) checkListedInvitations(e *client.Exchange, cs *contradictions) {
	created, claimed := a.invitations.created, a.invitations.claimed
	created.note(e, "created_at", "", func(of, at, before string) {
		if created.doubted++; created.doubted == 2 {
			cs.add("invitation-created-at", "the created_at of an invitation to stay "+before, "%s", at)
			(*cs)[len(*cs)-1].Invitation = path.Base(of)
		}
	})
	claimed.note(e, "claimed_at", "", func(of, at, before string) {
		if claimed.addOther(of, at) {
			cs.add("invitation-claimed-at", "the claimed_at of an invitation to stay "+before, "%s", at)
			(*cs)[len(*cs)-1].Invitation = path.Base(of)
		}
	})
	a.checkEmails(e, cs)
}

// checkEmails checks that each invitation keeps its e-mail address. One with another created_at is
// another invitation.
func (a *Agreement) checkEmails(e *client.Exchange, cs *contradictions) {
	if !isSuccess(e) || !e.Allowed {
		return
	}
	for _, r := range e.Records() {
		of, email := r.Get("id").Raw+" "+r.Get("created_at").Raw, r.Get("email").String()
		shown, known := a.invitations.emails[of]
		if slices.Contains(shown, email) || !known && len(a.invitations.emails) >= mostRecords {
			continue
		}
		if len(shown) == mostEmails {
			cs.add("invitation-email", "the email of an invitation to stay the same", "a third one")
			return
		}
		a.invitations.emails[of] = append(shown, email)
	}
}

// checkListedTopics compares the topics of each source. One with another name is another topic,
// and one that was created again has one other time, in all responses from then on.
func (a *Agreement) checkListedTopics(e *client.Exchange, cs *contradictions) {
	a.topics.note(e, "created_at", "name", func(of, at, before string) {
		if a.topics.addOther(of, at) {
			cs.add("topic-created-at", "the created_at of a topic to stay "+before, "%s", at)
		}
	})
}

// addOther records another time of a record, and reports whether it is the second such time of the
// list: from then on, no more are recorded.
func (t *recordTimes) addOther(of, at string) (isSecond bool) {
	k := of + " " + at
	if t.others[k] || len(t.others) == 2 {
		return false
	}
	t.others[k] = true
	return len(t.others) == 2
}

// note records the time of each record of a list, by a member, and calls a function where it is
// another one than at first. A record is one with an id, and with a value of a further member, if there is one.
func (t *recordTimes) note(e *client.Exchange, member, further string, differs func(of, at, before string)) {
	if !isSuccess(e) || !e.Allowed {
		return
	}
	e.Get("data").ForEach(func(_, r gjson.Result) bool {
		id, at := r.Get("id"), r.Get(member)
		if id.Type != gjson.Number || at.Type != gjson.String {
			return true
		}
		of := e.Path + "/" + jsonvalue.Number(id)
		if further != "" {
			of += " " + jsonvalue.Key(r.Get(further))
		}
		if _, known := t.first[of]; !known && len(t.first) >= mostRecords {
			return true
		}
		if before := t.first.note(of, at.Str); before != "" {
			differs(of, at.Str, before)
		}
		return true
	})
}
