package client

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
)

// node is a value of a JSON text with its place there: from byte from up to,
// not including, byte to. Unlike a map, it keeps a member that stands twice.
type node struct {
	from, to int
	// kind is '{' or '[', and 0 for a scalar.
	kind   json.Delim
	scalar any
	// names are those of an object's members, in the order of values.
	names, values []node
}

// parse reads a text that is known to be valid JSON.
func parse(text []byte) node {
	r := nodeReader{text, json.NewDecoder(bytes.NewReader(text))}
	r.UseNumber()
	return r.node()
}

type nodeReader struct {
	text []byte
	*json.Decoder
}

func (r nodeReader) node() node {
	n := node{from: r.start()}
	token, _ := r.Token()
	kind, container := token.(json.Delim)
	if !container {
		n.scalar = token
	} else {
		n.kind = kind
		for r.More() {
			if kind == '{' {
				n.names = append(n.names, r.node())
			}
			n.values = append(n.values, r.node())
		}
		_, _ = r.Token()
	}
	n.to = int(r.InputOffset())
	return n
}

// start is where the next token begins.
func (r nodeReader) start() int {
	i := int(r.InputOffset())
	for bytes.IndexByte([]byte(" \t\r\n,:"), r.text[i]) >= 0 {
		i++
	}
	return i
}

func (n node) name(i int) string {
	name, _ := n.names[i].scalar.(string)
	return name
}

// find is the index of the value that a step of a JSON pointer leads to, -1
// where there is none.
func (n node) find(step string) int {
	if n.kind == '[' {
		if i, err := strconv.Atoi(step); err == nil && i >= 0 && i < len(n.values) {
			return i
		}
		return -1
	}
	return slices.IndexFunc(n.names, func(name node) bool { return name.scalar == step })
}

// isSecret tells whether an object says of itself that its value is a secret. A
// flag of a wrong type is taken for a yes.
func (n node) isSecret() bool {
	for i := range n.names {
		v := n.values[i]
		if slices.Contains(secretFlags, n.name(i)) && (v.kind != 0 || v.scalar != nil && v.scalar != false) {
			return true
		}
	}
	return false
}

// what names the kind of a scalar that tells something.
func (n node) what() string {
	switch n.scalar.(type) {
	case string:
		return "a string"
	case json.Number:
		return "a number"
	case bool:
		return "a boolean"
	}
	return ""
}
