package contract

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
)

// takeNulls notes the members of a body that the document does not mention. It
// removes those that are null: the schema, which gives each member a type,
// would report them as violations.
func (n *node) takeNulls(value any, at string) (notes []RequestViolation) {
	switch v := value.(type) {
	case map[string]any:
		for name, held := range v {
			where := at + pointer([]string{plainName(name)})
			child := n.child(name)
			switch {
			case child != nil && held == nil && !child.required && !child.nullable():
				notes = append(notes, RequestViolation{In: "body", At: where, Expected: child.expects, Found: "null", Note: true})
				delete(v, name)
			case child != nil:
				notes = append(notes, child.takeNulls(held, where)...)
			case len(n.members) > 0: // else what the object holds is open
				notes = append(notes, RequestViolation{In: "body", At: where, Expected: "a member of the document", Found: "another one", Note: true})
			}
		}
	case []any:
		for i, held := range v {
			if n.items != nil {
				notes = append(notes, n.items.takeNulls(held, fmt.Sprintf("%s/%d", at, i))...)
			}
		}
	case string:
		notes = append(notes, n.relative(v, at)...)
	}
	slices.SortFunc(notes, func(a, b RequestViolation) int { return cmp.Compare(a.At, b.At) })
	return notes
}

// relative notes a URL without a scheme: the document only says URL.
func (n *node) relative(text, at string) []RequestViolation {
	u, err := url.Parse(text)
	if n.expects != formats["uri-reference"].phrase || err != nil || u.IsAbs() || isReference(text) != nil {
		return nil
	}
	b := RequestViolation{In: "body", At: at, Expected: "a URL with its scheme", Found: "one without", Note: true}
	if text == "" {
		b.Found = "an empty string"
	}
	return []RequestViolation{b}
}
