package evidence

import (
	"net/http"
	"slices"

	"understudy/spec"
	"understudy/steps/report"
)

// isShut reports whether an HTTP code rejects a token.
func isShut(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}

// MayHaveEnded returns the kinds of token with which an operation succeeded and later rejected a
// request that the document allows with 401 or 403, and has not succeeded since.
func (o *Operations) MayHaveEnded() (kinds []spec.TokenKind) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, op := range spec.Operations {
		if h := o.health[op.ID]; h != nil && h.shutAgain && !slices.Contains(kinds, op.Token) {
			kinds = append(kinds, op.Token)
		}
	}
	return kinds
}

// NoteEnded records that a kind of token is rejected by every list at the end of the run.
func (o *Operations) NoteEnded(kind spec.TokenKind) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.endedTokens = append(o.endedTokens, kind)
}

// EndedTokens are the kinds of token that were accepted at first and rejected at the end.
func (o *Operations) EndedTokens() []spec.TokenKind {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.endedTokens
}

// foldEnded makes errors of failures that only show the end of a token: how long a token is
// accepted is not said.
func (o *Operations) foldEnded(t *report.Run) {
	ended := o.EndedTokens()
	shows := func(e *report.Exchange) bool {
		if e == nil || !isShut(e.Status) {
			return false
		}
		op, known := spec.OperationByID(e.Operation)
		return known && slices.Contains(ended, op.Token)
	}
	t.Violations = slices.DeleteFunc(t.Violations, func(v report.Violation) bool { return shows(v.Exchange) })
	for i := range t.Scenarios {
		s := &t.Scenarios[i]
		had := len(s.Failures)
		s.Failures = slices.DeleteFunc(s.Failures, func(f report.Failure) bool { return shows(f.Exchange) })
		if len(s.Failures) == 0 && had > 0 && s.Verdict == report.Fail {
			s.Verdict, s.Reason = report.Error, report.Reason{Kind: report.HarnessError, Text: "the token ended during the run"}
		}
	}
}
