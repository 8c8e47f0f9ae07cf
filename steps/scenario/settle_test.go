package scenario

import (
	"testing"
	"testing/synctest"
	"time"

	"understudy/steps/client"
	"understudy/steps/target"
)

func TestWhatLagsIsAskedForUntilItSettles(t *testing.T) {
	for name, c := range map[string]struct {
		// reads are the responses, one after another: old or new. The last one
		// is repeated.
		reads string
		lags  bool
		asked int
		takes time.Duration
	}{
		"what is new is not asked for again":   {"n", false, 1, 0},
		"what never shows lags":                {"o", true, 5, 2 * time.Second},
		"what shows late is asked for again":   {"oonnn", false, 5, 2 * time.Second},
		"a replica that stays behind is found": {"onono", true, 3, 2 * time.Second},
		"and so is the second of two":          {"onnon", true, 4, 2 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := scenarioOn(t, target.Target{BaseURL: "http://127.0.0.1:1", Limits: target.Limits{Settle: target.Duration(2 * time.Second)}})
				asked := 0
				ask := func() *client.Exchange {
					read := c.reads[min(asked, len(c.reads)-1)]
					asked++
					return &client.Exchange{Status: map[byte]int{'o': 404, 'n': 200}[read]}
				}
				lags := func(e *client.Exchange) bool { return e.Status == 404 }
				began := time.Now()
				e, err := s.CaughtUp(ask(), lags, ask)
				if err != nil || lags(e) != c.lags || asked != c.asked || time.Since(began) != c.takes {
					t.Errorf("lags %t, asked %d times, took %v, %v", lags(e), asked, time.Since(began), err)
				}
			})
		})
	}
}
