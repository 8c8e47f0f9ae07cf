package outcome_test

import (
	"errors"
	"net/http"
	"testing"

	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

func TestAFindingIsAtThePlaceOfAPlainPathOnly(t *testing.T) {
	for path, want := range map[string]string{
		"data":                       "/data",
		"data.0.role":                "/data/0/role",
		"data.someName.some-other_1": "/data/someName/some-other_1",
		"data.#.role":                "",
		"data.#(id==3).role":         "",
		"data|@reverse":              "",
		`data.a\.b`:                  "",
	} {
		if got := outcome.Found(nil, "a value", "none").At(path).Pointer; got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestAResponseThatAsksToWaitLacksNothing(t *testing.T) {
	for status, want := range map[int]report.Reason{
		http.StatusOK:              {Kind: report.MissingTestData, Text: `"data" is not an array`},
		http.StatusTooManyRequests: {Kind: report.Inconclusive, Text: "HTTP 429"},
	} {
		var skipped *outcome.Skipped
		err := outcome.Unlike(&client.Exchange{Status: status}, "data", "an array")
		if !errors.As(err, &skipped) || skipped.Reason != want {
			t.Errorf("HTTP %d: %v, want %v", status, err, want)
		}
	}
}
