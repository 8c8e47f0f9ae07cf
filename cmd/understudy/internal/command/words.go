package command

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"understudy/spec/suggest"
)

// words is the value of a flag that takes one of some words, or its default.
type words struct {
	value     *string
	byDefault string
	all       []string
}

// Words returns the value of a flag that takes one of some words, with its default.
// CompletesWords has the shell complete it.
func Words(value *string, byDefault string, all ...string) pflag.Value {
	*value = byDefault
	return words{value, byDefault, all}
}

// Set takes a word.
func (w words) Set(text string) error {
	if text != w.byDefault && !slices.Contains(w.all, text) {
		return UnknownWord(fmt.Sprintf("%q is unknown: use %s", text, suggest.List(w.all)))
	}
	*w.value = text
	return nil
}

// String returns the word.
func (w words) String() string { return *w.value }

// Type is that of any text.
func (w words) Type() string { return "string" }

// UnknownWord is the error of a flag that takes other words, to be read after its name.
type UnknownWord string

func (u UnknownWord) Error() string { return string(u) }

// CompletesWords lets the shell complete the flags with Words of a command and of those
// below it.
func CompletesWords(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if w, ok := f.Value.(words); ok {
			Completes(cmd, f.Name, OneOf(w.all...))
		}
	})
	for _, below := range cmd.Commands() {
		CompletesWords(below)
	}
}
