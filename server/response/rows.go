package response

import (
	"slices"

	"understudy/server/sandbox"
	"understudy/spec/gap"
)

// Rows are the rows of a page of a list, which are encoded once for all
// responses of the same form.
type Rows[T any] struct {
	Encoded *sandbox.Encoded
	Rows    []*T
	Body    func(*T) Object
}

// rows are Rows of any type.
type rows interface {
	encode(b []byte, f *form) []byte
}

func (r Rows[T]) encode(b []byte, f *form) []byte {
	var gaps gap.Set
	encoded := r.Encoded.Of(f.choice, f.operation)
	b = append(b, '[')
	for i, row := range r.Rows {
		if i > 0 {
			b = append(b, ',')
		}
		e := encoded.Row(row, func() *sandbox.EncodedRow { return f.row(r.Body(row)) })
		b = append(b, e.JSON...)
		gaps.AddAll(&e.Gaps)
	}
	for id := range gaps.IDs() {
		f.DependsOn(id)
	}
	return append(b, ']')
}

// row encodes a row separately.
func (f *form) row(o Object) *sandbox.EncodedRow {
	e := &sandbox.EncodedRow{}
	apart := *f
	apart.exchange, apart.recorded = nil, &e.Gaps
	e.JSON = slices.Clone(apart.object(nil, o))
	return e
}
