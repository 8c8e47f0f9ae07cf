package world

import (
	"time"

	"understudy/steps/client"
)

// Segment is the segment that a scenario created.
type Segment struct {
	ID, SourceURL string
	// Complete is the first response of the source URL whose status was true.
	Complete *client.Exchange
	// Waited is how long the source URL was polled without success.
	Waited time.Duration
	// Running is a response from before completion, if one was seen.
	Running *client.Exchange
}
