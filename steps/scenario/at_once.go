package scenario

import (
	"net/http"
	"sync"

	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// mostAtOnce is how many requests are sent at the same time, if
// limits.concurrency allows as many.
const mostAtOnce = 4

// HowManyAtOnce returns how many requests may be sent at the same time: at
// least two, else the scenario is skipped.
func (s *Scenario) HowManyAtOnce() (int, error) {
	n := min(mostAtOnce, s.run.Target.Limits.Concurrency)
	if n < 2 {
		return n, outcome.SkipFor("limits.concurrency", report.LeftOut,
			"limits.concurrency of the target file lets no two requests be sent at the same time")
	}
	return n, nil
}

// AtOnce sends requests at the same time, so that a deployment may confuse them. A
// request that is rejected because of the others is sent again alone. The responses
// are processed one after another, in the order of the requests, as in Exchange.
func (s *Scenario) AtOnce(requests []client.Request) []*client.Exchange {
	responses := make([]*client.Exchange, len(requests))
	var ready, done sync.WaitGroup
	start := make(chan struct{})
	for i, r := range requests {
		ready.Add(1)
		done.Go(func() {
			ready.Done()
			<-start
			responses[i] = s.send(r)
		})
	}
	ready.Wait()
	close(start)
	done.Wait()
	for i, e := range responses {
		if s.faulty {
			s.count(e)
			continue
		}
		if e.Err == nil && (e.Status == http.StatusConflict || e.Status == http.StatusLocked) {
			s.count(e) // rejected because of the others: now alone
			e = s.run.Client.Do(s.Ctx, requests[i])
		}
		if e.Broken() {
			// Many at once may be too much for a deployment: that alone is not
			// an outage.
			e.Allowed = false
		}
		responses[i] = s.process(s.repeatUntilFound(s.count(e)))
	}
	return responses
}
