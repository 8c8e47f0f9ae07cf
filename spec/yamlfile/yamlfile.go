// Package yamlfile reads the YAML files that people write, strictly: an unknown
// key is an error, and every error names its line and key in the words of the
// file.
//
// The packages of those files import it: target, baseline and gap, which reads
// profiles. Start reading at Read. Package fixtures reads worlds as JSON.
package yamlfile

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// Fault is a mistake in a file, and the key that it concerns, such as
// resources.source_id or known[0].reason. A Line of 0 is unknown.
type Fault struct {
	Key, Text    string
	Line, Column int
}

func (f *Fault) Error() string {
	if f.Line == 0 {
		return f.Text
	}
	return fmt.Sprintf("%d:%d: %s", f.Line, f.Column, f.Text)
}

// Faults are mistakes in a file, in its order: one line for each.
type Faults []*Fault

func (all Faults) Error() string { return errors.Join(all.Unwrap()...).Error() }

// Unwrap returns the faults one by one.
func (all Faults) Unwrap() (each []error) {
	for _, f := range all {
		each = append(each, f)
	}
	return each
}

// About returns a fault of a key, whose name begins the text.
func About(key, format string, args ...any) *Fault {
	return &Fault{Key: key, Text: key + " " + fmt.Sprintf(format, args...)}
}

// Read reads a file's text into what v points to. Unknown keys are errors, and
// so is a fraction where v has a whole number. The error has up to 20 Faults.
func Read(text []byte, v any) error {
	return ReadReplaced(text, v, func(_, value string) string { return value })
}

// ReadReplaced is Read, with another text in place of each value that is a text. Where v has
// a number, or true or false, the new text may be one.
func ReadReplaced(text []byte, v any, replace func(key, value string) string) error {
	root, err := parse(text)
	if err != nil || root == nil {
		return err
	}
	replaceTexts(root, "", replace)
	if err := check(root, reflect.TypeOf(v).Elem()); err != nil {
		return err
	}
	return root.Decode(v)
}

// replaceTexts replaces the values that are texts. An anchor is replaced where it stands.
func replaceTexts(n *yaml.Node, key string, replace func(key, value string) string) {
	switch n.Kind {
	case yaml.MappingNode:
		for name, value := range pairs(n) {
			replaceTexts(value, below(key, name.Value), replace)
		}
	case yaml.SequenceNode:
		for i, item := range n.Content {
			replaceTexts(item, itemOf(key, i), replace)
		}
	case yaml.ScalarNode:
		if n.ShortTag() != "!!str" {
			return
		}
		if value := replace(key, n.Value); value != n.Value {
			n.Tag, n.Style, n.Value = "!!str", yaml.DoubleQuotedStyle, value
		}
	}
}

// Write writes the text of a file.
func Write(v any) ([]byte, error) {
	return yaml.Dump(v, yaml.WithIndent(2), yaml.WithCompactSeqIndent(false), yaml.WithLineWidth(-1), yaml.WithQuotePreference(yaml.QuoteDouble))
}

// Locate sets the line of a fault to that of its key. A missing key is reported
// at the key that would contain it.
func Locate(text []byte, f *Fault) *Fault {
	return locate(text, f, func(key, _ *yaml.Node) *yaml.Node { return key })
}

// LocateValue is Locate, with the line where the key's value begins.
func LocateValue(text []byte, f *Fault) *Fault {
	return locate(text, f, func(_, value *yaml.Node) *yaml.Node { return value })
}

func locate(text []byte, f *Fault, of func(key, value *yaml.Node) *yaml.Node) *Fault {
	root, err := parse(text)
	if err != nil || root == nil {
		return f
	}
	places := map[string]*yaml.Node{}
	note(places, root, "", of)
	for key := f.Key; key != ""; key = key[:max(0, strings.LastIndexAny(key, ".["))] {
		if n := places[key]; n != nil {
			f.Line, f.Column = n.Line, n.Column
			break
		}
	}
	return f
}

// Lines returns the lines of the items of a list, counted from 1; nil where the text has no
// such list.
func Lines(text []byte, key string) (lines []int) {
	root, err := parse(text)
	if err != nil || root == nil {
		return nil
	}
	places := map[string]*yaml.Node{}
	note(places, root, "", func(key, _ *yaml.Node) *yaml.Node { return key })
	for n := places[itemOf(key, 0)]; n != nil; n = places[itemOf(key, len(lines))] {
		lines = append(lines, n.Line)
	}
	return lines
}

// note collects the positions of a file's keys and items.
func note(places map[string]*yaml.Node, n *yaml.Node, key string, of func(key, value *yaml.Node) *yaml.Node) {
	switch n.Kind {
	case yaml.MappingNode:
		for name, value := range pairs(n) {
			member := below(key, name.Value)
			places[member] = of(name, value)
			note(places, value, member, of)
		}
	case yaml.SequenceNode:
		for i, item := range n.Content {
			places[itemOf(key, i)] = item
			note(places, item, itemOf(key, i), of)
		}
	}
}

// In adds the name of the file, such as target file x.yaml, to an error, before
// the line where it has one. Several Faults get it each.
func In(file string, err error) error {
	var all Faults
	if errors.As(err, &all) {
		each := all.Unwrap()
		for i, err := range each {
			each[i] = In(file, err)
		}
		return errors.Join(each...)
	}
	var f *Fault
	if errors.As(err, &f) && f.Line > 0 {
		return fmt.Errorf("%s:%w", file, err)
	}
	return fmt.Errorf("%s: %w", file, err)
}

// parse returns the first value of a file; nil where there is none.
func parse(text []byte) (*yaml.Node, error) {
	var document yaml.Node
	err := yaml.Unmarshal(text, &document)
	var at *yaml.LoadError
	if err != nil {
		if f := wrongEncoding(text); f != nil {
			return nil, f
		}
	}
	switch {
	case errors.As(err, &at):
		f := &Fault{Text: at.Message, Line: at.Mark.Line, Column: at.Mark.Column}
		if at.ContextMsg != "" {
			f.Text = at.ContextMsg + ": " + at.Message
		}
		lines := bytes.Split(bytes.TrimRight(text, " \t\r\n"), []byte("\n"))
		unindented := strings.Contains(at.Message, "cannot start any token") || strings.Contains(at.Message, "a tab character")
		if unindented && f.Line <= len(lines) && indentedWithTab(lines[f.Line-1]) {
			f.Text = "a tab: YAML is indented with spaces"
		} else {
			f.Text = "this is not valid YAML (" + f.Text + "): " + fixOf(at.Message)
		}
		if last := len(lines); f.Line > last { // the file ends too soon
			f.Line, f.Column = last, len(lines[last-1])+1
		}
		return nil, f
	case err != nil || len(document.Content) == 0:
		return nil, err
	}
	return document.Content[0], nil
}

// fixes are what to do about errors of the library, by what their texts contain.
var fixes = []struct{ contains, fix string }{
	{"did not find expected node content", "write a value here, or close the [ or { before it"},
	{"did not find expected ',' or", "close the [ or { before it, or put a comma between its values"},
	{"mapping values are not allowed", "put the value in quotes if it has \": \", or begin a new line for the next key"},
	{"could not find expected ':'", "write a key, a colon and a space before the value"},
	{"did not find expected key", "indent this line as the keys of its mapping, or close a quote before it"},
	{"did not find expected '-' indicator", "begin this line with - as the items before it, or indent it"},
	{"unexpected end of stream", "close the quote"},
	{"cannot start any token", "put the value in quotes"},
	{"unknown anchor", "define the anchor as &name before it is used as *name, or put the value in quotes"},
	{"unknown escape character", "write \\\\ for a backslash, or put the value in single quotes"},
}

// fixOf says what to do about an error of the library.
func fixOf(message string) string {
	for _, f := range fixes {
		if strings.Contains(message, f.contains) {
			return f.fix
		}
	}
	return "correct the text here, or just before it"
}

// wrongEncoding returns the first character that no YAML file in UTF-8 has; nil for none.
func wrongEncoding(text []byte) *Fault {
	f := Fault{Line: 1, Column: 1}
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && size == 1:
			f.Text = "the line has bytes that are no UTF-8: save the file as UTF-8"
			return &f
		case r == '\n':
			f.Line, f.Column = f.Line+1, 0
		case r != '\t' && r != '\r' && r != '\u0085' && unicode.IsControl(r):
			f.Text = fmt.Sprintf("the line has the control character %U: delete it, or save the file as UTF-8 if it has another encoding", r)
			return &f
		}
		text, f.Column = text[size:], f.Column+1
	}
	return nil
}

// indentedWithTab reports whether a tab is among the spaces before a line's text.
func indentedWithTab(line []byte) bool {
	return bytes.ContainsRune(line[:len(line)-len(bytes.TrimLeft(line, " \t"))], '\t')
}

// below returns the key of a member, itemOf that of an item.
func below(key, member string) string {
	if key == "" {
		return member
	}
	return key + "." + member
}

func itemOf(key string, i int) string { return fmt.Sprintf("%s[%d]", key, i) }
