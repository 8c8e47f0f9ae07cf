package values

import "testing"

func TestAConditionThatIsMeantKeepsWhatItComparesWith(t *testing.T) {
	for text, want := range map[string]string{
		"equal <label>":       "equals <label>",
		`equls "x"`:           `equals "x"`,
		"equals success":      `equals "success"`,
		"is 5":                "equals 5",
		"is presnt":           "is present",
		"is on of 1, 2":       "is one of 1, 2",
		"has typ string":      "has type string",
		"is at leas 3":        "is at least 3",
		"is more then 3":      "is more than 3",
		"has distinct value":  "has distinct values",
		"looks good":          "",
		"is in falling order": "",
	} {
		if got := meant(text); got != want {
			t.Errorf("%q was meant to be %q, want %q", text, got, want)
		}
	}
}
