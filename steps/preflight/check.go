// Package preflight checks a target before a run: it waits for the deployment,
// and checks with reads alone that the set-up can be used.
//
// Start reading at Check; verdict.go says what is wrong with a set-up,
// advice.go what to do.
package preflight

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/feature"
	"understudy/steps/paging"
	"understudy/steps/scenario"
)

// Check reads each list of a deployment that the target makes possible, once,
// and reports whether scenarios can be run: the deployment is reachable, and
// each kind of token that they use is accepted somewhere, a control_url is
// that of the deployment, and samples.service_connection has the name of its destination.
// It sends GETs only, at most MaxRequests if no response asks to wait or redirects; with a
// control_url one more, and three to that.
//
// The error says what is wrong with the set-up and what to do. Problems of the
// deployment are left to Run: an operation that is down, an id that is unknown.
func Check(ctx context.Context, r *scenario.Run, scenarios []*feature.Scenario) (*Setup, error) {
	r.Client.Separately()
	p := &check{run: r, ctx: ctx, kinds: map[spec.TokenKind]bool{}}
	for _, sc := range scenarios {
		if scenario.New(ctx, r, sc).Admit() == nil {
			p.use(sc)
		}
	}
	p.readOnce()
	p.readFurther()
	p.readAgain()
	if ctx.Err() != nil {
		return nil, p.interrupted()
	}
	setup := p.setup(scenarios)
	for _, check := range []func() error{p.verdict, p.sampleOfAnother, p.controlled} {
		if err := check(); err != nil {
			return setup, err
		}
	}
	return setup, nil
}

// interrupted says how far a check came that was ended early.
func (p *check) interrupted() error {
	if slices.ContainsFunc(p.reads, func(r *read) bool { return r.e.Err == nil }) {
		return errors.New("interrupted while the set-up was checked: no scenario was run")
	}
	return fmt.Errorf("interrupted before %s responded to any request: see whether base_url is right and the deployment is well", p.base())
}

// MaxRequests limits the requests of a check: mostReads of lists, and one of the destination.
const MaxRequests = mostReads + 1

const mostReads = 10

// readsAgain is the total number of reads, readsDoubtful the number if few
// connections broke off.
const readsAgain, readsDoubtful = 6, 9

// check is the state of a check of the set-up.
type check struct {
	run *scenario.Run
	ctx context.Context
	// kinds are the tokens that the selected scenarios use.
	kinds map[spec.TokenKind]bool
	// updates says that selected scenarios update the destination.
	updates bool
	reads   []*read
}

// read is a GET of a list that the document allows.
type read struct {
	operation spec.Operation
	request   client.Request
	// key is the key of the target file with the id in the path; empty for a
	// list without one, or one that the document does not promise for the id.
	key string
	e   *client.Exchange
}

// use records the tokens that a scenario uses, and whether it updates the destination. One
// that names no operation may use any token.
func (p *check) use(sc *feature.Scenario) {
	p.updates = p.updates || len(sc.Operations) == 0 || slices.Contains(sc.Operations, spec.UpdateDestination)
	for _, o := range spec.Operations {
		if len(sc.Operations) == 0 || slices.Contains(sc.Operations, o.ID) {
			p.kinds[o.Token] = true
		}
	}
}

// possible returns the reads of an operation that the target file makes possible.
func (p *check) possible(o spec.Operation) (reads []*read) {
	sc := scenario.New(p.ctx, p.run, nil)
	for i := range paging.Listings {
		l := &paging.Listings[i]
		if l.Operation != o.ID || !p.kinds[o.Token] {
			continue
		}
		key := l.Resource
		if l.Foreign {
			key = ""
		}
		queries := []paging.Query{nil}
		if o.Lists {
			queries[0] = paging.Query{}.With("per_page", 1)
		}
		if l.Resource == "" {
			// There is no other list to read if the query is rejected.
			queries = append(queries, nil)
		}
		for _, q := range queries {
			if request, err := sc.ListRequest(l, q); err == nil {
				reads = append(reads, &read{operation: o, request: request, key: key})
			}
		}
	}
	return reads
}

// get sends reads, all at once.
func (p *check) get(reads ...*read) {
	var wg sync.WaitGroup
	for _, r := range reads {
		wg.Go(func() { r.e = p.run.Client.Ask(p.ctx, r.request) })
	}
	wg.Wait()
	p.reads = append(p.reads, reads...)
}

// readOnce reads one list of each operation that has lists.
func (p *check) readOnce() {
	var first []*read
	for _, o := range spec.Operations {
		if reads := p.possible(o); len(reads) > 0 {
			first = append(first, reads[0])
		}
	}
	p.get(first...)
}

// readFurther reads other lists of a kind of token of which none could be read:
// an id of the target file may be the only thing that is wrong.
func (p *check) readFurther() {
	for _, o := range spec.Operations {
		for i, r := range p.possible(o) {
			if i > 0 && p.needsFurther(o.Token) {
				p.get(r)
			}
		}
	}
}

// needsFurther reports whether no list of a kind was read, although the
// deployment responds.
func (p *check) needsFurther(kind spec.TokenKind) bool {
	return !slices.ContainsFunc(p.of(kind), func(r *read) bool {
		t := troubleOf(r.e)
		return t == noTrouble || t == redirected || t == webPage || t == throttled || r.e.Err != nil
	})
}

// readAgain repeats the successful reads, to see whether connections sometimes
// break off.
func (p *check) readAgain() {
	first := slices.Clone(p.reads)
	more := func() bool {
		broken := len(p.broken())
		return len(p.reads) < readsAgain && (broken > 0 || p.anyOpened()) || broken > 0 && !p.breaksOften() && len(p.reads) < readsDoubtful
	}
	for len(first) > 0 && more() && len(p.reads)+len(first) <= mostReads && !slices.ContainsFunc(p.reads, (*read).timedOut) {
		var again []*read
		for _, r := range first {
			again = append(again, &read{operation: r.operation, request: r.request, key: r.key})
		}
		p.get(again...)
	}
}

// anyOpened reports whether a list was read.
func (p *check) anyOpened() bool { return p.opened() != nil }

// opened returns the first read of a list that succeeded; nil where none did.
func (p *check) opened() *read {
	i := slices.IndexFunc(p.reads, func(r *read) bool { return troubleOf(r.e) == noTrouble })
	if i < 0 {
		return nil
	}
	return p.reads[i]
}

func (r *read) brokeOff() bool { return r.e.Fault() == client.BrokeOff }
func (r *read) timedOut() bool { return r.e.Fault() == client.TimedOut }

// of returns the reads that were made with a kind of token.
func (p *check) of(kind spec.TokenKind) (reads []*read) {
	for _, r := range p.reads {
		if r.operation.Token == kind {
			reads = append(reads, r)
		}
	}
	return reads
}
