package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"

	"understudy/spec/promise"
	"understudy/steps"
	"understudy/steps/report"
)

// options are what the flags ask of a run.
func (f verifyFlags) options(stderr io.Writer) (steps.Options, error) {
	o := steps.Options{Tags: f.tags, ReadOnly: f.readOnly, Concurrency: f.concurrency, Require: f.require,
		PerPage: f.perPage, KeepPersonalData: f.keepPersonalData, Version: buildVersion()}
	if f.concurrency < 0 {
		return o, fmt.Errorf("--concurrency %d is negative: give 1 or more", f.concurrency)
	}
	if f.perPage < 0 || f.perPage > 100 {
		return o, fmt.Errorf("--per-page %d is none that the document allows: give one from 1 to 100", f.perPage)
	}
	if f.wait < 0 {
		return o, fmt.Errorf("--wait %s is negative: give a time like 60s, or none", f.wait)
	}
	if f.wait > 0 && f.target == "" {
		return o, errors.New("--wait waits for a deployment: name it with --target; our own fake answers at once")
	}
	if f.timeout < 0 {
		return o, fmt.Errorf("--timeout %s is negative: give a bound like 5m, or none", f.timeout)
	}
	if f.name != "" {
		name, err := regexp.Compile(f.name)
		if err != nil {
			return o, fmt.Errorf("--name: %w: write a regular expression of Go, like '^page 0'", err)
		}
		o.Only = func(s report.Scenario) bool { return name.MatchString(s.Name) }
	}
	for _, id := range f.require {
		if _, ok := promise.ByID(id); !ok && id != "all" {
			return o, fmt.Errorf("--require: no promise %q: see understudy promises", id)
		}
	}
	var err error
	if o.MinChecked, err = percentage(f.minChecked); err != nil {
		return o, err
	}
	if o.Folders, err = openFolders(f.features); err != nil {
		return o, fmt.Errorf("--features: %w", err)
	}
	o.Seed, err = f.seed(stderr)
	return o, err
}

// percentage reads --min-checked.
func percentage(text string) (float64, error) {
	if text == "" {
		return 0, nil
	}
	p, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil || !(p >= 0 && p <= 100) {
		return 0, fmt.Errorf("--min-checked %q: must be a percentage from 0 to 100, like 90%%", text)
	}
	if p > 0 && p < 1 && !strings.HasSuffix(text, "%") {
		return 0, fmt.Errorf("--min-checked %q: write %g%%, or %s%% where you mean so little", text, 100*p, text)
	}
	return p, nil
}

func openFolders(names []string) (folders []steps.Folder, err error) {
	for _, name := range names {
		folder, err := steps.OpenFolder(name)
		if err != nil {
			return nil, err
		}
		folders = append(folders, folder)
	}
	return folders, nil
}

// seed is what the scenarios are shuffled by; 0 leaves their order.
func (f verifyFlags) seed(stderr io.Writer) (int64, error) {
	if f.randomOrder == "" {
		return 0, nil
	}
	seed, err := seedOf("random-order", f.randomOrder)
	if err == nil && !f.list {
		fmt.Fprintf(stderr, "random order: repeat it with --random-order=%d\n", seed)
	}
	return int64(seed), err
}

// seedOf is the seed that a flag gives, or one drawn where it gives none.
func seedOf(flag, text string) (uint64, error) {
	if text == anySeed {
		return 1 + rand.Uint64N(999_999), nil
	}
	seed, err := strconv.ParseUint(text, 10, 63)
	if err != nil || seed == 0 {
		return 0, fmt.Errorf("--%s=%s is no seed: give a whole number above 0, or %s", flag, text, anySeed)
	}
	return seed, nil
}
