package lists

import (
	"sync"

	"understudy/steps/client"
)

// atTimes are responses that are wrong at times: the same request gets a right one right after.
// Its zero value is empty.
type atTimes struct {
	mu sync.Mutex
	of map[wrongBy]*wrong
}

// wrongBy is how the responses of an operation are wrong: the promise that they break.
type wrongBy struct{ operation, promise string }

// wrong are the responses that are wrong in one way.
type wrong struct {
	count int
	// stays says that one of them was not followed by a right one.
	stays bool
}

// fewWrong is how many may be a coincidence.
const fewWrong = 1

// note records a wrong response and whether the same request got a right one right after it. It
// returns how many there are, if they are more than fewWrong and each was followed by a right one;
// else 0.
func (a *atTimes) note(promise string, e *client.Exchange, rightAfter bool) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	by := wrongBy{e.Operation, promise}
	w := a.of[by]
	if w == nil {
		w = &wrong{}
		if a.of == nil {
			a.of = map[wrongBy]*wrong{}
		}
		a.of[by] = w
	}
	w.count++
	if w.stays = w.stays || !rightAfter; w.stays || w.count <= fewWrong {
		return 0
	}
	return w.count
}

// stays reports whether a response that was wrong in this way was not followed by a right one.
func (a *atTimes) stays(promise string, e *client.Exchange) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	w := a.of[wrongBy{e.Operation, promise}]
	return w != nil && w.stays
}
