package sending

import "testing"

func TestTheWordsOfAStepNameATokenInOneOfThreeWays(t *testing.T) {
	for words, want := range map[string]token{
		"no token":                  {kind: none},
		"the workspace token":       {ofTarget, "workspace"},
		"the other_workspace token": {ofTarget, "other_workspace"},
		`the token "abc def"`:       {invented, "abc def"},
		`the token ""`:              {invented, ""},
		`the token "personal"`:      {invented, "personal"},
	} {
		if got := parseToken(words); got != want {
			t.Errorf("%s: %+v", words, got)
		}
	}
}
