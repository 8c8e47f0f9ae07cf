package store

import "understudy/server/resource"

const sources = "sources"

var sourcesSchema = table(sources,
	unique("id", func(s resource.Source) key { return key{}.number(s.ID) }))

// AddSource inserts a source, which must have an id, with its datasets, or replaces
// the one with its id.
func (t *Tx) AddSource(s resource.Source) {
	if _, replaces := t.Source(s.ID); !replaces {
		t.counters().rows++
	}
	t.insert(sources, s)
}

// DeleteSource removes the source with an id. Its topics and segments stay.
func (t *Tx) DeleteSource(id int64) {
	if s, ok := t.Source(id); ok {
		t.delete(sources, s)
		t.counters().rows--
	}
}

// Source finds a source of any workspace.
func (t *Tx) Source(id int64) (resource.Source, bool) {
	return first[resource.Source](t, sources, "id", key{}.number(id))
}
