package journal

import "sync"

// used are exchanges that were pushed out before anybody looked at them, empty
// but for the room that they have. Under load most are, and to make each anew
// would cost more than all else of a journal.
var used = sync.Pool{New: func() any { return new(Exchange) }}

// Take returns an empty exchange, for Record.
func Take() *Exchange { return used.Get().(*Exchange) }

// give gives back an exchange that nobody has any more.
func (e *Exchange) give() {
	*e = Exchange{Request: e.Request.emptied(), Response: e.Response.emptied()}
	used.Put(e)
}

// emptied returns an empty message with the room that this one has, unless that is
// much more than is needed.
func (m *Message) emptied() Message {
	clear(m.Header) // it holds what the client sent
	header, body := m.Header[:0], m.Body[:0]
	if cap(header) > manyFields {
		header = nil
	}
	if cap(body) > 4*len(m.Body)+spareRoom {
		body = nil
	}
	return Message{Header: header, Body: body}
}

// manyFields is how many fields of a header there may be room for.
const manyFields = 64

// spareRoom is how much more room a body may keep than four times what it needed.
const spareRoom = 1 << 10
