package feature

import (
	"net/http"
	"slices"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps/vocabulary"
)

// derive adds to a scenario's tags those that follow from its steps. An unknown
// step adds none.
func (sc *Scenario) derive(v vocabulary.Vocabulary) {
	asked := ""                    // the operation of the latest response
	whole := len(sc.Promises) == 0 // a scenario that names promises is checked for those only
	for i := range sc.Steps {
		u := &sc.Steps[i]
		u.Asked, u.Before = asked, sc.Steps[:i]
		if u.Step == nil {
			continue
		}
		u.Calls = operationsOf(v, *u)
		sc.deriveFrom(*u)
		if len(u.Calls) > 0 {
			asked = u.Calls[0]
		}
		if u.Step.ChecksContract && asked != "" && whole {
			for _, id := range contract.Promises(asked) {
				sc.derived("@promise:" + id)
			}
		}
	}
}

// deriveFrom adds the tags that follow from one step.
func (sc *Scenario) deriveFrom(u vocabulary.Use) {
	for _, id := range u.Calls {
		sc.derived("@operation:" + id)
	}
	if writes(u) {
		sc.derived("@writes")
	}
	if u.Step.NeedsClock {
		sc.derived("@needs:clock")
	}
	if names(u, vocabulary.ProbedGaps) {
		for _, id := range u.IDs() {
			sc.derived("@gap:" + id)
		}
	}
}

// derived adds a tag that the scenario does not have yet.
func (sc *Scenario) derived(name string) {
	if !slices.Contains(sc.Tags, name) {
		sc.tag(name)
	}
}

// names reports whether the step names an id of a list.
func names(u vocabulary.Use, ids *vocabulary.IDs) bool { return u.Step != nil && u.Step.Names == ids }

// writes reports whether a step changes the deployment.
func writes(u vocabulary.Use) bool {
	if names(u, vocabulary.PlainOperations) {
		o := spec.OperationOf(u.Groups[0])
		return o.Method != http.MethodGet
	}
	if u.Step.Requests != nil {
		_, writes := u.Step.Requests(u)
		return writes
	}
	return u.Step.Writes
}

// operationsOf returns the operations that a step calls: those of its row, of
// the lists that its text names, or of the request that it names.
func operationsOf(v vocabulary.Vocabulary, u vocabulary.Use) (ids []string) {
	ids = slices.Clone(u.Step.Operations)
	if names(u, vocabulary.PlainOperations) {
		return append(ids, plainOperations(u.Groups[0])...)
	}
	if u.Step.Requests != nil {
		if operation, _ := u.Step.Requests(u); operation != "" {
			ids = append(ids, operation)
		}
	}
	for _, l := range v.Lists() {
		if u.Step.Lists != nil && slices.Contains(u.Groups, l.Noun) {
			ids = append(ids, l.Operation)
		}
	}
	return ids
}

// plainOperations returns the operations that a plain request of an operation
// calls: a link needs a segment.
func plainOperations(operation string) []string {
	if operation == spec.CreateLink {
		return []string{spec.CreateLink, spec.CreateSegment}
	}
	return []string{operation}
}
