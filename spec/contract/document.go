package contract

import (
	"cmp"
	"fmt"
	"iter"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v4"

	"understudy/spec"
)

// part is a value in the contract. It is found by its way from the top, on
// which references are followed: a part is what they name, at its own place.
type part struct {
	doc *document
	// node is nil where the contract has nothing.
	node *yaml.Node
	// place is the JSON pointer from the top.
	place string
}

// document is the contract, and the form of it that schemas are compiled from.
type document struct {
	top     *yaml.Node
	schemas func() *schemas
}

// readDocument returns the top of the contract.
func readDocument() (part, error) {
	var file yaml.Node
	if err := yaml.Unmarshal(spec.OpenAPI, &file); err != nil {
		return part{}, err
	}
	doc := &document{top: file.Content[0], schemas: sync.OnceValue(newSchemas)}
	return part{doc: doc, node: doc.top}, nil
}

// at returns the part that some keys lead to.
func (p part) at(keys ...string) part {
	for _, key := range keys {
		p = p.child(key)
	}
	return p
}

func (p part) child(key string) part {
	for name, child := range p.members() {
		if name == key {
			return child
		}
	}
	return part{doc: p.doc}
}

// members visits the members of a mapping in their order.
func (p part) members() iter.Seq2[string, part] {
	return func(yield func(string, part) bool) {
		for i := 0; p.isMapping() && i < len(p.node.Content); i += 2 {
			name := p.node.Content[i].Value
			if !yield(name, p.below(name, p.node.Content[i+1])) {
				return
			}
		}
	}
}

// items returns the items of a sequence.
func (p part) items() (all []part) {
	if p.node == nil || p.node.Kind != yaml.SequenceNode {
		return nil
	}
	for i, item := range p.node.Content {
		all = append(all, p.below(strconv.Itoa(i), item))
	}
	return all
}

// below returns a child of p, or what it refers to.
func (p part) below(step string, node *yaml.Node) part {
	reference, ok := referenceOf(node)
	if !ok {
		return part{p.doc, node, p.place + pointer([]string{step})}
	}
	return part{doc: p.doc, node: p.doc.top}.at(strings.Split(reference, "/")...)
}

// referenceOf returns the way to another part that stands in the place of one:
// components/schemas/Segment.
func referenceOf(node *yaml.Node) (string, bool) {
	if node.Kind != yaml.MappingNode || len(node.Content) == 0 || node.Content[0].Value != "$ref" {
		return "", false
	}
	return strings.CutPrefix(node.Content[1].Value, "#/")
}

func (p part) exists() bool { return p.node != nil }

func (p part) isMapping() bool { return p.exists() && p.node.Kind == yaml.MappingNode }

// value returns the text of a scalar, "" for anything else.
func (p part) value() string {
	if !p.exists() || p.node.Kind != yaml.ScalarNode {
		return ""
	}
	return p.node.Value
}

// text returns the text of a member, "" where there is none.
func (p part) text(key string) string { return p.child(key).value() }

// texts returns the text of a member, or those of its items.
func (p part) texts(key string) (all []string) {
	member := p.child(key)
	for _, item := range member.items() {
		all = append(all, item.value())
	}
	if text := member.value(); text != "" {
		return []string{text}
	}
	return all
}

// keys returns the names of the members of a mapping.
func (p part) keys() (all []string) {
	for name := range p.members() {
		all = append(all, name)
	}
	return all
}

// component returns the name of a schema that is a component, "" for an inline one.
func (p part) component() string {
	name, ok := strings.CutPrefix(p.place, "/components/schemas/")
	if !ok || strings.Contains(name, "/") {
		return ""
	}
	return name
}

// owner returns the promise named beside a keyword, or else that of the parent.
func (p part) owner(above string) string { return cmp.Or(p.text(ownerKey), above) }

// fragment returns the place as the fragment of a URL.
func (p part) fragment() string { return (&url.URL{Fragment: p.place}).EscapedFragment() }

// operationOf returns the part of an operation.
func operationOf(top part, op spec.Operation) (part, error) {
	item := top.at("paths", op.Path)
	if !item.exists() {
		return part{}, fmt.Errorf("no path %s", op.Path)
	}
	operation := item.at(strings.ToLower(op.Method))
	if operation.text("operationId") != op.ID {
		return part{}, fmt.Errorf("%s %s is not the operation", op.Method, op.Path)
	}
	return operation, nil
}

// success returns the 2xx response of an operation, which has exactly one.
// Where any 2xx is allowed, 200 stands beside 2XX for tools that do not know
// ranges, and is the same response.
func success(operation part) (string, part) {
	responses := operation.at("responses")
	if anyCode := responses.at("2XX"); anyCode.exists() {
		return "2XX", anyCode
	}
	for key, response := range responses.members() {
		if strings.HasPrefix(key, "2") {
			return key, response
		}
	}
	return "", part{}
}
