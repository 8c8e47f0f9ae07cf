// Package choice reads the flags by which a fake chooses variants of gaps:
// --gap, --vary and --profile, and the seeds of random choices.
package choice

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"understudy/spec/gap"
)

// VaryFlag is the name of the flag whose value is the seed of a random choice.
const VaryFlag = "vary"

// ErrBoth is the error for --vary together with --profile.
var ErrBoth = errors.New("--vary and --profile both choose the variants: give one of them")

// Drawn returns the random choice of a seed, or the default choice for 0.
func Drawn(seed Seed) gap.Choice {
	if seed == 0 {
		return gap.Choice{}
	}
	return gap.Random(uint64(seed))
}

// Assigned overrides a choice with the assignments of --gap.
func Assigned(before gap.Choice, assignments []string) (gap.Choice, error) {
	c, err := before.Assign(assignments...)
	if err != nil {
		return c, fmt.Errorf("--gap: %w", err)
	}
	return c, nil
}

// Profiled returns the choice that makes a fake respond as in the profile file of
// --profile. It reports on stderr the gaps without a variant for what was observed.
func Profiled(name string, stderr io.Writer) (gap.Choice, error) {
	p, err := LoadProfile(name)
	if err != nil {
		return gap.Choice{}, err
	}
	choice, left, err := p.Choice()
	if err != nil {
		return choice, fmt.Errorf("--profile: %s: %w", name, err)
	}
	if len(left) > 0 {
		fmt.Fprintf(stderr, "--profile: no variant describes what was observed of %s: the fake uses the default there\n", strings.Join(left, ", "))
	}
	return choice, nil
}

// LoadProfile reads the profile file of --profile.
func LoadProfile(name string) (gap.Profile, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return gap.Profile{}, fmt.Errorf("--profile: %w: write one with understudy observe", err)
	}
	p, err := gap.ParseProfile(text)
	if err != nil {
		return p, fmt.Errorf("--profile: %s:%w", name, err)
	}
	return p, nil
}

// AnySeed is the value of a flag that asks for a random seed.
const AnySeed = "any"

// Seed is the value of --vary and of --random-order: a seed, or a random one for AnySeed.
// It is 0 where the flag was not given.
type Seed uint64

// Set reads a seed, or draws a random one.
func (s *Seed) Set(text string) error {
	if text == AnySeed {
		*s = Seed(1 + rand.Uint64N(999_999))
		return nil
	}
	seed, err := strconv.ParseUint(text, 10, 63)
	if err == nil && seed == 0 {
		err = errors.New("not above 0")
	}
	*s = Seed(seed)
	return err
}

// String returns the seed, or "" where the flag was not given.
func (s *Seed) String() string {
	if *s == 0 {
		return ""
	}
	return strconv.FormatUint(uint64(*s), 10)
}

// Type is that of a text, as any is one.
func (s *Seed) Type() string { return "string" }

// Takes says what the flag takes.
func (s *Seed) Takes() string { return "a whole number above 0, or " + AnySeed }

// Announce prints the seed of --vary, so that the choice can be repeated.
func (s Seed) Announce(stderr io.Writer) {
	if s != 0 {
		fmt.Fprintf(stderr, "random variants and formatting: repeat them with --%s %d\n", VaryFlag, uint64(s))
	}
}
