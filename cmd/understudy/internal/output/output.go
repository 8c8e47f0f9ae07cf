// Package output helps commands print: JSON, and what a terminal supports.
package output

import (
	"encoding/json"
	"io"
	"os"

	"golang.org/x/term"
)

// JSON prints a value as indented JSON.
func JSON(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(value)
}

// Terminal returns the descriptor of a writer that is a terminal.
func Terminal(w io.Writer) (fd int, ok bool) {
	f, isFile := w.(*os.File)
	if !isFile || os.Getenv("TERM") == "dumb" {
		return 0, false
	}
	return int(f.Fd()), term.IsTerminal(int(f.Fd()))
}

// Colours reports whether a writer supports colours.
func Colours(w io.Writer) bool {
	_, ok := Terminal(w)
	return ok && os.Getenv("NO_COLOR") == ""
}
