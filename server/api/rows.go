package api

import (
	"slices"

	"understudy/server/sandbox"
	"understudy/spec/gap"
)

// rows are those of a page of a list.
type rows interface {
	encode(b []byte, f form) []byte
}

// rowsOf are rows that are encoded once for all responses that look alike.
type rowsOf[T any] struct {
	encoded *sandbox.Encoded
	rows    []*T
	body    func(*T) object
}

func (r rowsOf[T]) encode(b []byte, f form) []byte {
	var gaps gap.Set
	encoded := r.encoded.Of(f.variants.choice, f.operation)
	b = append(b, '[')
	for i, row := range r.rows {
		if i > 0 {
			b = append(b, ',')
		}
		e := encoded.Row(row, func() *sandbox.EncodedRow { return f.row(r.body(row)) })
		b = append(b, e.JSON...)
		gaps.AddAll(&e.Gaps)
	}
	for id := range gaps.IDs() {
		f.dependsOn(id)
	}
	return append(b, ']')
}

// row encodes a row apart from all else.
func (f form) row(o object) *sandbox.EncodedRow {
	e := &sandbox.EncodedRow{}
	f.variants = variants{choice: f.variants.choice, recorded: &e.Gaps}
	e.JSON = slices.Clone(f.object(nil, o))
	return e
}
