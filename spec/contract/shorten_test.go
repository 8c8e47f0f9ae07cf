package contract

import (
	"strings"
	"testing"
)

func TestAPhraseHoldsNoHalfAddress(t *testing.T) {
	for _, address := range []string{"canary.person@corp.example", "http://canary:secret@host"} {
		for before := longest - len(address); before < longest; before++ {
			got := shorten(strings.Repeat(" ", before) + address + " and more")
			if strings.Contains(got, "canary") && !strings.Contains(got, "@") {
				t.Errorf("after %d characters: %q", before, got)
			}
		}
	}
	for text, want := range map[string]string{
		"short":                      "short",
		strings.Repeat("x", longest): strings.Repeat("x", longest),
		strings.Repeat("ä", 100):     strings.Repeat("ä", longest) + "…",
	} {
		if got := shorten(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
