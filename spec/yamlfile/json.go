package yamlfile

import (
	"errors"
	"fmt"
	"sort"

	"github.com/go-json-experiment/json/jsontext"
	"go.yaml.in/yaml/v4"
)

// mostJSON is how large the JSON of a file with expanded anchors may be, in bytes.
const mostJSON = 64 << 20

// ErrEmpty says that a file has no value.
var ErrEmpty = errors.New("the file is empty")

// Places are where the values and keys of a converted file stand in it.
type Places []place

// place says that the JSON from an offset on comes from a line and a column of the file.
type place struct{ offset, line, column int }

// Position returns the place in the file, from 1, of a byte of its JSON.
func (p Places) Position(offset int64) (line, column int) {
	i := sort.Search(len(p), func(i int) bool { return p[i].offset > int(offset) })
	if i == 0 {
		return 1, 1
	}
	return p[i-1].line, p[i-1].column
}

// JSON converts a file's text to JSON, and returns where in the file its bytes come from.
// Members keep their order; anchors, aliases and merge keys are expanded, and merged members
// follow a mapping's own. The error is ErrEmpty or a Fault.
func JSON(text []byte) ([]byte, Places, error) {
	root, err := parse(text)
	switch {
	case err != nil:
		return nil, nil, err
	case root == nil:
		return nil, nil, ErrEmpty
	}
	c := &converter{text: make([]byte, 0, 8*len(text)), anchors: map[*yaml.Node]span{}, merged: map[*yaml.Node][]entry{}}
	if err := c.value(root, 0); err != nil {
		return nil, nil, err
	}
	return c.text, c.places, nil
}

// converter writes a file as JSON.
type converter struct {
	text   []byte
	places Places
	// anchors are where the JSON of each anchor is, and merged are the entries of each mapping
	// that others merge: each is converted once, however often it is used.
	anchors map[*yaml.Node]span
	merged  map[*yaml.Node][]entry
}

type span struct{ from, to int }

func (c *converter) mark(n *yaml.Node) {
	c.places = append(c.places, place{len(c.text), n.Line, n.Column})
}

func (c *converter) value(n *yaml.Node, depth int) (err error) {
	c.mark(n)
	from := len(c.text)
	switch {
	case depth > mostDeep || from > mostJSON:
		return tooMuch(n, "")
	case n.Kind == yaml.AliasNode:
		return c.alias(n, depth)
	case n.Kind == yaml.MappingNode:
		err = c.mapping(n, depth)
	case n.Kind == yaml.SequenceNode:
		err = c.sequence(n, depth)
	default:
		err = c.scalar(n)
	}
	if n.Anchor != "" {
		c.anchors[n] = span{from, len(c.text)}
	}
	return err
}

// alias repeats an anchor's JSON. An error in it has the place of the anchor.
func (c *converter) alias(n *yaml.Node, depth int) error {
	if at, ok := c.anchors[n.Alias]; ok {
		c.text = append(c.text, c.text[at.from:at.to]...)
		return nil
	}
	return c.value(n.Alias, depth+1)
}

func (c *converter) sequence(n *yaml.Node, depth int) error {
	c.text = append(c.text, '[')
	for i, item := range n.Content {
		if i > 0 {
			c.text = append(c.text, ',')
		}
		if err := c.value(item, depth+1); err != nil {
			return err
		}
	}
	c.text = append(c.text, ']')
	return nil
}

func (c *converter) mapping(n *yaml.Node, depth int) error {
	entries, err := c.entries(n, depth)
	if err != nil {
		return err
	}
	c.text = append(c.text, '{')
	for i, e := range entries {
		if i > 0 {
			c.text = append(c.text, ',')
		}
		c.mark(e.key)
		c.text, _ = jsontext.AppendQuote(c.text, e.key.Value)
		c.text = append(c.text, ':')
		if err := c.value(e.value, depth+1); err != nil {
			return err
		}
	}
	c.text = append(c.text, '}')
	return nil
}

// entries are those of a mapping, then those of what it merges.
func (c *converter) entries(n *yaml.Node, depth int) ([]entry, error) {
	if depth > mostDeep {
		return nil, tooMuch(n, "")
	}
	all := make([]entry, 0, len(n.Content)/2)
	seen := make(map[string]*yaml.Node, len(n.Content)/2)
	var merges []*yaml.Node
	for key, value := range pairs(n) {
		if f := invalidKey(key, seen, ""); f != nil {
			return nil, f
		}
		if !isMerge(key) {
			all = append(all, entry{key, value})
			continue
		}
		var ok bool
		if merges, ok = mappings(value); !ok {
			return nil, faultAt(value, "<< must be a mapping, or a list of mappings")
		}
	}
	for _, from := range merges {
		more, err := c.mergedEntries(from, depth+1)
		if err != nil {
			return nil, err
		}
		for _, e := range more {
			if seen[e.key.Value] == nil {
				seen[e.key.Value] = e.key
				all = append(all, e)
			}
		}
	}
	return all, nil
}

func (c *converter) mergedEntries(n *yaml.Node, depth int) ([]entry, error) {
	if known, ok := c.merged[n]; ok {
		return known, nil
	}
	all, err := c.entries(n, depth)
	c.merged[n] = all
	return all, err
}

func (c *converter) scalar(n *yaml.Node) error {
	switch n.ShortTag() {
	case "!!null":
		c.text = append(c.text, "null"...)
		return nil
	case "!!int", "!!float", "!!bool":
		return c.plain(n)
	}
	c.text, _ = jsontext.AppendQuote(c.text, n.Value)
	return nil
}

// plain writes a number or a boolean, most of which are the same in JSON.
func (c *converter) plain(n *yaml.Node) error {
	if v := jsontext.Value(n.Value); v.IsValid() {
		c.text = append(c.text, v...)
		return nil
	}
	var v any
	if err := n.Decode(&v); err != nil {
		return faultAt(n, err.Error())
	}
	switch v := v.(type) {
	case bool, int, int64, uint64:
		c.text = fmt.Append(c.text, v)
		return nil
	}
	return faultAt(n, n.Value+" is not a JSON number")
}
