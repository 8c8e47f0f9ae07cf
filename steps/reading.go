package steps

import (
	"crypto/sha256"
	"sync"

	"github.com/tidwall/gjson"

	"understudy/spec/contract"
	"understudy/steps/client"
)

// checked is what the contract check found in an answer, and what the answer
// showed. Runs and scenarios share it: nobody changes it.
type checked struct {
	violations []contract.Violation
	seen       map[string]contract.Seen
	// valid says that the body is one JSON value, whatever else is wrong with it.
	valid bool
}

// question is all that the answer of the contract check depends on.
type question struct {
	operation    string
	status       int
	body         [sha256.Size]byte
	keepPersonal bool
}

// readings keeps what was found in answers, for those that come again byte for
// byte, as most of a list does: the check of an answer depends on nothing else.
// It holds two generations of bounded size; what neither was asked for in the
// meantime goes with the older one.
type readings struct {
	mu         sync.Mutex
	young, old map[question]checked
}

// generation is how many answers a generation holds, of some ten kilobytes each.
const generation = 512

// answersRead are the readings of the process.
var answersRead readings

// of is what the contract check finds in an answer, by the check where the same
// answer was not read before.
func (rs *readings) of(q question, check func() checked) checked {
	if c, ok := rs.known(q); ok {
		return c
	}
	c := check()
	rs.mu.Lock()
	defer rs.mu.Unlock()
	rs.keep(q, c)
	return c
}

func (rs *readings) known(q question) (checked, bool) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	c, ok := rs.young[q]
	if !ok {
		if c, ok = rs.old[q]; ok {
			rs.keep(q, c)
		}
	}
	return c, ok
}

func (rs *readings) keep(q question, c checked) {
	if rs.young == nil || len(rs.young) >= generation {
		rs.old, rs.young = rs.young, make(map[question]checked, generation)
	}
	rs.young[q] = c
}

// read holds an answer against the contract. Of what is found nothing is kept
// that is not for reports, which goes by its place in the body: every finding is
// told from here.
func (r *run) read(e *client.Exchange) checked {
	q := question{e.Operation, e.Status, sha256.Sum256(e.Body), r.opts.KeepPersonalData}
	return answersRead.of(q, func() checked {
		violations, seen := contract.CheckAndObserve(e.Operation, contract.Answer{Status: e.Status, Body: e.Body})
		if len(violations) > 0 {
			shown := r.redact.Found(e.Body)
			for i, v := range violations {
				violations[i].Found = shown(v.Pointer, v.Found)
			}
		}
		return checked{violations, seen, gjson.ValidBytes(e.Body)}
	})
}
