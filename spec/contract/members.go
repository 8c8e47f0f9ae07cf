package contract

import (
	"iter"
	"maps"
	"slices"

	"understudy/spec"
)

// Member is one place in an operation's success response that the contract
// speaks about.
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
	// Required says that the member is never absent. The items of an array
	// and the values of a map, of which there may be none, are not; nor is
	// a member that only a condition asks for.
	Required bool `json:"required"`
	// Nullable says that null is allowed; Type are the allowed JSON types
	// beside it, in the words of JSON Schema, none where any is allowed.
	Nullable bool     `json:"nullable"`
	Type     []string `json:"type"`
}

// Members lists all places below the root of an operation's success response, in
// the contract's order, each before what it holds.
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

// Promises returns the ids of all promises that a success response of an operation
// is checked for: the operation's own, those of its code and its bytes, and those
// of its members, each once, in the contract's order.
func Promises(operation string) []string {
	c := find(operation)
	var ids []string
	add := func(id string) {
		if id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if op, _ := spec.OperationByID(operation); !op.Linked { // that of a linked URL is about time
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
// their patterns. Members that were not seen have no entry; a body that is not
// sound JSON has none at all.
func Observe(operation string, body []byte) map[string]Seen {
	seen := map[string]Seen{}
	if value, unsound := decode(body); unsound == nil {
		find(operation).root.observe(value, seen)
	}
	return seen
}

// observe counts what the value holds at and below the children of n.
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

// countEach counts what an array or a map holds; n is nil where the contract is
// silent about it.
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
