package target

import (
	"fmt"
	"time"
)

// Duration is a time span, written like 30s or 1m30s.
type Duration time.Duration

// UnmarshalText reads a duration.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("%q is not a duration: write one like 30s", text)
	}
	if v < 0 {
		return fmt.Errorf("%q is negative: write a duration like 30s", text)
	}
	*d = Duration(v)
	return nil
}

// Form is how a duration is written.
func (Duration) Form() string { return "a duration like 30s" }

// MarshalText writes a duration.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }
