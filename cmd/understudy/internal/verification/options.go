package verification

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"understudy/cmd/understudy/internal/choice"
	"understudy/cmd/understudy/internal/folders"
	"understudy/spec/gap"
	"understudy/spec/promise"
	"understudy/spec/suggest"
	"understudy/steps"
	"understudy/steps/report"
)

// run returns the options of the run.
func (o Options) run(stderr io.Writer) (steps.Options, error) {
	run := steps.Options{Tags: o.Tags, ReadOnly: o.ReadOnly, Concurrency: o.Concurrency, Require: o.Require, Seed: int64(o.RandomOrder),
		PerPage: o.PerPage, KeepPersonalData: o.KeepPersonalData, Version: o.Version}
	if o.Concurrency < 0 {
		return run, fmt.Errorf("--concurrency %d is negative: give 1 or more", o.Concurrency)
	}
	if o.PerPage < 0 || o.PerPage > 100 {
		return run, fmt.Errorf("--per-page %d: must be between 1 and 100", o.PerPage)
	}
	if o.Wait < 0 {
		return run, fmt.Errorf("--wait %s is negative: give a time like 60s, or none", o.Wait)
	}
	if o.Wait > 0 && o.Target == "" {
		return run, errors.New("--wait waits for a deployment: name it with --target, or leave --wait out")
	}
	if o.Vary != 0 && o.Target != "" {
		return run, errors.New("--vary is for the fake that verify starts: leave it out with --target")
	}
	if o.Timeout < 0 {
		return run, fmt.Errorf("--timeout %s is negative: give a bound like 5m, or none", o.Timeout)
	}
	if o.Name != "" {
		name, err := regexp.Compile(o.Name)
		if err != nil {
			return run, fmt.Errorf("--name: %w: write a regular expression of Go, like '^page 0'", err)
		}
		run.Only = func(s report.Scenario) bool { return name.MatchString(s.Name) }
	}
	if o.Rerun != "" {
		failed, err := failedIn(o.Rerun)
		if err != nil {
			return run, fmt.Errorf("--rerun: %w", err)
		}
		named := run.Only
		run.Only = func(s report.Scenario) bool { return failed[keyOf(s)] && (named == nil || named(s)) }
	}
	if o.Own {
		if len(o.Features) == 0 {
			return run, errors.New("--own runs only your own scenarios: name their folder with --features, or leave --own out")
		}
		run.Only = ownOnly(run.Only)
	}
	for _, id := range o.Require {
		if _, ok := promise.ByID(id); !ok && id != "all" {
			return run, fmt.Errorf("--require: no promise %q: %ssee understudy promises", id, suggest.DidYouMean(id, promise.IDs()))
		}
	}
	var err error
	if run.MinChecked, err = percentage(o.MinChecked); err != nil {
		return run, err
	}
	if run.Folders, err = folders.Open(o.Features); err != nil {
		return run, fmt.Errorf("--features: %w", err)
	}
	if o.RandomOrder != 0 && !o.List {
		fmt.Fprintf(stderr, "random order: repeat it with --random-order=%d\n", o.RandomOrder)
	}
	return run, nil
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

// loadProfile returns the profile that the deployment is compared with; nil without
// --profile.
func (o Options) loadProfile() (*gap.Profile, error) {
	switch {
	case o.Profile == "":
		return nil, nil
	case o.Vary != 0:
		return nil, choice.ErrBoth
	}
	p, err := choice.LoadProfile(o.Profile)
	return &p, err
}
