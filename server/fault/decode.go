package fault

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// UnmarshalJSONFrom reads a rule. Each of its times is a text such as 200ms, or a
// number of seconds; a latency that is always the same may be one alone.
func (r *Rule) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	type Plain Rule
	var in struct {
		Plain
		Latency *latency `json:"latency"`
		Silence seconds  `json:"silence"`
	}
	if err := jsonv2.UnmarshalDecode(d, &in); err != nil {
		return err
	}
	*r = Rule(in.Plain)
	r.Latency, r.Silence = (*Latency)(in.Latency), float64(in.Silence)
	return nil
}

type latency Latency

func (l *latency) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '{' {
		var fixed seconds
		err := jsonv2.UnmarshalDecode(d, &fixed)
		*l = latency{Seconds: float64(fixed)}
		return err
	}
	var in struct {
		Seconds seconds     `json:"seconds"`
		Uniform *[2]seconds `json:"uniform"`
		Normal  *[2]seconds `json:"normal"`
		Seed    uint64      `json:"seed"`
	}
	if err := jsonv2.UnmarshalDecode(d, &in); err != nil {
		return err
	}
	*l = latency{Seconds: float64(in.Seconds), Uniform: both(in.Uniform), Normal: both(in.Normal), Seed: in.Seed}
	return nil
}

func both(of *[2]seconds) *[2]float64 {
	if of == nil {
		return nil
	}
	return &[2]float64{float64(of[0]), float64(of[1])}
}

// seconds is a time of a rule.
type seconds float64

func (s *seconds) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	switch value.Kind() {
	case '"':
		text, err := jsontext.AppendUnquote(nil, value)
		if err != nil {
			return err
		}
		span, err := time.ParseDuration(string(text))
		if err != nil {
			return fmt.Errorf("%.40q is not a duration: write one like 200ms, 2s or 1m", text)
		}
		*s = seconds(span.Seconds())
		return nil
	case '0':
		n, err := strconv.ParseFloat(string(value), 64)
		*s = seconds(n)
		return err
	}
	return errors.New("has the wrong type: write a duration like 200ms, or a number of seconds")
}
