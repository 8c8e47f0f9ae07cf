package race

import "testing"

// Sample returns the cases that a test runs: all of them, or each n-th with -short or
// with the race detector, which makes each several times slower. With both it is the
// first alone.
func Sample(ids []string, n int) (sample []string) {
	switch {
	case Enabled && testing.Short():
		n = len(ids)
	case !Enabled && !testing.Short():
		n = 1
	}
	for i := 0; i < len(ids); i += n {
		sample = append(sample, ids[i])
	}
	return sample
}
