// Package reference has the commands that print what can be looked up: docs, promises,
// gaps, steps, openapi and schema.
//
// Start reading at registry.command, which promises, gaps and steps share.
package reference

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"understudy/cmd/understudy/internal/command"
	"understudy/cmd/understudy/internal/output"
	"understudy/spec/suggest"
)

// registry is a command that prints a registry, or the rows with some words. The
// formats are functions, because every command is constructed whenever one of them is
// run.
type registry[R any] struct {
	use, short string
	// instead says what to do where nothing has the words.
	instead        string
	text, markdown func([]R) string
	rows           func() ([]R, error)
	// searched is the text of a row that words are looked for in: by default all of it.
	searched func(R) string
	// ids returns the ids of the rows, of which one is suggested for a misspelt one.
	ids func() []string
	// more are formats that only this registry has.
	more map[string]func([]R) string
}

// formats are the names of the formats.
func (r registry[R]) formats() []string {
	return append([]string{"text", "markdown", "json"}, slices.Sorted(maps.Keys(r.more))...)
}

// command returns the subcommand that prints a registry.
func (r registry[R]) command() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   r.use + " [WORD]...",
		Short: r.short,
		Long: fmt.Sprintf(`%s, or those with all of the words, in upper or lower case, anywhere in their text:
an id, a part of it, an operation, or any other word.`, r.short),
		Example: fmt.Sprintf("  understudy %s\n  understudy %[1]s page\n  understudy %[1]s list-invitations --format json", r.use),
		RunE: func(cmd *cobra.Command, words []string) error {
			rows, err := r.with(words)
			if err != nil {
				return err
			}
			if len(rows) == 0 {
				return fmt.Errorf("nothing in understudy %s has %s: %sgive fewer words, or none for all%s", r.use, quotedWords(words), r.meant(words), r.instead)
			}
			return r.print(cmd.OutOrStdout(), format, rows)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().Var(command.Words(&format, "text", r.formats()...), "format", "form of the output: "+suggest.List(r.formats()))
	return cmd
}

// meant suggests the id that a single word was meant to be.
func (r registry[R]) meant(words []string) string {
	if r.ids == nil || len(words) != 1 {
		return ""
	}
	return suggest.DidYouMean(words[0], r.ids())
}

// with returns the rows whose text has all of the words.
func (r registry[R]) with(words []string) ([]R, error) {
	rows, err := r.rows()
	searched := r.searched
	if searched == nil {
		searched = func(row R) string { return r.text([]R{row}) }
	}
	return slices.DeleteFunc(slices.Clone(rows), func(row R) bool { return !hasAll(strings.ToLower(searched(row)), words) }), err
}

func hasAll(text string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(text, strings.ToLower(word)) {
			return false
		}
	}
	return true
}

func (r registry[R]) print(w io.Writer, format string, rows []R) error {
	write := r.more[format]
	switch format {
	case "text":
		write = r.text
	case "markdown":
		write = r.markdown
	case "json":
		return output.JSON(w, rows)
	}
	_, err := io.WriteString(w, write(rows))
	return err
}

// quotedWords writes words as "a" and "b".
func quotedWords(words []string) string {
	var quoted []string
	for _, w := range words {
		quoted = append(quoted, strconv.Quote(w))
	}
	return strings.Join(quoted, " and ")
}
