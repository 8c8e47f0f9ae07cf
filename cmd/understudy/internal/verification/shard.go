package verification

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"understudy/cmd/understudy/internal/selfcheck"
	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/target"
)

// mostShards is the greatest number of shards of a run.
const mostShards = 1000

// parseShard reads --shard; nil where it was left out.
func parseShard(text string) (*report.Shard, error) {
	if text == "" {
		return nil, nil
	}
	first, last, ok := strings.Cut(text, "/")
	index, wrongIndex := strconv.ParseUint(first, 10, 31)
	count, wrongCount := strconv.ParseUint(last, 10, 31)
	switch {
	case !ok || wrongIndex != nil || wrongCount != nil:
		return nil, fmt.Errorf("--shard %q: write INDEX/COUNT, such as 0/4 for the first of 4 shards", text)
	case count < 1 || count > mostShards:
		return nil, fmt.Errorf("--shard %q: there must be 1 to %d shards", text, mostShards)
	case index >= count:
		return nil, fmt.Errorf("--shard %q: shards are counted from 0: the last of %d is %d/%d", text, count, count-1, count)
	}
	return &report.Shard{Index: int(index), Count: int(count), Flags: []string{}}, nil
}

// sharded restricts a run to the scenarios of --shard, which it returns with the shard.
// Without --shard it changes nothing.
func (o Options) sharded(run *steps.Options, out *outputs, scenarios []report.Scenario) (*report.Shard, []report.Scenario, error) {
	s, err := o.shard()
	if s == nil || err != nil {
		return nil, scenarios, err
	}
	flag, err := o.addCosts(run) // first: its file may be that of the report
	if err != nil {
		return nil, nil, err
	}
	if !o.List {
		if err := out.renew(); err != nil {
			return nil, nil, err
		}
	}
	scenarios, err = o.divide(run, s, scenarios)
	s.Flags = append(s.Flags, flag...)
	return s, scenarios, err
}

// shard reads --shard, and rejects the flags whose result depends on all shards.
func (o Options) shard() (*report.Shard, error) {
	s, err := parseShard(o.Shard)
	if s == nil && err == nil && o.Costs != "" {
		return nil, errors.New("--costs divides the scenarios between shards: add --shard INDEX/COUNT, or leave --costs out")
	}
	if s == nil || err != nil {
		return nil, err
	}
	var others []string
	for _, flag := range []struct {
		name  string
		given bool
	}{
		{"--profile", o.Profile != "" && o.Target != ""}, {"--baseline", o.Baseline != ""}, {"--update-baseline", o.UpdateBaseline},
		{"--require", len(o.Require) > 0}, {"--min-checked", o.MinChecked != ""},
	} {
		if flag.given {
			others = append(others, flag.name)
		}
	}
	if len(others) > 0 {
		return nil, fmt.Errorf("--shard runs a part of the scenarios, and what %s says is about all of them: give that to understudy merge", strings.Join(others, ", "))
	}
	return s, nil
}

// divide restricts a run to the scenarios of a shard, and describes in the shard what
// all shards of the run must have in common. It returns the scenarios of the shard.
func (o Options) divide(run *steps.Options, s *report.Shard, scenarios []report.Scenario) ([]report.Scenario, error) {
	t, err := o.splitTarget()
	if err != nil {
		return nil, err
	}
	parts, err := steps.Split(t, *run, s.Count)
	if err != nil {
		return nil, err
	}
	if s.Features, err = steps.Digest(*run); err != nil {
		return nil, err
	}
	if o.Target != "" {
		s.Target = targetDigest(t)
	}
	s.Flags = o.scope()
	run.Part = parts[s.Index]
	if o.Concurrency == 0 && o.Target != "" {
		// With one scenario at a time, a shard would spend most of its time waiting.
		run.Concurrency = max(min(2, t.Limits.Concurrency), t.Limits.Concurrency/s.Count)
	}
	return slices.DeleteFunc(scenarios, func(sc report.Scenario) bool { return !slices.Contains(run.Part, sc.Address) }), nil
}

// addCosts reads the requests of each scenario from the report of --costs. It returns the
// flag with the digest of the file, as all shards must divide by the same one.
func (o Options) addCosts(run *steps.Options) (flag []string, err error) {
	if o.Costs == "" {
		return nil, nil
	}
	r, err := report.Load(o.Costs)
	if err != nil {
		return nil, fmt.Errorf("--costs: %w", err)
	}
	run.Costs = map[string]int{}
	sent := 0
	for _, s := range r.Scenarios {
		if s.Verdict != report.Skip {
			run.Costs[s.Address] = s.Requests
			sent += s.Requests
		}
	}
	if sent == 0 {
		return nil, fmt.Errorf("--costs: no scenario of %s sent a request: name the report of a run that did", o.Costs)
	}
	text, err := json.Marshal(run.Costs)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	return []string{"--costs " + hex.EncodeToString(sum[:4])}, nil
}

// splitTarget is the target by which the scenarios are divided.
func (o Options) splitTarget() (target.Target, error) {
	if o.Target == "" {
		return selfcheck.Target()
	}
	return target.Load(o.Target)
}

// share is a target with the shard's part of the rate of requests.
func (o Options) share(t target.Target) (target.Target, error) {
	s, err := parseShard(o.Shard)
	if s != nil {
		t.Limits.RequestsPerSecond /= float64(s.Count)
	}
	return t, err
}

// plan is an upper bound of what a run, or its shard, would do.
func (o Options) plan(t target.Target, run steps.Options) (steps.Budget, error) {
	budget, err := steps.Plan(t, run)
	budget.Shard = o.Shard
	return budget, err
}

// scope lists the flags that decide what is verified.
func (o Options) scope() []string {
	flags := []string{}
	add := func(given bool, flag, value string) {
		if given {
			flags = append(flags, strings.TrimSpace(flag+" "+value))
		}
	}
	add(o.Tags != "", "--tags", o.Tags)
	add(o.Name != "", "--name", o.Name)
	add(o.Rerun != "", "--rerun", o.Rerun)
	add(o.ReadOnly, "--read-only", "")
	add(o.Own, "--own", "")
	add(o.Profile != "", "--profile", o.Profile)
	add(o.Vary != 0, "--vary", o.Vary.String())
	add(o.KeepPersonalData, "--keep-personal-data", "")
	return flags
}

// targetDigest identifies a target file by what is no secret in it.
func targetDigest(t target.Target) string {
	t.Limits.RequestsPerSecond, t.Limits.Concurrency = 0, 0
	text, err := json.Marshal([]any{t.BaseURL, t.ControlURL, t.Resources, t.Limits, t.OpenLinks, t.Writes(), t.AllowPublish, t.GivenKeys()})
	if err != nil {
		panic(err) // numbers, texts and flags only
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// errNoReport is the error of a shard that nobody could merge.
var errNoReport = errors.New("--shard runs a part of the scenarios, and understudy merge needs its report: add --report json=FILE or --format json")

// renew rejects a shard without a JSON report, and removes the one of an earlier run:
// otherwise that would be merged if this run cannot write its own.
func (o *outputs) renew() error {
	found := o.format == "json"
	for _, f := range o.files {
		if f.kind != "json" {
			continue
		}
		found = true
		info, err := os.Stat(f.name)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		// A file that is mounted by itself cannot be removed.
		if os.Remove(f.name) != nil && os.Truncate(f.name, 0) != nil {
			return fmt.Errorf("--report: %s is of an earlier run and cannot be overwritten: remove it", f.name)
		}
	}
	if !found {
		return errNoReport
	}
	return nil
}
