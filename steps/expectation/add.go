package expectation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Add adds expectations at the end of a file, which may be empty. Those whose ids the file
// has stay as they are. The error says why the file cannot be read, or that its list does
// not end the file.
func Add(text string, more ...Expectation) (string, error) {
	if strings.TrimSpace(text) == "" {
		text = "expectations:\n"
	}
	have, wrong := Parse([]byte(text))
	if wrong != nil && strings.TrimSpace(text) != "expectations:" {
		return text, wrong
	}
	var b strings.Builder
	b.WriteString(strings.TrimRight(text, " \t\r\n") + "\n")
	for _, e := range more {
		if slices.ContainsFunc(have, func(other Expectation) bool { return other.ID == e.ID }) {
			continue
		}
		have = append(have, e)
		fmt.Fprintf(&b, "  - id: %s\n    says: %s\n", e.ID, strconv.Quote(e.Says))
		if e.Source != "" {
			fmt.Fprintf(&b, "    source: %s\n", strconv.Quote(e.Source))
		}
	}
	after, wrong := Parse([]byte(b.String()))
	if wrong != nil || len(after) != len(have) {
		return text, fmt.Errorf("the file cannot be added to: write at the end of its list yourself:\n%s",
			strings.TrimPrefix(b.String(), strings.TrimRight(text, " \t\r\n")+"\n"))
	}
	return b.String(), nil
}
