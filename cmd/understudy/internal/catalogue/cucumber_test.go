package catalogue

import (
	"encoding/json"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"understudy/steps"
)

var definition = regexp.MustCompile(`(?m)^(Given|When|Then)\(/(.*)/, \(\) => \{\}\);$`)

// goOnly is syntax that expressions of JavaScript do not have.
var goOnly = regexp.MustCompile(`\(\?[a-zA-Z]|\[\[:|\\[zAQE]|\\p[{A-Z]`)

func TestEachExampleMatchesItsDefinitionForCucumber(t *testing.T) {
	found := definition.FindAllStringSubmatch(StepsCucumber(steps.Catalogue()), -1)
	if len(found) != len(steps.Catalogue()) {
		t.Fatalf("%d definitions of %d steps", len(found), len(steps.Catalogue()))
	}
	var pairs [][2]string
	for i, s := range steps.Catalogue() {
		if goOnly.MatchString(found[i][2]) {
			t.Errorf("JavaScript cannot read %s", found[i][2])
		}
		expr, err := regexp.Compile(strings.ReplaceAll(found[i][2], `\/`, "/"))
		if err != nil || found[i][1] != s.Keyword || !expr.MatchString(s.Example) {
			t.Errorf("%q does not match %q: %v", s.Example, found[i][0], err)
		}
		pairs = append(pairs, [2]string{found[i][2], s.Example})
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("without node the expressions are read by Go alone")
	}
	text, err := json.Marshal(pairs)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "-e", `for (const [p, e] of JSON.parse(require("fs").readFileSync(0))) if (!eval("/" + p + "/").test(e)) throw new Error(p + " does not match " + e)`)
	cmd.Stdin = strings.NewReader(string(text))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
