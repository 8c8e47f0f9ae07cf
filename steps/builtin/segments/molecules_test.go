package segments

import (
	"testing"

	"github.com/tidwall/gjson"
)

func TestShownMoleculesAreComparedWhereTheirShapeIsKnown(t *testing.T) {
	const a, b = `{"attribute":"email","attribute_type":"property","operator":"is","value":"x"}`, `{"attribute":"email","attribute_type":"property","operator":"isnotnull","value":""}`
	const sent = `[` + a + `,"AND",` + b + `]`
	for rule, c := range map[string]struct {
		sent, shown string
		differs     bool
	}{
		"the same":                        {sent, sent, false},
		"not shown":                       {sent, ``, false},
		"null":                            {sent, `null`, false},
		"their number":                    {sent, `3`, false},
		"an object of another kind":       {sent, `{"count":3}`, false},
		"an object with all of them":      {sent, `{"version":2,"items":` + sent + `}`, false},
		"an object with one of them":      {sent, `{"items":[` + a + `]}`, true},
		"an object of their places":       {sent, `{"0":` + a + `,"1":"AND","2":` + b + `}`, true},
		"an object of other kinds":        {`[{"op":"and"}]`, `{"op":"or"}`, false},
		"one as an object":                {`[` + a + `]`, a, true},
		"as texts":                        {sent, `["email is x and email is not null"]`, false},
		"two equal ones":                  {`[` + a + `,` + a + `]`, `[` + a + `,` + a + `]`, false},
		"two equal ones as one":           {`[` + a + `,` + a + `]`, `[` + a + `]`, true},
		"more members":                    {`[` + b + `]`, `[{"id":1,"attribute":"email","attribute_type":"property","operator":"isnotnull","value":""}]`, false},
		"an empty value as null":          {`[` + b + `]`, `[{"attribute":"email","attribute_type":"property","operator":"isnotnull","value":null}]`, true},
		"an empty value lost":             {`[` + b + `]`, `[{"attribute":"email","attribute_type":"property","operator":"isnotnull"}]`, true},
		"in a group":                      {sent, `[{"group":` + sent + `}]`, false},
		"an operation of another shape":   {sent, `[` + a + `,{"operation":"and"},` + b + `]`, false},
		"another operation in an object":  {`[` + a + `,{"op":"and"}]`, `[` + a + `,{"op":"or","id":1}]`, true},
		"an operation with more members":  {`[` + a + `,{"op":"and"}]`, `[` + a + `,{"op":"and","id":1}]`, false},
		"another operation":               {sent, `[` + a + `,"OR",` + b + `]`, true},
		"in reverse":                      {sent, `[` + b + `,"AND",` + a + `]`, true},
		"without the last":                {sent, `[` + a + `,"AND"]`, true},
		"none":                            {sent, `[]`, true},
		"one too many":                    {sent, `[` + a + `,"AND",` + b + `,` + b + `]`, true},
		"a value lost":                    {`[` + a + `]`, `[{"attribute":"email","attribute_type":"property","operator":"is","value":null}]`, true},
		"a member lost":                   {`[` + a + `]`, `[{"attribute":"email","attribute_type":"property","value":"x"}]`, true},
		"a group without what was in it":  {`[[` + a + `]]`, `[[]]`, false},
		"a group with another's molecule": {`[[` + a + `]]`, `[[` + b + `]]`, true},
	} {
		expected, _ := otherMolecules(gjson.Parse(c.sent), gjson.Parse(c.shown))
		if (expected != "") != c.differs {
			t.Errorf("%s: %q", rule, expected)
		}
	}
}

func TestAnOperationMoleculeIsNotLost(t *testing.T) {
	const a, b = `{"attribute":"email","operator":"is","value":"x"}`, `{"attribute":"email","operator":"isnotnull","value":""}`
	for rule, c := range map[string]struct {
		sent, segment, lost string
	}{
		"shown in its place":          {`[` + a + `,"AND",` + b + `]`, `{"molecules":[` + a + `,"AND",` + b + `]}`, ``},
		"lost":                        {`[` + a + `,"AND",` + b + `]`, `{"id":1,"molecules":[` + a + `,` + b + `]}`, `"AND"`},
		"an object, lost":             {`[` + a + `,{"op":"AND"},` + b + `]`, `{"id":1,"molecules":[` + a + `,` + b + `]}`, `{"op":"AND"}`},
		"a member of the segment":     {`[` + a + `,"AND",` + b + `]`, `{"operation":{"kind":"and"},"molecules":[` + a + `,` + b + `]}`, ``},
		"a name of a member":          {`[` + a + `,"AND",` + b + `]`, `{"and":true,"molecules":[` + a + `,` + b + `]}`, ``},
		"deep in another member":      {`[` + a + `,"AND",` + b + `]`, `{"how":[{"is":{"And":1}}],"molecules":[` + a + `,` + b + `]}`, ``},
		"molecules in another form":   {`[` + a + `,"AND",` + b + `]`, `{"molecules":["` + `email is x"]}`, ``},
		"molecules in a tree":         {`[` + a + `,"AND",` + b + `]`, `{"molecules":[{"all":[` + a + `,` + b + `]}]}`, ``},
		"not shown":                   {`[` + a + `,"AND",` + b + `]`, `{"id":1}`, ``},
		"a group, taken out of it":    {`[[` + a + `]]`, `{"molecules":[` + a + `]}`, ``},
		"none was sent":               {`[` + a + `]`, `{"molecules":[` + a + `]}`, ``},
		"an object without any value": {`[` + a + `,{}]`, `{"molecules":[` + a + `]}`, ``},
	} {
		body := gjson.Parse(c.segment)
		if m, _ := lostOperation(gjson.Parse(c.sent), body.Get("molecules"), body); m.Raw != c.lost {
			t.Errorf("%s: %s", rule, m.Raw)
		}
	}
}

func TestMoleculesThatWereShownBeforeChangeOnlyWithinAnObject(t *testing.T) {
	const a, b = `{"attribute":"email","operator":"is","value":"x"}`, `{"attribute":"email","operator":"isnotnull","value":""}`
	for rule, c := range map[string]struct {
		before, after string
		changed       bool
	}{
		"the same":                                {`[` + a + `,"AND",` + b + `]`, `[` + a + `,"AND",` + b + `]`, false},
		"another text":                            {`[` + a + `,"AND",` + b + `]`, `[` + a + `,"OR",` + b + `]`, true},
		"another number":                          {`[` + a + `,1,` + b + `]`, `[` + a + `,2,` + b + `]`, true},
		"a text that is a number now":             {`[` + a + `,"1"]`, `[` + a + `,1]`, false},
		"another object of another kind":          {`[` + a + `,{"op":"and","read":1}]`, `[` + a + `,{"op":"and","read":2}]`, false},
		"another value of an Atomic Molecule":     {`[` + a + `]`, `[{"attribute":"email","operator":"is","value":"y"}]`, true},
		"another value within an object":          {`[{"group":[` + a + `]}]`, `[{"group":[` + b + `]}]`, true},
		"a member more of an Atomic Molecule":     {`[` + a + `]`, `[{"id":1,"attribute":"email","operator":"is","value":"x"}]`, false},
		"in reverse":                              {`[` + a + `,` + b + `]`, `[` + b + `,` + a + `]`, true},
		"one less":                                {`[` + a + `,` + b + `]`, `[` + a + `]`, true},
		"none":                                    {`[` + a + `]`, `[]`, true},
		"a text less":                             {`[` + a + `,"AND"]`, `[` + a + `]`, false},
		"no longer shown":                         {`[` + a + `]`, ``, false},
		"the same within an object":               {`[` + a + `,"AND"]`, `{"items":[` + a + `]}`, false},
		"other texts, without an Atomic Molecule": {`["AND"]`, `["OR"]`, false},
	} {
		expected, found := changedMolecules(gjson.Parse(c.before), gjson.Parse(c.after))
		if (expected != "") != c.changed || (found != "") != c.changed {
			t.Errorf("%s: changed %t, want %t: expected %q, found %q", rule, expected != "", c.changed, expected, found)
		}
	}
}
