package api

import (
	"fmt"
	"time"
)

// offsets are the numeric offsets that timestamps are written in. They differ
// by more than the time between two invitations, so that the order of the texts
// is not the order of the instants.
var offsets = []int{330, -180, 0, 765, -570, 60, 345}

// zoned writes an instant with the n-th of the offsets in turn.
func zoned(t time.Time, n int) time.Time {
	return t.In(time.FixedZone("", offsets[n%len(offsets)]*60))
}

// Stamp returns how this server writes an instant.
func (s *Server) Stamp(t time.Time) string { return s.choice.stamp(t) }

// Extended returns the usual form of a timestamp.
func Extended(t time.Time) string { return t.Format("2006-01-02T15:04:05-07:00") }

// inEachForm writes timestamps in each form of ISO 8601 in turn: basic, ordinal
// and week dates, commas, no seconds. Instants are whole minutes.
func inEachForm(t time.Time) string {
	utc := t.UTC()
	year, week := t.ISOWeek()
	weekday := (int(t.Weekday())+6)%7 + 1
	forms := []func() string{
		func() string { return t.Format("20060102T150405-0700") },
		func() string { return fmt.Sprintf("%04d-%03d", t.Year(), t.YearDay()) + t.Format("T15:04:05-07:00") },
		func() string { return fmt.Sprintf("%04d-W%02d-%d", year, week, weekday) + t.Format("T15:04-07:00") },
		func() string { return utc.Format("2006-01-02T15:04:05") + ",000Z" },
		func() string { return fmt.Sprintf("%04dW%02d%d", year, week, weekday) + t.Format("T1504-0700") },
		func() string { return fmt.Sprintf("%04d%03d", utc.Year(), utc.YearDay()) + utc.Format("T150405.0Z") },
	}
	return forms[int(t.Unix()/60)%len(forms)]()
}
