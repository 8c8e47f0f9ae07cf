package agreement

import (
	"strings"
	"time"

	"understudy/spec/contract"
)

// instants are the creation times that a deployment showed first, by resource.
type instants map[string]string

// note records the creation time of a resource, and returns the one that was
// shown before if they contradict each other.
func (is instants) note(of, shown string) (before string) {
	if _, _, err := contract.ParseTime(shown); err != nil {
		return ""
	}
	first, known := is[of]
	if !known {
		is[of] = shown
		return ""
	}
	if SameInstant(first, shown) {
		return ""
	}
	return first
}

// SameInstant reports whether two timestamps may be the same instant. If their
// forms differ, parts that one cuts off are ignored, and so is less than a
// second.
func SameInstant(a, b string) bool {
	s, zonedS, errS := contract.ParseTime(a)
	t, zonedT, errT := contract.ParseTime(b)
	if errS != nil || errT != nil || zonedS != zonedT {
		return true
	}
	apart := s.Sub(t).Abs()
	if len(a) == len(b) {
		return apart == 0
	}
	return apart < max(time.Second, precision(a), precision(b))
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
