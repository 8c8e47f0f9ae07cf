package mutation

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"understudy/server/mutant"
	"understudy/spec/contract"
	"understudy/spec/gap"
	"understudy/steps"
)

// runMechanical records the success responses of a fake that keeps all promises,
// changes each in every way that the contract forbids, and compares the promises
// that the contract check blames with the owner of what was changed.
func runMechanical(ctx context.Context, choice gap.Choice) (Mechanical, error) {
	t, stop, err := serveOne(unchanged, choice, false)
	if err != nil {
		return Mechanical{}, err
	}
	defer stop()
	var recorded longest
	if _, err = steps.Run(ctx, t, steps.Options{Watch: watch, OnResponse: recorded.add}); err != nil {
		return Mechanical{}, err
	}
	result := Mechanical{Survived: []string{}}
	for operation, response := range recorded.responses {
		for _, m := range mutant.Mechanicals(operation, response) {
			result.Made++
			if ids := blamed(operation, m.Response); !slices.Equal(ids, []string{m.Breaks}) {
				result.Survived = append(result.Survived, fmt.Sprintf("%s: blamed %v, not %s", m.ID, ids, m.Breaks))
			}
		}
	}
	slices.Sort(result.Survived)
	return result, nil
}

// longest keeps the longest success response of each operation.
type longest struct {
	mu        sync.Mutex
	responses map[string]contract.Response
}

func (l *longest) add(operation string, response contract.Response) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.responses == nil {
		l.responses = map[string]contract.Response{}
	}
	if len(response.Body) > len(l.responses[operation].Body) {
		l.responses[operation] = response
	}
}

// blamed are the promises that the contract check blames for a response.
func blamed(operation string, response contract.Response) (ids []string) {
	for _, v := range contract.Check(operation, response) {
		ids = append(ids, v.Promise)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
