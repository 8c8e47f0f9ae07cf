package world

import (
	"time"

	"understudy/steps/client"
	"understudy/steps/probe"
)

// Connector is the connector of a scenario.
type Connector struct {
	// Service is the name in paths, Label the one that was sent last, and
	// Before the one that was sent before it.
	Service, Label, Before string
	// Whole is what the run created it with, nil where it is not the run's.
	Whole map[string]any
}

// HadLabel reports whether a label is the one from before the last update, and
// not the one that was sent last.
func (c Connector) HadLabel(label string) bool {
	return c.Before != "" && probe.Same(c.Before, label) && !probe.Same(c.Label, label)
}

// Segment is the segment that a scenario created.
type Segment struct {
	ID, SourceURL string
	// Complete is the first response of the source URL whose status was true.
	Complete *client.Exchange
	// Waited is how long the source URL was polled in vain.
	Waited time.Duration
	// Running is a response from before completion, if one was seen.
	Running *client.Exchange
}
