package yamlfile

import (
	"fmt"
	"iter"

	"go.yaml.in/yaml/v4"
)

// entry is a key of a mapping with its value.
type entry struct{ key, value *yaml.Node }

// pairs are the keys of a mapping with their values.
func pairs(n *yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(key, value *yaml.Node) bool) {
		for i := 0; i+1 < len(n.Content) && yield(n.Content[i], n.Content[i+1]); i += 2 {
		}
	}
}

// isMerge reports whether a key is <<, which adds the members of other mappings. The
// mapping's own members have precedence, then those of the mapping that is listed first.
func isMerge(key *yaml.Node) bool { return key.ShortTag() == "!!merge" }

// mappings returns those that the value of a merge key adds: one, or a list. It reports
// false for any other value.
func mappings(n *yaml.Node) (all []*yaml.Node, ok bool) {
	all = []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		all = append([]*yaml.Node{}, n.Content...)
	}
	for i, one := range all {
		if one.Kind == yaml.AliasNode {
			all[i] = one.Alias
		}
		if all[i].Kind != yaml.MappingNode {
			return nil, false
		}
	}
	return all, true
}

// invalidKey returns what is wrong with a key of the mapping that the key within leads to:
// it is not a text, or has been seen before. It adds the key to seen.
func invalidKey(n *yaml.Node, seen map[string]*yaml.Node, within string) *Fault {
	if n.Kind != yaml.ScalarNode {
		return at(n, within, "has a key that is not a text")
	}
	if first := seen[n.Value]; first != nil {
		return faultAt(n, fmt.Sprintf("the key %q is there already, in line %d: remove one of them", n.Value, first.Line))
	}
	seen[n.Value] = n
	return nil
}
