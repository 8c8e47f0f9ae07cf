package fault_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"understudy/server/fault"
	"understudy/spec"
)

func some(n int) *int { return &n }

func TestARuleIsChecked(t *testing.T) {
	status := fault.Rule{Status: 503}
	with := func(change func(*fault.Rule)) fault.Rule { r := status; change(&r); return r }
	for rule, c := range map[string]struct {
		rule fault.Rule
		says string // empty if the rule is valid
	}{
		"a status":                        {status, ""},
		"429 with Retry-After":            {fault.Rule{Status: 429, RetryAfter: some(0)}, ""},
		"every kind of when":              {with(func(r *fault.Rule) { r.When.Probability, r.When.Seed = 1, 7 }), ""},
		"a cut at the start":              {fault.Rule{CutAfter: some(0)}, ""},
		"an uniform latency":              {fault.Rule{Latency: &fault.Latency{Uniform: &[2]float64{0, 600}, Seed: 3}}, ""},
		"a response with latency":         {with(func(r *fault.Rule) { r.Latency = &fault.Latency{Seconds: 1} }), ""},
		"latency and two things":          {fault.Rule{Latency: &fault.Latency{Seconds: 1}, Status: 500, Reset: true}, "with each of them: status and reset are given"},
		"a bad latency of a response":     {with(func(r *fault.Rule) { r.Latency = &fault.Latency{Seconds: 601} }), "latency: 601s is out of range"},
		"a reset after the request":       {fault.Rule{Reset: true, After: true}, ""},
		"nothing":                         {fault.Rule{}, "with each of them: none is given"},
		"two things":                      {fault.Rule{Status: 500, Reset: true}, "with each of them: status and reset are given"},
		"an unknown operation":            {with(func(r *fault.Rule) { r.Operation = "list" }), "is unknown"},
		"a status of a success":           {fault.Rule{Status: 200}, "give 400 to 599"},
		"Retry-After without a status":    {fault.Rule{Reset: true, RetryAfter: some(1)}, "goes with a status"},
		"two kinds of when":               {with(func(r *fault.Rule) { r.When.First, r.When.Every = 1, 1 }), "when: is one thing"},
		"a negative number of calls":      {with(func(r *fault.Rule) { r.When.First = -1 }), "from 1 on"},
		"a probability above 1":           {with(func(r *fault.Rule) { r.When.Probability = 1.1 }), "1 at most"},
		"a seed without probability":      {with(func(r *fault.Rule) { r.When.Seed = 1 }), "goes with a probability"},
		"a negative speed":                {fault.Rule{BytesPerSecond: -1}, "at least 1"},
		"a negative cut":                  {fault.Rule{CutAfter: some(-1)}, "at least 0"},
		"silence for a day":               {fault.Rule{Silence: 86400}, "silence: must be a time from 0s to 600s"},
		"after a latency":                 {fault.Rule{Latency: &fault.Latency{Seconds: 1}, After: true}, "after: goes with status"},
		"no latency":                      {fault.Rule{Latency: &fault.Latency{}}, "one of seconds"},
		"a negative latency":              {fault.Rule{Latency: &fault.Latency{Seconds: -1}}, "latency: -1s is out of range: give a time from 0s to 600s"},
		"a uniform latency the wrong way": {fault.Rule{Latency: &fault.Latency{Uniform: &[2]float64{2, 1}}}, "latency.uniform: give the shorter time first"},
		"a seed of a fixed latency":       {fault.Rule{Latency: &fault.Latency{Seconds: 1, Seed: 2}}, "uniform or normal"},
	} {
		err := c.rule.Check()
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v, want %q", rule, err, c.says)
		}
	}
}

// struck returns the numbers of the first n calls of an operation that are faulted.
func struck(f *fault.Faults, operation string, n int) (calls []int) {
	for call := range n {
		if f.Next(operation).Strikes() {
			calls = append(calls, call+1)
		}
	}
	return calls
}

func TestWhichCallsAreFaulted(t *testing.T) {
	for _, c := range []struct {
		when fault.When
		want []int
	}{
		{fault.When{}, []int{1, 2, 3, 4, 5, 6}},
		{fault.When{First: 2}, []int{1, 2}},
		{fault.When{Every: 3}, []int{3, 6}},
		{fault.When{Probability: 1}, []int{1, 2, 3, 4, 5, 6}},
	} {
		var f fault.Faults
		if _, err := f.Add(fault.Rule{Operation: spec.ListTopics, When: c.when, Status: 500}); err != nil {
			t.Fatal(err)
		}
		if got := struck(&f, spec.CreateLink, 6); got != nil {
			t.Errorf("%+v: another operation is faulted: %v", c.when, got)
		}
		if got := struck(&f, spec.ListTopics, 6); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v are faulted, want %v", c.when, got, c.want)
		}
		if all := f.All(); all[0].Calls != 6 || all[0].Hits != len(c.want) {
			t.Errorf("%+v: it counts %+v", c.when, all[0])
		}
	}
}

func TestAProbabilityIsRepeatable(t *testing.T) {
	draw := func(seed uint64) []int {
		var f fault.Faults
		_, _ = f.Add(fault.Rule{When: fault.When{Probability: 0.3, Seed: seed}, Reset: true})
		return struck(&f, "", 1000)
	}
	a, b := draw(1), draw(1)
	if !slices.Equal(a, b) || slices.Equal(a, draw(2)) {
		t.Error("a seed does not determine which calls are faulted")
	}
	if len(a) < 250 || len(a) > 350 {
		t.Errorf("%d of 1000 are faulted with the probability 0.3", len(a))
	}
}

func TestLatencyIsDrawn(t *testing.T) {
	for _, c := range []struct {
		latency        fault.Latency
		mean, low, top float64
	}{
		{fault.Latency{Seconds: 2}, 2, 2, 2},
		{fault.Latency{Uniform: &[2]float64{1, 3}, Seed: 5}, 2, 1, 3},
		{fault.Latency{Normal: &[2]float64{1, 0.5}, Seed: 5}, 1, 0, 600},
	} {
		var f, again fault.Faults
		_, _ = f.Add(fault.Rule{Latency: &c.latency})
		_, _ = again.Add(fault.Rule{Latency: &c.latency})
		sum := 0.0
		for range 2000 {
			wait := f.Next("").Wait
			if other := again.Next("").Wait; wait != other {
				t.Fatalf("%+v: %s and %s", c.latency, wait, other)
			}
			if s := wait.Seconds(); s < c.low || s > c.top {
				t.Fatalf("%+v: %s", c.latency, wait)
			}
			sum += wait.Seconds()
		}
		if mean := sum / 2000; math.Abs(mean-c.mean) > 0.05 {
			t.Errorf("%+v: the mean is %g", c.latency, mean)
		}
	}
}

func TestLatenciesAddUpAndTheFirstOtherRuleCounts(t *testing.T) {
	var f fault.Faults
	for _, r := range []fault.Rule{
		{Latency: &fault.Latency{Seconds: 1}}, {Status: 503, When: fault.When{First: 1}}, {Status: 429, RetryAfter: some(3)}, {Latency: &fault.Latency{Seconds: 2}},
	} {
		if _, err := f.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	first, second := f.Next(""), f.Next("")
	if first.Wait != 3*time.Second || first.String() != "3s of latency, then HTTP 503" || second.Rule.Status != 429 {
		t.Errorf("%s; %s", first, second)
	}
	if got := fmt.Sprint(first.IDs, second.IDs); got != "[1 2 4] [1 3 4]" {
		t.Error(got)
	}
}

func TestAResponseWithLatencyIsOneRule(t *testing.T) {
	var f fault.Faults
	late := &fault.Latency{Seconds: 1}
	for _, r := range []fault.Rule{{Status: 503, When: fault.When{First: 1}}, {Status: 429, Latency: late}, {Latency: &fault.Latency{Seconds: 2}}} {
		if _, err := f.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	first, second := f.Next(""), f.Next("")
	if first.String() != "2s of latency, then HTTP 503" || second.String() != "3s of latency, then HTTP 429" {
		t.Errorf("%s; %s", first, second)
	}
}

func TestRulesComeAndGo(t *testing.T) {
	var f fault.Faults
	for range 3 {
		_, _ = f.Add(fault.Rule{Status: 500, When: fault.When{First: 1}})
	}
	struck(&f, "", 2)
	if !f.Remove(2) || f.Remove(2) || f.Remove(9) {
		t.Error("2 is not removed once")
	}
	fork := new(fault.Faults).Replaced(f.All())
	if all := fork.All(); len(all) != 2 || all[0].ID != 1 || all[1].ID != 3 || all[0].Calls != 0 {
		t.Errorf("the copies are %+v", all)
	}
	if got := struck(fork, "", 3); !slices.Equal(got, []int{1}) {
		t.Errorf("of the copies %v are faulted", got)
	}
	if c, _ := fork.Add(fault.Rule{Reset: true}); c.ID != 4 {
		t.Errorf("the next is %d", c.ID)
	}
	f.Clear()
	if got := struck(&f, "", 3); got != nil || len(f.All()) != 0 {
		t.Errorf("without rules %v are faulted", got)
	}
	if _, err := f.Add(fault.Rule{}); err == nil {
		t.Error("a rule without a fault is set")
	}
}
