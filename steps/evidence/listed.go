package evidence

import (
	"path"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
	"understudy/steps/jsonvalue"
)

// recordTimes are the creation times that a list has shown of its records. In a list that
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

// mostRecords limits how many creation times of the records of a list are kept.
const mostRecords = 2000

func (a *Agreement) listedInvitations(e *client.Exchange, cs *contradictions) {
	t := a.listed[e.Operation]
	t.moved(e, "", func(of, at, before string) {
		if t.doubted++; t.doubted == 2 {
			cs.add("invitation-created-at", "the created_at of an invitation to stay "+before, "%s", at)
			(*cs)[len(*cs)-1].Invitation = path.Base(of)
		}
	})
}

// listedTopics compares the topics of each source. One with another name is another topic,
// and one that was created again has one other time, in all responses from then on.
func (a *Agreement) listedTopics(e *client.Exchange, cs *contradictions) {
	t := a.listed[e.Operation]
	t.moved(e, "name", func(of, at, before string) {
		if k := of + " " + at; t.others[k] || len(t.others) == 2 {
			return
		} else if t.others[k] = true; len(t.others) == 2 {
			cs.add("topic-created-at", "the created_at of a topic to stay "+before, "%s", at)
		}
	})
}

// moved calls a function with each record of a list whose creation time is another one than
// at first. A record is one with an id, and with a value of a further member, if there is one.
func (t *recordTimes) moved(e *client.Exchange, further string, differs func(of, at, before string)) {
	if !isSuccess(e) || !e.Allowed {
		return
	}
	e.Get("data").ForEach(func(_, r gjson.Result) bool {
		id, at := r.Get("id"), r.Get("created_at")
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
		if before := t.first.moved(of, at.Str); before != "" {
			differs(of, at.Str, before)
		}
		return true
	})
}
