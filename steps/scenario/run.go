package scenario

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	mathrand "math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"understudy/spec/contract"
	"understudy/steps/agreement"
	"understudy/steps/client"
	"understudy/steps/evidence"
	"understudy/steps/report"
	"understudy/steps/target"
)

// Options are the options of a run.
type Options struct {
	// ReadOnly leaves out scenarios that write.
	ReadOnly bool
	// PerPage is a page size that lists are requested with, in addition to the
	// usual ones; 0 draws one.
	PerPage int64
	// Watch is how long a complete segment and a renamed destination are watched if the
	// deployment's clock cannot be advanced; 0 is two seconds.
	Watch time.Duration
	// KeepPersonalData leaves personal data of the deployment as it is in the report.
	KeepPersonalData bool
	// Warns are the ids of the expectations of which a broken one is a warning.
	Warns map[string]bool
	// OnScenario is called with each scenario's result, one at a time.
	OnScenario func(report.Scenario)
	// OnStep is called with the result of each step, by the address of its scenario and
	// its index, from several scenarios at a time.
	OnStep func(address string, index int, s report.Step)
	// OnExchange is called with each exchange, redacted, by the address of its scenario,
	// from several scenarios at a time.
	OnExchange func(address string, e *report.Exchange)
	// OnResponse is called with each success response to an allowed request, from
	// several scenarios at a time.
	OnResponse func(operation string, a contract.Response)
	// OnNotice is called with a line that people should see while the run
	// continues. One at a time.
	OnNotice func(string)
}

// Run is what the scenarios of one run share.
type Run struct {
	Target  target.Target
	Options Options
	Client  *client.Client
	Redact  *client.Redactor
	// Evidence is what the run has learned about the deployment.
	evidence.Evidence
	// ID is in every name that the run creates.
	ID string
	// DrawnPerPage is a per_page that each run draws: a deployment that gets
	// the usual ones right may get others wrong.
	DrawnPerPage int64

	// clock is locked by a scenario that advances the deployment's clock,
	// exclusively.
	clock sync.RWMutex

	created    created
	doubts     doubts
	lastWrites lastWrites
	// tokenRejections is how often TokenWasRejected has seen a token rejected, after the first time.
	tokenRejections atomic.Int64

	mu sync.Mutex
	// invented are names and ids that do not exist.
	invented map[string]bool
	locks    map[string]*sync.Mutex
	names    int
	// kept is the size of the bodies that are kept for other scenarios.
	kept      int
	Scenarios []report.Scenario
}

// NewRun prepares a run on a target. It sends nothing.
func NewRun(t target.Target, o Options) (*Run, error) {
	t = t.WithDefaults()
	c, err := client.New(t)
	if err != nil {
		return nil, err
	}
	id := make([]byte, 4)
	rand.Read(id)
	redact := client.NewRedactor(t, o.KeepPersonalData)
	r := &Run{
		Target: t, Options: o, Client: c, Redact: redact, Evidence: evidence.New(redact),
		ID: hex.EncodeToString(id), DrawnPerPage: cmp.Or(o.PerPage, 27+mathrand.Int64N(73)),
		created: newCreated(), invented: map[string]bool{}, locks: map[string]*sync.Mutex{},
	}
	c.OnLongWait = func(e *client.Exchange) {
		r.Notice("waiting, as the deployment responds to %s with HTTP %d: if it limits requests, set limits.requests_per_second in the "+
			"target file to a number below its limit", cmp.Or(e.Operation, "requests"), e.Status)
	}
	return r, nil
}

// Notice prints something while the run continues.
func (r *Run) Notice(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Options.OnNotice != nil {
		r.Options.OnNotice(fmt.Sprintf(format, args...))
	}
}

// Name makes a name for something that the run creates.
func (r *Run) Name() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names++
	return agreement.Name(r.ID, r.names)
}

// NameIn returns the name, made by Name, that stands in a text; "" if there is none.
func (r *Run) NameIn(text string) string { return agreement.NameIn(text, r.ID) }

// IsName reports whether a text is a name that Name made.
func (r *Run) IsName(text string) bool { return text != "" && r.NameIn(text) == text }

// finish keeps the result of a scenario, and why it did not see its gaps.
func (r *Run) finish(s report.Scenario) {
	for _, id := range s.Gaps {
		for _, operation := range s.Operations {
			if s.Reason != (report.Reason{}) {
				r.Observations.NoteUnobserved(id, operation, s.Reason)
			}
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Scenarios = append(r.Scenarios, s)
	if r.Options.OnScenario != nil {
		r.Options.OnScenario(s)
	}
}
