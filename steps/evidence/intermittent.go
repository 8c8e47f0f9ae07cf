package evidence

import (
	"sync"
	"time"

	"understudy/steps/client"
)

// Intermittent counts wrong responses to requests that get a right one when they are sent again.
// Its zero value is empty.
type Intermittent struct {
	// MostLasting is how many requests of the same kind may stay without a right response before no
	// more are counted: there, a response depends on what is sent. 0 is one.
	MostLasting int

	mu    sync.Mutex
	kinds map[kindOfWrong]*incidents
}

// kindOfWrong is where responses are wrong, an operation or a path, and the promise that they
// break.
type kindOfWrong struct{ where, promise string }

// incidents are the wrong responses of a kind.
type incidents struct {
	count int
	// rightAt is when the right response after the last of them was received.
	rightAt time.Time
	// lasting is how many were not followed by a right one.
	lasting int
}

// coincidence is how many wrong responses may be one.
const coincidence = 1

// Passed records a wrong response, and the right one to the same request that followed. It reports
// whether there have been several, which were not all at the same time: then the deployment may
// have been busy.
func (i *Intermittent) Passed(where, promise string, wrong, right *client.Exchange) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	in := i.of(where, promise)
	if i.isOver(in) || !wrong.Began.After(in.rightAt) {
		return false
	}
	in.rightAt = right.Received
	in.count++
	return in.count > coincidence
}

// Lasted records that a request got no right response, however often it was sent.
func (i *Intermittent) Lasted(where, promise string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.of(where, promise).lasting++
}

// WasOnce reports whether one wrong response of a kind was recorded, which may be a coincidence.
func (i *Intermittent) WasOnce(where, promise string) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	in := i.of(where, promise)
	return in.count == coincidence && !i.isOver(in)
}

// IsOver reports whether no more responses of a kind are counted: see MostLasting.
func (i *Intermittent) IsOver(where, promise string) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.isOver(i.of(where, promise))
}

func (i *Intermittent) isOver(in *incidents) bool { return in.lasting >= max(1, i.MostLasting) }

func (i *Intermittent) of(where, promise string) *incidents {
	if i.kinds == nil {
		i.kinds = map[kindOfWrong]*incidents{}
	}
	kind := kindOfWrong{where, promise}
	if i.kinds[kind] == nil {
		i.kinds[kind] = &incidents{}
	}
	return i.kinds[kind]
}
