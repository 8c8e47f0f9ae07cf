package tagexpression

import (
	"strings"
	"testing"
)

func TestTagExpressions(t *testing.T) {
	tags := []string{"@writes", "@gap:page-ends"}
	for text, want := range map[string]bool{
		"": true, "@writes": true, "@other": false, "not @other": true, "not not @writes": true,
		"@writes and @gap:page-ends": true, "@writes and @other": false, "@other or @writes": true,
		"@other and @writes or @gap:page-ends":   true,
		"@other and (@writes or @gap:page-ends)": false,
		"not (@other or @writes)":                false,
	} {
		e, err := Parse(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := e(tags); got != want {
			t.Errorf("%q is %v", text, got)
		}
	}
}

func TestABadTagExpressionSaysHowToWriteOne(t *testing.T) {
	for _, text := range []string{"@a and", "@a @b", "(@a", "@a)", "writes", "@a && @b", "@", "not", "or @a"} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), "write @a, not @a") {
			t.Errorf("%q: %v", text, err)
		}
	}
	for text, meant := range map[string]bool{"writes": true, "@a and gap:page-ends": true, "or @a": false, "@a and or": false, "@": false} {
		if _, err := Parse(text); err == nil || strings.Contains(err.Error(), "(did you mean @") != meant {
			t.Errorf("%q: %v", text, err)
		}
	}
}
