// Package pattern finds parts of texts: by regular expressions, which are compiled
// when they are first needed, because a command that starts needs only a few of them,
// and where a part stands alone.
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
