package report_test

import (
	"encoding/json"
	"testing"

	"understudy/steps/report"
)

func TestARemarkIsOneStringInJSON(t *testing.T) {
	for text, want := range map[string]report.Remark{
		`"segment/creation#a-segment: late: 3 s"`:            {Scenario: "segment/creation#a-segment", Text: "late: 3 s"},
		`"list-topics: HTTP 304 once"`:                       {Text: "list-topics: HTTP 304 once"},
		`"1 of 2 calls of list-topics failed: HTTP 500: #1"`: {Text: "1 of 2 calls of list-topics failed: HTTP 500: #1"},
	} {
		var got report.Remark
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s is read as %+v, %v", text, got, err)
		}
		if written, err := json.Marshal(want); err != nil || string(written) != text {
			t.Errorf("%+v is written as %s, %v", want, written, err)
		}
	}
}
