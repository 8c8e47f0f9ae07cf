package contract

import (
	"context"
	"fmt"
	"strings"

	"github.com/pb33f/libopenapi/datamodel"
	"github.com/pb33f/libopenapi/datamodel/high/base"
	"github.com/pb33f/libopenapi/datamodel/low"
	lowbase "github.com/pb33f/libopenapi/datamodel/low/base"
	"github.com/pb33f/libopenapi/index"
	"go.yaml.in/yaml/v4"

	"understudy/spec"
)

// document is the contract as libopenapi reads it: the tree of its nodes, and the index by which its
// schemas find each other. Schemas are the library's; the few places above them are read from the tree,
// as the library's model of whole documents, in each package that imports it, takes 10 s of processor
// time to compile.
type document struct {
	root  *yaml.Node
	index *index.SpecIndex
}

func readDocument() (*document, error) {
	info, err := datamodel.ExtractSpecInfo(spec.OpenAPI)
	if err != nil {
		return nil, err
	}
	return &document{info.RootNode.Content[0], index.NewSpecIndexWithConfig(info.RootNode, index.CreateClosedAPIIndexConfig())}, nil
}

// at returns the node that a path of keys leads to from a node, nil where there is none. References on
// the way are followed, one at its end is not.
func (d *document) at(n *yaml.Node, path ...string) *yaml.Node {
	for _, key := range path {
		n = valueOf(d.resolve(n), key)
	}
	return n
}

// resolve returns what a node refers to, the node itself where it is no reference.
func (d *document) resolve(n *yaml.Node) *yaml.Node {
	if reference := valueOf(n, "$ref"); reference != nil {
		return d.at(d.root, strings.Split(strings.TrimPrefix(reference.Value, "#/"), "/")...)
	}
	return n
}

// items returns the nodes of a list, with those that they refer to.
func (d *document) items(list *yaml.Node) []*yaml.Node {
	var all []*yaml.Node
	if list != nil {
		for _, item := range list.Content {
			all = append(all, d.resolve(item))
		}
	}
	return all
}

// schema returns the schema at a node.
func (d *document) schema(n *yaml.Node) (*base.SchemaProxy, error) {
	if n == nil {
		return nil, fmt.Errorf("no schema")
	}
	proxy := &lowbase.SchemaProxy{}
	if err := proxy.Build(context.Background(), nil, n, d.index); err != nil {
		return nil, err
	}
	return base.NewSchemaProxy(&low.NodeReference[*lowbase.SchemaProxy]{Value: proxy, ValueNode: n}), nil
}

// valueOf returns the value of a key, nil where the node is no mapping with it.
func valueOf(n *yaml.Node, key string) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// keys returns the keys of a mapping.
func keys(n *yaml.Node) []string {
	var names []string
	if n != nil {
		for i := 0; i < len(n.Content); i += 2 {
			names = append(names, n.Content[i].Value)
		}
	}
	return names
}

// text returns the text at a node, "" without one.
func text(n *yaml.Node) string {
	if n == nil {
		return ""
	}
	return n.Value
}
