package journal

import "sync"

// bodies are those of exchanges that were pushed out before anybody looked at
// them. Under load most are, and to make each anew would cost more than all else
// of a journal.
var bodies sync.Pool

// smallBody is the size below which a body is not worth keeping.
const smallBody = 1 << 10

// takeBody is an empty body with room for so many bytes.
func takeBody(room int) []byte {
	if b, ok := bodies.Get().(*[]byte); ok && cap(*b) >= room && cap(*b) <= 4*room+smallBody {
		return (*b)[:0]
	}
	return make([]byte, 0, room)
}

// giveBodies takes the bodies of an exchange back, which nobody may have.
func (e *Exchange) giveBodies() {
	for _, m := range []*Message{&e.Request, &e.Response} {
		if b := m.Body; cap(b) >= smallBody {
			bodies.Put(&b)
		}
		m.Body = nil
	}
}
