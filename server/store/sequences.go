package store

const sequences = "sequences"

// sequence is the last id that a table gave out.
type sequence struct {
	Table string
	Last  int64
}

var sequencesSchema = table(sequences,
	unique("id", func(s sequence) key { return key{}.text(s.Table) }))

// nextID gives out an id of a table. A row that brings its own id keeps it,
// and the sequence goes on after it.
func (t *Tx) nextID(table string, own int64) int64 {
	s, _ := first[sequence](t, sequences, "id", key{}.text(table))
	id := own
	if id == 0 {
		id = s.Last + 1
	}
	t.insert(sequences, sequence{Table: table, Last: max(s.Last, id)})
	return id
}
