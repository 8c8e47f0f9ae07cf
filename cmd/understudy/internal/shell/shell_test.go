package shell

import "testing"

func TestOnlyWhatIsNotAPlainWordIsQuoted(t *testing.T) {
	for text, want := range map[string]string{
		"scenarios/our-own.d": "scenarios/our-own.d", "our scenarios": "'our scenarios'", "it's $HOME": `'it'\''s $HOME'`, "": "''",
	} {
		if got := Word(text); got != want {
			t.Errorf("%q is written %s, want %s", text, got, want)
		}
	}
}
