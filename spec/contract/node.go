package contract

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
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
func newRoot(schema part, above string) *node {
	root := newNode(schema, above)
	root.place("")
	return root
}

// place sets the pattern and path of a node and of all below it.
func (n *node) place(pattern string) {
	n.pattern = pattern
	for _, child := range n.below() {
		child.place(pattern + pointer([]string{child.name}))
	}
}

func newNode(schema part, above string) *node {
	promise := schema.owner(above)
	if forms := schema.at("allOf").items(); len(forms) > 0 {
		// A form has the node of the schema that it extends.
		n := newNode(forms[0], promise)
		n.require(schema.texts("required"))
		return n
	}
	n := &node{promise: promise, types: typesOf(schema), expects: expectation(schema)}
	for name, property := range schema.at("properties").members() {
		if property.text(gapKey) != "" {
			continue // nothing is promised about it
		}
		member := newNode(property, promise)
		member.name, member.schema = name, schema.component()
		n.members = append(n.members, member)
	}
	n.require(schema.texts("required"))
	n.items = newEach(schema.at("items"), promise)
	n.values = newEach(schema.at("additionalProperties"), promise)
	return n
}

// typesOf returns the types that a schema names, directly or as a choice; none
// where any is allowed.
func typesOf(schema part) []string {
	types := schema.texts("type")
	for _, one := range schema.at("anyOf").items() {
		named := one.texts("type")
		if len(named) == 0 {
			return nil
		}
		types = append(types, named...)
	}
	return types
}

// newEach returns the node that all items of an array, or all values of a map,
// share; nil where the contract says nothing about them.
func newEach(schema part, promise string) *node {
	if !schema.isMapping() {
		return nil
	}
	n := newNode(schema, promise)
	n.name = "*"
	return n
}

func (n *node) require(names []string) {
	for _, member := range n.members {
		member.required = member.required || slices.Contains(names, member.name)
	}
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
func formatOf(schema part) string {
	return cmp.Or(schema.text(formatKey), schema.text("format"))
}

// expectation describes in words what a schema requires.
func expectation(schema part) string {
	var words []string
	choice := schema.at("anyOf").items()
	switch format := formatOf(schema); {
	case schema.at("enum").exists():
		for _, value := range schema.at("enum").items() {
			words = append(words, literal(value))
		}
	case format != "":
		words = append(words, formats[format].phrase)
		if slices.Contains(schema.texts("type"), "null") {
			words = append(words, "null")
		}
	case len(typesOf(schema)) == 0:
		return "a value"
	case len(choice) > 0:
		for _, one := range choice {
			words = append(words, expectation(one))
		}
	default:
		for _, name := range schema.texts("type") {
			words = append(words, typePhrases[name])
		}
	}
	return strings.Join(words, " or ")
}

func literal(value part) string {
	if value.node.ShortTag() == "!!str" {
		return strconv.Quote(value.value())
	}
	return value.value()
}

var typePhrases = map[string]string{
	"object": "an object", "array": "an array", "string": "a string", "integer": "an integer",
	"number": "a number", "boolean": "a boolean", "null": "null",
}
