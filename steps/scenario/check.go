package scenario

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// CheckSuccess checks a success response against the contract and collects its
// faults, once.
func (s *Scenario) CheckSuccess(e *client.Exchange) {
	s.checkOnce(e, func(contract.Violation) bool { return false })
}

// CheckAccepted checks the response to a request that the document does not describe as it checks a
// success, if it shows a resource.
func (s *Scenario) CheckAccepted(e *client.Exchange) {
	if e.Accepted() && e.Effect() != "" && !sentOtherLabel(e) {
		s.CheckSuccess(e)
	}
}

// CheckEnvelope checks a list as CheckSuccess does, without its records.
func (s *Scenario) CheckEnvelope(e *client.Exchange) {
	s.checkOnce(e, func(v contract.Violation) bool { return strings.HasPrefix(v.Pointer, "/data/") })
}

// CheckOnly checks one member of a response, given by its JSON pointer, as CheckSuccess does.
func (s *Scenario) CheckOnly(e *client.Exchange, pointer string) {
	s.checkOnce(e, func(v contract.Violation) bool { return v.Pointer != pointer })
}

// CheckExcept checks a response as CheckSuccess does, without one member, given by its JSON
// pointer.
func (s *Scenario) CheckExcept(e *client.Exchange, pointer string) {
	s.checkOnce(e, func(v contract.Violation) bool { return v.Pointer == pointer })
}

// checkOnce checks a response that was not checked before, without the violations that
// are left out.
func (s *Scenario) checkOnce(e *client.Exchange, leftOut func(contract.Violation) bool) {
	if e.Seen != nil {
		return
	}
	s.check(e)
	e.Violations = slices.DeleteFunc(slices.Clone(e.Violations), leftOut) // other runs share them
	s.run.Coverage.Collect(e)
	s.run.Violations.Collect(e)
	s.Hooks.NoteChecked(e)
}

// check checks a success response against the contract.
func (s *Scenario) check(e *client.Exchange) {
	if e.Unread != "" {
		return
	}
	if len(e.Body) > largeBody {
		checkingLarge.Lock()
		defer checkingLarge.Unlock()
		if s.Ctx.Err() != nil {
			return // the run was interrupted while others had their turn
		}
	}
	c := s.run.read(e)
	e.Violations, e.Seen = c.violations, c.seen
	if s.run.Options.OnResponse != nil && e.Allowed {
		s.run.Options.OnResponse(e.Operation, contract.Response{Status: e.Status, Body: e.Body})
	}
}

// Usable says why a response to an allowed request cannot be checked further.
func (s *Scenario) Usable(e *client.Exchange) error {
	operation := spec.OperationOf(e.Operation)
	path := cmp.Or(operation.Path, e.Path)
	isDown := s.run.Operations.IsDown(e.Operation)
	switch {
	case e.NotAsked() && e.Allowed, e.Broken() && isDown: // else only requests with faults timed out
		return &outcome.Skipped{Reason: report.Reason{Kind: report.Blocked, By: operation.Promise, Text: e.Outcome()}, Failed: e.Operation}
	case e.Broken():
		return &outcome.Skipped{Reason: report.Reason{Kind: report.Inconclusive,
			Text: fmt.Sprintf("%s %s: %s", e.Method, path, e.Outcome())}, Failed: e.Operation}
	case e.Throttled(), e.NotModified():
		return outcome.Skip(report.Inconclusive, "%s %s: %s", e.Method, path, e.Outcome())
	case e.Rejected() && e.Failed > 0 && e.Method == http.MethodPut:
		return outcome.Skip(report.Inconclusive,
			"%s %s got no usable response first, and HTTP %d when it was repeated: it may have been done", e.Method, path, e.Status)
	case e.Rejected():
		return outcome.Skip(report.MissingTestData, "%s %s is rejected with %s", e.Method, path, Rejection(e))
	}
	return s.WellFormed(e)
}

// WellFormed says which promise is broken by a body that is not JSON at all.
func (s *Scenario) WellFormed(e *client.Exchange) error {
	switch {
	case e.Unread != "":
		return Unread(e)
	case e.IsJSON():
		return nil
	}
	for _, v := range e.Violations {
		if v.Promise == "bodies-are-json" {
			return outcome.BlockedBy(v.Promise)
		}
	}
	return outcome.Skip(report.MissingTestData, "the response is not JSON")
}
