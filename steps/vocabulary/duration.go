package vocabulary

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"understudy/spec/pattern"
)

var spokenDuration = pattern.Lazy(`^([0-9]+(?:\.[0-9]+)?) ?(milliseconds?|seconds?|minutes?|hours?|days?)$`)

// units are the units of spoken durations, without a plural s.
var units = map[string]time.Duration{"millisecond": time.Millisecond, "second": time.Second, "minute": time.Minute, "hour": time.Hour,
	"day": 24 * time.Hour}

// Duration reads a duration of a step: "15 minutes", "200ms" or "1h30m".
func Duration(text string) (time.Duration, error) {
	if m := spokenDuration().FindStringSubmatch(text); m != nil {
		n, _ := strconv.ParseFloat(m[1], 64)
		d := n * float64(units[strings.TrimSuffix(m[2], "s")])
		if d >= float64(1<<63-1) {
			return 0, fmt.Errorf("%.40q is too long: a duration has at most 290 years", text)
		}
		return time.Duration(d), nil
	}
	d, err := time.ParseDuration(strings.ReplaceAll(text, " ", ""))
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%q is no duration: write 200ms, 90 seconds, 15 minutes, 2 hours, 7 days or 1h30m", text)
	}
	return d, nil
}
