package feature

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"understudy/steps/vocabulary"
)

// scenarioText is a scenario with a number in its name.
const scenarioText = "  @promise:page-zero-is-one\n  Scenario: s %d\n    When I list the things\n    Then it is so\n"

func TestAHostileFileIsReadOrRejectedWithItsPlace(t *testing.T) {
	head := "Feature: f\n\n"
	one := fmt.Sprintf(scenarioText, 1)
	for name, c := range map[string]struct {
		text, says string
		scenarios  int
	}{
		"a comment of 1 MB":    {head + one + "  # " + strings.Repeat("a", 1_000_000) + "\n", "x.feature:7:1: the line is longer than ", 0},
		"a step of 1 MB":       {head + "  Scenario: s\n    When " + strings.Repeat("(a+)+", 200_000) + "\n", "x.feature:4:1: the line is longer than ", 0},
		"one byte no UTF-8":    {"Feature: f\n\n  Scenario: \xc3\x28\n", "x.feature:3:13: the line has bytes that are no UTF-8", 0},
		"binary":               {"\x1f\x8b\x08\x00\xff\xfe", "x.feature:1:2: the line has bytes that are no UTF-8", 0},
		"a byte order mark":    {"\uFEFF" + head + one, "", 1},
		"CRLF":                 {strings.ReplaceAll(head+one, "\n", "\r\n"), "", 1},
		"10,000 scenarios":     {head + strings.Join(many(10_000), ""), "", 10_000},
		"a table of 5000 rows": {head + "  Scenario Outline: s <a>\n    When I list the things\n    Then it is so\n    Examples:\n      | a |\n" + strings.Join(rowsOf(5000), ""), "", 5000},
		"a background of 4000 steps for 1200 scenarios": {head + "  Background:\n" + strings.Repeat("    Given a thing\n", 4000) + strings.Join(many(1200), ""), "x.feature:", 0},
		"a cell of 300 bytes in 1000 places":            {head + "  Scenario Outline: s\n    When " + strings.Repeat("<a>", 1000) + "\n    Examples:\n      | a |\n" + strings.Repeat("      | "+strings.Repeat("x", 300)+" |\n", 300), "x.feature:3:3: up to this scenario the file unfolds to more than ", 0},
		"columns that hold the next one twice":          {head + "  Scenario Outline: s\n    When I say <c0>\n    Examples:\n" + doubling(40), "x.feature:3:3: up to", 0},
		"a long name for many rows":                     {head + "  Scenario Outline: s " + strings.Repeat("n", 50_000) + " <a>\n    When x\n    Examples:\n      | a |\n" + strings.Join(rowsOf(5000), ""), "x.feature:3:3: up to", 0},
		"500 tags for 500 scenarios":                    {strings.Repeat("@t ", 500) + "\n" + head + strings.Join(many(500), ""), "x.feature:", 0},
		"a rule's background":                           {head + "  Rule: r\n    Background:\n" + strings.Repeat("    Given a thing\n", 1000) + strings.Join(many(200), ""), "x.feature:", 0},
		"a row of 5000 cells":                           {head + one + "      | " + strings.Repeat("a | ", 5000) + "\n", "", 1},
		"NUL":                                           {"Feature: \x00\n\n" + one, "", 1},
	} {
		s, err := Read(vocabulary.Vocabulary{}, Folder{Name: "", Files: fstest.MapFS{"x.feature": {Data: []byte(c.text)}}})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(s.Scenarios) != c.scenarios {
			t.Errorf("%s: %d scenarios, want %d: %v", name, len(s.Scenarios), c.scenarios, s.unreadable)
		}
		if c.says != "" && (len(s.unreadable) != 1 || !strings.HasPrefix(s.unreadable[0].Error(), c.says)) {
			t.Errorf("%s: %v, want %q", name, s.unreadable, c.says)
		}
	}
}

func many(n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf(scenarioText, i))
	}
	return all
}

func rowsOf(n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf("      | %d |\n", i))
	}
	return all
}

// doubling is a table of examples in which each cell holds the placeholder of the next column
// twice.
func doubling(columns int) string {
	var names, values strings.Builder
	for i := range columns {
		fmt.Fprintf(&names, "| c%d ", i)
		fmt.Fprintf(&values, "| <c%d><c%d> ", i+1, i+1)
	}
	return "      " + names.String() + "|\n      " + values.String() + "|\n"
}
