package evidence

import (
	"fmt"
	"testing"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// violating returns a response that breaks a promise at some places.
func violating(promise string, pointers ...string) *client.Exchange {
	e := at(0, spec.ListTopics, 200)
	for _, p := range pointers {
		e.Violations = append(e.Violations, contract.Violation{Promise: promise, Operation: e.Operation, Pointer: p, Expected: "a string", Found: "CANARY-TOKEN"})
	}
	return e
}

func TestAViolationIsCountedOncePerPlaceAndResponse(t *testing.T) {
	vs := fresh().Violations
	vs.Collect(violating("topic-id", "/data/0/id", "/data/1/id", "/data/0/name"))
	vs.Collect(violating("topic-id", "/data/7/id"))
	vs.Collect(violating("topic-schema", "/data/7/id"))
	counts := map[string]int{}
	for _, v := range vs.All() {
		counts[v.Promise+report.Place(v.Pointer)] = v.Count
		if v.Actual != "$WORKSPACE_TOKEN" || v.Exchange == nil {
			t.Errorf("%+v", v)
		}
	}
	if want := "map[topic-id/data/*/id:2 topic-id/data/*/name:1 topic-schema/data/*/id:1]"; fmt.Sprint(counts) != want {
		t.Errorf("%v, want %s", counts, want)
	}
}

func TestThePlacesOfAPromiseAreBounded(t *testing.T) {
	vs := fresh().Violations
	for i := range mostPlaces + 5 {
		vs.Collect(violating("topic-schema", fmt.Sprintf("/data/0/schema/member%d", i)))
	}
	vs.Collect(violating("topic-id", "/data/0/id"))
	if n := len(vs.All()); n != mostPlaces+1 {
		t.Errorf("%d violations", n)
	}
}

func TestAnAccusationIsKeptOnceAndRedacted(t *testing.T) {
	vs := fresh().Violations
	e := at(0, spec.ListTopics, 200)
	vs.Accuse(outcome.Found(e, "a list", "CANARY-TOKEN").About("list-data"))
	vs.Accuse(outcome.Found(e, "a list", "something else").About("list-data"))
	all := vs.All()
	if len(all) != 1 || all[0].Actual != "$WORKSPACE_TOKEN" || all[0].Operation != spec.ListTopics || all[0].Count != 1 {
		t.Errorf("%+v", all)
	}
}

func TestAnOperationThatIsDownIsReportedInPlaceOfASingleFinding(t *testing.T) {
	vs := fresh().Violations
	vs.Accuse(outcome.Found(at(0, spec.ListTopics, 200), "a list", "none").About("topics-are-listed"))
	vs.add(report.Violation{Promise: "topics-are-listed", Operation: spec.ListTopics, Count: 2, Calls: 9})
	if all := vs.All(); len(all) != 1 || all[0].Calls != 9 {
		t.Errorf("%+v", all)
	}
}
