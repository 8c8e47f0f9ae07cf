package target

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// fault is what is wrong with a target file, and the key that it concerns,
// such as ground.source_id. A line of 0 is not known.
type fault struct {
	key, text    string
	line, column int
}

func (f *fault) Error() string {
	if f.line == 0 {
		return f.text
	}
	return fmt.Sprintf("%d:%d: %s", f.line, f.column, f.text)
}

// about says what is wrong with a key, whose name begins the text.
func about(key, format string, args ...any) *fault {
	return &fault{key: key, text: key + " " + fmt.Sprintf(format, args...)}
}

// in names the file that an error is in, before the line where it has one.
func in(path string, err error) error {
	var f *fault
	if errors.As(err, &f) && f.line > 0 {
		return fmt.Errorf("target file %s:%w", path, err)
	}
	return fmt.Errorf("target file %s: %w", path, err)
}

// explain says in the words of the file what its reader found wrong: that one
// speaks of types of Go.
func explain(text []byte, err error) error {
	var own *fault
	var at yaml.Error
	if errors.As(err, &own) || !errors.As(err, &at) || at.GetToken() == nil {
		return err
	}
	place := at.GetToken().Position
	f := &fault{text: at.GetMessage(), line: place.Line, column: place.Column}
	if wanted := expected(err); wanted != "" {
		f.text = fmt.Sprintf("%s has the wrong type: write %s", survey(text).keyAt(place), wanted)
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
		return "a whole number, of 18 digits at most"
	case reflect.Float64:
		return "a number"
	}
	return "keys with values"
}

// places are where the keys of a target file stand, and the keys of its values.
type places struct {
	keys   map[string]*token.Position
	values map[[2]int]string
}

// survey walks a target file that its reader may have refused; what cannot be
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
	if entry, ok := n.(*ast.MappingValueNode); ok {
		p.keys[keyOf(entry.Key)] = entry.Key.GetToken().Position
		p.note(entry.Value)
	}
	return p
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

// locate gives a fault the line of its key. A key that is missing is missing
// from the one that would hold it.
func (p *places) locate(f *fault) *fault {
	for key := f.key; key != ""; key = key[:max(0, strings.LastIndexByte(key, '.'))] {
		if at := p.keys[key]; at != nil {
			f.line, f.column = at.Line, at.Column
			break
		}
	}
	return f
}
