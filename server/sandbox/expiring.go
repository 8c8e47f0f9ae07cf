package sandbox

// expiring is a heap of sandboxes with a ttl; the first is the next to expire.
type expiring []*Sandbox

func (e expiring) Len() int           { return len(e) }
func (e expiring) Less(i, j int) bool { return e[i].expiresAt.Before(e[j].expiresAt) }
func (e expiring) Swap(i, j int) {
	e[i], e[j] = e[j], e[i]
	e[i].place, e[j].place = i, j
}

// Push appends a *Sandbox, for package heap.
func (e *expiring) Push(sb any) {
	sb.(*Sandbox).place = len(*e)
	*e = append(*e, sb.(*Sandbox))
}

// Pop removes and returns the last one, for package heap.
func (e *expiring) Pop() any {
	last := len(*e) - 1
	sb := (*e)[last]
	(*e)[last] = nil
	*e = (*e)[:last]
	return sb
}
