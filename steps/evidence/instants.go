package evidence

import (
	"strings"
	"time"

	"understudy/spec/contract"
)

// instants are the creation times that a deployment showed first, by what they
// are of.
type instants map[string]string

// moved notes the creation time that is shown of something, and returns the one
// that was shown before where they cannot both be true.
func (is instants) moved(of, shown string) (before string) {
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

// SameInstant reports whether two timestamps may be of one instant. Where they
// differ in form, what one cuts off is no difference, nor is less than a second.
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

// precision returns the smallest part of a time of day that a timestamp shows, where
// that is not less than a second.
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
