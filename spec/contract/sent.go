package contract

import (
	"net/url"
)

// Parameter is one thing that the contract lets a request of an operation give.
type Parameter struct {
	// In is path, query or body.
	In string `json:"in"`
	// Name is that of a parameter, or the JSON pointer of a member of the body, with *
	// for the items of an array and for the values of a map.
	Name string `json:"name"`
}

// Parameters lists what a request of an operation may give: the parameters of its
// path and query, and the members of its body, in the contract's order.
func Parameters(operation string) (all []Parameter) {
	c := find(operation).request
	for _, p := range c.path {
		all = append(all, Parameter{p.in, p.name})
	}
	for _, p := range c.query {
		all = append(all, Parameter{p.in, p.name})
	}
	if c.body != nil {
		c.body.root.walk(func(n *node) { all = append(all, Parameter{"body", n.pattern}) })
	}
	return all
}

// Sent returns the operation that a request is for, and those of its Parameters that
// the request gives. The operation is empty where the document has none at that path.
func Sent(r Request) (operation string, given []Parameter) {
	op, _, stray := locate(r.Method, r.Path)
	if stray != nil {
		return "", nil
	}
	query, _ := url.ParseQuery(r.RawQuery)
	body := map[string]Seen{}
	if c := find(op.ID).request; c.body != nil {
		if value, unsound := decode(r.Body); unsound == nil {
			c.body.root.observe(value, body)
		}
	}
	for _, p := range Parameters(op.ID) {
		_, inQuery := query[p.Name]
		_, inBody := body[p.Name]
		if p.In == "path" || p.In == "query" && inQuery || p.In == "body" && inBody {
			given = append(given, p)
		}
	}
	return op.ID, given
}
