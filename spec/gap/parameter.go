package gap

import (
	"slices"
	"strconv"
	"time"
)

// Parameter is a kind of value that a gap takes as a variant beside those that
// it names: the variant's id is the value, such as 418 or 15m.
type Parameter string

// The parameters.
const (
	RejectionCode Parameter = "any HTTP code from 400 to 499 except 429"
	SuccessCode   Parameter = "any HTTP code from 200 to 299 that has a body"
	Lifetime      Parameter = "any whole number of minutes or hours, like 15m or 36h"
)

// says describes a value of the parameter; it is empty for an invalid value.
func (p Parameter) says(value string) string {
	code, err := strconv.Atoi(value)
	switch {
	case p == Lifetime:
		if d, err := time.ParseDuration(value); err == nil && d > 0 && FormatLifetime(d) == value {
			return "a duration of " + value
		}
		return ""
	case err != nil || value != strconv.Itoa(code):
		return ""
	case p == RejectionCode && 400 <= code && code <= 499 && code != 429,
		p == SuccessCode && 200 <= code && code <= 299 && !slices.Contains([]int{204, 205, 206}, code):
		return "HTTP " + value
	}
	return ""
}

// FormatLifetime writes a duration, to the minute, as a variant of a gap that
// takes one.
func FormatLifetime(d time.Duration) string {
	d = d.Round(time.Minute)
	if d%time.Hour == 0 {
		return strconv.FormatInt(int64(d/time.Hour), 10) + "h"
	}
	return strconv.FormatInt(int64(d/time.Minute), 10) + "m"
}

// Same reports whether two variants of a gap are the same. Lifetimes are
// measured, and may differ by a minute.
func Same(id, a, b string) bool {
	g, _ := ByID(id)
	if g.Takes != Lifetime || a == Other || b == Other {
		return a == b
	}
	x, errX := time.ParseDuration(a)
	y, errY := time.ParseDuration(b)
	return errX == nil && errY == nil && (x-y).Abs() <= time.Minute
}
