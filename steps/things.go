package steps

import (
	"fmt"
	"net/http"
	"slices"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps/paging"
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
const checksEach = "the response matches the contract"

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
// provides, and that one checks without saying what.
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
		case s.Keyword == "Then" && len(sc.promises) > 1 && s.Example != checksEach:
			errs[i] = fmt.Errorf("the step %q cannot tell which of the scenario's %d promises it judges: give it one @promise tag", text, len(sc.promises))
		}
	}
	return errs
}

// writes reports whether a step, as a scenario has it, changes the deployment.
func (s Step) writes(text string) bool {
	if s.names.noun == plainOperation.noun {
		o, _ := spec.OperationByID(s.groups(text)[0])
		return o.Method != http.MethodGet
	}
	return s.Writes
}

// operationsIn are those that a step, as a scenario has it, asks for: of its row,
// of the lists that its text names, or of the request that it names.
func (s Step) operationsIn(text string) (ids []string) {
	ids = slices.Clone(s.Operations)
	groups := s.groups(text)
	if s.names.noun == plainOperation.noun {
		return append(ids, plainOperations(groups[0])...)
	}
	for _, l := range paging.Listings {
		if s.Lists != nil && slices.Contains(groups, l.Noun) {
			ids = append(ids, l.Operation)
		}
	}
	return ids
}

// plainOperations are those that a plain request of an operation asks for: a link
// needs a segment.
func plainOperations(operation string) []string {
	if operation == spec.CreateLink {
		return []string{spec.CreateLink, spec.CreateSegment}
	}
	return []string{operation}
}

// derive adds to the scenarios' tags those that follow from their steps.
func (s *suite) derive(all rows) {
	for _, sc := range s.scenarios {
		asked := ""                    // the operation of the latest response
		whole := len(sc.promises) == 0 // a scenario that names promises is checked for those only
		for _, st := range sc.steps {
			hits := all.matching(st.text)
			if len(hits) != 1 {
				continue // check reports it
			}
			operations := hits[0].operationsIn(st.text)
			sc.deriveFrom(hits[0], st.text, operations)
			if len(operations) > 0 {
				asked = operations[0]
			}
			if hits[0].Example == checksEach && asked != "" && whole {
				for _, id := range contract.Promises(asked) {
					sc.derived("@promise:" + id)
				}
			}
		}
	}
}

// deriveFrom adds the tags that follow from one step.
func (sc *scenario) deriveFrom(s Step, text string, operations []string) {
	for _, id := range operations {
		sc.derived("@operation:" + id)
	}
	if s.writes(text) {
		sc.derived("@writes")
	}
	if s.NeedsClock {
		sc.derived("@needs:clock")
	}
	if s.names.noun == probedGap.noun {
		sc.derived("@gap:" + s.groups(text)[0])
	}
}

// derived adds a tag that the scenario does not have yet.
func (sc *scenario) derived(name string) {
	if !slices.Contains(sc.tags, name) {
		sc.tag(name)
	}
}
