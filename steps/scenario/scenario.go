// Package scenario is what a step works with, whoever wrote it: the state that
// the scenarios of a run share, and that of one scenario. It sends requests and
// processes the responses, knows which errors end a scenario and how each
// becomes a verdict, keeps the ledger, waits for what a deployment has not
// settled yet, and reads test data from the target.
//
// It knows no built-in step. Start reading at Scenario.Send, then setVerdict in
// ending.go; responses.go has what a response says.
//
// A step sends a request in one of these ways:
//
//   - Send: what a When step asks for. The next Then checks the response.
//   - Probe: the same for a request that the document does not describe.
//   - Exchange: what a step asks for itself, to read something back, say: the next Then checks
//     the response from before. Like that of Send, the response counts for its operation, and
//     a success is checked against the contract.
//   - ProbeAside: the same for a request that the document does not describe.
//   - AtOnce: several requests at the same time, each as in Exchange.
//   - Do: a question beside the scenario, which counts for no operation.
//
// Take and Adopt send nothing: they give the next Then a response that is there already,
// Adopt one that counts as the scenario's own.
package scenario

import (
	"context"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/feature"
	"understudy/steps/report"
)

// Scenario is the state of one scenario.
type Scenario struct {
	// run is what the scenario shares with the others of its run.
	run *Run
	// Text is the scenario as it is written.
	Text   *feature.Scenario
	Result *report.Scenario
	Ctx    context.Context
	// Hooks are called while requests are sent; those of New do nothing.
	Hooks Hooks
	// ran is the number of steps that were run.
	ran int

	// Last is the response that the next Then checks.
	Last *client.Exchange
	// Exchanges are the allowed requests of the scenario, in order.
	Exchanges []*client.Exchange
	// Shown says that one of the scenario's requests, or one that it shares
	// with others, got a response that shows a resource.
	Shown   bool
	endings []func()
	// holds are the resources that only this scenario may write at the moment.
	holds map[string]bool
	// Void says why the scenario cannot pass, whatever its steps find: a
	// response was not read, or a request not sent.
	Void error
	// large are the exchanges whose bodies count towards those that the run keeps.
	large []*client.Exchange
	// Ending says that the scenario only restores what it changed.
	Ending bool
	// faulty says that the scenario has set a fault on the fake.
	faulty bool
	// passed are the promises that a step has checked without a finding.
	passed map[string]bool
	// failed is the operation of the first failed call that left one of several
	// promises unchecked, if one did.
	failed string
}

// Hooks are functions that a scenario calls while it sends requests; none is nil. The packages built
// on this one know the resources of the document, and this one does not: package builtin sets them.
type Hooks struct {
	// NoteResponse is called with each response, before anything in it is checked.
	NoteResponse func(*client.Exchange)
	// NoteChecked is called with each success, when it was checked against the contract.
	NoteChecked func(*client.Exchange)
	// SendWithText sends a request with send, or another one whose body has the same parts.
	SendWithText func(r client.Request, send func(client.Request) *client.Exchange) *client.Exchange
}

// noHooks note nothing, and send each request as it is.
func noHooks() Hooks {
	return Hooks{
		NoteResponse: func(*client.Exchange) {},
		NoteChecked:  func(*client.Exchange) {},
		SendWithText: func(r client.Request, send func(client.Request) *client.Exchange) *client.Exchange { return send(r) },
	}
}

// New returns a scenario of a run, as it is written, before its first step.
func New(ctx context.Context, r *Run, text *feature.Scenario) *Scenario {
	return &Scenario{run: r, Text: text, Result: &report.Scenario{}, Ctx: ctx, Hooks: noHooks(), holds: map[string]bool{},
		passed: map[string]bool{}}
}

// Send sends a request; the next Then checks its response.
func (s *Scenario) Send(r client.Request) *client.Exchange {
	s.Last = s.Exchange(r)
	return s.Last
}

// Exchange sends a request that a step needs for itself. If the document allows
// it, it counts for the health of its operation, and its success response is
// checked against the contract.
func (s *Scenario) Exchange(r client.Request) *client.Exchange {
	if s.faulty {
		r.Allowed, r.Operation = false, "" // it says nothing of the operation's health, either
		return s.Do(r)
	}
	return s.process(s.deliver(r))
}

// process records what a response says, and checks a success.
func (s *Scenario) process(e *client.Exchange) *client.Exchange {
	r := e.Request
	s.noteVoid(e)
	if e.NotAsked() {
		return e
	}
	s.run.Coverage.Count(e, e.Rejected())
	s.NoteEffects(e)
	s.noteLastWrite(e)
	if s.Ctx.Err() == nil && !r.Allowed && claimsSuccess(e) {
		s.CheckSuccess(e)
	}
	if s.Ctx.Err() != nil || !r.Allowed {
		return e
	}
	s.Exchanges = append(s.Exchanges, e)
	s.Shown = s.Shown || ShowsResource(e)
	if s.run.Operations.Note(e, ShowsResource(e)) {
		s.run.Client.Trim(e) // the run keeps a reference
	}
	s.run.NoteTestData(e)
	if o := spec.OperationOf(r.Operation); o.Supplementary || !e.Accepted() {
		return e
	}
	s.CheckSuccess(e)
	return e
}

// deliver sends a request until the resource that it names is found, and once more where it is a
// valid write that is rejected.
func (s *Scenario) deliver(r client.Request) *client.Exchange {
	return s.Hooks.SendWithText(r, func(r client.Request) *client.Exchange { return s.repeatRejected(s.repeatUntilFound(s.try(r))) })
}

// Do sends a request, and repeats it where the client's retry rules say so. A write
// that claims to have succeeded is checked as a success, whatever it was sent for.
func (s *Scenario) Do(r client.Request) *client.Exchange {
	e := s.try(r)
	if s.Ctx.Err() == nil && claimsSuccess(e) {
		s.CheckSuccess(e)
	}
	return e
}

// try sends a request as send does, and counts it.
func (s *Scenario) try(r client.Request) *client.Exchange {
	r.Restores = s.Ending
	return s.count(s.send(r))
}

// send sends a request, and repeats it where the client's retry rules say so. Where the
// scenario has set a fault, it is sent once, except to restore what was changed.
func (s *Scenario) send(r client.Request) *client.Exchange {
	if s.faulty && !s.Ending {
		return s.run.Client.Single(s.Ctx, r)
	}
	return s.run.Client.Do(s.Ctx, r)
}

// count adds an exchange to those of the scenario, with the body that the run keeps.
func (s *Scenario) count(e *client.Exchange) *client.Exchange {
	s.Result.Requests += e.Tries
	if s.run.Options.OnExchange != nil && !e.NotAsked() {
		s.run.Options.OnExchange(s.Result.Address, s.run.Redact.Exchange(e))
	}
	if e.IsLarge() {
		s.large = append(s.large, e)
	}
	return e
}

// Take makes an exchange the one that the next Then checks.
func (s *Scenario) Take(e *client.Exchange) {
	s.Last = e
	s.noteVoid(e)
}

// noteVoid records that a request was not sent, or its response not read.
func (s *Scenario) noteVoid(e *client.Exchange) {
	switch {
	case e.NotAsked():
		s.Void = s.Usable(e)
	case e.Unread != "":
		s.Void = Unread(e)
	}
}

// Probe sends a request that the document does not describe; the next Then checks its
// response.
func (s *Scenario) Probe(r client.Request) *client.Exchange {
	s.Last = s.ProbeAside(r)
	return s.Last
}

// ProbeAside sends a request that the document does not describe and that a step needs for
// itself. A response that creates or changes something all the same counts as a success of
// the operation.
func (s *Scenario) ProbeAside(r client.Request) *client.Exchange {
	r.Allowed = false
	e := s.Exchange(r)
	s.CheckAccepted(e)
	return e
}

// Adopt makes an exchange that the run shares one of the scenario's own.
func (s *Scenario) Adopt(e *client.Exchange) {
	s.Take(e)
	s.Shown = s.Shown || s.run.Operations.HasSucceeded(e.Operation)
	s.Exchanges = append(s.Exchanges, e)
}
