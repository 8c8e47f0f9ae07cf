package control

import (
	"cmp"
	"strings"

	"github.com/tidwall/gjson"
)

// Topic is a tag of the document.
type Topic struct {
	Name, Description string
	Operations        []Operation
}

// Operation is the description of a route in the document.
type Operation struct {
	ID, Method, Path     string
	Summary, Description string
	Parameters           []Parameter
	// Body is the schema of the request's body, as JSON, and References the schemas
	// that it refers to; empty if there is none.
	Body       string
	References []Schema
}

// Parameter is one of a path or a query.
type Parameter struct{ Name, In, Description string }

// Schema is a schema with a name.
type Schema struct{ Name, JSON string }

// Topics reads the document, by its tags and in the order of the routes.
func Topics() (all []Topic) {
	doc := gjson.ParseBytes(documentJSON())
	for _, tag := range doc.Get("tags").Array() {
		t := Topic{Name: tag.Get("name").Str, Description: tag.Get("description").Str}
		for _, r := range routes {
			path := doc.Get("paths").Map()["/"+r.path]
			operation := path.Map()[strings.ToLower(r.method)]
			if operation.Get("tags.0").Str == t.Name {
				t.Operations = append(t.Operations, describe(doc, r, path, operation))
			}
		}
		all = append(all, t)
	}
	return all
}

func describe(doc gjson.Result, r route, path, operation gjson.Result) Operation {
	o := Operation{ID: operation.Get("operationId").Str, Method: r.method, Path: Prefix + r.path,
		Summary: operation.Get("summary").Str, Description: operation.Get("description").Str}
	for _, p := range append(path.Get("parameters").Array(), operation.Get("parameters").Array()...) {
		p, _ = follow(doc, p)
		o.Parameters = append(o.Parameters, Parameter{p.Get("name").Str, p.Get("in").Str, p.Get("description").Str})
	}
	body, _ := follow(doc, operation.Get("requestBody"))
	schema, _ := follow(doc, body.Get("content.application/json.schema"))
	o.Body = pretty(schema)
	o.refer(doc, schema)
	return o
}

// refer adds the schemas that a schema refers to, each once.
func (o *Operation) refer(doc, schema gjson.Result) {
	schema.ForEach(func(_, part gjson.Result) bool {
		if !part.IsObject() && !part.IsArray() {
			return true
		}
		target, name := follow(doc, part)
		for _, s := range o.References {
			if s.Name == name {
				return true
			}
		}
		if name != "" {
			o.References = append(o.References, Schema{name, pretty(target)})
		}
		o.refer(doc, target)
		return true
	})
}

// follow is the part of the document that a reference refers to, with its name; a part
// that is no reference is returned as it is.
func follow(doc, part gjson.Result) (target gjson.Result, name string) {
	ref := part.Get("$ref").Str
	if ref == "" {
		return part, ""
	}
	target = doc
	for _, step := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
		target, name = target.Map()[step], step
	}
	return target, cmp.Or(name, ref)
}

func pretty(part gjson.Result) string { return strings.TrimSpace(part.Get("@pretty").Raw) }
