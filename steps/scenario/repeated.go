package scenario

import (
	"net/http"
	"time"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/outcome"
)

// repeated returns the response to a valid write that was sent again, once, because it was
// rejected: that may be temporary. Several that succeed then break the promise of the operation.
func (s *Scenario) repeated(first *client.Exchange) *client.Exchange {
	o, _ := spec.OperationByID(first.Operation)
	isWrite := first.Method != http.MethodGet
	if first.Allowed && isWrite && s.Run.created.has(first) {
		s.Run.doubts.note(first)
	}
	if !first.Allowed || !isWrite || !IsLasting(first) || first.Unrepeated || s.maybeUnknown(first) || s.Ctx.Err() != nil ||
		s.Run.Rejections.IsOver(o.ID, o.Promise) {
		return first
	}
	again := s.untilFound(s.try(first.Request))
	switch {
	case again.Broken(), again.Throttled():
		return first
	case !again.Accepted():
		s.Run.Rejections.Lasted(o.ID, o.Promise)
		return first
	}
	s.Remark("%s: %s, and a success when it was sent again", o.ID, Rejection(first))
	if s.Run.Rejections.Passed(o.ID, o.Promise, first, again) {
		s.Run.Accuse(outcome.Found(first, "a success, as of the same request right after it",
			"%s, and a success when the same request was sent again; this happened at least twice", Rejection(first)).About(o.Promise))
	}
	return again
}

// maybeUnknown reports whether a request may be rejected because a replica does not know yet what
// the run has just created: no replica explains a token that is not accepted, or a method.
func (s *Scenario) maybeUnknown(e *client.Exchange) bool {
	if e.Status == http.StatusUnauthorized || e.Status == http.StatusMethodNotAllowed {
		return false
	}
	return s.Run.created.isNew(e, time.Duration(s.Run.Target.Limits.Settle))
}
