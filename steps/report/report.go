// Package report is the result of a run: one tree that every writer reads. The writers
// are packages below this one: terminal, html and ci, which share view; prose makes texts
// fit to be read. Only the JSON form is written here, because it is the tree itself.
//
// The tree is a published type: its JSON form, described by Schema, is what `verify
// --report json=FILE` writes. It contains no secrets: the code that fills it redacts
// first.
//
// The harness fills it; the command and other people's tests read it. Start
// reading at Run.
package report

import (
	"cmp"
	"slices"
	"time"

	"understudy/spec/gap"
)

// Verdict is the outcome of a scenario, a promise or an expectation. From best to worst:
// skip, pass, warn, known, error, fail.
type Verdict string

// The verdicts.
const (
	Skip Verdict = "skip"
	Pass Verdict = "pass"
	// Warn is the verdict where an expectation of the user's own with the severity
	// should is not met. It fails no run.
	Warn Verdict = "warn"
	// Known is the verdict of a failure that a baseline lists.
	Known Verdict = "known"
	Error Verdict = "error"
	Fail  Verdict = "fail"
)

var gravity = map[Verdict]int{Skip: 0, Pass: 1, Warn: 2, Known: 3, Error: 4, Fail: 5}

// Worse returns the worse of two verdicts.
func Worse(a, b Verdict) Verdict {
	if gravity[b] > gravity[a] {
		return b
	}
	return a
}

// SchemaVersion is the version of the report's form, in Run.Schema.
const SchemaVersion = 2

// Run is the result of one run.
type Run struct {
	// Schema is the version of the report's form: 2 since reasons are objects.
	Schema int  `json:"schema"`
	Tool   Tool `json:"tool"`
	// RunID is part of every name that the run created. A merged run has both ids,
	// joined by "+".
	RunID    string    `json:"run_id"`
	Contract Contract  `json:"contract"`
	Target   Target    `json:"target"`
	Summary  Summary   `json:"summary"`
	Promises []Promise `json:"promises"`
	// Expectations are those of the user's own, which are no promises of the document.
	Expectations []Expectation `json:"expectations,omitempty"`
	Gaps         []Gap         `json:"gaps"`
	// Unobserved are the probed gaps that the run did not see.
	Unobserved []Unobserved `json:"unobserved"`
	// Profile is the result of comparing the run with a profile.
	Profile    *Calibration `json:"profile,omitempty"`
	Violations []Violation  `json:"violations"`
	Scenarios  []Scenario   `json:"scenarios"`
	Ledger     []Entry      `json:"ledger"`
	Coverage   []Coverage   `json:"coverage"`
	// TestData are the keys of the target file that the run used.
	TestData []TestData `json:"test_data,omitempty"`
	// Remarks are observations that change no verdict.
	Remarks []Remark `json:"remarks"`
	// Unchecked are the operations in scope that gave no success response.
	Unchecked []string `json:"unchecked"`
	// NotAsked lists those of the document's nine operations to which the run sent no
	// request that the document allows.
	NotAsked []string `json:"not_asked,omitempty"`
	// ShutOut lists the keys of tokens that every operation called with them rejected
	// with HTTP 401 or 403.
	ShutOut []string `json:"shut_out,omitempty"`
	// EndedTokens lists the keys of tokens that were accepted at first, and rejected with HTTP 401 or
	// 403 at the end of the run.
	EndedTokens []string `json:"ended_tokens,omitempty"`
	// Required lists the required promises that were skipped.
	Required []string `json:"required,omitempty"`
	// MinChecked is the percentage of promises that had to be checked; 0 requires
	// none.
	MinChecked float64 `json:"min_checked,omitempty"`
	// Ended says that the deployment is gone, and with it all that the run created.
	Ended bool `json:"-"`
	// Shard says which part of a run this is, where it is a part. The verdict is that of
	// the merged run.
	Shard *Shard `json:"shard,omitempty"`
	// Shards are the parts that a merged run is made of.
	Shards []ShardRun `json:"shards,omitempty"`
	// Baseline is the result of a list of known failures, where one is given.
	Baseline *Baseline `json:"baseline,omitempty"`
	// Interrupted reports that the run ended before its last scenario.
	Interrupted bool `json:"interrupted,omitempty"`
	// InterruptedBy names what interrupted the run, where that was not a signal.
	InterruptedBy string `json:"interrupted_by,omitempty"`
	// Seed reproduces the order of the scenarios; 0 means the order of the features.
	Seed int64 `json:"seed,omitempty"`
	// Sources are the features that were run, as written. Only the writer of Cucumber
	// Messages uses them; a JSON report does not contain them.
	Sources []Source `json:"-"`
	// Started is when the run began.
	Started time.Time `json:"started"`
	// PerPage is the page size that the run drew, or was given.
	PerPage int64 `json:"per_page,omitempty"`
	// DurationMS is the length of the run in milliseconds.
	DurationMS int64 `json:"duration_ms"`
}

// Tool names the program that verified.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Contract names the contract that was verified against.
type Contract struct {
	Version string `json:"version"`
	SHA256  string `json:"sha256"`
}

// Target is the deployment that was verified, without its secrets.
type Target struct {
	BaseURL   string   `json:"base_url"`
	Writes    bool     `json:"writes"`
	Resources []string `json:"ground"`
}

// Summary counts promises by verdict.
type Summary struct {
	Pass  int `json:"pass"`
	Fail  int `json:"fail"`
	Skip  int `json:"skip"`
	Error int `json:"error"`
	Known int `json:"known,omitempty"`
}

// Unchecked is the number of promises without a verdict on them.
func (s Summary) Unchecked() int { return s.Skip + s.Error }

// Total is the number of promises.
func (s Summary) Total() int { return s.Pass + s.Fail + s.Skip + s.Error + s.Known }

// Promise is the verdict on one promise.
type Promise struct {
	ID      string  `json:"id"`
	Section string  `json:"section"`
	Says    string  `json:"says"`
	Verdict Verdict `json:"verdict"`
	// Reason says why a promise was not checked, or what failed first.
	Reason Reason `json:"reason,omitzero"`
	// Scenarios are the addresses of the scenarios that speak of the promise.
	Scenarios []string `json:"scenarios"`
	// Evidence is what a pass or a fail rests on.
	Evidence *Evidence `json:"witness,omitempty"`
}

// Evidence is what showed that a promise is kept or broken.
type Evidence struct {
	// Scenario is the address of the first scenario that showed it; empty where
	// only the check of all responses against the contract did.
	Scenario string `json:"scenario,omitempty"`
	// By says through what it was seen, where that was not the response itself:
	// how a write was read back, or which responses broke the contract.
	By string `json:"by,omitempty"`
}

// Gap is what was observed for one gap on one operation.
type Gap struct {
	ID        string `json:"id"`
	Operation string `json:"operation"`
	// Observed is a variant's id, or "other".
	Observed string `json:"observed"`
	Evidence string `json:"evidence"`
}

// Other is observed where no variant's recogniser matches.
const Other = gap.Other

// Violation is one way in which responses break the contract, reported once per promise,
// operation and pointer.
type Violation struct {
	Promise   string `json:"promise"`
	Operation string `json:"operation"`
	Pointer   string `json:"pointer"`
	Expected  string `json:"expected"`
	Actual    string `json:"actual"`
	// Count is how many responses showed it, or, where the problem is calls without a
	// usable response, how many of Calls failed.
	Count    int       `json:"count"`
	Calls    int       `json:"calls,omitempty"`
	Exchange *Exchange `json:"exchange,omitempty"`
	// Known is the reason from a baseline why it is no failure of the run.
	Known string `json:"known,omitempty"`
}

// Entry is one thing that the run created or changed on the deployment.
type Entry struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
	Name string `json:"name"`
	// Left reports whether it still exists after the run.
	Left bool   `json:"left"`
	Note string `json:"note,omitempty"`
	// Changed reports that it is the deployment's own and that the run did not see it restored.
	Changed bool `json:"changed,omitempty"`
}

// Coverage counts how often a member of an operation's response was seen.
type Coverage struct {
	Operation string `json:"operation"`
	// Status is the HTTP code; 0 means no response.
	Status int `json:"status"`
	// Member is a JSON pointer, with * for any item or key of a map. Where it is
	// empty, all responses are counted, including those that break the contract.
	Member string `json:"member"`
	Seen   int    `json:"seen"`
	// Rejected is how many of the responses rejected the request, by their code or,
	// with a success code, in words.
	Rejected int `json:"rejected,omitempty"`
}

// Of returns how many promises have a verdict.
func (s Summary) Of(v Verdict) int {
	return map[Verdict]int{Pass: s.Pass, Fail: s.Fail, Skip: s.Skip, Error: s.Error, Known: s.Known}[v]
}

// Add counts a verdict.
func (s *Summary) Add(v Verdict) {
	switch v {
	case Pass:
		s.Pass++
	case Known:
		s.Known++
	case Fail:
		s.Fail++
	case Error:
		s.Error++
	default:
		s.Skip++
	}
}

// Count counts the promises by verdict.
func (r *Run) Count() { r.Summary = summaryOf(r.Promises) }

// summaryOf counts promises by verdict.
func summaryOf(promises []Promise) (s Summary) {
	for _, p := range promises {
		s.Add(p.Verdict)
	}
	return s
}

// Promise returns the verdict on a promise: fail for one that is not in the run.
func (r *Run) Promise(id string) Promise {
	i := slices.IndexFunc(r.Promises, func(p Promise) bool { return p.ID == id })
	if i < 0 {
		return Promise{ID: id, Verdict: Fail}
	}
	return r.Promises[i]
}

// Scenario finds a scenario by its address.
func (r *Run) Scenario(address string) (Scenario, bool) {
	for _, s := range r.Scenarios {
		if s.Address == address {
			return s, true
		}
	}
	return Scenario{}, false
}

// Sort sorts the lists of the tree, so that their order does not depend on the order
// of execution.
func (r *Run) Sort() {
	slices.SortFunc(r.Scenarios, func(a, b Scenario) int { return cmp.Compare(a.Address, b.Address) })
	slices.SortFunc(r.Gaps, func(a, b Gap) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Operation, b.Operation))
	})
	slices.SortFunc(r.Violations, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(a.Promise, b.Promise), cmp.Compare(a.Operation, b.Operation), cmp.Compare(a.Pointer, b.Pointer))
	})
	slices.SortFunc(r.Coverage, func(a, b Coverage) int {
		return cmp.Or(cmp.Compare(a.Operation, b.Operation), cmp.Compare(a.Status, b.Status), cmp.Compare(a.Member, b.Member))
	})
	slices.SortFunc(r.Ledger, func(a, b Entry) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name)) })
	slices.SortFunc(r.Remarks, func(a, b Remark) int { return cmp.Compare(a.String(), b.String()) })
	r.Remarks = slices.Compact(r.Remarks)
}
