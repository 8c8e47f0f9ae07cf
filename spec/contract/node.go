package contract

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pb33f/libopenapi/datamodel/high/base"
	"go.yaml.in/yaml/v4"
)

// node is one place in a body, with what the contract says of it. Schemas of
// answers use no combining keywords, so that a place has one schema and the
// tree is all that is needed to find the owner of a fault.
type node struct {
	// name is the member's name, "*" for the items of an array.
	name string
	// schema names the component that holds the member.
	schema   string
	promise  string
	required bool
	types    []string
	// expects is what should stand here, in words.
	expects string
	members []*node
	items   *node
}

func newNode(proxy *base.SchemaProxy, above string) (*node, error) {
	s, err := proxy.BuildSchema()
	if err != nil {
		return nil, err
	}
	n := &node{promise: owner(s.Extensions, above), types: s.Type, expects: expectation(s)}
	component := componentName(proxy)
	for name, property := range s.Properties.FromOldest() {
		member, err := newNode(property, n.promise)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		member.name, member.schema = name, component
		member.required = slices.Contains(s.Required, name)
		n.members = append(n.members, member)
	}
	if s.Items != nil && s.Items.IsA() {
		n.items, err = newNode(s.Items.A, n.promise)
		if err != nil {
			return nil, fmt.Errorf("items: %w", err)
		}
		n.items.name = "*"
	}
	return n, nil
}

// componentName is the last word of a reference, empty for an inline schema.
func componentName(proxy *base.SchemaProxy) string {
	reference := proxy.GetReference()
	return reference[strings.LastIndex(reference, "/")+1:]
}

func (n *node) nullable() bool { return slices.Contains(n.types, "null") }

// child is the place one step below, nil where the contract is silent.
func (n *node) child(step string) *node {
	if n.items != nil {
		return n.items
	}
	i := slices.IndexFunc(n.members, func(m *node) bool { return m.name == step })
	if i < 0 {
		return nil
	}
	return n.members[i]
}

// at is the place that a path leads to, or the last one known on the way.
func (n *node) at(path []string) *node {
	for _, step := range path {
		next := n.child(step)
		if next == nil {
			return n
		}
		n = next
	}
	return n
}

// expectation says in words what a schema asks for.
func expectation(s *base.Schema) string {
	var words []string
	switch {
	case len(s.Enum) > 0:
		for _, value := range s.Enum {
			words = append(words, literal(value))
		}
	case s.Format != "":
		words = append(words, formats[s.Format].phrase)
		if slices.Contains(s.Type, "null") {
			words = append(words, "null")
		}
	default:
		for _, name := range s.Type {
			words = append(words, typePhrases[name])
		}
	}
	return strings.Join(words, " or ")
}

func literal(value *yaml.Node) string {
	if value.Tag == "!!str" {
		return strconv.Quote(value.Value)
	}
	return value.Value
}

var typePhrases = map[string]string{
	"object": "an object", "array": "an array", "string": "a string", "integer": "an integer",
	"number": "a number", "boolean": "a boolean", "null": "null",
}
