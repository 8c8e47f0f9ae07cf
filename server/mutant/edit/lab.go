package edit

import (
	"sync"

	"understudy/server"
	"understudy/server/sandbox"
)

// Lab is what a mutant may use of the fake that it wraps.
type Lab struct {
	TestData server.TestData
	world    *sandbox.Sandbox // the default one
	once     sync.RWMutex
}

// Undone serves a request and undoes what it wrote, with no other request in between.
func (l *Lab) Undone(serve func()) {
	l.once.Lock()
	defer l.once.Unlock()
	before := l.world.Snapshot()
	serve()
	l.world.Restore(before)
}

// Shared serves a request that may run at the same time as others, except Undone.
func (l *Lab) Shared(serve func()) {
	l.once.RLock()
	defer l.once.RUnlock()
	serve()
}
