//go:build !race

package features_test

// raceEnabled reports whether the race detector is on. It makes every run several
// times slower, so choices are then verified in samples.
const raceEnabled = false
