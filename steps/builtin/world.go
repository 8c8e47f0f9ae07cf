// Package builtin is the built-in steps: the rows of the vocabulary with their bodies,
// written on package scenario.
//
// Start reading at rows.go: it gathers the rows, each of which stands in the file of its
// noun, beside its body. What a step sends at most is in footprint.go.
package builtin

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/evidence"
	"understudy/steps/feature"
	"understudy/steps/paging"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

// Run is what the built-in steps of all scenarios of a run share.
type Run struct {
	*scenario.Run
	// Selected are the scenarios that are to run.
	Selected []*feature.Scenario

	// segment and publishing are made once for all scenarios.
	segment    scenario.Shared[segmentState]
	publishing scenario.Shared[*publishing]
	other      scenario.Shared[*client.Exchange]
	pair       scenario.Shared[*connectorPair]
	batch      scenario.Shared[*segmentBatch]
	// segments, linksMade, connectors, updates and labels are what was sent at the same time.
	segments   scenario.Shared[[]segmentMade]
	linksMade  scenario.Shared[[]*client.Exchange]
	connectors scenario.Shared[*connectorsMade]
	updates    scenario.Shared[*updatesMade]
	labels     scenario.Shared[labelsRead]
	snapshots  scenario.SharedBy[snapshotKey, *paging.Snapshot]
	responses  scenario.SharedBy[listRequest, *client.Exchange]
	counts     scenario.SharedBy[string, int64]
	// idsApart says, by a list, whether its ids are counted per workspace.
	idsApart scenario.SharedBy[string, bool]
	// noOther says that a connector of a random service_name cannot be updated.
	noOther scenario.Shared[bool]
	// opened says, by a kind of token, whether a list was read with it.
	opened  scenario.SharedBy[spec.TokenKind, bool]
	motion  paging.Motion
	records paging.Records
	// quickest is the shortest time that a completion took, in nanoseconds; 0 where none
	// was waited for.
	quickest atomic.Int64
	// properties are what complete source URLs show.
	properties properties
	// texts are those that the run sent, and what became of them.
	texts *texts
	// sent are those that it sent, with what is tried of them and without.
	sent SentTexts
	// agreement holds all that is shown against what was shown and sent before.
	agreement *evidence.Agreement
	// destinationName and connectorLabel are what the run changes of the target's
	// own. labelAsked says that the label was asked for.
	destinationName, connectorLabel kept
	labelAsked                      bool

	mu sync.Mutex
	// successes are, by operation, the plain requests that succeeded.
	successes map[string]*success
	// named are the names of segments by their ids.
	named map[string]string
	// made is the segment that was created last.
	made *segmentState
	// labelled are the connectors that labels were sent for, by the label.
	labelled map[string]string
	// links are, by path and expiration, when a link was shown first.
	links map[linkKey]time.Time
}

// NewRun prepares a run on a target. It sends nothing.
func NewRun(t target.Target, o scenario.Options) (*Run, error) {
	r, err := scenario.NewRun(t, o)
	if err != nil {
		return nil, err
	}
	return &Run{Run: r, agreement: evidence.NewAgreement(r.ID), texts: newTexts(), successes: map[string]*success{}, named: map[string]string{}, labelled: map[string]string{}, links: map[linkKey]time.Time{}}, nil
}

func (r *Run) successOf(operation string) *success {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.successes[operation] == nil {
		r.successes[operation] = &success{}
	}
	return r.successes[operation]
}

// repeats reports whether a scenario sends the plain request of an operation again.
func (r *Run) repeats(operation string) bool {
	return slices.ContainsFunc(r.Selected, func(sc *feature.Scenario) bool {
		return slices.ContainsFunc(sc.Steps, func(u feature.Use) bool {
			return u.Operation == operation && u.Step != nil && slices.Contains(u.Step.Requires, ARequest)
		})
	})
}

// World is what the built-in steps know of one scenario.
type World struct {
	*scenario.Scenario
	run *Run

	operation string          // of the last "a successful … request"
	list      *paging.Listing // of the last list request
	query     paging.Query
	listed    []*client.Exchange // of all list requests without a fault of their token
	together  []listed           // of the last step that sent several list requests
	pages     []*paging.Snapshot // of each order that was read
	segment   segmentState
	connector connectorState
	link      *client.Exchange
	pair      *connectorPair
	batch     *segmentBatch
	// several are the responses to the faulty requests that were sent last, one by one.
	several []*client.Exchange
	// plain is the request that they are sent with their faults.
	plain client.Request
	// links are those that were created at once.
	links []*client.Exchange
	// renames says that the scenario may rename the destination, nameSent that it
	// sent another name, namesTaken are those that may have been taken.
	renames, nameSent bool
	namesTaken        []string
	// nameUnchanged says that the name was read back after a rejection, as it was before.
	nameUnchanged bool
	// tried is the kind of texts that the scenario tried, and doubted what is looked
	// at again, where a text came back in other words.
	tried   string
	doubted *doubt
	// words are the labels that look like values, as they were read back.
	words []savedWord
	// before is what was read ahead of a write.
	before *client.Exchange
}

// NewWorld is the world of a scenario before its first step.
func NewWorld(ctx context.Context, r *Run, text *feature.Scenario) *World {
	w := &World{Scenario: scenario.New(ctx, r.Run, text), run: r}
	w.Noted, w.Deliver = w.note, w.deliver
	return w
}

// note keeps what a response says of what the run changes or has made.
func (w *World) note(e *client.Exchange) {
	w.noteRelabelling(e)
	w.noteRenaming(e)
	w.noteLink(e)
	w.noteText(e)
	w.agree(e)
	w.noteInvariants(e)
}

// agree holds a response against all that the run has seen and sent.
func (w *World) agree(e *client.Exchange) {
	if o, _ := spec.OperationByID(e.Operation); e.Scheme != client.Bearer || e.Token != w.TokenFor(o) {
		return
	}
	for _, c := range w.run.agreement.Note(e) {
		w.run.Violations.Accuse(c.Promise, c.Expected, c.Actual, e)
	}
}
