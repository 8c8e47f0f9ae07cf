package client

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
)

// node is a value of a JSON text with its position there: from byte from up to,
// not including, byte to. Unlike a map, it keeps duplicate members.
type node struct {
	from, to int
	// kind is '{' or '[', and 0 for a scalar.
	kind   json.Delim
	scalar any
	// names are the names of an object's members, in the order of values.
	names, values []node
	// cut says that the text ends inside the value.
	cut bool
}

// parse reads a text that is known to be valid JSON, or the start of one, and
// returns where its last whole token ends.
func parse(text []byte) (root node, end int) {
	r := nodeReader{text, json.NewDecoder(bytes.NewReader(text))}
	r.UseNumber()
	root, whole := r.node()
	if root.cut || !whole {
		return root, int(r.InputOffset())
	}
	return root, len(text)
}

type nodeReader struct {
	text []byte
	*json.Decoder
}

// node reads the next value; it fails if the text ends before or within a scalar.
func (r nodeReader) node() (n node, ok bool) {
	n = node{from: r.start()}
	token, err := r.Token()
	if err != nil {
		return n, false
	}
	kind, container := token.(json.Delim)
	if !container {
		n.scalar = token
	} else {
		n.kind = kind
		r.members(&n)
	}
	n.to = int(r.InputOffset())
	return n, true
}

// members reads the members or items of a container, and its end.
func (r nodeReader) members(n *node) {
	for r.More() {
		var name node
		ok := true
		if n.kind == '{' {
			name, ok = r.node()
		}
		value, whole := node{}, false
		if ok {
			value, whole = r.node()
		}
		if !whole {
			n.cut = true
			return
		}
		if n.kind == '{' {
			n.names = append(n.names, name)
		}
		n.values = append(n.values, value)
		if value.cut {
			n.cut = true
			return
		}
	}
	if _, err := r.Token(); err != nil {
		n.cut = true
	}
}

// start returns where the next token begins.
func (r nodeReader) start() int {
	i := int(r.InputOffset())
	for i < len(r.text) && bytes.IndexByte([]byte(" \t\r\n,:"), r.text[i]) >= 0 {
		i++
	}
	return i
}

func (n node) name(i int) string {
	name, _ := n.names[i].scalar.(string)
	return name
}

// find returns the index of the value that a step of a JSON pointer leads to, -1
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

// isSecret reports whether an object declares that its value is a secret. A
// flag of a wrong type counts as true.
func (n node) isSecret() bool {
	for i := range n.names {
		v := n.values[i]
		if slices.Contains(secretFlags, n.name(i)) && (v.kind != 0 || v.scalar != nil && v.scalar != false) {
			return true
		}
	}
	return false
}

// what names the kind of a scalar without showing it.
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
