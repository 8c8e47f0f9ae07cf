package steps

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"understudy/spec"
	"understudy/steps/client"
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
	health                          map[string]*health
	// witness says that a list responded that no scenario asked for, while all that
	// they asked for was down.
	witness bool
	// failed are the operations whose failed call ended a scenario, by its address.
	failed map[string]string
	// upAt is when the latest request was sent that was answered.
	upAt       time.Time
	violations map[violationKey]*report.Violation
	// places counts the places at which an operation broke a promise.
	places map[placeKey]int
	// interrupted says that the run was ended before its last scenario.
	interrupted bool
	// kept is the size of the bodies that are kept for other scenarios.
	kept      int
	snapshots map[snapshotKey]*shared[*paging.Snapshot]
	counts    map[string]*shared[int64]
	// idsApart tells, by a list, whether its ids are counted per workspace.
	idsApart map[string]*shared[bool]
	coverage map[coverageKey]*report.Coverage
	// testData are the keys of the target file that requests used.
	testData map[string]*report.TestData
	gaps     map[gapKey]report.Gap
	// doubtful tells when a gap was last observed in a 5xx.
	doubtful map[gapKey]time.Time
	motion   paging.Motion
	// unobserved tells of gaps why scenarios did not see them.
	unobserved map[[2]string]report.Reason
	scenarios  []report.Scenario
	ledger     []report.Entry
}

type (
	violationKey struct{ promise, operation, pointer string }
	placeKey     struct{ promise, operation string }
	coverageKey  struct {
		operation string
		status    int
		member    string
	}
	gapKey struct{ id, operation string }
)

// health is how an operation fares in the run.
type health struct {
	answered, succeeded bool
	// shut says that a request that the document allows was rejected with 401 or
	// 403.
	shut bool
	// calls counts the requests, repetitions among them, faults those without a
	// usable response, by the HTTP code; 0 is no response.
	calls  int
	faults map[int]int
	// silence is why the last of them had no response.
	silence string
	// streak counts the failures in a row, the first of which came at since;
	// longest is the longest streak of the run.
	streak, longest int
	since           time.Time
	down            *client.Exchange
	// outage says that another operation failed meanwhile, alone that yet another
	// one answered what was sent to it.
	outage, alone bool
}

func newRun(t target.Target, o Options) (*run, error) {
	t = t.WithDefaults()
	c, err := client.New(t)
	if err != nil {
		return nil, err
	}
	id := make([]byte, 4)
	rand.Read(id)
	return &run{target: t, opts: o, client: c, redact: client.NewRedactor(t, o.KeepPersonalData), id: hex.EncodeToString(id), drawnPer: cmp.Or(o.PerPage, 27+mathrand.Int64N(73)),
		turns: map[string]*sync.Mutex{}, named: map[string]string{}, links: map[linkKey]time.Time{}, invented: map[string]bool{}, madeAt: map[string]time.Time{}, neverFound: map[string]bool{}, snapshots: map[snapshotKey]*shared[*paging.Snapshot]{}, counts: map[string]*shared[int64]{}, idsApart: map[string]*shared[bool]{}, health: map[string]*health{}, failed: map[string]string{}, violations: map[violationKey]*report.Violation{}, places: map[placeKey]int{},
		coverage: map[coverageKey]*report.Coverage{}, testData: map[string]*report.TestData{}, gaps: map[gapKey]report.Gap{}, doubtful: map[gapKey]time.Time{}, unobserved: map[[2]string]report.Reason{}}, nil
}

// name makes a name for something that the run creates.
func (r *run) name() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names++
	return fmt.Sprintf("understudy %s %d", r.id, r.names)
}

// noteHealth counts the failures of allowed requests: two in a row, where a
// GET's own retry counts, bring the operation down.
func (r *run) noteHealth(e *client.Exchange) {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := r.health[e.Operation]
	if h == nil {
		h = &health{faults: map[int]int{}}
		r.health[e.Operation] = h
	}
	if o, _ := spec.OperationByID(e.Operation); e.Throttled() || o.Linked && e.Broken() {
		// A linked URL may lie elsewhere, or not be there yet: time judges it.
		return
	}
	h.calls += e.Tries
	for _, code := range e.Faults {
		h.faults[code]++
	}
	if e.Err != nil {
		h.silence = r.redact.Text(e.Err.Error())
	}
	if !e.Broken() {
		if sent := e.Received.Add(-e.Duration); sent.After(r.upAt) {
			r.upAt = sent
		}
		h.shut = h.shut || e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden
		h.answered, h.streak = true, 0
		h.succeeded = h.succeeded || showsResource(e)
		return
	}
	if h.streak == 0 {
		h.since = e.Began.Add(e.Duration)
	}
	h.streak += e.Failed
	h.longest = max(h.longest, h.streak)
	if h.streak >= 2 && h.down == nil {
		r.client.Trim(e) // the run holds on to it
		h.down = e
	}
	for _, other := range r.health {
		if other != h && other.streak > 0 {
			h.outage, other.outage = true, true
		}
	}
	h.alone = h.alone || h.streak >= 2 && r.upAt.After(h.since)
}

// noteFailed keeps that a failed call of an operation ended a scenario.
func (r *run) noteFailed(address, operation string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed[address] = operation
}

func (r *run) isDown(operation string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := r.health[operation]
	return h != nil && h.down != nil
}

// hasSucceeded reports whether an operation gave a success response that shows a
// resource.
func (r *run) hasSucceeded(operation string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := r.health[operation]
	return h != nil && h.succeeded
}

// accuse keeps a finding that blocked a scenario of another promise, so that
// the promise that blocks does not pass unblamed.
func (r *run) accuse(operation string, f *finding) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := violationKey{f.promise, operation, ""}
	if r.violations[k] == nil {
		r.violations[k] = &report.Violation{Promise: f.promise, Operation: operation, Count: 1,
			Expected: r.redact.Text(f.expected), Actual: r.redact.Text(f.actual), Exchange: r.redact.Exchange(f.exchange)}
	}
}

// mostPlaces is at how many places of an operation's responses the breaking of a
// promise is told: the members of a map may have any names.
const mostPlaces = 100

// collect keeps the violations of a checked answer and counts what it showed.
func (r *run) collect(e *client.Exchange) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for pattern, s := range e.Seen {
		r.covered(e, pattern).Seen += s.Present
	}
	for _, v := range e.Violations {
		k := violationKey{v.Promise, v.Operation, itemPattern(v.Pointer)}
		if have := r.violations[k]; have != nil {
			have.Count++
			continue
		}
		if r.places[placeKey{v.Promise, v.Operation}]++; r.places[placeKey{v.Promise, v.Operation}] > mostPlaces {
			continue
		}
		r.violations[k] = &report.Violation{Promise: v.Promise, Operation: v.Operation, Pointer: r.redact.Text(v.Pointer), Count: 1,
			Expected: r.redact.Text(v.Expected), Actual: r.redact.Text(v.Found), Exchange: r.redact.Exchange(e)}
	}
}

// countAnswer counts an answer of an operation, whatever was asked and whatever
// it says. What is sent to its URL by another method is not the operation.
func (r *run) countAnswer(e *client.Exchange) {
	if o, ok := spec.OperationByID(e.Operation); !ok || o.Method != e.Method {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.covered(e, "")
	c.Seen++
	if isRefusal(e) {
		c.Refused++
	}
}

// covered is the row of the coverage of a member of an answer.
func (r *run) covered(e *client.Exchange, member string) *report.Coverage {
	k := coverageKey{e.Operation, e.Status, member}
	if r.coverage[k] == nil {
		r.coverage[k] = &report.Coverage{Operation: k.operation, Status: k.status, Member: k.member}
	}
	return r.coverage[k]
}

// itemPattern replaces the indices of a JSON pointer, so that the same member
// of a hundred records is reported once.
func itemPattern(pointer string) string {
	parts := strings.Split(pointer, "/")
	for i, p := range parts {
		if p != "" && strings.Trim(p, "0123456789") == "" {
			parts[i] = "*"
		}
	}
	return strings.Join(parts, "/")
}

func (r *run) finish(s report.Scenario) {
	for _, id := range s.Gaps {
		for _, operation := range s.Operations {
			if s.Reason != (report.Reason{}) {
				r.missed(id, operation, s.Reason)
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

func (r *run) note(e report.Entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ledger = append(r.ledger, e)
}

// noteOnce notes what several scenarios may do to one thing.
func (r *run) noteOnce(e report.Entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Contains(r.ledger, e) {
		r.ledger = append(r.ledger, e)
	}
}

// renote notes what became of something that the run made, in the place of the
// entry that it has.
func (r *run) renote(e report.Entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := len(r.ledger) - 1; i >= 0; i-- {
		if have := r.ledger[i]; have.Kind == e.Kind && have.ID == e.ID {
			r.ledger[i] = e
			return
		}
	}
	r.ledger = append(r.ledger, e)
}
