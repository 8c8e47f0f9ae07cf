package control

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"understudy/server/resource"
	"understudy/server/sandbox"
)

var transitionRoutes = []route{
	{http.MethodGet, "transitions", onSandbox(readTransitions), plain},
	{http.MethodPut, "transitions", onSandbox(putTransitions), hasBody},
}

// transitions are how resources that are created asynchronously are completed.
type transitions struct {
	Segment *transition `json:"segment"`
}

// transition is one of: after a duration, such as 500ms, where 0s is at once; after a
// number of reads of the source URL; or by a request of the control API.
type transition struct {
	After *string `json:"after,omitempty"`
	Reads *int64  `json:"reads,omitempty"`
	Held  bool    `json:"held,omitempty"`
}

var errTransition = errors.New(`give one way to complete segments: {"segment": {"after": "500ms"}}, {"segment": {"reads": 3}} or {"segment": {"held": true}}`)

func readTransitions(sb *sandbox.Sandbox, _ []byte) (any, error) {
	t := sb.Transition()
	switch {
	case t.Held:
		return transitions{&transition{Held: true}}, nil
	case t.Reads > 0:
		return transitions{&transition{Reads: &t.Reads}}, nil
	}
	after := t.After.String()
	return transitions{&transition{After: &after}}, nil
}

func putTransitions(sb *sandbox.Sandbox, body []byte) (any, error) {
	in, err := decode[transitions](body)
	switch {
	case err != nil:
		return nil, err
	case in.Segment == nil:
		return nil, errTransition
	}
	t, err := in.Segment.rule()
	if err != nil {
		return nil, err
	}
	sb.SetTransition(t)
	return readTransitions(sb, nil)
}

func (t transition) rule() (resource.Transition, error) {
	switch {
	case t.Held && t.After == nil && t.Reads == nil:
		return resource.Transition{Held: true}, nil
	case t.Reads != nil && t.After == nil && !t.Held:
		if *t.Reads < 1 {
			return resource.Transition{}, fmt.Errorf("segment.reads: %d is too few: give 1 or more, or after 0s to complete at once", *t.Reads)
		}
		return resource.Transition{Reads: *t.Reads}, nil
	case t.After != nil && t.Reads == nil && !t.Held:
		d, err := time.ParseDuration(*t.After)
		if err != nil || d < 0 {
			return resource.Transition{}, fmt.Errorf("segment.after: %.40q is not a duration: write one like 500ms, 2s or 1h", *t.After)
		}
		return resource.Transition{After: d}, nil
	}
	return resource.Transition{}, errTransition
}
