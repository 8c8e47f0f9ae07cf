package api

import (
	"slices"

	"understudy/server/store"
	"understudy/spec/gap"
)

// rows are those of a page of a list.
type rows interface {
	encode(b []byte, f form) []byte
}

// rowsOf are rows whose bytes are kept beside them: a row never changes, so they
// hang on the choice and the operation alone.
type rowsOf[T any] struct {
	rows []store.Shown[T]
	body func(*T) object
}

// look is what a row was last encoded as.
type look struct {
	choice    gap.Choice
	operation string
	json      []byte
	// asked are the gaps that the bytes hang on.
	asked gap.Set
}

func (r rowsOf[T]) encode(b []byte, f form) []byte {
	var asked gap.Set
	b = append(b, '[')
	for i, row := range r.rows {
		if i > 0 {
			b = append(b, ',')
		}
		l, ok := row.Place.Load().(*look)
		if !ok || l.choice != f.variants.choice || l.operation != f.operation {
			l = f.look(r.body(row.Row))
			row.Place.Store(l)
		}
		b = append(b, l.json...)
		asked.AddAll(&l.asked)
	}
	for id := range asked.IDs() {
		f.dependsOn(id)
	}
	return append(b, ']')
}

// look encodes a row apart from all else, to be kept.
func (f form) look(o object) *look {
	l := &look{choice: f.variants.choice, operation: f.operation}
	f.variants = variants{choice: l.choice, recorded: &l.asked}
	l.json = slices.Clone(f.object(nil, o))
	return l
}
