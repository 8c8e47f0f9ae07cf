package sandbox

import (
	"sync"
	"sync/atomic"

	"understudy/spec/gap"
)

// Encoded caches the bytes that a sandbox's rows were sent as. A stored row never
// changes, so the bytes depend only on the row, the operation and the choice. The
// zero value is empty.
//
// Without it a list of 25 has 0.4 of the throughput of bare net/http; the aim is
// 0.8.
type Encoded struct {
	looks sync.Map // of *EncodedRows, by look
	size  atomic.Int64
}

// look is everything that the bytes depend on except the row.
type look struct {
	choice    gap.Choice
	operation string
}

// EncodedRows are the rows of one choice and one operation.
type EncodedRows struct {
	all  *Encoded
	rows sync.Map // of *EncodedRow, by the pointer to the row
}

// EncodedRow is a row in JSON, with the gaps that it depends on. Do not
// change it.
type EncodedRow struct {
	JSON []byte
	Gaps gap.Set
}

// maxEncoded is how many bytes a sandbox keeps at most.
const maxEncoded = 4 << 20

// Of returns the rows of one choice and one operation.
func (e *Encoded) Of(choice gap.Choice, operation string) *EncodedRows {
	l := look{choice, operation}
	rows, ok := e.looks.Load(l)
	if !ok {
		rows, _ = e.looks.LoadOrStore(l, &EncodedRows{all: e})
	}
	return rows.(*EncodedRows)
}

// Row returns the encoded row. It calls encode if the row is not in the cache yet.
func (r *EncodedRows) Row(row any, encode func() *EncodedRow) *EncodedRow {
	if kept, ok := r.rows.Load(row); ok {
		return kept.(*EncodedRow)
	}
	encoded := encode()
	if r.all.size.Add(int64(len(encoded.JSON))) > maxEncoded {
		r.all.looks.Clear()
		r.all.size.Store(0)
	}
	r.rows.Store(row, encoded)
	return encoded
}
