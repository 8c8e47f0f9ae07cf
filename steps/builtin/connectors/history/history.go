// Package history has what the responses of a run have shown about its connectors: the labels that
// they were sent and have, the updates that succeeded and what they left of the configuration fields, and
// which may be published. It sends nothing.
//
// Start reading at Labels, then at Updates. Each has its own lock, as several scenarios run at once.
package history

import (
	"sync"

	"understudy/steps/builtin/world"
)

// History is the history of a run's connectors.
type History struct {
	Labels    Labels
	Updates   Updates
	Fields    Fields
	Published Published
}

// Of returns the history of a run.
func Of(r *world.Run) *History {
	return world.OfRun(r, func() *History {
		return &History{
			Labels:    Labels{sentFor: map[string][]string{}, sent: map[string]bool{}, shown: map[string]string{}},
			Updates:   Updates{succeeded: map[string]int{}},
			Fields:    Fields{created: map[string]bool{}, published: map[string]bool{}, kept: map[string]int{}, lost: map[string]int{}},
			Published: Published{services: map[string]bool{}},
		}
	})
}

// Published is which connectors are published, or may be, by their service_names.
type Published struct {
	mu       sync.Mutex
	services map[string]bool
}

// Add records a connector that is published, or may be.
func (p *Published) Add(service string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.services[service] = true
}

// Has reports whether a connector may be published.
func (p *Published) Has(service string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.services[service]
}
