package contract

import (
	"errors"
	"strings"
	"time"
)

var errTime = errors.New("no ISO 8601 timestamp")

// ParseTime reads an ISO 8601 timestamp: a complete calendar, week or ordinal
// date, T, and hours with or without minutes and seconds. Date and time are
// both in basic or both in extended form, the offset in either; the last part
// of the time may have a fraction after a point or a comma, which is truncated
// to nanoseconds. A year of four digits may stand as one of six, after +00. An
// offset begins with +, - or the minus sign. The hour 24 is the end of its day.
// A second 60 is a leap second, which only the last minute of a day of UTC has;
// whatever its fraction, it is the last instant before the next minute.
//
// A timestamp without an offset is read as if it were UTC, with zoned false:
// compare such instants only with one another.
func ParseTime(s string) (t time.Time, zoned bool, err error) {
	date, rest, ok := strings.Cut(s, "T")
	if !ok {
		return time.Time{}, false, errTime
	}
	rest = strings.Replace(rest, "−", "-", 1) // the minus sign, for which the hyphen stands in
	clock, zone := rest, ""
	if i := strings.IndexAny(rest, "Z+-"); i >= 0 {
		clock, zone = rest[:i], rest[i:]
	}
	day, okDay := parseDate(strings.TrimPrefix(date, "+00"))
	since, leap, okClock := parseClock(clock)
	ahead, okZone := parseOffset(zone)
	t, zoned = day.Add(since-ahead), zone != ""
	if !okDay || !okClock || !okZone || mixed(date, clock) || leap && !mayLeap(t, zoned) {
		return time.Time{}, false, errTime
	}
	return t, zoned, nil
}

// mayLeap reports whether an instant lies in a minute that can have a leap second: the
// last of a day of UTC. Offsets are whole quarters of an hour, so where there is none, it
// can be the last minute of any quarter.
func mayLeap(t time.Time, zoned bool) bool {
	if zoned {
		return t.Hour() == 23 && t.Minute() == 59
	}
	return t.Minute()%15 == 14
}

// mixed reports whether one of date and time is in basic form and the other in
// extended form. Hours alone are in both.
func mixed(date, clock string) bool {
	whole, _, _ := strings.Cut(strings.ReplaceAll(clock, ",", "."), ".")
	return len(whole) > 2 && strings.Contains(date, "-") != strings.Contains(whole, ":")
}

// shape replaces each digit by 9, so that forms can be compared as strings; it
// is empty for a text that is too long to be a timestamp.
func shape(s string) string {
	var b [len("9999-W99-9")]byte
	if len(s) > len(b) {
		return ""
	}
	for i := range len(s) {
		b[i] = s[i]
		if '0' <= s[i] && s[i] <= '9' {
			b[i] = '9'
		}
	}
	return string(b[:len(s)])
}

// number reads digits; shape has verified that they are digits.
func number(digits string) int {
	n := 0
	for i := range len(digits) {
		n = 10*n + int(digits[i]-'0')
	}
	return n
}

func parseDate(s string) (time.Time, bool) {
	form := shape(s)
	switch form {
	case "9999-99-99", "9999-W99-9", "9999-999", "99999999", "9999W999", "9999999":
	default:
		return time.Time{}, false
	}
	year, rest := number(s[:4]), strings.ReplaceAll(s[4:], "-", "")
	switch {
	case rest[0] == 'W':
		return weekDate(year, number(rest[1:3]), number(rest[3:]))
	case len(rest) == 3:
		day := time.Date(year, time.January, number(rest), 0, 0, 0, 0, time.UTC)
		return day, day.Year() == year
	}
	month, dayOfMonth := number(rest[:2]), number(rest[2:])
	day := time.Date(year, time.Month(month), dayOfMonth, 0, 0, 0, 0, time.UTC)
	return day, day.Month() == time.Month(month) && day.Day() == dayOfMonth
}

// weekDate counts from the Monday of the week with 4 January, which is week 1
// of its year.
func weekDate(year, week, weekday int) (time.Time, bool) {
	fourth := time.Date(year, time.January, 4, 0, 0, 0, 0, time.UTC)
	monday := fourth.AddDate(0, 0, -(int(fourth.Weekday())+6)%7)
	day := monday.AddDate(0, 0, 7*(week-1)+weekday-1)
	y, w := day.ISOWeek()
	return day, 1 <= weekday && weekday <= 7 && y == year && w == week
}

// parseClock reads a time of day as the time since midnight; leap says that it is a
// second 60.
func parseClock(s string) (since time.Duration, leap, ok bool) {
	whole, fraction := s, time.Duration(0)
	if i := strings.IndexAny(s, ".,"); i >= 0 {
		var ok bool
		if fraction, ok = billionths(s[i+1:]); !ok {
			return 0, false, false
		}
		whole = s[:i]
	}
	unit := time.Second
	switch shape(whole) {
	case "99":
		unit = time.Hour
	case "9999", "99:99":
		unit = time.Minute
	case "999999", "99:99:99":
	default:
		return 0, false, false
	}
	digits := strings.ReplaceAll(whole, ":", "") + "0000"
	h, m, sec := number(digits[:2]), number(digits[2:4]), number(digits[4:6])
	if leap = sec == 60; leap {
		sec, fraction = 59, time.Second-1
	}
	since = time.Duration(h)*time.Hour + time.Duration(m)*time.Minute +
		time.Duration(sec)*time.Second + fraction*(unit/time.Second)
	return since, leap, (h < 24 || since == 24*time.Hour) && m < 60 && sec < 60
}

// billionths reads the digits after a decimal sign, truncated to nanoseconds.
func billionths(digits string) (time.Duration, bool) {
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	return time.Duration(number((digits + "00000000")[:9])), true
}

// parseOffset reads how far local time is ahead of UTC.
func parseOffset(s string) (time.Duration, bool) {
	if s == "" || s == "Z" {
		return 0, true
	}
	switch shape(s[1:]) {
	case "99", "9999", "99:99":
	default:
		return 0, false
	}
	digits := strings.ReplaceAll(s[1:], ":", "") + "00"
	h, m := number(digits[:2]), number(digits[2:4])
	ahead := time.Duration(h)*time.Hour + time.Duration(m)*time.Minute
	if s[0] == '-' {
		ahead = -ahead
	}
	return ahead, s[0] != 'Z' && h < 24 && m < 60
}
