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
	id := own
	if id == 0 {
		id = t.lastID(table) + 1
	}
	t.given[table] = max(t.lastID(table), id)
	return id
}

func (t *Tx) lastID(table string) int64 {
	if last, ok := t.given[table]; ok {
		return last
	}
	s, _ := first[sequence](t, sequences, "id", key{}.text(table))
	return s.Last
}
