package serving

import (
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"strconv"
	"strings"

	"understudy/server/memory"
)

// Size is a number of bytes, as a flag: it is written like 512MB or 1GiB. The empty
// text is 0.
type Size int64

// units are the bytes of the units, which are written in upper or lower case.
var units = map[string]int64{"": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40}

var errSize = errors.New("must be a whole number and a unit, like 512MB or 1GiB")

// Set reads a size.
func (s *Size) Set(text string) error {
	digits := strings.TrimRight(text, "bBkKmMgGtTiI")
	unit, known := units[strings.ToLower(text[len(digits):])]
	n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange), err == nil && known && n > math.MaxInt64/unit:
		return strconv.ErrRange
	case err != nil || !known || n < 0:
		return errSize
	}
	*s = Size(n * unit)
	return nil
}

// String is the size in bytes, or empty for 0.
func (s *Size) String() string {
	if *s == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*s), 10)
}

// Type is what the help calls a size.
func (s *Size) Type() string { return "size" }

// boundMemory sets Go's soft memory limit to MaxMemory, or, without one, returns that
// of GOMEMLIMIT; 0 is no limit.
func (o Options) boundMemory() (int64, error) {
	most, name := int64(o.MaxMemory), "--max-memory"
	if most == 0 {
		if most = debug.SetMemoryLimit(-1); most == math.MaxInt64 {
			return 0, nil
		}
		name = "GOMEMLIMIT"
	}
	if most < memory.Least {
		return 0, fmt.Errorf("%s is %d bytes: give %d MiB or more", name, most, memory.Least>>20)
	}
	debug.SetMemoryLimit(most)
	return most, nil
}
