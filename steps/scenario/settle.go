package scenario

import (
	"net/http"
	"net/url"
	"path"
	"time"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
)

// FirstPause is the first pause between two tries; each pause is twice the
// previous one.
const FirstPause = 250 * time.Millisecond

// CaughtUp repeats a read while the response lags behind a write, until
// limits.settle has passed. After a lag it reads twice more: a replica that
// never gets the write responds to one of them.
func (s *Scenario) CaughtUp(e *client.Exchange, lags func(*client.Exchange) bool, ask func() *client.Exchange) (*client.Exchange, error) {
	if !lags(e) {
		return e, nil
	}
	limit, passed := time.Duration(s.Run.Target.Limits.Settle), time.Duration(0)
	for pause := FirstPause; lags(e) && passed < limit; pause = min(2*pause, LongestPoll) {
		pause = min(pause, limit-passed)
		if err := s.Pass(pause); err != nil {
			return e, err
		}
		passed += pause
		again := ask()
		if again == nil {
			break
		}
		e = again
	}
	if passed < limit {
		if err := s.Pass(limit - passed); err != nil {
			return e, err
		}
	}
	for again := 0; again < 2 && !lags(e); again++ {
		if next := ask(); next != nil {
			e = next
		}
	}
	return e, nil
}

// IsNotFound reports whether a response knows nothing of the resource in the path.
func IsNotFound(e *client.Exchange) bool {
	if e.Err != nil || e.Status == http.StatusNotFound {
		return e.Err == nil
	}
	word := e.Get("status").String()
	return e.Rejected() && (word == "not_found" || word == "404")
}

// noteMade remembers when the run created something, by its path.
func (r *Run) noteMade(made *client.Exchange, id gjson.Result) {
	if len(id.Raw) > MostOfURL {
		return // it is not requested
	}
	name := url.PathEscape(id.String())
	if id.Type == gjson.Number {
		name = client.Number(id)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.madeAt[made.Path+"/"+name] = made.Received
}

// settlesAt returns until when the resource in a request's path may not be
// found, because the run has just created it. An operation that once did not
// find it at all is not waited for again.
func (r *Run) settlesAt(e *client.Exchange) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	at, made := r.madeAt[e.Path]
	if !made {
		at, made = r.madeAt[path.Dir(e.Path)] // as that of a link, or of publishing
	}
	if !made || r.neverFound[e.Operation] {
		return time.Time{}
	}
	return at.Add(time.Duration(r.Target.Limits.Settle))
}

// untilFound repeats an allowed request while what the run has just created is
// not found.
func (s *Scenario) untilFound(e *client.Exchange) *client.Exchange {
	if !e.Allowed || !IsNotFound(e) {
		return e
	}
	settled := s.Run.settlesAt(e)
	waited := false
	for pause := FirstPause; IsNotFound(e) && e.Began.Before(settled); pause = min(2*pause, LongestPoll) {
		if s.Pause(max(0, min(pause, time.Until(settled)))) != nil {
			return e
		}
		e, waited = s.Do(e.Request), true
	}
	if waited && IsNotFound(e) {
		s.Run.mu.Lock()
		s.Run.neverFound[e.Operation] = true
		s.Run.mu.Unlock()
	}
	return e
}

// The pauses between two reads of a source URL double each time.
const (
	FirstPoll   = 25 * time.Millisecond
	LongestPoll = time.Second
)

// MostOfURL limits the length of a URL from the deployment, in bytes.
const MostOfURL = 8 << 10
