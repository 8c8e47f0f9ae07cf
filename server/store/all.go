package store

import (
	"iter"

	"understudy/server/resource"
)

// all returns the rows of a table in the order of an index.
func all[T any](t *Tx, table, index string) iter.Seq[T] {
	return func(yield func(T) bool) {
		found, err := t.txn.Get(table, index)
		must(err)
		for row := found.Next(); row != nil; row = found.Next() {
			if !yield(row.(T)) {
				return
			}
		}
	}
}

// inner returns rows without what the store adds to them.
func inner[T, R any](rows iter.Seq[T], of func(T) R) iter.Seq[R] {
	return func(yield func(R) bool) {
		for row := range rows {
			if !yield(of(row)) {
				return
			}
		}
	}
}

// AllConnectors returns all connectors of the world, in a stable order.
func (t *Tx) AllConnectors() iter.Seq[resource.Connector] {
	return all[resource.Connector](t, connectors, "id")
}

// AllDestinations returns all destinations of the world, by id.
func (t *Tx) AllDestinations() iter.Seq[resource.Destination] {
	return all[resource.Destination](t, destinations, "id")
}

// AllSources returns all sources of the world, by id.
func (t *Tx) AllSources() iter.Seq[resource.Source] { return all[resource.Source](t, sources, "id") }

// AllTopics returns all topics of the world, source by source, the oldest first.
func (t *Tx) AllTopics() iter.Seq[resource.Topic] {
	return inner(all[*topic](t, topics, "ordinal"), innerTopic)
}

// AllSegments returns all segments of the world, by id.
func (t *Tx) AllSegments() iter.Seq[resource.Segment] {
	return all[resource.Segment](t, segments, "id")
}

// AllLinks returns all links of the world, segment by segment, the oldest first.
func (t *Tx) AllLinks() iter.Seq[resource.SegmentManagementLink] {
	return inner(all[*link](t, links, "ordinal"), innerLink)
}

// AllInvitations returns all invitations of the world, oldest first.
func (t *Tx) AllInvitations() iter.Seq[resource.Invitation] {
	return inner(all[*invitation](t, invitations, "id"), innerInvitation)
}
