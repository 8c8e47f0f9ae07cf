package contract

import "testing"

func TestATimestampCutOffIsTheSameInstant(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"2024-05-01T10:00:00Z", "2024-05-01T12:00:00+02:00", true},
		{"2024-05-01T10:00:00Z", "2024-05-01T10:00:01Z", false},
		{"2024-05-01T10:00:00.123Z", "2024-05-01T10:00:00Z", true},
		{"2024-05-01T10:00:00.123Z", "2024-05-01T10:00:00.124Z", false},
		{"2024-05-01T10:00:00.123Z", "2024-05-01T10:00:02Z", false},
		{"2024-05-01T10:59Z", "2024-05-01T10:59:58Z", true},
		{"2024-05-01T10Z", "2024-05-01T10:59:58Z", true},
		{"2024-05-01T10Z", "2024-05-01T11:59:58Z", false},
		{"20240501T100000Z", "2024-05-01T10:00:00Z", true},
		{"2024-05-01T10:00:00", "2024-05-01T12:00:00Z", true}, // not to be compared
	} {
		if got := SameInstant(c.a, c.b); got != c.same {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
}
