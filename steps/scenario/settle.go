package scenario

import (
	"time"

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
	limit, passed := time.Duration(s.run.Target.Limits.Settle), time.Duration(0)
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

// The pauses between two reads of a source URL double each time.
const (
	FirstPoll   = 25 * time.Millisecond
	LongestPoll = time.Second
)
