package view_test

import (
	"slices"
	"testing"

	"understudy/steps/report"
	"understudy/steps/report/reporttest"
	"understudy/steps/report/view"
)

func TestFindingsAtOnePlaceOfAnyRecordAreOne(t *testing.T) {
	for rule, c := range map[string]struct {
		first, second report.Failure
		want          []string
	}{
		"the member of another record":              {report.Failure{Expected: "a string", Actual: "1", Pointer: "/data/1/role"}, report.Failure{Expected: "a string", Actual: "null", Pointer: "/data/3/role"}, []string{"a string at /data/1/role"}},
		"another member":                            {report.Failure{Expected: "a string", Actual: "1", Pointer: "/data/1/role"}, report.Failure{Expected: "a string", Actual: "1", Pointer: "/data/1/name"}, []string{"a string at /data/1/role", "a string at /data/1/name"}},
		"no place, and the same found":              {report.Failure{Expected: "a success", Actual: "HTTP 500"}, report.Failure{Expected: "a success", Actual: "HTTP 500"}, []string{"a success"}},
		"no place, and another found":               {report.Failure{Expected: "a success", Actual: "HTTP 500"}, report.Failure{Expected: "a success", Actual: "HTTP 404"}, []string{"a success", "a success"}},
		"words that look like a place are no place": {report.Failure{Expected: "a file at /data/1", Actual: "one"}, report.Failure{Expected: "a file at /data/2", Actual: "none"}, []string{"a file at /data/1", "a file at /data/2"}},
		"words that begin with the place":           {report.Failure{Expected: `"data.name" that is "a"`, Actual: "b", Pointer: "/data/name"}, report.Failure{Expected: "data.name to be a", Actual: "b", Pointer: "/data/name"}, []string{`"data.name" that is "a"`, "data.name to be a"}},
	} {
		r := reporttest.Run(reporttest.Role)
		for _, f := range []report.Failure{c.first, c.second} {
			f.Promise = reporttest.Role.ID
			r.Scenarios = append(r.Scenarios, reporttest.Scenario("a#one", report.Fail, reporttest.None, f))
		}
		var got []string
		for _, f := range view.Findings(r, reporttest.Role.ID) {
			got = append(got, f.ExpectedAt())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", rule, got, c.want)
		}
	}
}
