package client

import (
	"context"
	"time"
)

// Pauses makes a client record its waits instead of waiting.
func (c *Client) Pauses() *[]time.Duration {
	var pauses []time.Duration
	c.wait = func(_ context.Context, d time.Duration) error { pauses = append(pauses, d); return nil }
	return &pauses
}

// Brief is the form in which an error of the network is kept.
var Brief = brief
