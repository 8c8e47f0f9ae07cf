package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"understudy/spec/gap"
)

// loadProfile reads the profile file of --profile.
func loadProfile(name string) (gap.Profile, error) {
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

// loadProfile is the profile that the deployment is held against; nil without
// --profile.
func (f verifyFlags) loadProfile() (*gap.Profile, error) {
	switch {
	case f.profile == "":
		return nil, nil
	case f.vary != 0:
		return nil, errBoth
	}
	p, err := loadProfile(f.profile)
	return &p, err
}

// errBoth refuses two ways to choose variants.
var errBoth = errors.New("--vary draws what --profile says: give one of them")

// profiled is how a fake answers as a profile says, and tells of what it
// cannot.
func profiled(name string, stderr io.Writer) (gap.Choice, error) {
	p, err := loadProfile(name)
	if err != nil {
		return gap.Choice{}, err
	}
	choice, left, err := p.Choice()
	if err != nil {
		return choice, fmt.Errorf("--profile: %s: %w", name, err)
	}
	if len(left) > 0 {
		fmt.Fprintf(stderr, "--profile: no variant describes what was seen of %s: the default stands in\n", strings.Join(left, ", "))
	}
	return choice, nil
}
