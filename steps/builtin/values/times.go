package values

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec/contract"
	"understudy/steps/builtin/remembered"
	"understudy/steps/vocabulary"
)

// What a time is compared with: now, a time as it is written, a gjson path of the same response,
// or a remembered time.
const (
	aReference = `(now|"[^"]+"|<[^<>"]+>)`
	aDuration  = `([0-9][^"<>]*?)`
)

// timeForms are the conditions on times.
var timeForms = []form{
	{pattern: `is before ` + aReference, example: `"data.0.created_at" is before now`,
		doc: "The time is before now, before one that is written (is before \"2030-01-01T00:00:00Z\"), before that at another gjson " +
			"path of the record, or else of the response (is before \"data.expires_at\"), or before a remembered one. Now is " +
			"the Date of the response, or our clock where it has none.",
		parse: ordered(func(d time.Duration) bool { return d < 0 })},
	{pattern: `is after ` + aReference, example: `"data.expiration" is after now`, doc: "The time is after now, or after another one.",
		parse: ordered(func(d time.Duration) bool { return d > 0 })},
	{pattern: `is within ` + aDuration + ` of ` + aReference, example: `"data.expiration" is within 15 minutes of now`,
		doc: "The time is at most that much before or after now, or another time. Durations are written as 90 seconds, 15 minutes, 2 " +
			"hours, 7 days, 200ms or 1h30m.",
		parse: withLimit(func(d, limit time.Duration) bool { return d.Abs() <= limit })},
	{pattern: `is at least ` + aDuration + ` after ` + aReference, example: `"data.expiration" is at least 10 minutes after now`,
		doc:   "The time is that much after another one, or more.",
		parse: withLimit(func(d, limit time.Duration) bool { return d >= limit })},
	{pattern: `is at most ` + aDuration + ` after ` + aReference, example: `"data.expiration" is at most 1 hour after now`,
		doc:   "The time is not more than that after another one. It may be before it.",
		parse: withLimit(func(d, limit time.Duration) bool { return d <= limit })},
	{pattern: `is at least ` + aDuration + ` before ` + aReference, example: `"data.0.created_at" is at least 1 second before now`,
		doc:   "The time is that much before another one, or more.",
		parse: withLimit(func(d, limit time.Duration) bool { return -d >= limit })},
}

func ordered(test func(time.Duration) bool) func(*remembered.Filler, []string) (holds, error) {
	return func(f *remembered.Filler, groups []string) (holds, error) {
		return fromReference(f, groups[0], test)
	}
}

func withLimit(test func(d, limit time.Duration) bool) func(*remembered.Filler, []string) (holds, error) {
	return func(f *remembered.Filler, groups []string) (holds, error) {
		limit, err := vocabulary.Duration(groups[0])
		if err != nil {
			return nil, err
		}
		return fromReference(f, groups[1], func(d time.Duration) bool { return test(d, limit) })
	}
}

// fromReference is a condition on how long after a reference a time is.
func fromReference(f *remembered.Filler, reference string, test func(time.Duration) bool) (holds, error) {
	filled := f.Text(reference, nil)
	if strings.HasPrefix(reference, "<") {
		if _, _, err := contract.ParseTime(filled); err != nil && filled != "1" { // InLint fills in 1
			return nil, fmt.Errorf("%s is no time: remember a member that is one, such as \"data.created_at\"", reference)
		}
	}
	return func(from origin, v gjson.Result) (bool, string, error) {
		at, zoned, err := timeOf(v)
		if err != nil {
			return false, "no time", nil
		}
		start, startZoned, err := instant(from, filled)
		switch {
		case err != nil:
			return false, err.Error(), nil
		case zoned != startZoned:
			return false, "one of the two times has no offset from UTC, so they cannot be compared", nil
		}
		d := at.Sub(start)
		return test(d), away(d, reference), nil
	}, nil
}

// away says how far a time is from its reference.
func away(d time.Duration, reference string) string {
	if d < 0 {
		return fmt.Sprintf("%s before %s", -d, reference)
	}
	return fmt.Sprintf("%s after %s", d, reference)
}

func timeOf(v gjson.Result) (t time.Time, zoned bool, err error) {
	if v.Type != gjson.String {
		return time.Time{}, false, errors.New("not a string")
	}
	return contract.ParseTime(v.Str)
}

// instant is the time that a reference stands for beside a value.
func instant(from origin, reference string) (t time.Time, zoned bool, err error) {
	text, quoted := strings.CutPrefix(strings.TrimSuffix(reference, `"`), `"`)
	if reference == "now" {
		return from.response.RespondedAt(), true, nil
	}
	if t, zoned, err = contract.ParseTime(text); err != nil && quoted {
		if t, zoned, err = timeOf(from.get(text)); err != nil {
			return t, zoned, fmt.Errorf("no time at %s", reference)
		}
	}
	return t, zoned, err
}
