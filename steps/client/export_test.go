package client

import (
	"context"
	"time"
)

// Pauses makes a client note its waits instead of waiting.
func (c *Client) Pauses() *[]time.Duration {
	var pauses []time.Duration
	c.wait = func(_ context.Context, d time.Duration) error { pauses = append(pauses, d); return nil }
	return &pauses
}

// Brief is an error of the network as it is kept.
var Brief = brief
