// Package yamlfile reads the files that people write for verify, strictly: an
// unknown key is an error, and every error names its line and key in the words
// of the file.
//
// The packages of those files import it: target and baseline. Start reading at
// Read.
package yamlfile

import (
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Fault is what is wrong with a file, and the key that it concerns, such as
// resources.source_id or known[0].reason. A Line of 0 is not known.
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

// About says what is wrong with a key, whose name begins the text.
func About(key, format string, args ...any) *Fault {
	return &Fault{Key: key, Text: key + " " + fmt.Sprintf(format, args...)}
}

// At says what is wrong with a value, which begins at a node.
func At(n ast.Node, format string, args ...any) *Fault {
	f := About(keyOf(n), format, args...)
	f.Line, f.Column = n.GetToken().Position.Line, n.GetToken().Position.Column
	return f
}

// Read reads a file's text into what v points to. Unknown keys are errors.
func Read(text []byte, v any) error {
	err := yaml.UnmarshalWithOptions(text, v, yaml.Strict())
	if err == nil || errors.Is(err, io.EOF) {
		return nil
	}
	return explain(text, err)
}

// Locate gives a fault the line of its key. A key that is missing is missing
// from the one that would hold it.
func Locate(text []byte, f *Fault) *Fault {
	p := survey(text)
	for key := f.Key; key != ""; key = key[:max(0, strings.LastIndexAny(key, ".["))] {
		if at := p.keys[key]; at != nil {
			f.Line, f.Column = at.Line, at.Column
			break
		}
	}
	return f
}

// In names the file that an error is in, such as target file x.yaml, before the
// line where it has one.
func In(file string, err error) error {
	var f *Fault
	if errors.As(err, &f) && f.Line > 0 {
		return fmt.Errorf("%s:%w", file, err)
	}
	return fmt.Errorf("%s: %w", file, err)
}

// Whole finds the first number with a fraction among the keys that begin in one
// of the ways given, for a whole number is wanted there, and a fraction would be
// cut off; nil where there is none.
func Whole(text []byte, begin ...string) *Fault {
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil
	}
	for _, document := range file.Docs {
		for _, n := range ast.Filter(ast.FloatType, document) {
			value := n.(*ast.FloatNode).Value
			if value != math.Trunc(value) && slices.ContainsFunc(begin, func(b string) bool { return strings.HasPrefix(keyOf(n), b) }) {
				return At(n, "has a fraction: write a whole number")
			}
		}
	}
	return nil
}

// explain says in the words of the file what its reader found wrong: that one
// speaks of types of Go.
func explain(text []byte, err error) error {
	var own *Fault
	var at yaml.Error
	if errors.As(err, &own) || !errors.As(err, &at) || at.GetToken() == nil {
		return err
	}
	place := at.GetToken().Position
	f := &Fault{Text: at.GetMessage(), Line: place.Line, Column: place.Column}
	if wanted := expected(err); wanted != "" {
		f.Text = fmt.Sprintf("%s has the wrong type: write %s", survey(text).keyAt(place), wanted)
	}
	return f
}

// expected is what should stand where a value has the wrong type; empty where
// something else is wrong.
func expected(err error) string {
	var wrong *yaml.TypeError
	var tooLarge *yaml.OverflowError
	var node *yaml.UnexpectedNodeTypeError
	switch {
	case errors.As(err, &wrong):
		return wording(wrong.DstType)
	case errors.As(err, &tooLarge):
		return wording(tooLarge.DstType)
	case errors.As(err, &node) && node.Expected == ast.MappingType:
		return "keys with values"
	case errors.As(err, &node) && node.Expected == ast.SequenceType:
		return "a list"
	}
	return ""
}

func wording(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64:
		return "a whole number, up to 9223372036854775807"
	case reflect.Float64:
		return "a number"
	}
	return "keys with values"
}

// places are where the keys and items of a file stand, and the keys of its values.
type places struct {
	keys   map[string]*token.Position
	values map[[2]int]string
}

// survey walks a file that its reader may have refused; what cannot be
// parsed has no places.
func survey(text []byte) *places {
	p := &places{map[string]*token.Position{}, map[[2]int]string{}}
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return p
	}
	for _, document := range file.Docs {
		ast.Walk(p, document)
	}
	return p
}

// Visit notes a node: see ast.Visitor.
func (p *places) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.MappingValueNode:
		p.keys[keyOf(n.Key)] = n.Key.GetToken().Position
		p.note(n.Value)
	case *ast.SequenceNode:
		for _, item := range n.Values {
			p.keys[keyOf(item)] = start(item)
			p.note(item)
		}
	}
	return p
}

// start is where a node begins: a mapping's own token is its first colon.
func start(n ast.Node) *token.Position {
	if m, ok := n.(*ast.MappingNode); ok && len(m.Values) > 0 && !m.IsFlowStyle {
		return m.Values[0].Key.GetToken().Position
	}
	return n.GetToken().Position
}

func (p *places) note(value ast.Node) {
	if at := value.GetToken(); at != nil {
		p.values[[2]int{at.Position.Line, at.Position.Column}] = keyOf(value)
	}
}

func keyOf(n ast.Node) string { return strings.TrimPrefix(strings.TrimPrefix(n.GetPath(), "$"), ".") }

// keyAt is the key whose value begins at a place.
func (p *places) keyAt(at *token.Position) string {
	if key := p.values[[2]int{at.Line, at.Column}]; key != "" {
		return key
	}
	return "the file"
}
