// Package race reports whether the race detector watches the tests.
//
// It makes every run several times slower, so that tests of random sequences
// run fewer of them. Tests alone import it.
package race
