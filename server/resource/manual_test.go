package resource_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"understudy/server/resource"
)

// TestTheManualShowsTheMoleculesThatAreAccepted checks the examples of the page on the segment
// editor, and compares its lists of words with those of the rules.
func TestTheManualShowsTheMoleculesThatAreAccepted(t *testing.T) {
	text, err := os.ReadFile("../../docs/segment-editor.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "\n## Molecules\n")
	section, _, _ := strings.Cut(after, "\n## ")
	examples := regexp.MustCompile("(?m)^\\| [^|]+ \\| `([^`]+)` \\|").FindAllStringSubmatch(section, -1)
	body := regexp.MustCompile(`(?s)"name": "Each[^\n]*"molecules": (\[\n.*?\n\])\}\nJSON`).FindStringSubmatch(section)
	if len(examples) < 5 || body == nil {
		t.Fatalf("the section has %d examples and the body %q", len(examples), body)
	}
	molecules := []string{body[1]}
	for _, e := range examples {
		if e[1][0] == '{' || e[1][0] == '"' {
			molecules = append(molecules, "["+e[1]+"]")
		}
	}
	for _, m := range molecules {
		if err := (resource.MoleculeRules{}).Check(jsontext.Value(m)); err != nil {
			t.Errorf("%s: %v", m, err)
		}
	}
	for member, words := range map[string][]string{
		"attribute_type": resource.AttributeTypes, "operator": resource.Operators, "constraint.operator": resource.ConstraintOperators,
	} {
		if row := "| `" + member + "` | `" + strings.Join(words, "`, `") + "` |\n"; !strings.Contains(section, row) {
			t.Errorf("the section lacks the row %s", row)
		}
	}
}
