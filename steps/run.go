package steps

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	mathrand "math/rand/v2"
	"sync"
	"time"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/evidence"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/target"
)

// run is what the scenarios of one run share.
type run struct {
	target target.Target
	opts   Options
	client *client.Client
	redact *client.Redactor
	// Evidence is what the run has learned of the deployment.
	evidence.Evidence
	// id is in every name that the run creates.
	id string

	// clock is held by a scenario that moves the deployment's clock, alone.
	clock sync.RWMutex
	// segment and publishing are made once for all scenarios.
	segment    shared[segmentState]
	publishing shared[*publishing]

	// drawnPer is a per_page that each run draws anew: a deployment that gets the
	// usual ones right may get others wrong.
	drawnPer int64

	mu sync.Mutex
	// named are the names of segments by their ids.
	named map[string]string
	// made is the segment that was created last.
	made *segmentState
	// links tells, by path and expiration, when a link was shown first.
	links map[linkKey]time.Time
	// madeAt tells, by its path, when the run made something; neverFound are
	// operations that did not find it however long they were asked.
	madeAt     map[string]time.Time
	neverFound map[string]bool
	// invented are names and ids of what does not exist.
	invented map[string]bool
	// destinationName and connectorLabel are what the run changes of the target's
	// own. labelAsked says that the label was asked for.
	destinationName, connectorLabel kept
	labelAsked                      bool
	turns                           map[string]*sync.Mutex
	names                           int
	// interrupted says that the run was ended before its last scenario.
	interrupted bool
	// kept is the size of the bodies that are kept for other scenarios.
	kept      int
	snapshots map[snapshotKey]*shared[*paging.Snapshot]
	counts    map[string]*shared[int64]
	// idsApart tells, by a list, whether its ids are counted per workspace.
	idsApart map[string]*shared[bool]
	// opened tells, by a kind of token, whether a list was read with it.
	opened    map[spec.TokenKind]*shared[bool]
	motion    paging.Motion
	scenarios []report.Scenario
}

func newRun(t target.Target, o Options) (*run, error) {
	t = t.WithDefaults()
	c, err := client.New(t)
	if err != nil {
		return nil, err
	}
	id := make([]byte, 4)
	rand.Read(id)
	redact := client.NewRedactor(t, o.KeepPersonalData)
	return &run{
		target: t, opts: o, client: c, redact: redact, Evidence: evidence.New(redact),
		id: hex.EncodeToString(id), drawnPer: cmp.Or(o.PerPage, 27+mathrand.Int64N(73)),
		named: map[string]string{}, links: map[linkKey]time.Time{}, madeAt: map[string]time.Time{}, neverFound: map[string]bool{},
		invented: map[string]bool{}, turns: map[string]*sync.Mutex{}, snapshots: map[snapshotKey]*shared[*paging.Snapshot]{},
		counts: map[string]*shared[int64]{}, idsApart: map[string]*shared[bool]{}, opened: map[spec.TokenKind]*shared[bool]{},
	}, nil
}

// name makes a name for something that the run creates.
func (r *run) name() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names++
	return fmt.Sprintf("understudy %s %d", r.id, r.names)
}

// finish keeps the result of a scenario, and why it did not see its gaps.
func (r *run) finish(s report.Scenario) {
	for _, id := range s.Gaps {
		for _, operation := range s.Operations {
			if s.Reason != (report.Reason{}) {
				r.Observations.Miss(id, operation, s.Reason)
			}
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.scenarios = append(r.scenarios, s)
	if r.opts.OnScenario != nil {
		r.opts.OnScenario(s)
	}
}
