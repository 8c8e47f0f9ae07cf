package world

import (
	"slices"
	"time"

	"understudy/steps/client"
	"understudy/steps/probe"
)

// Connector is the connector of a scenario.
type Connector struct {
	// Service is the name in paths, Label the one that was sent last.
	Service, Label string
	// Earlier are the labels that were sent before it.
	Earlier []string
	// Whole is what the run created it with, nil where it is not the run's.
	Whole map[string]any
}

// Relabelled returns the connector after an update to another label.
func (c Connector) Relabelled(label string) Connector {
	if c.Label != "" {
		c.Earlier = append(slices.Clip(c.Earlier), c.Label)
	}
	c.Label = label
	return c
}

// MaybeRelabelled returns the connector after an update whose response does not say whether it
// was carried out: its label is not known.
func (c Connector) MaybeRelabelled() Connector {
	c.Label = ""
	return c
}

// HadLabel reports whether a label is one from before the last update, and not the one
// that was sent last.
func (c Connector) HadLabel(label string) bool {
	return !probe.Same(c.Label, label) && slices.ContainsFunc(c.Earlier, func(earlier string) bool { return probe.Same(earlier, label) })
}

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
