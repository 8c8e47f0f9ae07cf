package resource_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"understudy/server/resource"
)

const atomic = `{"attribute":"email","attribute_type":"property","operator":"isnotnull","value":""}`

func nest(open, inner, end string, n int) string {
	return strings.Repeat(open, n) + inner + strings.Repeat(end, n)
}

func TestMoleculesThatAreAccepted(t *testing.T) {
	for rule, molecules := range map[string]string{
		"none at all":                               `[]`,
		"an Atomic Molecule":                        `[` + atomic + `]`,
		"an empty attribute":                        `[{"attribute":"","attribute_type":"sql","operator":"in","value":1}]`,
		"a value of any JSON type":                  `[{"attribute":"a","attribute_type":"sql","operator":"between","value":[1,2.5,{"x":null}]}]`,
		"a value that is null":                      `[{"attribute":"a","attribute_type":"column","operator":"isnull","value":null}]`,
		"an unknown member beside":                  `[{"attribute":"a","attribute_type":"column","operator":"on","value":1,"note":"x"}]`,
		"a Related Segment Molecule":                `[{"filter_segment_id":7,"is_member":false}]`,
		"a Relationship Molecule":                   `[{"relationship_id":7,"molecules":[` + atomic + `]}]`,
		"a Relationship Molecule without molecules": `[{"relationship_id":7,"molecules":[]}]`,
		"a constraint":                              `[{"relationship_id":7,"constraint":{"type":"occurrences","operator":"atleast","value":3,"negate":true},"molecules":[]}]`,
		"a constraint of more than so many":         `[{"relationship_id":7,"constraint":{"type":"occurrences","operator":"greaterthan","value":3},"molecules":[]}]`,
		"a constraint that counts nothing":          `[{"relationship_id":7,"constraint":{"type":"occurrences","operator":"anynumber"},"molecules":[]}]`,
		"a constraint that is null":                 `[{"relationship_id":7,"constraint":null,"molecules":[]}]`,
		"one Operation Molecule":                    `[` + atomic + `,"AND",` + atomic + `]`,
		"a Molecule Group":                          `[[` + atomic + `]]`,
		"one Operation Molecule per list":           `[` + atomic + `,"AND",[` + atomic + `,"OR",` + atomic + `]]`,
		"one Operation Molecule in a relationship":  `["AND",{"relationship_id":7,"molecules":["OR"]}]`,
		"groups down to the limit":                  nest("[", atomic, "]", resource.MaxMoleculeDepth),
	} {
		t.Run(rule, func(t *testing.T) {
			if err := (resource.MoleculeRules{}).Check(jsontext.Value(molecules)); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestMoleculesThatAreRejected(t *testing.T) {
	for rule, c := range map[string]struct{ molecules, path string }{
		"no array":                            {`{}`, "molecules"},
		"no JSON":                             {`[`, "molecules"},
		"a number":                            {`[1]`, "molecules[0]"},
		"null":                                {`[null]`, "molecules[0]"},
		"an object of no kind":                {`[{}]`, "molecules[0]"},
		"no attribute":                        {`[{"attribute_type":"sql","operator":"in","value":1}]`, "molecules[0].attribute"},
		"an attribute that is a number":       {`[{"attribute":1,"attribute_type":"sql","operator":"in","value":1}]`, "molecules[0].attribute"},
		"no attribute_type":                   {`[{"attribute":"a","operator":"in","value":1}]`, "molecules[0].attribute_type"},
		"an unknown attribute_type":           {`[{"attribute":"a","attribute_type":"odour","operator":"in","value":1}]`, "molecules[0].attribute_type"},
		"no operator":                         {`[{"attribute":"a","attribute_type":"sql","value":1}]`, "molecules[0].operator"},
		"an unknown operator":                 {`[{"attribute":"a","attribute_type":"sql","operator":"IN","value":1}]`, "molecules[0].operator"},
		"no value":                            {`[{"attribute":"a","attribute_type":"sql","operator":"in"}]`, "molecules[0].value"},
		"a filter_segment_id as text":         {`[{"filter_segment_id":"7","is_member":true}]`, "molecules[0].filter_segment_id"},
		"a filter_segment_id with a fraction": {`[{"filter_segment_id":7.5,"is_member":true}]`, "molecules[0].filter_segment_id"},
		"no is_member":                        {`[{"filter_segment_id":7}]`, "molecules[0].is_member"},
		"a relationship_id too large":         {`[{"relationship_id":99999999999999999999,"molecules":[]}]`, "molecules[0].relationship_id"},
		"a relationship without molecules":    {`[{"relationship_id":7}]`, "molecules[0].molecules"},
		"a constraint of another type":        {`[{"relationship_id":7,"constraint":{"type":"mood"},"molecules":[]}]`, "molecules[0].constraint.type"},
		"a constraint that is a list":         {`[{"relationship_id":7,"constraint":[],"molecules":[]}]`, "molecules[0].constraint"},
		"an unknown constraint operator":      {`[{"relationship_id":7,"constraint":{"type":"occurrences","operator":"in","value":1},"molecules":[]}]`, "molecules[0].constraint.operator"},
		"a constraint without value":          {`[{"relationship_id":7,"constraint":{"type":"occurrences","operator":"atmost"},"molecules":[]}]`, "molecules[0].constraint.value"},
		"a negate that is a number":           {`[{"relationship_id":7,"constraint":{"type":"occurrences","operator":"atmost","value":1,"negate":1},"molecules":[]}]`, "molecules[0].constraint.negate"},
		"an unknown operation":                {`["XOR"]`, "molecules[0]"},
		"an operation in lower case":          {`["and"]`, "molecules[0]"},
		"two Operation Molecules":             {`[` + atomic + `,"AND",` + atomic + `,"AND",` + atomic + `]`, "molecules[3]"},
		"two in a group":                      {`[` + atomic + `,["AND","OR"]]`, "molecules[1][1]"},
		"two in a relationship":               {`[{"relationship_id":7,"molecules":["AND","AND"]}]`, "molecules[0].molecules[1]"},
		"a bad one deep down":                 {`["OR",` + atomic + `,{"relationship_id":7,"molecules":[{"attribute":"a","attribute_type":"sql","operator":"?","value":1}]}]`, "molecules[2].molecules[0].operator"},
		"groups beyond the limit":             {nest("[", "", "]", resource.MaxMoleculeDepth+1), "molecules" + strings.Repeat("[0]", resource.MaxMoleculeDepth)},
	} {
		t.Run(rule, func(t *testing.T) {
			err := resource.MoleculeRules{}.Check(jsontext.Value(c.molecules))
			var wrong *resource.MoleculeError
			if !errors.As(err, &wrong) {
				t.Fatalf("got %v, want a MoleculeError", err)
			}
			if wrong.Path != c.path {
				t.Errorf("names %s, want %s: %v", wrong.Path, c.path, err)
			}
		})
	}
}

func TestMoleculeRulesOfTheGaps(t *testing.T) {
	unusual := `[{"attribute":"a","attribute_type":"odour","operator":"smells","value":1}]`
	for rule, c := range map[string]struct {
		rules     resource.MoleculeRules
		molecules string
		taken     bool
	}{
		"any words may be taken":              {resource.MoleculeRules{AnyAttributeType: true, AnyOperator: true}, unusual, true},
		"only any operator":                   {resource.MoleculeRules{AnyOperator: true}, unusual, false},
		"only any attribute_type":             {resource.MoleculeRules{AnyAttributeType: true}, unusual, false},
		"an empty list may be rejected":       {resource.MoleculeRules{RejectEmpty: true}, `[]`, false},
		"but not that of a relationship":      {resource.MoleculeRules{RejectEmpty: true}, `[{"relationship_id":1,"molecules":[]}]`, true},
		"an empty attribute may be rejected":  {resource.MoleculeRules{RejectBlank: true}, `[{"attribute":"","attribute_type":"sql","operator":"in","value":1}]`, false},
		"groups may be rejected":              {resource.MoleculeRules{RejectGroups: true}, `[[` + atomic + `]]`, false},
		"groups may be rejected further down": {resource.MoleculeRules{RejectGroups: true}, `[{"relationship_id":1,"molecules":[[]]}]`, false},
	} {
		t.Run(rule, func(t *testing.T) {
			if err := c.rules.Check(jsontext.Value(c.molecules)); (err == nil) != c.taken {
				t.Errorf("got %v", err)
			}
		})
	}
}

func FuzzMolecules(f *testing.F) {
	f.Add([]byte(`[`+atomic+`,"AND",[{"filter_segment_id":1,"is_member":true}]]`), false)
	f.Add([]byte(`[{"relationship_id":7,"constraint":{"type":"occurrences","operator":"atleast","value":3},"molecules":[]}]`), true)
	f.Add([]byte(`[1e999,{"relationship_id":1e999}]`), true)
	f.Add([]byte(nest("[", "", "]", 200)), false)
	f.Fuzz(func(t *testing.T, molecules []byte, strict bool) {
		rules := resource.MoleculeRules{AnyOperator: !strict, AnyAttributeType: !strict, RejectEmpty: strict, RejectGroups: strict, RejectBlank: strict}
		err := rules.Check(molecules)
		var wrong *resource.MoleculeError
		if err != nil && (!errors.As(err, &wrong) || !strings.HasPrefix(wrong.Path, "molecules")) {
			t.Errorf("%s: %v", molecules, err)
		}
	})
}
