package values

import (
	"fmt"
	"net/http"
	"time"

	"understudy/steps/builtin/remembered"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/scenario"
	"understudy/steps/vocabulary"
)

// UntilRows are the steps that wait for a value.
var UntilRows = rows.Group{
	When: []vocabulary.Step{
		{
			Pattern: `^I send the last request again$`, Example: `I send the last request again`, ForOwn: true,
			Doc:      "The last request, which has to be a GET, once more: after a fault, say, or when time has passed.",
			Requires: []vocabulary.Thing{rows.AResponse}, Footprint: rows.OfAsking, Func: sendLast,
		},
		{
			Pattern: `^I send it again until "([^"]+)" (.+), for at most ([0-9][^"<>,]*)$`,
			Example: `I send it again until "data" is present, for at most 30 seconds`, ForOwn: true,
			Doc: "The last request, which has to be a GET, is sent again after pauses that grow to a second, until the value " +
				"at a gjson path meets the condition. If it does not in that time, the step fails.",
			Requires:    []vocabulary.Thing{rows.AResponse},
			FootprintOf: ofWaiting, Check: checkUntil, Func: until,
		},
	},
}

func sendLast(w *world.World) error {
	if w.Last == nil || w.Last.Method != http.MethodGet {
		return errNoGet(w)
	}
	w.Send(w.Last.Request)
	return w.Ctx.Err()
}

// mostWaiting is how long a step waits at most.
const mostWaiting = 10 * time.Minute

// waiting reads how long a step waits.
func waiting(text string) (time.Duration, error) {
	limit, err := vocabulary.Duration(text)
	if err == nil && limit > mostWaiting {
		err = fmt.Errorf("a step waits for 10 minutes at most, not for %s", text)
	}
	return limit, err
}

// ofWaiting is the footprint of waiting: a request at once, and one after each pause.
func ofWaiting(u vocabulary.Use) vocabulary.Footprint {
	limit, err := waiting(u.Groups[2])
	if err != nil {
		return vocabulary.Footprint{Requests: 1}
	}
	n := 2
	for passed, pause := time.Duration(0), scenario.FirstPoll; passed < limit; pause = min(2*pause, scenario.LongestPoll) {
		passed, n = passed+pause, n+1
	}
	return vocabulary.Footprint{Requests: n}
}

func checkUntil(sc *vocabulary.Scenario, i int) error {
	groups := sc.Steps[i].Groups
	if err := remembered.Check(sc, i, groups...); err != nil {
		return err
	}
	if _, err := waiting(groups[2]); err != nil {
		return err
	}
	return doubtPath(sc.Steps[i].Asked, groups[0], groups[1])
}

// until sends the last request again until a value meets a condition. Time passes on the
// fake's clock where the scenario moves that.
func until(w *world.World, path, condition, atMost string) error {
	f := remembered.For(w)
	c, err := parse(f, condition)
	if err != nil {
		return err
	}
	limit, err := waiting(atMost)
	if err != nil {
		return err
	}
	if w.Last == nil || w.Last.Method != http.MethodGet {
		return errNoGet(w)
	}
	r := w.Last.Request
	path = f.Path(path)
	for passed, pause := time.Duration(0), scenario.FirstPoll; ; pause = min(2*pause, scenario.LongestPoll) {
		if e := w.Last; e.Err == nil && e.IsJSON() {
			if ok, _, err := met(origin{response: e}, c, e.Get(path)); ok || err != nil {
				return err
			}
		}
		if passed >= limit {
			break
		}
		pause = min(pause, limit-passed)
		if err := w.Pass(pause); err != nil {
			return err
		}
		passed += pause
		w.Send(r)
	}
	if err := readable(w); err != nil {
		return err
	}
	return finding(w, fmt.Sprintf("%q that %s within %s", path, c.text, atMost), shown(w, path, w.Last.Get(path))).At(path)
}
