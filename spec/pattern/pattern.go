// Package pattern compiles regular expressions when they are first needed,
// because a command that starts needs only a few of them.
//
// Every other package may import it; it imports none.
package pattern

import (
	"regexp"
	"sync"
)

// Lazy returns a function that compiles a regular expression at its first call.
// It panics where regexp.MustCompile would.
func Lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
