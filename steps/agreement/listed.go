package agreement

import (
	"path"

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

// invitationTimes are the created_at and the claimed_at of invitations.
type invitationTimes struct{ created, claimed *recordTimes }

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
