package resource

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"
)

// MaxMoleculeDepth is how deep groups and relationships may be nested. The
// document sets no limit; ours keeps a segment readable.
const MaxMoleculeDepth = 32

// The words that molecules are written with. The document does not show them;
// see gaps attribute-type-unknown and operator-unknown.
var (
	AttributeTypes = []string{"property", "sql", "column"}

	Operators = []string{"isnull", "isnotnull", "between", "in", "exactly", "isnot", "starts", "ends", "contains",
		"nocontains", "isblank", "isnotblank", "equals", "notexactly", "lessthan", "greaterthan", "intop", "inbottom",
		"true", "false", "morethandays", "lessthandays", "exactlydays", "after", "on", "before"}

	// greaterthan is one that clients are known to send.
	ConstraintOperators = []string{"atleast", "equals", "atmost", "greaterthan", "anynumber"}

	Operations = []string{"AND", "OR"}
)

// MoleculeRules are the gaps' variants that decide which molecules are
// accepted. The zero value has the defaults.
type MoleculeRules struct {
	AnyAttributeType bool // gap attribute-type-unknown: accept
	AnyOperator      bool // gap operator-unknown: accept
	RejectEmpty      bool // gap molecules-empty: refuse
	RejectGroups     bool // gap molecule-group: refuse
	RejectBlank      bool // gap attribute-blank: refuse
}

// MoleculeError says which molecule, or which member of one, is wrong.
type MoleculeError struct {
	Path string // such as molecules[2].molecules[0].operator
	Says string
}

func (e *MoleculeError) Error() string { return e.Path + ": " + e.Says }

func wrong(path, format string, args ...any) error {
	return &MoleculeError{Path: path, Says: fmt.Sprintf(format, args...)}
}

// Check reports why a segment may not have the molecules, given as JSON without
// duplicate members. An error is a *MoleculeError.
func (r MoleculeRules) Check(molecules jsontext.Value) error {
	const path = "molecules"
	if !gjson.ValidBytes(molecules) {
		return wrong(path, "must be JSON")
	}
	list := gjson.ParseBytes(molecules)
	switch {
	case !list.IsArray():
		return wrong(path, "must be an array")
	case r.RejectEmpty && len(list.Array()) == 0:
		return wrong(path, "must hold at least one molecule")
	}
	return r.list(path, list, 1)
}

// list checks the molecules of the top level, of a group or of a relationship.
// The document allows one Operation Molecule per list.
func (r MoleculeRules) list(path string, list gjson.Result, depth int) (err error) {
	if depth > MaxMoleculeDepth {
		return wrong(path, "must not nest deeper than %d levels", MaxMoleculeDepth)
	}
	i, operations := 0, 0
	list.ForEach(func(_, v gjson.Result) bool {
		at := path + "[" + strconv.Itoa(i) + "]"
		i++
		if v.Type == gjson.String {
			operations++
		}
		// Promise one-operation-molecule.
		if operations > 1 {
			err = wrong(at, "must not be a second Operation Molecule: leave one")
		} else {
			err = r.molecule(at, v, depth)
		}
		return err == nil
	})
	return err
}

func (r MoleculeRules) molecule(path string, v gjson.Result, depth int) error {
	switch {
	case v.Type == gjson.String:
		return oneOf(path, v.Str, Operations)
	case v.IsArray() && r.RejectGroups:
		return wrong(path, "must be a molecule, not an array")
	case v.IsArray():
		return r.list(path, v, depth+1)
	case v.IsObject():
		return r.object(path, newObject(v), depth)
	}
	return wrong(path, `must be an object, an array, "AND" or "OR"`)
}

// object distinguishes the three kinds of molecules that are objects by the
// member that only one of them has.
func (r MoleculeRules) object(path string, m object, depth int) error {
	switch {
	case m.has("filter_segment_id"):
		return relatedSegment(path, m)
	case m.has("relationship_id"):
		return r.relationship(path, m, depth)
	case m.has("attribute") || m.has("attribute_type") || m.has("operator"):
		return r.atomic(path, m)
	}
	return wrong(path, "must have attribute, filter_segment_id or relationship_id")
}

func (r MoleculeRules) atomic(path string, m object) error {
	if s, err := m.text(path, "attribute"); err != nil {
		return err
	} else if s == "" && r.RejectBlank {
		return wrong(path+".attribute", "must not be empty")
	}
	if err := m.word(path, "attribute_type", AttributeTypes, r.AnyAttributeType); err != nil {
		return err
	}
	if err := m.word(path, "operator", Operators, r.AnyOperator); err != nil {
		return err
	}
	if !m.has("value") {
		return wrong(path+".value", "is required")
	}
	return nil
}

func relatedSegment(path string, m object) error {
	if err := m.integer(path, "filter_segment_id"); err != nil {
		return err
	}
	return m.boolean(path, "is_member")
}

func (r MoleculeRules) relationship(path string, m object, depth int) error {
	if err := m.integer(path, "relationship_id"); err != nil {
		return err
	}
	if err := r.constraint(path+".constraint", m.member("constraint")); err != nil {
		return err
	}
	at := path + ".molecules"
	list := m.member("molecules")
	if !list.IsArray() {
		return wrong(at, "must be an array")
	}
	return r.list(at, list, depth+1)
}

// constraint checks how often a relationship must occur; it may be left out.
func (r MoleculeRules) constraint(path string, v gjson.Result) error {
	if v.Type == gjson.Null {
		return nil
	}
	if !v.IsObject() {
		return wrong(path, "must be an object")
	}
	c := newObject(v)
	if err := c.word(path, "type", []string{"occurrences"}, false); err != nil {
		return err
	}
	if err := c.word(path, "operator", ConstraintOperators, r.AnyOperator); err != nil {
		return err
	}
	if c.member("operator").Str != "anynumber" || !c.lacks("value") {
		if err := c.integer(path, "value"); err != nil {
			return err
		}
	}
	if c.lacks("negate") {
		return nil
	}
	return c.boolean(path, "negate")
}

// object is a molecule that is a JSON object.
type object []member

type member struct {
	name  string
	value gjson.Result
}

func newObject(v gjson.Result) object {
	m := make(object, 0, 4)
	v.ForEach(func(name, value gjson.Result) bool {
		m = append(m, member{name.Str, value})
		return true
	})
	return m
}

// member returns the member with a name, or one that does not exist.
func (m object) member(name string) gjson.Result {
	for _, o := range m {
		if o.name == name {
			return o.value
		}
	}
	return gjson.Result{}
}

func (m object) has(name string) bool { return m.member(name).Exists() }

// lacks reports whether a member is null or was left out.
func (m object) lacks(name string) bool { return m.member(name).Type == gjson.Null }

func (m object) text(path, name string) (string, error) {
	v := m.member(name)
	if v.Type != gjson.String {
		return "", m.miss(path, name, "a string")
	}
	return v.Str, nil
}

func (m object) word(path, name string, words []string, anyWord bool) error {
	s, err := m.text(path, name)
	if err != nil || anyWord || slices.Contains(words, s) {
		return err
	}
	return oneOf(path+"."+name, s, words)
}

func (m object) integer(path, name string) error {
	v := m.member(name)
	if _, ok := ParseInteger(v.Raw); v.Type != gjson.Number || !ok {
		return m.miss(path, name, "an integer")
	}
	return nil
}

func (m object) boolean(path, name string) error {
	if !m.member(name).IsBool() {
		return m.miss(path, name, "a boolean")
	}
	return nil
}

func (m object) miss(path, name, kind string) error {
	if m.lacks(name) {
		return wrong(path+"."+name, "is required: give %s", kind)
	}
	return wrong(path+"."+name, "must be %s", kind)
}

func oneOf(path, word string, words []string) error {
	if slices.Contains(words, word) {
		return nil
	}
	return wrong(path, "%.60q is not known: use one of %s", word, strings.Join(words, ", "))
}
