package main

import (
	"testing"
	"time"
)

func TestAPercentileIsATimeThatWasMeasured(t *testing.T) {
	hundred := make([]time.Duration, 100)
	for i := range hundred {
		hundred[i] = time.Duration(i + 1)
	}
	for name, c := range map[string]struct {
		sorted []time.Duration
		p      int
		want   time.Duration
	}{
		"of a hundred, the middle":       {hundred, 50, 50},
		"of a hundred, all but one":      {hundred, 99, 99},
		"of a hundred, all":              {hundred, 100, 100},
		"of three, the middle":           {[]time.Duration{1, 5, 9}, 50, 5},
		"of three, nearly all":           {[]time.Duration{1, 5, 9}, 99, 9},
		"the smallest is the least rank": {[]time.Duration{1, 5, 9}, 0, 1},
		"of one":                         {[]time.Duration{7}, 99, 7},
		"of none":                        {nil, 99, 0},
	} {
		if got := percentile(c.sorted, c.p); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

func TestTheMedianIgnoresOutliers(t *testing.T) {
	for name, c := range map[string]struct {
		all  []float64
		want float64
	}{
		"odd":     {[]float64{9000, 1, 2}, 2},
		"even":    {[]float64{4, 1, 2, 9000}, 3},
		"nothing": {nil, 0},
	} {
		if got := median(c.all); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	all := []float64{3, 1, 2}
	if median(all); all[0] != 3 {
		t.Error("it changed the order of the rounds")
	}
}

// A round in which the machine was busy slows both sides: of the medians of
// each side the ratio would be 10/30.
func TestRatiosAreOfRounds(t *testing.T) {
	of := func(ours, theirs float64) [2]figures { return [2]figures{{perSecond: ours}, {perSecond: theirs}} }
	rounds := [][2]figures{of(10, 20), of(5, 10), of(60, 120), of(9, 30), of(40, 80)}
	if got := paired(rounds, throughput); got != 0.5 {
		t.Errorf("%v, want 0.5", got)
	}
	if got := paired([][2]figures{of(1, 0)}, throughput); got != 0 {
		t.Errorf("against nothing: %v, want 0", got)
	}
	if got := middle(rounds, 1, throughput); got != 30 {
		t.Errorf("the middle of their side: %v, want 30", got)
	}
}

func TestFiguresAreOfEachRequest(t *testing.T) {
	l := load{took: []time.Duration{1, 2, 3, 4}, lasted: 2 * time.Second, cpu: 8 * time.Millisecond, ownCPU: 4 * time.Millisecond, resident: 5}
	if got, want := l.figures(), (figures{perSecond: 2, p50: 2, p99: 4, cpu: 2 * time.Millisecond, ownCPU: time.Millisecond, requests: 4, resident: 5}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := (load{lasted: time.Second}).figures(); got != (figures{}) {
		t.Errorf("of no requests: %+v", got)
	}
}
