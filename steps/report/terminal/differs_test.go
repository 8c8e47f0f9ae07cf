package terminal

import (
	"strings"
	"testing"
)

func TestTheFirstDifferenceOfLongTextsIsShown(t *testing.T) {
	const sent = `the name to be "understudy c6602e74 116 \"a\" 'b' and some more words", as it was sent`
	for rule, c := range map[string]struct{ expected, found, want string }{
		"another character": {sent, `"understudy c6602e74 116 “a” 'b' and some more words"`,
			"at character 25: U+0022 expected, U+201C found\n" + `…"6602e74 116 \"a\" 'b' and "…` + "\n" + `…"6602e74 116 “a” 'b' and "…`},
		"cut off": {sent, `"understudy c6602e74 116 \"a\" 'b' and some more"`,
			"at character 46: U+0020 expected, the end found\n" + `…"nd some more words"` + "\n" + `…"nd some more"`},
		"another form of an accent": {`"Tiramisu, crème brûlée and more of all those desserts"`, `"Tiramisu, crème bru\u0302lée and more of all those desserts"`,
			"at character 19: U+00FB expected, U+0075 found\n" + `…"su, crème brûlée and mor"…` + "\n" + `…"su, crème bru`},
		"from the start":   {sent, `"somebody else's name, which is a long one as well"`, ""},
		"the same":         {sent, `"understudy c6602e74 116 \"a\" 'b' and some more words", too late`, ""},
		"a short text":     {sent, `"understudy c6602e74 116"`, ""},
		"no text":          {"data.label to be the value that was sent last", `"understudy c6602e74 116 “a” 'b' and some more words"`, ""},
		"a hidden part":    {sent, `"understudy c6602e74 116 [redacted] and some more words"`, ""},
		"no end of a text": {sent, `"understudy c6602e74 116 “a” 'b' and some more words…`, ""},
	} {
		if got := strings.Join(differs(c.expected, c.found), "\n"); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", rule, got, c.want)
		}
	}
}
