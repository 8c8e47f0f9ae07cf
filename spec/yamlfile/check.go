package yamlfile

import (
	"cmp"
	"encoding"
	"fmt"
	"math"
	"reflect"
	"strings"

	"go.yaml.in/yaml/v4"

	"understudy/spec/suggest"
)

// mostNodes limits how many nodes the anchors of a file may expand to, and
// mostDeep how deep: an anchor may contain itself.
const (
	mostNodes = 1 << 16
	mostDeep  = 200
)

// mostFaults is how many faults of a file are reported.
const mostFaults = 20

// checker collects what is wrong with the values of a file, which it checks against the types
// that they are read into: the library's own errors speak of Go types, and have no columns.
type checker struct {
	nodes, depth int
	faults       Faults
}

// check returns the faults of a file that is read into a type; nil for none.
func check(root *yaml.Node, t reflect.Type) error {
	var c checker
	if c.value(root, t, ""); len(c.faults) > 0 {
		return c.faults
	}
	return nil
}

func (c *checker) add(f *Fault) {
	if len(c.faults) < mostFaults {
		c.faults = append(c.faults, f)
	}
}

// value checks the value of a key. A text that looks like a date is a text, and
// a quoted number, true or false is one where one is expected.
func (c *checker) value(n *yaml.Node, t reflect.Type, key string) {
	c.nodes, c.depth = c.nodes+1, c.depth+1
	defer func() { c.depth-- }()
	if c.nodes > mostNodes || c.depth > mostDeep {
		if c.nodes <= mostNodes+1 || c.depth > mostDeep {
			c.add(tooMuch(n, key))
		}
		return
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case n.Kind == yaml.AliasNode:
		c.value(n.Alias, t, key)
	case n.Kind == yaml.MappingNode:
		c.mapping(n, t, key)
	case n.Kind == yaml.SequenceNode:
		c.sequence(n, t, key)
	case n.ShortTag() != "!!null":
		if wrong := scalar(n, t, key); wrong != nil {
			c.add(wrong)
		}
	}
}

func (c *checker) mapping(n *yaml.Node, t reflect.Type, key string) {
	if k := t.Kind(); k != reflect.Struct && k != reflect.Map && k != reflect.Interface {
		c.add(wrongType(n, t, key))
		return
	}
	seen := map[string]*yaml.Node{}
	for name, value := range pairs(n) {
		if f := invalidKey(name, seen, key); f != nil {
			c.add(f)
			continue
		}
		if isMerge(name) {
			c.merged(value, t, key)
			continue
		}
		name.Tag = "!!str" // also where it looks like a number
		if member := memberType(t, name.Value); member != nil {
			c.value(value, member, below(key, name.Value))
		} else {
			c.add(unknown(name, t, key))
		}
	}
}

func (c *checker) merged(n *yaml.Node, t reflect.Type, key string) {
	all, ok := mappings(n)
	if !ok {
		c.add(wrongType(n, t, key))
	}
	for _, one := range all {
		c.value(one, t, key)
	}
}

// memberType returns the type that a member is read into; nil for an unknown member.
func memberType(t reflect.Type, name string) reflect.Type {
	switch t.Kind() {
	case reflect.Interface:
		return t
	case reflect.Map:
		return t.Elem()
	}
	for i := range t.NumField() {
		if known := nameOf(t.Field(i)); known == name && known != "" {
			return t.Field(i).Type
		}
	}
	return nil
}

// nameOf returns the key that a field is read from; "" for none.
func nameOf(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	return strings.TrimPrefix(name, "-")
}

// unknown returns a fault at a key that the struct t does not have. It lists those that
// t has, except old names, which are not in the schema.
func unknown(n *yaml.Node, t reflect.Type, key string) *Fault {
	var known []string
	for i := range t.NumField() {
		if f := t.Field(i); nameOf(f) != "" && f.Tag.Get("jsonschema") != "-" {
			known = append(known, nameOf(f))
		}
	}
	text := fmt.Sprintf("unknown key %q in %s: %s", n.Value, cmp.Or(key, "the file"), suggest.Field(n.Value, known))
	return faultAt(n, text)
}

func (c *checker) sequence(n *yaml.Node, t reflect.Type, key string) {
	item := t
	switch t.Kind() {
	case reflect.Slice:
		item = t.Elem()
	case reflect.Interface:
	default:
		c.add(wrongType(n, t, key))
		return
	}
	for i, one := range n.Content {
		c.value(one, item, itemOf(key, i))
	}
}

// scalar returns what is wrong with a single value; nil for nothing.
func scalar(n *yaml.Node, t reflect.Type, key string) *Fault {
	v := reflect.New(t).Interface()
	if text, ok := v.(encoding.TextUnmarshaler); ok {
		if err := text.UnmarshalText([]byte(n.Value)); err != nil {
			return at(n, key, "%v", err)
		}
		return nil
	}
	if t.Kind() == reflect.Interface || t.Kind() == reflect.String {
		if n.ShortTag() == "!!timestamp" {
			n.Tag = "!!str"
		}
		return nil
	}
	if n.ShortTag() == "!!str" {
		n.Tag, n.Style = "", 0
		if n.Value == "true" || n.Value == "false" {
			n.Tag = "!!bool"
		}
	}
	switch t.Kind() {
	case reflect.Bool:
		if n.ShortTag() != "!!bool" {
			return wrongType(n, t, key)
		}
	case reflect.Int, reflect.Int64, reflect.Float64:
		var number float64
		if t.Kind() != reflect.Float64 && n.Decode(&number) == nil && number != math.Trunc(number) {
			return at(n, key, "has a fraction: write a whole number")
		}
	}
	if n.Decode(v) != nil {
		return wrongType(n, t, key)
	}
	return nil
}

// at returns a fault at a node, where the value of a key begins.
func at(n *yaml.Node, key, format string, args ...any) *Fault {
	f := About(cmp.Or(key, "the file"), format, args...)
	f.Line, f.Column = n.Line, n.Column
	return f
}

// faultAt returns a fault at a node, of a text that names no key.
func faultAt(n *yaml.Node, text string) *Fault {
	return &Fault{Text: text, Line: n.Line, Column: n.Column}
}

func tooMuch(n *yaml.Node, key string) *Fault {
	return at(n, key, "nests too deep, or unfolds to too much")
}

func wrongType(n *yaml.Node, t reflect.Type, key string) *Fault {
	return at(n, key, "has the wrong type: write %s", wording(t))
}

// Worded is a type that is written as a text in a certain form, such as "a
// duration like 30s".
type Worded interface {
	encoding.TextUnmarshaler
	Form() string
}

func wording(t reflect.Type) string {
	if worded, ok := reflect.New(t).Interface().(Worded); ok {
		return worded.Form()
	}
	switch t.Kind() {
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64:
		return "a whole number, up to 9223372036854775807"
	case reflect.Float64:
		return "a number"
	case reflect.Slice:
		return "a list"
	}
	return "keys with values"
}
