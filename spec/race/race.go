// Package race reports whether the race detector is on for the tests.
//
// It makes every run several times slower, so that tests do fewer runs: see Sample.
// Only tests import it.
package race
