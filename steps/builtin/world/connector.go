package world

import (
	"slices"

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

// ShowsEarlierLabel reports whether a response shows a label from before the last update.
func (c Connector) ShowsEarlierLabel(e *client.Exchange) bool {
	return c.HadLabel(e.Get(client.LabelShown).String())
}
