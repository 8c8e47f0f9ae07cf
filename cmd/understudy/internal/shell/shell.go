// Package shell quotes texts as words of a POSIX shell, for commands that people
// copy.
package shell

import (
	"strings"

	"understudy/spec/pattern"
)

// Quote puts a text in single quotes.
func Quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

var plainWord = pattern.Lazy(`^[\w./-]+$`)

// Word quotes a text where needed.
func Word(s string) string {
	if plainWord().MatchString(s) {
		return s
	}
	return Quote(s)
}
