package scenario

import (
	"context"
	"fmt"
	"time"
)

// AtEnd registers a function to call when the scenario ends, however it ends.
// The last one registered is called first.
func (s *Scenario) AtEnd(do func()) { s.endings = append(s.endings, do) }

// restoreTimeout limits what is done after a scenario, also after Ctrl-C; the
// target's own limits come on top.
const restoreTimeout = 15 * time.Second

func (r *Run) restoreTimeout() time.Duration {
	timeout := restoreTimeout + time.Duration(r.Target.Limits.RequestTimeout)
	if rate := r.Target.Limits.RequestsPerSecond; rate > 0 {
		timeout += time.Duration(3 * float64(time.Second) / rate)
	}
	return timeout
}

// end calls what AtEnd registered, outside the run's own context. A panic in
// one function is an error, and does not prevent the others.
func (s *Scenario) end() {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.Ctx), s.Run.restoreTimeout())
	defer cancel()
	s.Ctx, s.Ending = ctx, true
	for len(s.endings) > 0 {
		last := s.endings[len(s.endings)-1]
		s.endings = s.endings[:len(s.endings)-1]
		func() {
			defer func() {
				if p := recover(); p != nil {
					s.setVerdict(fmt.Errorf("the end of the scenario panicked, and may have left what it changed: %v", p))
				}
			}()
			last()
		}()
	}
}
