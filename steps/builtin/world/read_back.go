package world

import "understudy/steps/client"

// ReadBack is what a step sees of a rejected write.
type ReadBack struct {
	// Effect is what the write did although it was rejected; empty where it did nothing.
	Effect string
	// Response is the one that shows it; nil where none shows whether it did something.
	Response *client.Exchange
}
