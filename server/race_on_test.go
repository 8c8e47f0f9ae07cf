//go:build race

package server_test

// raceEnabled says that the race detector makes every run several times slower:
// random sequences are fewer then.
const raceEnabled = true
