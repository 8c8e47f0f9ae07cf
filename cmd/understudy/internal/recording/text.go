package recording

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/spec/pattern"
	"understudy/steps/language"
)

// mostChecks is how many values of a response are checked.
const mostChecks = 25

// Tag is the tag of the feature.
func (d *Draft) Tag() string { return "@" + d.Expects }

// String returns the feature file.
func (d *Draft) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# A draft from recorded exchanges: keep the checks that matter to you, and delete the others.\n")
	for _, why := range d.LeftOut {
		fmt.Fprintf(&b, "# left out: %s\n", why)
	}
	fmt.Fprintf(&b, "%s\nFeature: %s\n\n  @expect:%s\n  Scenario: %s\n", d.Tag(), d.Name, d.Expects, d.Name)
	for _, c := range d.calls {
		c.write(&b)
	}
	text, err := language.Format(b.String())
	if err != nil { // as a name can be not Gherkin
		return b.String()
	}
	return text
}

// write writes the steps of a call.
func (c call) write(b *strings.Builder) {
	c.writeRequest(b)
	if path, complete := c.completion(); path != "" {
		fmt.Fprintf(b, "    And I send it again until %q equals %s, for at most 30 seconds\n", path, complete)
	}
	fmt.Fprintf(b, "    Then the status is %d\n", c.Status)
	if checks := c.checks(); len(checks) > 0 {
		b.WriteString("    And the response has these values:\n")
		for _, row := range checks {
			fmt.Fprintf(b, "      | %s | %s |\n", inCell(row[0]), inCell(row[1]))
		}
	}
	for _, path := range c.order {
		fmt.Fprintf(b, "    Given I remember \"%s\" as \"%s\"\n", path, c.remember[path])
	}
}

// completion returns where a call shows that something has completed, for which a later run may
// have to wait, and as which value: see gaps source-properties-place and source-status-type.
func (c call) completion() (path, value string) {
	if op := spec.OperationOf(c.Operation); !op.Linked || c.Status >= 300 {
		return "", ""
	}
	for _, path := range []string{"status", "data.status"} {
		if status := gjson.Get(c.Response, path); status.String() == "true" {
			return path, status.Raw
		}
	}
	return "", ""
}

// writeRequest writes the step that sends the request. Only a built-in step can restore
// the name of a destination.
func (c call) writeRequest(b *strings.Builder) {
	if c.Operation == spec.UpdateDestination {
		b.WriteString("    # recorded as an update of a destination: this step sends another new name, and restores the old one\n    When I rename the destination\n")
		return
	}
	if strings.Contains(c.body, redacted) {
		b.WriteString("    # a secret is left out of the next body: put one of a test account in its place\n")
	}
	fmt.Fprintf(b, "    When I send %s \"%s\"", c.Method, c.path)
	if c.body == "" {
		b.WriteString("\n")
	} else {
		fmt.Fprintf(b, " with body:\n      \"\"\"\n      %s\n      \"\"\"\n", inDocString(c.body))
	}
}

// inDocString writes a JSON text on one line of a doc string, in which only three quotes
// in a row mean something else.
func inDocString(body string) string { return strings.ReplaceAll(body, `"""`, `\"\"\"`) }

// inCell writes a text in a cell of a table.
func inCell(text string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "\n", `\n`).Replace(text)
}

var (
	// word matches a value that names a kind, such as success or read_only.
	word = pattern.Lazy(`^[a-z]+(_[a-z]+)*$`)
	// steady matches the members of a page that the request decides.
	steady = pattern.Lazy(`^pagination\.(page|per_page)$`)
)

// checks returns paths of the response with a condition on each.
func (c call) checks() (rows [][2]string) {
	linked := spec.OperationOf(c.Operation)
	walk(gjson.Parse(c.Response), "", func(at string, v gjson.Result) {
		if at == "" || mayBeSecret(at) || len(rows) >= mostChecks {
			return
		}
		rows = append(rows, [2]string{at, condition(at, v, linked.Linked)})
	})
	return rows
}

// condition returns what a later run can expect of a value: the value itself where it is
// decided by the request or is a kind, else its type.
func condition(at string, v gjson.Result, moving bool) string {
	inRecord := strings.Contains(at, ".0.") || strings.HasSuffix(at, ".0")
	switch {
	case v.Type == gjson.Null:
		return "is present"
	case v.Type == gjson.Number && steady().MatchString(at):
		return "equals " + v.Raw
	case v.Type == gjson.Number && strings.Trim(v.Raw, "-0123456789") == "":
		return "has type integer"
	case v.Type == gjson.Number:
		return "has type number"
	case v.IsBool():
		return "has type boolean"
	case !inRecord && !moving && len(v.Str) <= 40 && strings.HasSuffix("."+at, ".status") && word().MatchString(v.Str):
		return fmt.Sprintf("equals %q", v.Str)
	}
	return "has type " + typeOf(v.Str)
}

// typeOf names the format of a text.
func typeOf(text string) string {
	if _, _, err := contract.ParseTime(text); err == nil {
		return "time"
	}
	if strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") {
		return "url"
	}
	return "string"
}
