package contract

import (
	"iter"
	"maps"
	"slices"

	"understudy/spec"
)

// Member is one place in an operation's success response that the contract covers.
type Member struct {
	Promise   string `json:"promise"`
	Operation string `json:"operation"`
	// Pattern is the place's JSON pointer, with * for the items of an array
	// and for the values of a map: /data/*/email, /data/connection_details/*.
	Pattern string `json:"pattern"`
	// Schema names the component that holds the member, as gap.Exception
	// does; empty for the items of an array, for the values of a map and
	// inside an inline object.
	Schema string `json:"schema,omitempty"`
	// Required says that the member is always present. It is false for the
	// items of an array and the values of a map, of which there may be none,
	// and for a member that only a condition requires.
	Required bool `json:"required"`
	// Nullable says that null is allowed; Type lists the other allowed JSON
	// types in the words of JSON Schema, and is empty where any is allowed.
	Nullable bool     `json:"nullable"`
	Type     []string `json:"type"`
}

// Members lists all places below the root of an operation's success response,
// in the contract's order, parents first.
func Members(operation string) []Member {
	var all []Member
	find(operation).root.walk(func(n *node) {
		all = append(all, Member{
			Promise: n.promise, Operation: operation, Pattern: n.pattern, Schema: n.schema,
			Required: n.required, Nullable: n.nullable(),
			Type: slices.DeleteFunc(slices.Clone(n.types), func(t string) bool { return t == "null" }),
		})
	})
	return all
}

// Promises returns the ids of all promises that a success response of an
// operation is checked for: that of the operation, of its code, of its bytes
// and of its members, each once, in the contract's order.
func Promises(operation string) []string {
	c := find(operation)
	var ids []string
	add := func(id string) {
		if id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if op := spec.OperationOf(operation); !op.Linked { // the promise of a linked URL is about time
		add(op.Promise)
	}
	if c.code != 0 {
		add(c.codePromise)
	}
	add(c.wire)
	c.root.walk(func(n *node) { add(n.promise) })
	return ids
}

// walk visits the places below a node.
func (n *node) walk(visit func(n *node)) {
	for _, child := range n.below() {
		visit(child)
		child.walk(visit)
	}
}

// Seen counts how often a member was present in a body, and how often it was
// not null.
type Seen struct {
	Present int `json:"present"`
	NonNull int `json:"non_null"`
}

// Observe counts the members of an operation's success response in a body, by
// their patterns. Members that were not seen have no entry; for a body that is
// not valid JSON the result is empty.
func Observe(operation string, body []byte) map[string]Seen {
	seen := map[string]Seen{}
	if value, unsound := decode(body); unsound == nil {
		find(operation).root.observe(value, seen)
	}
	return seen
}

// observe counts the values at and below the children of n.
func (n *node) observe(value any, seen map[string]Seen) {
	switch v := value.(type) {
	case map[string]any:
		for _, member := range n.members {
			if held, ok := v[member.name]; ok {
				member.count(held, seen)
			}
		}
		n.values.countEach(maps.Values(v), seen)
	case []any:
		n.items.countEach(slices.Values(v), seen)
	}
}

// countEach counts the items of an array or the values of a map; n is nil where
// the contract says nothing about them.
func (n *node) countEach(held iter.Seq[any], seen map[string]Seen) {
	if n == nil {
		return
	}
	for value := range held {
		n.count(value, seen)
	}
}

func (n *node) count(value any, seen map[string]Seen) {
	s := seen[n.pattern]
	s.Present++
	if value != nil {
		s.NonNull++
	}
	seen[n.pattern] = s
	n.observe(value, seen)
}
