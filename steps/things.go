package steps

import (
	"fmt"
	"net/http"
	"slices"

	"understudy/spec"
)

// Thing is what a step provides for those after it. A step that requires what
// no step before it provides would check nothing, or the wrong thing.
type Thing string

// The things that built-in steps provide. A step of one's own may provide and
// require these and others.
const (
	AResponse     Thing = "a response"
	ARequest      Thing = "a request"
	AListResponse Thing = "the response to a list"
	PagesRead     Thing = "the pages of a list"
	ASegment      Thing = "a segment"
	ItsCompletion Thing = "the end of a segment's creation"
	ALink         Thing = "a link"
	AConnector    Thing = "a connector"
	ARenaming     Thing = "a new name"
	ADestination  Thing = "the update of a destination"
)

// checksEach is the one checking step that names the promise of what it finds.
const checksEach = "what the answer holds is as promised"

// withDefaults adds what the keyword says of a step: every When provides a
// response, and every Then speaks of one, unless it requires something else or
// sends what it checks.
func (s Step) withDefaults() Step {
	switch {
	case s.Keyword == "When":
		s.Provides = append(slices.Clip(s.Provides), AResponse)
	case s.Keyword == "Then" && len(s.Requires) == 0 && s.Footprint.Requests == 0:
		s.Requires = []Thing{AResponse}
	}
	return s
}

// provider is the example of a step that provides a thing.
func (all rows) provider(t Thing) string {
	i := slices.IndexFunc(all, func(s Step) bool { return slices.Contains(s.Provides, t) })
	if i < 0 {
		return ""
	}
	return all[i].Example
}

// checkOrder reports which step of a scenario requires what no step before it
// provides, and that one writes, moves the clock or checks without saying so.
func (sc *scenario) checkOrder(all rows, steps []Step) (errs map[int]error) {
	errs = map[int]error{}
	provided := map[Thing]bool{}
	for i, s := range steps {
		text := sc.steps[i].text
		for _, t := range s.Requires {
			if !provided[t] && errs[i] == nil {
				errs[i] = fmt.Errorf("the step %q speaks of %s, which no step before it provides: put one like %q there", text, t, all.provider(t))
			}
		}
		for _, t := range s.Provides {
			provided[t] = true
		}
		switch {
		case errs[i] != nil:
		case s.writes(text) && !sc.writes:
			errs[i] = fmt.Errorf("the step %q writes: tag the scenario @writes", text)
		case s.Keyword == "Then" && len(sc.promises) > 1 && s.Example != checksEach:
			errs[i] = fmt.Errorf("the step %q cannot tell which of the scenario's %d promises it judges: give it one @promise tag", text, len(sc.promises))
		case s.NeedsClock && !slices.Contains(sc.needs, "clock"):
			errs[i] = fmt.Errorf("the step %q turns a clock: tag the scenario @needs:clock", text)
		}
	}
	return errs
}

// writes reports whether a step, as a scenario has it, changes the deployment.
func (s Step) writes(text string) bool {
	if s.names.noun == plainOperation.noun {
		o, _ := spec.OperationByID(s.expr.FindStringSubmatch(text)[1])
		return o.Method != http.MethodGet
	}
	return s.Writes
}
