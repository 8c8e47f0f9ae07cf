package evidence

import (
	"slices"
	"time"

	"understudy/steps/client"
	"understudy/steps/report"
)

// silence is what a run knows of a deployment that has stopped responding.
type silence struct {
	// failed counts the failed calls, of whatever operation, since the last usable response. The
	// first of them was at since and got outcome.
	failed  int
	since   time.Time
	outcome string
	// lasts says that no list responded at the end of the run either.
	lasts bool
}

// note counts a failed call.
func (s *silence) note(e *client.Exchange) {
	if s.failed == 0 {
		s.since, s.outcome = e.FirstFailed(), e.Outcome()
	}
	s.failed++
}

// end sets back the count of failed calls before a usable response, whose request was sent at an instant.
func (s *silence) end(sent time.Time) {
	if sent.After(s.since) {
		*s = silence{}
	}
}

// IsSilent reports whether the last calls of the run, two or more, all failed.
func (o *Operations) IsSilent() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.silence.failed >= 2
}

// NoteSilence records that the deployment does not respond at the end of a run either.
func (o *Operations) NoteSilence() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.silence.lasts = true
}

// blameSilence turns the scenarios that failed calls ended, since the deployment has stopped
// responding, into errors: the run could not ask what they ask.
func (o *Operations) blameSilence(t *report.Run) {
	if !o.silence.lasts {
		return
	}
	for i := range t.Scenarios {
		s := &t.Scenarios[i]
		ended := s.Started.Add(time.Duration(s.DurationMS+1) * time.Millisecond)
		if s.Verdict == report.Skip && o.ended[s.Address] != "" && !ended.Before(o.silence.since) &&
			slices.Contains([]report.ReasonKind{report.Blocked, report.Inconclusive}, s.Reason.Kind) {
			s.Verdict = report.Error
			s.Reason = report.Reason{Kind: report.Unreached, Text: o.redact.Text(o.silence.outcome)}
		}
	}
}
