package main

import (
	"slices"
	"time"
)

// figures are the results of one side in one round.
type figures struct {
	perSecond float64
	p50, p99  time.Duration
	// cpu and ownCPU are the server's and the driver's, per request.
	cpu, ownCPU time.Duration
	requests    int
	resident    int // kB, afterwards
}

func (l load) figures() figures {
	n := len(l.took)
	if n == 0 || l.lasted <= 0 {
		return figures{}
	}
	return figures{
		perSecond: float64(n) / l.lasted.Seconds(),
		p50:       percentile(l.took, 50),
		p99:       percentile(l.took, 99),
		cpu:       l.cpu / time.Duration(n),
		ownCPU:    l.ownCPU / time.Duration(n),
		requests:  n,
		resident:  l.resident,
	}
}

// percentile is the smallest of the sorted times that p percent of them do not
// exceed.
func percentile(sorted []time.Duration, p int) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	rank := (len(sorted)*p + 99) / 100
	return sorted[max(rank, 1)-1]
}

// median is the middle one, or between the two middle ones.
func median[T ~int | ~int64 | ~float64](all []T) T {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// ratio is a/b; 0 where b is 0.
func ratio[T ~int | ~int64 | ~float64](a, b T) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// paired is the median of the ratios of the rounds: what slows a round down slows
// both of its sides.
func paired[T ~int | ~int64 | ~float64](rounds [][2]figures, of func(figures) T) float64 {
	var all []float64
	for _, r := range rounds {
		all = append(all, ratio(of(r[0]), of(r[1])))
	}
	return median(all)
}

// middle is the median of one figure of one side.
func middle[T ~int | ~int64 | ~float64](rounds [][2]figures, side int, of func(figures) T) T {
	var all []T
	for _, r := range rounds {
		all = append(all, of(r[side]))
	}
	return median(all)
}
