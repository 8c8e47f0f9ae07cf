package yamlfile

import (
	"encoding/json"
	"errors"
	"reflect"

	"go.yaml.in/yaml/v4"
)

// JSON returns a file's text as JSON, with members in the same order. Anchors
// and aliases are expanded; merge keys are not.
func JSON(text []byte) ([]byte, error) {
	root, err := parse(text)
	switch {
	case err != nil:
		return nil, err
	case root == nil:
		return nil, errors.New("the file is empty")
	}
	if err := check(root, reflect.TypeFor[any]()); err != nil {
		return nil, err
	}
	return appendJSON(nil, root)
}

func appendJSON(b []byte, n *yaml.Node) (_ []byte, err error) {
	switch n.Kind {
	case yaml.AliasNode:
		return appendJSON(b, n.Alias)
	case yaml.MappingNode:
		b = append(b, '{')
		for i, child := range n.Content {
			if b, err = appendJSON(separate(b, i, ",:"), child); err != nil {
				return nil, err
			}
		}
		return append(b, '}'), nil
	case yaml.SequenceNode:
		b = append(b, '[')
		for i, child := range n.Content {
			if b, err = appendJSON(separate(b, i, ",,"), child); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	}
	var v any
	if err := n.Decode(&v); err != nil {
		return nil, err
	}
	text, err := json.Marshal(v)
	return append(b, text...), err
}

// separate writes one of two separators before all but the first item of a list.
func separate(b []byte, i int, separators string) []byte {
	if i == 0 {
		return b
	}
	return append(b, separators[i%2])
}
