package main

import (
	"fmt"
	"runtime"
	"time"
)

// heading describes the lines for benchstat.
func (b *bench) heading() {
	if b.benchstat {
		fmt.Fprintf(b.out, "goos: %s\ngoarch: %s\npkg: understudy/cmd/bench\n", runtime.GOOS, runtime.GOARCH)
	}
}

// print prints a contest: the median of each figure, and of the ratios.
func (b *bench) print(title, name string, sides [2]side, before [2]int, rounds [][2]figures) {
	if b.benchstat {
		for _, r := range rounds {
			for i, f := range r {
				fmt.Fprintf(b.out, "Benchmark%s/side=%s %d %.0f ns/op %d p50-ns %d p99-ns %d cpu-ns/op %d resident-B\n",
					name, benchName(sides[i].name), f.requests, 1e9/f.perSecond, f.p50, f.p99, f.cpu, f.resident<<10)
			}
		}
		return
	}
	b.rowsOf(name, sides, rounds)
	fmt.Fprintf(b.out, "\n%s: %d connections, %d rounds of %s\n", title, len(sides[0].scripts), b.rounds, b.each)
	fmt.Fprintf(b.out, "  %-14s %10s %10s %10s %12s %13s %s\n", "", "requests/s", "p50", "p99", "CPU/request", "driver's CPU", " resident MB before, after")
	for i, s := range sides {
		fmt.Fprintf(b.out, "  %-14s %10.0f %10s %10s %12s %13s %8s %s\n", s.name, middle(rounds, i, throughput),
			rounded(middle(rounds, i, p50)), rounded(middle(rounds, i, p99)), rounded(middle(rounds, i, cpu)), rounded(middle(rounds, i, ownCost)),
			mb(before[i]), mb(rounds[len(rounds)-1][i].resident))
	}
	fmt.Fprintf(b.out, "  %-14s %10.2f %10.2f %10.2f %12.2f\n", "ratio", paired(rounds, throughput), paired(rounds, p50), paired(rounds, p99), paired(rounds, cpu))
}

func throughput(f figures) float64    { return f.perSecond }
func p50(f figures) time.Duration     { return f.p50 }
func p99(f figures) time.Duration     { return f.p99 }
func cpu(f figures) time.Duration     { return f.cpu }
func ownCost(f figures) time.Duration { return f.ownCPU }

// printStarts prints the first responses.
func (b *bench) printStarts(sides [2]string, took [2][]time.Duration, resident [2][]int) {
	if b.benchstat {
		for i, side := range sides {
			for j, t := range took[i] {
				fmt.Fprintf(b.out, "BenchmarkFirstResponse/side=%s 1 %d ns/op %d resident-B\n", benchName(side), t, resident[i][j]<<10)
			}
		}
		return
	}
	fmt.Fprintf(b.out, "\nthe first response after exec: %d starts\n  %-14s %10s %10s %12s\n", b.starts, "", "median", "longest", "resident MB")
	for i, side := range sides {
		longest := took[i][0]
		for _, t := range took[i] {
			longest = max(longest, t)
		}
		fmt.Fprintf(b.out, "  %-14s %10s %10s %12s\n", side, rounded(median(took[i])), rounded(longest), mb(median(resident[i])))
	}
	var ratios []float64
	for i := range took[0] {
		ratios = append(ratios, ratio(took[0][i], took[1][i]))
	}
	b.row("first response after exec", "30 ms", fmt.Sprintf("%s, %.2f times the %s of bare net/http", rounded(median(took[0])), median(ratios), rounded(median(took[1]))))
	b.row("resident after the start", "35 MB", mb(median(resident[0]))+" MB")
	fmt.Fprintf(b.out, "  %-14s %10.2f\n", "ratio", median(ratios))
}

// benchName is a name without spaces and slashes, which have a meaning for benchstat.
func benchName(side string) string {
	name := []rune(side)
	for i, r := range name {
		if r == ' ' || r == '/' {
			name[i] = '-'
		}
	}
	return string(name)
}

func mb(kB int) string { return fmt.Sprintf("%.0f", float64(kB)/1024) }

// rounded rounds to about three significant digits.
func rounded(d time.Duration) string {
	switch {
	case d < 100*time.Microsecond:
		return d.Round(100 * time.Nanosecond).String()
	case d < time.Millisecond:
		return d.Round(time.Microsecond).String()
	case d < 100*time.Millisecond:
		return d.Round(10 * time.Microsecond).String()
	}
	return d.Round(10 * time.Millisecond).String()
}
