// Package race reports whether the race detector is on for the tests.
//
// It makes every run several times slower, so that tests of random sequences do fewer runs.
// Only tests and their helpers import it.
package race
