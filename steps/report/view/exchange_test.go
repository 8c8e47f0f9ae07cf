package view_test

import (
	"strings"
	"testing"

	"understudy/steps/report"
	"understudy/steps/report/ci"
	"understudy/steps/report/reporttest"
)

// TestABodyIsFormattedForReading checks the response of a finding in the summary,
// which the page shows in the same way.
func TestABodyIsFormattedForReading(t *testing.T) {
	long := "{\"a\": [" + strings.Repeat("1, ", 50) + "{\"b\": null}]}"
	for rule, c := range map[string]struct{ body, pointer, want string }{
		"a value per line":                         {`{"a":[1,{"b":"c"}]}`, "", "{\n  \"a\": [\n    1,\n    {\n      \"b\": \"c\"\n    }\n  ]\n}"},
		"the start of what was cut off":            {`{"a":[1, {"b":"c,\"[d"},{"e` + report.Cut, "", "{\n  \"a\": [\n    1,\n    {\n      \"b\": \"c,\\\"[d\"\n    },\n    {\n      \"e" + report.Cut},
		"what is no JSON, as it is":                {"{\"a\":1,}\r\n b", "", "{\"a\":1,}\n b"},
		"what is no JSON and was cut, as it is":    {"a {" + report.Cut, "", "a {" + report.Cut},
		"what steers a terminal, harmless":         {"a\x1b[31mb", "", `a\u001b[31mb`},
		"of a long one what the finding is about":  {long, "/a/50/b", strings.Repeat("    1,\n", 25) + "    {\n      \"b\": null\n    }\n  ]\n}"},
		"of a long one the start":                  {long, "", "{\n  \"a\": [\n" + strings.TrimSuffix(strings.Repeat("    1,\n", 28), "\n")},
		"where a member is missing, what lacks it": {long, "/a/50/c", strings.Repeat("    1,\n", 25) + "    {\n      \"b\": null\n    }\n  ]\n}"},
	} {
		t.Run(rule, func(t *testing.T) {
			r := reporttest.Run(reporttest.Role)
			r.Scenarios = []report.Scenario{reporttest.Scenario("a#one", report.Fail, reporttest.None, report.Failure{Promise: reporttest.Role.ID, Expected: "a value", Actual: "none", Pointer: c.pointer, Exchange: reporttest.ListRequest("", c.body)})}
			text := reporttest.Written(t, ci.Markdown, r)
			_, rest, _ := strings.Cut(text, "HTTP 200 in 12 ms\n\n")
			if got, _, _ := strings.Cut(rest, "\n```\n"); got != c.want {
				t.Errorf("got\n%s", got)
			}
		})
	}
}
