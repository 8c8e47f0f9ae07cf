package serving

import (
	"errors"
	"math"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
)

func TestASizeIsANumberAndAUnit(t *testing.T) {
	for text, want := range map[string]Size{
		"512MB": 512e6, "1GiB": 1 << 30, "64mib": 64 << 20, "3 GB": 3e9, "1000000": 1e6, "5B": 5, "2TiB": 2 << 40, "0": 0,
	} {
		var s Size
		if err := s.Set(text); err != nil || s != want {
			t.Errorf("%q is %d, want %d: %v", text, s, want, err)
		}
	}
	for text, want := range map[string]error{
		"": errSize, "MB": errSize, "5x": errSize, "5MBB": errSize, "1.5GiB": errSize, "-5MB": errSize, "5M": errSize,
		"9223372036854775808": strconv.ErrRange, "9000000TiB": strconv.ErrRange,
	} {
		s := Size(7)
		if err := s.Set(text); !errors.Is(err, want) || s != 7 {
			t.Errorf("%q is %d: %v, want %v", text, s, err, want)
		}
	}
}

func TestTheMemoryIsBoundedByTheFlagOrElseByGOMEMLIMIT(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	for rule, c := range map[string]struct {
		environment int64
		flag        Size
		want        int64
	}{
		"neither":             {math.MaxInt64, 0, 0},
		"the flag":            {math.MaxInt64, 64e6, 64e6},
		"GOMEMLIMIT":          {96e6, 0, 96e6},
		"the flag goes first": {96e6, 64e6, 64e6},
	} {
		debug.SetMemoryLimit(c.environment)
		got, err := Options{MaxMemory: c.flag}.boundMemory()
		if err != nil || got != c.want {
			t.Errorf("%s: %d, want %d: %v", rule, got, c.want, err)
		}
		if now := debug.SetMemoryLimit(-1); c.want != 0 && now != c.want {
			t.Errorf("%s: Go's limit is %d, want %d", rule, now, c.want)
		}
	}
	debug.SetMemoryLimit(10 << 20)
	for name, o := range map[string]Options{"--max-memory is 1000000 bytes": {MaxMemory: 1e6}, "GOMEMLIMIT is 10485760 bytes": {}} {
		if _, err := o.boundMemory(); err == nil || err.Error() != name+": give 32 MiB or more" {
			t.Errorf("%v, want %s", err, name)
		}
	}
}

// A fake without room for anything says so, and serves.
func TestAWorldThatFillsTheMemoryIsReported(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	held := make([]byte, 32<<20)
	runtime.GC() // it finds them in use
	s := start(t, func(o *Options) { o.MaxMemory = 32 << 20 })
	if status := statusWith(t, s.line("control API")+"/state", ""); status != 200 {
		t.Errorf("HTTP %d", status)
	}
	if log, err := s.stop(); err != nil || !strings.Contains(log, "the world alone fills the memory") {
		t.Errorf("%v, the log: %s", err, log)
	}
	held[0] = 1
}
