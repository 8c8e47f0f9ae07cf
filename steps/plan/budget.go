// Package plan says before a run what the run would do at most, and divides its scenarios
// between processes. It sends nothing: both follow from the steps' footprints and the
// target file.
//
// Start reading at Of.
package plan

import (
	"context"
	"fmt"
	"strings"
	"time"

	"understudy/steps/builtin"
	"understudy/steps/feature"
	"understudy/steps/preflight"
	"understudy/steps/report/prose"
	"understudy/steps/scenario"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// Budget is an upper bound of what a run does to a deployment. The bound on what it
// creates, renames and publishes holds for any deployment. The bound on requests holds
// for a deployment that keeps its promises, shows writes at once and asks for no
// retries: what looks broken is checked again before it is reported. A user's step
// without a Footprint counts as one request.
type Budget struct {
	BaseURL string `json:"-"`
	// Shard names the part of a run that the budget is for, like 0/4; empty for a
	// whole run.
	Shard    string `json:"shard,omitempty"`
	Requests int    `json:"requests"`
	// Segments, Connectors and Links are how many of them may be created.
	Segments   int `json:"segments"`
	Connectors int `json:"connectors"`
	Links      int `json:"links"`
	// Renamings is how often the destination may be renamed and its name restored.
	Renamings     int   `json:"renamings"`
	DestinationID int64 `json:"destination_id"`
	// Others is how many requests of your own scenarios may change something else.
	Others int `json:"others"`
	// ClockMoves is how often the clock of a fake may be moved, Faults how many faults it may get.
	ClockMoves int `json:"clock_moves,omitempty"`
	Faults     int `json:"faults,omitempty"`
	// Publishes names the connectors that may be published, which cannot be undone.
	Publishes []string `json:"publishes"`
	// Waits is how many segments the run waits for, each for at most Patience.
	Waits    int           `json:"waits"`
	Patience time.Duration `json:"-"`
}

// Of is the budget of a run of scenarios.
func Of(r *builtin.Run, scenarios []*feature.Scenario) Budget {
	b := Budget{BaseURL: r.Redact.Text(r.Target.BaseURL), DestinationID: r.Target.Resources.DestinationID,
		Patience: time.Duration(r.Target.Limits.AsyncTimeout)}
	all := vocabulary.Footprint{}
	for _, sc := range scenarios {
		if scenario.New(context.Background(), r.Run, sc).Admit() == nil {
			all = all.Plus(footprintOf(sc, r.Target))
		}
	}
	b.Publishes = publishable(r, all)
	for _, once := range all.Once {
		if len(b.Publishes) > 0 || once.Publishings == 0 {
			all = all.Plus(once)
		}
	}
	b.Requests = all.Requests + all.Waits*builtin.Polls(b.Patience)
	b.Segments, b.Connectors, b.Links, b.Renamings, b.Waits = all.Segments, all.Connectors, all.Links, all.Renamings, all.Waits
	b.Others, b.ClockMoves, b.Faults = all.Others, all.ClockMoves, all.Faults
	return b
}

// publishable names the connectors that the scenarios publish and the target allows to publish.
func publishable(r *builtin.Run, all vocabulary.Footprint) (names []string) {
	if n := withOnce(all).Publishings; r.Target.AllowPublish && n > 0 {
		names = append(names, "up to "+prose.Count(n, "connector")+" of the run")
	}
	if named := r.Target.Resources.PublishableConnectorServiceName; named != "" && all.Does(vocabulary.Publishing) {
		names = append(names, r.Redact.Text(named))
	}
	return names
}

// footprintOf is the sum of the footprints of a scenario's steps, up to the first one
// whose test data the target does not name.
func footprintOf(sc *feature.Scenario, t target.Target) (all vocabulary.Footprint) {
	for _, u := range sc.Steps {
		f := u.Footprint()
		if t.Lacks(f.Needs) || preflight.LacksList(u, t) {
			break
		}
		all = all.Plus(f)
	}
	return all
}

// String is the budget in words, with a line for each kind of thing.
func (b Budget) String() string {
	who := "a run"
	if b.Shard != "" {
		who = "shard " + b.Shard
	}
	lines := []string{fmt.Sprintf("%s sends at most %s to %s, and more only to confirm a failure or to wait for a write", who,
		prose.Count(b.Requests, "request"), b.BaseURL)}
	add := func(n int, format string, args ...any) {
		if n > 0 {
			lines = append(lines, fmt.Sprintf(format, args...))
		}
	}
	var made []string
	for _, kind := range []struct {
		n    int
		noun string
	}{{b.Segments, "segment"}, {b.Connectors, "connector"}} {
		if kind.n > 0 {
			made = append(made, prose.Count(kind.n, kind.noun))
		}
	}
	add(len(made), "creates at most %s, which this API cannot delete", strings.Join(made, " and "))
	expire := "expire"
	if b.Links == 1 {
		expire = "expires"
	}
	add(b.Links, "creates at most %s, which %s", prose.Count(b.Links, "segment management link"), expire)
	add(b.Renamings, "renames destination %d at most %s, and restores its name after each scenario", b.DestinationID,
		prose.Count(b.Renamings, "time"))
	add(b.Others, "sends at most %s of your own scenarios that may change something else, and restores nothing of it",
		prose.Count(b.Others, "request"))
	add(len(b.Publishes), "publishes %s, which cannot be undone", strings.Join(b.Publishes, " and "))
	add(b.ClockMoves, "moves the clock of the fake forward, and does not move it back")
	add(b.Faults, "gives the fake at most %s, and removes each when its scenario ends", prose.Count(b.Faults, "fault"))
	if len(lines) == 1 {
		lines = append(lines, "writes nothing")
	}
	add(b.Waits, "waits for %s to be complete, at most %s for each", prose.Count(b.Waits, "segment"), b.Patience)
	return strings.Join(lines, "\n  ") + "\n"
}
