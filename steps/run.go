package steps

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	mathrand "math/rand/v2"
	"slices"
	"strings"
	"sync"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/spec/promise"
	"understudy/steps/client"
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
	// made is the segment that was created last.
	made *segmentState
	// invented are names and ids of what does not exist.
	invented map[string]bool
	// nameBefore is the destination's name as the run found it, renamings how
	// often the run gave it another.
	nameBefore string
	renamings  int
	turns      map[string]*sync.Mutex
	names      int
	health     map[string]*health
	violations map[violationKey]*report.Violation
	// checked are the answers that were held against the contract.
	checked  map[*client.Exchange]checked
	books    map[bookKey]*shared[*book]
	counts   map[string]*shared[int64]
	coverage map[coverageKey]*report.Coverage
	gaps     map[gapKey]report.Gap
	motion   motion
	// unobserved tells of gaps why scenarios did not see them.
	unobserved map[[2]string]string
	scenarios  []report.Scenario
	ledger     []report.Entry
}

// checked is what the contract check found in an answer, and what the answer showed.
type checked struct {
	violations []contract.Violation
	seen       map[string]contract.Seen
}

type (
	violationKey struct{ promise, operation, pointer string }
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
	streak              int
	down                *client.Exchange
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
		turns: map[string]*sync.Mutex{}, invented: map[string]bool{}, checked: map[*client.Exchange]checked{}, books: map[bookKey]*shared[*book]{}, counts: map[string]*shared[int64]{}, health: map[string]*health{}, violations: map[violationKey]*report.Violation{},
		coverage: map[coverageKey]*report.Coverage{}, gaps: map[gapKey]report.Gap{}, unobserved: map[[2]string]string{}, motion: motion{map[[2]string]*page{}, map[string]bool{}}}, nil
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
		h = &health{}
		r.health[e.Operation] = h
	}
	if o, _ := spec.OperationByID(e.Operation); e.Throttled() || o.Linked && e.Broken() {
		// A linked URL may lie elsewhere, or not be there yet: time judges it.
		return
	}
	if !e.Broken() {
		h.answered, h.streak = true, 0
		h.succeeded = h.succeeded || e.OK() && !isRefusal(e)
		return
	}
	h.streak += e.Failed
	if h.streak >= 2 && h.down == nil {
		h.down = e
	}
}

func (r *run) isDown(operation string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := r.health[operation]
	return h != nil && h.down != nil
}

// remember keeps what the contract check found in an answer, without what is
// not for reports: every finding is told from here.
func (r *run) remember(e *client.Exchange, c checked) {
	if vs := c.violations; len(vs) > 0 {
		shown := r.redact.Found(e.Body)
		for i, v := range vs {
			vs[i].Found = shown(v.Pointer, v.Found)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.checked[e] = c
}

// violationsOf are what the contract check found in an answer.
func (r *run) violationsOf(e *client.Exchange) []contract.Violation {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.checked[e].violations
}

// seenIn are the members that an answer showed.
func (r *run) seenIn(e *client.Exchange) map[string]contract.Seen {
	r.mu.Lock()
	c, ok := r.checked[e]
	r.mu.Unlock()
	if !ok {
		return contract.Observe(e.Operation, e.Body)
	}
	return c.seen
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

// collect keeps the violations of a checked answer and counts what it showed.
func (r *run) collect(e *client.Exchange) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for pattern, s := range r.checked[e].seen {
		r.covered(e, pattern).Seen += s.Present
	}
	for _, v := range r.checked[e].violations {
		k := violationKey{v.Promise, v.Operation, itemPattern(v.Pointer)}
		if have := r.violations[k]; have != nil {
			have.Count++
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

func (r *run) observe(g report.Gap) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := gapKey{g.ID, g.Operation}
	have, ok := r.gaps[k]
	if ok && have.Observed != g.Observed {
		// Two scenarios saw two answers: neither variant describes it.
		g.Evidence = have.Evidence + "; elsewhere " + g.Evidence
		g.Observed = report.Other
	}
	r.gaps[k] = g
}

// missed notes why a scenario did not see a gap; the first reason is kept.
func (r *run) missed(gapID, operation, reason string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := [2]string{gapID, operation}
	r.unobserved[k] = cmp.Or(r.unobserved[k], r.redact.Text(reason))
}

func (r *run) finish(s report.Scenario) {
	for _, id := range s.Gaps {
		for _, operation := range s.Operations {
			if s.Reason != "" {
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

// tree folds what the run saw into the report.
func (r *run) tree() *report.Run {
	sum := sha256.Sum256(spec.OpenAPI)
	t := &report.Run{Schema: 1, RunID: r.id, Contract: report.Contract{Version: spec.ContractVersion, SHA256: hex.EncodeToString(sum[:])},
		Target: r.describeTarget(), Scenarios: r.scenarios, Ledger: r.ledger, Seed: r.opts.Seed, PerPage: r.drawnPer,
		Tool: report.Tool{Name: "understudy", Version: r.opts.Version}}
	for _, c := range r.coverage {
		t.Coverage = append(t.Coverage, *c)
	}
	for _, g := range r.gaps {
		if r.blurred(g) {
			r.unobserved[[2]string{g.ID, g.Operation}] = report.Inconclusive + ": the list moved while it was read"
			continue
		}
		t.Gaps = append(t.Gaps, g)
	}
	r.judgeHealth(t)
	for _, v := range r.violations {
		t.Violations = append(t.Violations, *v)
	}
	for _, s := range t.Scenarios {
		for _, remark := range s.Remarks {
			t.Remarks = append(t.Remarks, s.Address+": "+remark)
		}
	}
	t.Sort()
	t.ListUnobserved(r.unobserved)
	for _, p := range promise.All {
		t.Promises = append(t.Promises, r.judge(t, p))
	}
	r.summarise(t)
	return t
}

// judgeHealth fails the promise of each operation that was down while another
// one answered; where none answered, the target is out of reach.
func (r *run) judgeHealth(t *report.Run) {
	answered := func(but string) bool {
		for op, h := range r.health {
			if op != but && h.answered {
				return true
			}
		}
		return false
	}
	for _, o := range spec.Operations {
		h := r.health[o.ID]
		if h == nil || h.down == nil || o.Promise == "" {
			continue
		}
		if !answered(o.ID) {
			r.blameReach(t, o, h)
			continue
		}
		r.violations[violationKey{o.Promise, o.ID, ""}] = &report.Violation{Promise: o.Promise, Operation: o.ID, Count: h.streak,
			Expected: "an answer below HTTP 500 to a request that the document allows", Actual: "two in a row without one: " + h.down.Outcome(),
			Exchange: r.redact.Exchange(h.down)}
	}
}

// blameReach turns the scenarios that an unreachable target blocked into
// errors: they tell nothing about its promises.
func (r *run) blameReach(t *report.Run, o spec.Operation, h *health) {
	for i, s := range t.Scenarios {
		if s.Verdict == report.Skip && slices.Contains(s.Operations, o.ID) && strings.HasPrefix(s.Reason, report.Blocked+": by "+o.Promise+":") {
			t.Scenarios[i].Verdict = report.Error
			t.Scenarios[i].Reason = r.redact.Text(report.Unreached + ": " + h.down.Outcome())
		}
	}
}

// judge finds the verdict on one promise: the worst of the failures that carry
// its id; a pass where a scenario passed that saw it; else a skip.
func (r *run) judge(t *report.Run, p promise.Promise) report.Promise {
	out := report.Promise{ID: p.ID, Section: string(p.At.Section), Says: p.Says, Verdict: report.Skip, Scenarios: []string{}}
	raise := func(v report.Verdict, reason string) {
		if w := report.Worse(out.Verdict, v); w != out.Verdict || out.Reason == "" && out.Verdict == v {
			out.Verdict, out.Reason = w, reason
		}
	}
	var skips []string
	for _, s := range t.Scenarios {
		for _, f := range s.Failures {
			if f.Promise == p.ID {
				raise(report.Fail, "expected "+f.Expected+", found "+f.Actual)
			}
		}
		if !slices.Contains(s.Promises, p.ID) {
			continue
		}
		out.Scenarios = append(out.Scenarios, s.Address)
		unseen, notSeen := s.Unseen[p.ID]
		switch {
		case s.Verdict == report.Fail && notSeen:
			skips = append(skips, unseen)
		case s.Verdict == report.Fail:
			// What failed in it was raised above: the other promises passed.
			raise(report.Pass, "")
		case s.Verdict == report.Skip:
			skips = append(skips, s.Reason)
		case s.Verdict == report.Pass && notSeen:
			skips = append(skips, unseen)
		case s.Verdict == report.Pass:
			raise(report.Pass, "")
		default:
			raise(s.Verdict, s.Reason)
		}
	}
	for _, v := range t.Violations {
		if v.Promise == p.ID {
			raise(report.Fail, "expected "+v.Expected+", found "+v.Actual)
		}
	}
	if out.Verdict == report.Skip {
		out.Reason = whySkipped(skips)
	}
	out.Witness = witnessOf(t, out)
	return out
}

// whySkipped picks the reason of a promise that was not checked: what the
// operator left out says less than what was tried in vain.
func whySkipped(reasons []string) string {
	tried := slices.IndexFunc(reasons, func(s string) bool { return !strings.HasPrefix(s, report.Narrowed) })
	switch {
	case len(reasons) == 0:
		return "no scenario of the run speaks of it"
	case tried < 0:
		return reasons[0]
	}
	return reasons[tried]
}

func (r *run) summarise(t *report.Run) {
	for _, p := range t.Promises {
		switch p.Verdict {
		case report.Pass:
			t.Summary.Pass++
		case report.Fail:
			t.Summary.Fail++
		case report.Error:
			t.Summary.Error++
		default:
			t.Summary.Skip++
			if r.opts.requires(p.ID) {
				t.Required = append(t.Required, p.ID)
			}
		}
	}
	for _, o := range spec.Operations {
		if h := r.health[o.ID]; !o.Supplementary && r.inScope(t, o.ID) && (h == nil || !h.succeeded) {
			t.Unchecked = append(t.Unchecked, o.ID)
		}
	}
}

// inScope tells whether a scenario of the operation was run that was not
// narrowed away on purpose.
func (r *run) inScope(t *report.Run, operation string) bool {
	return slices.ContainsFunc(t.Scenarios, func(s report.Scenario) bool {
		return slices.Contains(s.Operations, operation) && !strings.HasPrefix(s.Reason, report.Narrowed)
	})
}

func (r *run) describeTarget() report.Target {
	t := report.Target{BaseURL: r.redact.Text(r.target.BaseURL), Writes: r.target.Writes() && !r.opts.ReadOnly}
	for key, v := range groundKeys(r.target) {
		if v {
			t.Ground = append(t.Ground, key)
		}
	}
	slices.Sort(t.Ground)
	return t
}
