package resource_test

import (
	"testing"

	"understudy/server/resource"
)

func TestParseNumber(t *testing.T) {
	const most = resource.MaxInteger
	for text, want := range map[string]resource.Number{
		"2": {2, 2}, "2.0": {2, 2}, "2e0": {2, 2}, "007": {7, 7}, "-0": {0, 0}, "-3": {-3, -3}, "1e2": {100, 100},
		"1.5": {1, 2}, "-1.5": {-2, -1}, "0.25": {0, 1}, "15e-1": {1, 2},
		"99999999999999999999": {most, most}, "-99999999999999999999": {-most, -most}, "1e999999999": {most, most}, "-1E+999": {-most, -most},
	} {
		if got, ok := resource.ParseNumber(text); !ok || got != want {
			t.Errorf("%s is %+v, %t; want %+v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", " ", "one", "NaN", "Inf", "infinity", "0x10", "1_000", "+1", "1.", ".5", "1e", "--1", "1 ", "１"} {
		if got, ok := resource.ParseNumber(text); ok {
			t.Errorf("%q is %+v, want no number", text, got)
		}
	}
}

func TestParseInteger(t *testing.T) {
	for text, want := range map[string]int64{"5": 5, "5.0": 5, "5e0": 5, "-5": -5, "9223372036854775807": 9223372036854775807} {
		if got, ok := resource.ParseInteger(text); !ok || got != want {
			t.Errorf("%s is %d, %t; want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"5.5", "99999999999999999999", "1e30", "1e999", "+5", "", "true", `"5"`} {
		if got, ok := resource.ParseInteger(text); ok {
			t.Errorf("%s is %d, want no integer", text, got)
		}
	}
}

func TestIdentifierIsTheNameInKebabCase(t *testing.T) {
	for name, want := range map[string]string{
		"Big Spenders!": "segment:big-spenders", "  a_b -- C3 ": "segment:a-b-c3", "Élan Vital": "segment:élan-vital", "": "segment:",
	} {
		if got := (resource.Segment{Name: name}).Identifier(); got != want {
			t.Errorf("%q has %s, want %s", name, got, want)
		}
	}
}
