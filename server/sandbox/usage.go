package sandbox

import "understudy/server/journal"

// Usage says how many sandboxes there are and were, and what their journals keep.
type Usage struct {
	// Alive includes the default sandbox. The others are counted since the Hub was
	// opened.
	Alive                     int
	Created, Deleted, Expired uint64
	Journals                  journal.Size
}

// Usage returns the usage now. It removes all expired sandboxes.
func (h *Hub) Usage() Usage {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sweep(len(h.expiring))
	return Usage{h.count, h.created, h.deleted, h.expired, h.journals.Size()}
}
