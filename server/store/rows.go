package store

// CountRows returns how many rows the world has: workspaces, users, connectors,
// destinations and each of their objects, sources, topics, segments, links and
// invitations. A world of fixtures counts the same.
func (t *Tx) CountRows() int64 { return countRows(t.counts(), t.owners) }

// AddsRows reports whether the transaction leaves more rows than it found. It is for
// one that writes and has not ended.
func (t *Tx) AddsRows() bool {
	return t.CountRows() > countRows(t.store.counted.Load(), t.store.owners.Load())
}

func countRows(c *counter, o *owners) int64 {
	return c.rows + int64(len(o.workspaces)+len(o.users))
}
