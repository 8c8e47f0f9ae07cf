// Package pattern holds regular expressions that are compiled when they are
// first needed, as a command that starts needs few of all there are.
//
// Every other package may import it; it imports none.
package pattern

import (
	"regexp"
	"sync"
)

// Lazy returns a regular expression that is compiled at its first use. It panics then
// where regexp.MustCompile would.
func Lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
