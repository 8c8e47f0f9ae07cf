package control

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"time"

	"understudy/server/sandbox"
)

var clockRoutes = []route{
	{http.MethodGet, "clock", onSandbox(readClock), plain},
	{http.MethodPost, "clock/advance", onSandbox(advanceClock), hasBody},
	{http.MethodPost, "clock/freeze", onSandbox(freezeClock), plain},
	{http.MethodPost, "clock/resume", onSandbox(resumeClock), plain},
}

// clock is a sandbox's time, and whether it is frozen.
type clock struct {
	Now    time.Time `json:"now"`
	Frozen bool      `json:"frozen"`
}

func readClock(sb *sandbox.Sandbox, _ []byte) (any, error) {
	now, frozen := sb.Clock().Reading()
	return clock{now, frozen}, nil
}

func freezeClock(sb *sandbox.Sandbox, _ []byte) (any, error) {
	sb.Clock().Freeze()
	return readClock(sb, nil)
}

func resumeClock(sb *sandbox.Sandbox, _ []byte) (any, error) {
	if err := sb.Clock().Resume(); err != nil {
		return nil, err
	}
	return readClock(sb, nil)
}

// advance says by how much, or to which instant, to advance a clock: one of them.
type advance struct {
	Seconds *float64   `json:"seconds"`
	To      *time.Time `json:"to"`
}

func advanceClock(sb *sandbox.Sandbox, body []byte) (any, error) {
	in, err := decode[advance](body)
	switch {
	case err != nil:
		return nil, err
	case (in.Seconds == nil) == (in.To == nil):
		return nil, errors.New(`give either {"seconds": 90} or {"to": "2025-06-01T12:00:00Z"}`)
	case in.To != nil:
		err = member("to", sb.Clock().AdvanceTo(*in.To))
	default:
		err = member("seconds", advanceBy(sb.Clock(), *in.Seconds))
	}
	if err != nil {
		return nil, err
	}
	return readClock(sb, nil)
}

func advanceBy(c *sandbox.Clock, seconds float64) error {
	d := seconds * float64(time.Second)
	if math.Abs(d) >= math.MaxInt64 {
		return fmt.Errorf("%g are more than 292 years: advance it by less", seconds)
	}
	return c.Advance(time.Duration(math.Round(d)))
}
