package outcome_test

import (
	"testing"

	"understudy/steps/outcome"
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
