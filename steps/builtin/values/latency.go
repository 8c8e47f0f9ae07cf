package values

import (
	"fmt"
	"math"
	"net/http"
	"slices"
	"time"

	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/vocabulary"
)

// timedCalls is what the step that repeats a request provides.
const timedCalls vocabulary.Thing = "the times of several calls"

// mostCalls is how often a request is repeated at most.
const mostCalls = 1000

// LatencyRows are the steps on how long responses take.
var LatencyRows = rows.Group{
	When: []vocabulary.Step{
		{
			Pattern: `^I send it (\d+) times$`, Example: `I send it 20 times`,
			Doc: "Sends the last request, which has to be a GET, so often (at most 1000 times), one after the other, and times " +
				"each until the last byte. Pauses for the rate limit do not count.",
			Requires: []vocabulary.Thing{rows.AResponse}, Provides: []vocabulary.Thing{timedCalls},
			FootprintOf: func(u vocabulary.Use) vocabulary.Footprint { return vocabulary.Footprint{Requests: callsOf(u)} },
			ForOwn:      true, Check: checkCalls, Func: sendTimes,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern: `^the response took at most ([0-9][^"]*)$`, Example: `the response took at most 10 seconds`,
			Doc:    "The last response arrived within this duration, which is its latency: 200ms, 2 seconds, 1 minute.",
			ForOwn: true, Check: checkDuration, Func: tookAtMost,
		},
		{
			Pattern: `^(\d+) ?% of the calls took at most ([0-9][^"]*)$`, Example: `95 % of the calls took at most 10 seconds`,
			Doc: "Of the calls that were timed, so many arrived within this duration: a percentile of their latency. A call " +
				"without a usable response counts as too slow.",
			Requires: []vocabulary.Thing{timedCalls},
			ForOwn:   true, Check: checkDuration, Func: callsTookAtMost,
		},
	},
}

// calls are those of a scenario that were timed.
type calls struct {
	// all are how long they took, in order of length; slowest is the last of them.
	all     []time.Duration
	slowest *client.Exchange
}

// callsOf is how often a use of the step sends the request.
func callsOf(u vocabulary.Use) int {
	if n := numberIn(u.Groups[0]); n <= mostCalls {
		return n
	}
	return 0
}

// numberIn is a whole number of a step; one that is too large counts as the largest.
func numberIn(digits string) (n int) {
	for _, d := range digits {
		if n = n*10 + int(d-'0'); n > mostCalls {
			return math.MaxInt32
		}
	}
	return n
}

func checkCalls(sc *vocabulary.Scenario, i int) error {
	if n := callsOf(sc.Steps[i]); n < 1 {
		return fmt.Errorf("a request is sent 1 to %d times", mostCalls)
	}
	return nil
}

func checkDuration(sc *vocabulary.Scenario, i int) error {
	groups := sc.Steps[i].Groups
	if len(groups) == 2 {
		if n := numberIn(groups[0]); n < 1 || n > 100 {
			return fmt.Errorf("%s %% is no part of the calls: write 1 to 100 %%", groups[0])
		}
	}
	_, err := vocabulary.Duration(groups[len(groups)-1])
	return err
}

func sendTimes(w *world.World, n int) error {
	if err := arrived(w); err != nil {
		return err
	}
	r := w.Last.Request
	if r.Method != http.MethodGet {
		return errNoGet(w)
	}
	c := world.OfScenario[calls](w)
	*c = calls{}
	for range n {
		e := w.Send(r)
		if w.Ctx.Err() != nil {
			return w.Ctx.Err()
		}
		took := e.Duration
		if e.Broken() || e.Throttled() {
			took = math.MaxInt64
		}
		if c.slowest == nil || took > slices.Max(c.all) {
			c.slowest = e
		}
		c.all = append(c.all, took)
	}
	slices.Sort(c.all)
	return nil
}

func tookAtMost(w *world.World, text string) error {
	limit, err := vocabulary.Duration(text)
	if err != nil {
		return err
	}
	if err := arrived(w); err != nil {
		return err
	}
	if w.Last.Duration > limit {
		return finding(w, "a response within "+text, rounded(w.Last.Duration))
	}
	return nil
}

func callsTookAtMost(w *world.World, percent int, text string) error {
	limit, err := vocabulary.Duration(text)
	if err != nil {
		return err
	}
	c := world.OfScenario[calls](w)
	if len(c.all) == 0 {
		return outcome.Skip(report.Inconclusive, "no call was timed")
	}
	// The nearest rank: the smallest time that so many of the calls do not exceed.
	at := c.all[max(0, (percent*len(c.all)+99)/100-1)]
	if at <= limit {
		return nil
	}
	w.Take(c.slowest)
	return finding(w, fmt.Sprintf("%d %% of %d calls within %s", percent, len(c.all), text),
		fmt.Sprintf("%d %% within %s, the fastest %s, the slowest %s", percent, rounded(at), rounded(c.all[0]), rounded(c.all[len(c.all)-1])))
}

// rounded is a duration for people.
func rounded(d time.Duration) string {
	switch {
	case d == math.MaxInt64:
		return "no usable response"
	case d < 10*time.Millisecond:
		return d.Round(10 * time.Microsecond).String()
	}
	return d.Round(time.Millisecond).String()
}

// errNoGet is why the last request is not sent again.
func errNoGet(w *world.World) error {
	if w.Last == nil {
		return scenario.ErrNothingSent
	}
	return fmt.Errorf("a %s is not sent again, as it may change something each time: put a GET before this step", w.Last.Method)
}
