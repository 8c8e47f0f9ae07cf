package journal

import "sync"

// spare are exchanges that were removed before anybody read them, empty except
// for their capacity. Under load most are, and allocating each one would cost
// more than everything else in a journal.
var spare = sync.Pool{New: func() any { return new(Exchange) }}

// NewExchange returns an empty exchange, for Record: a spare one, if there is one.
func NewExchange() *Exchange { return spare.Get().(*Exchange) }

// recycle makes an exchange that nobody uses any more a spare one.
func (e *Exchange) recycle() {
	*e = Exchange{Request: e.Request.emptied(), Response: e.Response.emptied()}
	spare.Put(e)
}

// emptied returns an empty message with the capacity of this one, unless that
// is much more than needed.
func (m *Message) emptied() Message {
	clear(m.Header) // it contains what the client sent
	header, body := m.Header[:0], m.Body[:0]
	if cap(header) > manyFields {
		header = nil
	}
	if cap(body) > 4*len(m.Body)+spareRoom {
		body = nil
	}
	return Message{Header: header, Body: body}
}

// manyFields limits the capacity for fields of a header.
const manyFields = 64

// spareRoom is how much capacity a body may keep beyond four times what it needed.
const spareRoom = 1 << 10
