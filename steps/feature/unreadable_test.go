package feature

import (
	"strings"
	"testing"

	"understudy/steps/vocabulary"
)

func TestALineThatIsTooLongIsReported(t *testing.T) {
	for length, want := range map[int]string{mostLine: "", mostLine + 1: "x.feature:3:1: the line is longer than 65535 bytes: split it"} {
		const begins = "    # "
		text := "Feature: x\n  Scenario: y\n" + begins + strings.Repeat("x", length-len(begins)-1) + "\n"
		found := ""
		for _, f := range ReadText(vocabulary.Vocabulary{}, "x.feature", []byte(text)).Lint() {
			if strings.Contains(f.Message, "longer") {
				found = f.Error()
			}
		}
		if found != want {
			t.Errorf("a line of %d bytes: %q", length, found)
		}
		if _, err := Content([]byte(text)); (err != nil) != (want != "") || err != nil && err.Error() != "line 3 is longer than 65535 bytes: split it" {
			t.Errorf("the content of a line of %d bytes: %v", length, err)
		}
	}
}
