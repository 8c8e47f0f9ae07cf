package contract

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pb33f/libopenapi/datamodel/high/base"
	"go.yaml.in/yaml/v4"
)

// node is one place in a body, with what the contract says of it. The schemas
// of responses combine others in three ways only, which leave a place one node:
// a form that requires more members of another form, a condition under which a
// member is required, and a choice of types. So the tree is enough to find the
// owner of a fault.
type node struct {
	// name is the member's name, "*" for the items of an array and for the
	// values of a map; pattern is the JSON pointer of all such places.
	name, pattern string
	// schema names the component that holds the member.
	schema   string
	promise  string
	required bool
	types    []string
	// expects is what the contract requires here, in words.
	expects string
	members []*node
	// items is the node of an array's items, values that of a map's values.
	items, values *node
}

// newRoot returns the node of a whole body.
func newRoot(proxy *base.SchemaProxy, above string) (*node, error) {
	root, err := newNode(proxy, above)
	if err == nil {
		root.place("")
	}
	return root, err
}

// place sets the patterns of a node and of all below it.
func (n *node) place(pattern string) {
	n.pattern = pattern
	for _, child := range n.below() {
		child.place(pattern + pointer([]string{child.name}))
	}
}

func newNode(proxy *base.SchemaProxy, above string) (*node, error) {
	s, err := proxy.BuildSchema()
	if err != nil {
		return nil, err
	}
	promise := owner(s.Extensions, above)
	if len(s.AllOf) > 0 {
		return newForm(s, promise)
	}
	n := &node{promise: promise, types: typesOf(s), expects: expectation(s)}
	component := componentName(proxy)
	for name, property := range s.Properties.FromOldest() {
		member, err := newNode(property, promise)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if extension(property.Schema().Extensions, gapKey) != "" {
			continue // nothing is promised about it
		}
		member.name, member.schema = name, component
		n.members = append(n.members, member)
	}
	n.require(s.Required)
	if n.items, err = newEach(s.Items, promise); err != nil {
		return nil, err
	}
	n.values, err = newEach(s.AdditionalProperties, promise)
	return n, err
}

// typesOf returns the types that a schema names, directly or as a choice; none
// where any is allowed.
func typesOf(s *base.Schema) []string {
	types := slices.Clone(s.Type)
	for _, one := range s.AnyOf {
		named := one.Schema().Type
		if len(named) == 0 {
			return nil
		}
		types = append(types, named...)
	}
	return types
}

// newForm returns the node of a schema that extends the one in its allOf.
func newForm(s *base.Schema, promise string) (*node, error) {
	n, err := newNode(s.AllOf[0], promise)
	if err != nil {
		return nil, fmt.Errorf("allOf: %w", err)
	}
	n.require(s.Required)
	return n, nil
}

// newEach returns the node that all items of an array, or all values of a map,
// share; nil where the contract says nothing about them.
func newEach(schema *base.DynamicValue[*base.SchemaProxy, bool], promise string) (*node, error) {
	if schema == nil || !schema.IsA() {
		return nil, nil
	}
	n, err := newNode(schema.A, promise)
	if err != nil {
		return nil, fmt.Errorf("items: %w", err)
	}
	n.name = "*"
	return n, nil
}

func (n *node) require(names []string) {
	for _, member := range n.members {
		member.required = member.required || slices.Contains(names, member.name)
	}
}

// componentName returns the last part of a reference, "" for an inline schema.
func componentName(proxy *base.SchemaProxy) string {
	reference := proxy.GetReference()
	return reference[strings.LastIndex(reference, "/")+1:]
}

// nullable reports whether null is allowed, as it is where any type is.
func (n *node) nullable() bool { return len(n.types) == 0 || slices.Contains(n.types, "null") }

// child returns the node of a member, nil where the contract does not know it.
func (n *node) child(step string) *node {
	if each := n.each(); each != nil {
		return each
	}
	i := slices.IndexFunc(n.members, func(m *node) bool { return m.name == step })
	if i < 0 {
		return nil
	}
	return n.members[i]
}

// each returns the node of the items of an array or the values of a map; nil
// for anything else.
func (n *node) each() *node {
	if n.items != nil {
		return n.items
	}
	return n.values
}

// below returns the nodes of all children.
func (n *node) below() []*node {
	if each := n.each(); each != nil {
		return []*node{each}
	}
	return n.members
}

// at returns the node that a path leads to, or the last known one on the way.
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

// formatOf returns the format of a string, registered or the contract's own.
func formatOf(s *base.Schema) string {
	return cmp.Or(extension(s.Extensions, formatKey), s.Format)
}

// expectation describes in words what a schema requires.
func expectation(s *base.Schema) string {
	var words []string
	switch format := formatOf(s); {
	case len(s.Enum) > 0:
		for _, value := range s.Enum {
			words = append(words, literal(value))
		}
	case format != "":
		words = append(words, formats[format].phrase)
		if slices.Contains(s.Type, "null") {
			words = append(words, "null")
		}
	case len(typesOf(s)) == 0:
		return "a value"
	case len(s.AnyOf) > 0:
		for _, one := range s.AnyOf {
			words = append(words, expectation(one.Schema()))
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
