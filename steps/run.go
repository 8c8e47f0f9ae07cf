package steps

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	mathrand "math/rand/v2"
	"sync"
	"time"

	"understudy/spec/contract"
	"understudy/steps/client"
	"understudy/steps/evidence"
	"understudy/steps/report"
	"understudy/steps/target"
)

// coreOptions are what a caller may say of a run.
type coreOptions struct {
	// ReadOnly leaves out scenarios that write.
	ReadOnly bool
	// PerPage is a size of pages that lists are asked for, beside the usual ones; 0
	// draws one.
	PerPage int64
	// Watch is how long a complete segment is watched where the deployment's clock
	// cannot be advanced; 0 is two seconds.
	Watch time.Duration
	// KeepPersonalData leaves personal data of the deployment as it is in the report.
	KeepPersonalData bool
	// OnScenario is called with each scenario's result, one at a time.
	OnScenario func(report.Scenario)
	// OnResponse is called with each success response to an allowed request, from
	// several scenarios at a time.
	OnResponse func(operation string, a contract.Answer)
	// OnNotice is called with a line that should reach people while the run goes on.
	// One at a time.
	OnNotice func(string)
}

// coreRun is what the scenarios of one run share.
type coreRun struct {
	target target.Target
	opts   coreOptions
	client *client.Client
	redact *client.Redactor
	// Evidence is what the run has learned of the deployment.
	evidence.Evidence
	// id is in every name that the run creates.
	id string
	// drawnPer is a per_page that each run draws: a deployment that gets the
	// usual ones right may get others wrong.
	drawnPer int64

	// clock is held by a scenario that advances the deployment's clock, alone.
	clock sync.RWMutex

	mu sync.Mutex
	// madeAt is, by its path, when the run made something; neverFound are
	// operations that did not find it however long they were asked.
	madeAt     map[string]time.Time
	neverFound map[string]bool
	// invented are names and ids of what does not exist.
	invented map[string]bool
	turns    map[string]*sync.Mutex
	names    int
	// kept is the size of the bodies that are kept for other scenarios.
	kept      int
	scenarios []report.Scenario
}

// newCoreRun prepares a run on a target. It sends nothing.
func newCoreRun(t target.Target, o coreOptions) (*coreRun, error) {
	t = t.WithDefaults()
	c, err := client.New(t)
	if err != nil {
		return nil, err
	}
	id := make([]byte, 4)
	rand.Read(id)
	redact := client.NewRedactor(t, o.KeepPersonalData)
	return &coreRun{
		target: t, opts: o, client: c, redact: redact, Evidence: evidence.New(redact),
		id: hex.EncodeToString(id), drawnPer: cmp.Or(o.PerPage, 27+mathrand.Int64N(73)),
		madeAt: map[string]time.Time{}, neverFound: map[string]bool{}, invented: map[string]bool{}, turns: map[string]*sync.Mutex{},
	}, nil
}

// name makes a name for something that the run creates.
func (r *coreRun) name() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names++
	return fmt.Sprintf("understudy %s %d", r.id, r.names)
}

// finish keeps the result of a scenario, and why it did not see its gaps.
func (r *coreRun) finish(s report.Scenario) {
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
