//go:build !race

package features_test

// raceEnabled says that the race detector makes every run several times slower:
// choices are then judged in samples, and all of them without it.
const raceEnabled = false
