package contract

import (
	"strings"
	"time"
)

// SameInstant reports whether two timestamps may be the same instant. If their
// forms differ, parts that one cuts off are ignored, and so is less than a
// second.
func SameInstant(a, b string) bool {
	s, zonedS, errS := ParseTime(a)
	t, zonedT, errT := ParseTime(b)
	if errS != nil || errT != nil || zonedS != zonedT {
		return true
	}
	apart := s.Sub(t).Abs()
	if precision(a) == precision(b) && fraction(a) == fraction(b) {
		return apart == 0
	}
	return apart < max(time.Second, precision(a), precision(b))
}

// fraction returns how many digits of a fraction of a second a timestamp shows.
func fraction(stamp string) int {
	_, clock, _ := strings.Cut(stamp, "T")
	i := strings.IndexAny(clock, ".,")
	if i < 0 {
		return 0
	}
	digits := clock[i+1:]
	return len(digits) - len(strings.TrimLeft(digits, "0123456789"))
}

// precision returns the smallest part of the time of day that a timestamp
// shows, if that is not less than a second.
func precision(stamp string) time.Duration {
	_, clock, _ := strings.Cut(stamp, "T")
	if i := strings.IndexAny(clock, "Z+-.,"); i >= 0 {
		clock = clock[:i]
	}
	switch len(strings.ReplaceAll(clock, ":", "")) {
	case 2:
		return time.Hour
	case 4:
		return time.Minute
	}
	return time.Second
}
