package settings

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"understudy/spec/yamlfile"
)

// Print writes the settings of some commands as a configuration file: what is set, with
// its source, and, as comments, what could be set. Tokens are not shown.
func (s *Settings) Print(w io.Writer, commands []Command) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# A flag on the command line comes first, then its variable, then %s", DefaultFile)
	if s.fileName == "" {
		fmt.Fprintf(&b, ",\n# which is not in this folder, or the file that %s names", FileVariable)
	} else if s.fileName != DefaultFile {
		fmt.Fprintf(&b, ", here %s", s.fileName)
	}
	b.WriteString(".\n")
	var open []string // the words whose sections are begun
	for _, c := range commands {
		c.visit(func(f *pflag.Flag) {
			for i, word := range c.Path {
				if i >= len(open) || open[i] != word {
					open = append(open[:i:i], word)
					fmt.Fprintf(&b, "%s%s:\n", strings.Repeat("  ", i), word)
				}
			}
			b.WriteString(s.line(c, f))
		})
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// line is a setting, as a comment where it is not set or secret.
func (s *Settings) line(c Command, f *pflag.Flag) string {
	indent := strings.Repeat("  ", len(c.Path))
	values, from := s.values(c, f)
	switch {
	case from == "":
		return fmt.Sprintf("%s# %s: %s  # %s\n", indent, f.Name, shown(f, f.DefValue), c.variable(f))
	case strings.HasSuffix(f.Name, "token"):
		return fmt.Sprintf("%s# %s: not shown  # from %s\n", indent, f.Name, from)
	case repeatable(f):
		var all []string
		for _, v := range values {
			all = append(all, scalar(v))
		}
		return fmt.Sprintf("%s%s: [%s]  # from %s\n", indent, f.Name, strings.Join(all, ", "), from)
	}
	return fmt.Sprintf("%s%s: %s  # from %s\n", indent, f.Name, shown(f, values[0]), from)
}

// shown returns a flag's value in the form of the file.
func shown(f *pflag.Flag, value string) string {
	if repeatable(f) || f.Value.Type() != "string" && value != "" {
		return value
	}
	return scalar(value)
}

// scalar returns a text in the form of the file, in quotes where it needs them.
func scalar(text string) string {
	written, err := yamlfile.Write(text)
	if err != nil {
		return fmt.Sprintf("%q", text)
	}
	return strings.TrimSuffix(string(written), "\n")
}
