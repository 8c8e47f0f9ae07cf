package links

import (
	"sync"
	"sync/atomic"
	"time"

	"understudy/steps/builtin/world"
)

// runState is the state that the scenarios of a run share about links.
type runState struct {
	mu sync.Mutex
	// links are, by path and expiration, when a link was shown first.
	links map[linkKey]time.Time
	// latest is the uri of the link that was shown last.
	latest string

	// ended is how many creations showed a link from before that has expired.
	ended atomic.Int64
	// instant is how many creations showed a link that expires in the second of their Date, lasting
	// how many showed another one.
	instant, lasting atomic.Int64

	// opened are the uris of the links that opened last, by the host that they lead back to.
	opened sync.Map
	// linked are the paths of links that were created, lost says that one was not found later.
	linked sync.Map
	lost   atomic.Bool
}

func ofRun(r *world.Run) *runState {
	return world.OfRun(r, func() *runState {
		return &runState{links: map[linkKey]time.Time{}}
	})
}
