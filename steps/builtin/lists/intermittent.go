package lists

import (
	"sync"
	"time"

	"understudy/steps/client"
)

// intermittent counts the responses that are wrong although the same request gets a right one
// right after. Its zero value is empty.
type intermittent struct {
	mu     sync.Mutex
	faults map[fault]*faulty
}

// fault is how the responses of an operation are wrong: the promise that they break.
type fault struct{ operation, promise string }

// faulty are the responses with a fault.
type faulty struct {
	count int
	// rightAt is when the first right response after the last of them was there.
	rightAt time.Time
	// persists says that one of them was not followed by a right one.
	persists bool
}

// fewFaulty is how many may be a coincidence.
const fewFaulty = 1

// note records a wrong response and the last one to the same request, sent again, and whether that
// is right. It returns how many there are, if they are more than fewFaulty and each was followed
// by a right one; else 0. Those of the same moment count once: the deployment may have been busy.
func (i *intermittent) note(promise string, wrong, last *client.Exchange, isRight bool) int {
	i.mu.Lock()
	defer i.mu.Unlock()
	at := fault{wrong.Operation, promise}
	f := i.faults[at]
	if f == nil {
		f = &faulty{}
		if i.faults == nil {
			i.faults = map[fault]*faulty{}
		}
		i.faults[at] = f
	}
	if f.persists = f.persists || !isRight; f.persists {
		return 0
	}
	if sent := wrong.Received.Add(-wrong.Duration); !sent.After(f.rightAt) {
		return 0
	}
	f.rightAt = last.Received
	if f.count++; f.count <= fewFaulty {
		return 0
	}
	return f.count
}

// persists reports whether a response with a fault was not followed by a right one.
func (i *intermittent) persists(promise, operation string) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	f := i.faults[fault{operation, promise}]
	return f != nil && f.persists
}
