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

// NoteBanned records that a kind of token was rejected by every list for a while.
func (o *Operations) NoteBanned(kind spec.TokenKind) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.bannedTokens = append(o.bannedTokens, kind)
}

// EndedTokens are the kinds of token that were accepted at first and rejected at the end.
func (o *Operations) EndedTokens() []spec.TokenKind {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.endedTokens
}

// foldTokens takes back failures that only show the end of a token, or that it was rejected for a while,
// as after wrong ones: how long a token is accepted is not said.
func (o *Operations) foldTokens(t *report.Run) {
	o.mu.Lock()
	ended, banned := o.endedTokens, o.bannedTokens
	o.mu.Unlock()
	withdraw(t, ended, report.Error, report.Reason{Kind: report.HarnessError, Text: "the token ended during the run"})
	withdraw(t, banned, report.Skip, report.Reason{Kind: report.Inconclusive, Text: "every request was rejected for a while"})
}

// withdraw takes back the failures with HTTP 401 or 403 of operations that take some kinds of token. A
// scenario without another failure gets a verdict with its reason.
func withdraw(t *report.Run, kinds []spec.TokenKind, verdict report.Verdict, reason report.Reason) {
	shows := func(e *report.Exchange) bool {
		if e == nil || !isShut(e.Status) {
			return false
		}
		op, known := spec.OperationByID(e.Operation)
		return known && slices.Contains(kinds, op.Token)
	}
	t.Violations = slices.DeleteFunc(t.Violations, func(v report.Violation) bool { return shows(v.Exchange) })
	for i := range t.Scenarios {
		s := &t.Scenarios[i]
		had := len(s.Failures)
		s.Failures = slices.DeleteFunc(s.Failures, func(f report.Failure) bool { return shows(f.Exchange) })
		if len(s.Failures) == 0 && had > 0 && s.Verdict == report.Fail {
			s.Verdict, s.Reason = verdict, reason
		}
	}
}
