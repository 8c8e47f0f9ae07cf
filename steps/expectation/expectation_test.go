package expectation_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"understudy/steps/expectation"
)

func TestAFileIsReadInItsOrder(t *testing.T) {
	all, wrong := expectation.Parse([]byte("expectations:\n  - id: b\n    says: B.\n    source: https://example.com\n  - id: a-2\n    says: A.\n    severity: should\n"))
	if wrong != nil {
		t.Fatal(wrong)
	}
	if len(all) != 2 || all[0].ID != "b" || all[0].Severity != expectation.Must || all[0].Line != 2 || all[1].Severity != expectation.Should || all[1].Line != 5 {
		t.Errorf("read %+v", all)
	}
}

// TestALongFileIsReadInTimeLinearInItsLength reads 20,000 expectations, which takes 26 minutes
// where the place of each is looked up in the text by itself.
func TestALongFileIsReadInTimeLinearInItsLength(t *testing.T) {
	const n = 20_000
	var b strings.Builder
	b.WriteString("expectations:\n")
	for i := range n {
		fmt.Fprintf(&b, "  - id: a%d\n    says: x\n", i)
	}
	began := time.Now()
	all, wrong := expectation.Parse([]byte(b.String()))
	if wrong != nil || len(all) != n || all[n-1].Line != 2*n {
		t.Fatalf("read %d: %v", len(all), wrong)
	}
	if took := time.Since(began); took > 5*time.Minute {
		t.Errorf("%d expectations take %v", n, took)
	}
}

func TestAnInvalidFileSaysWhereAndWhatToWrite(t *testing.T) {
	for text, want := range map[string]string{
		"expectations:\n  - id: A B\n    says: x\n":                       `2:5: expectations[0].id is "A B": write lower-case words`,
		"expectations:\n  - id: a\n    says: x\n  - id: a\n    says: y\n": `4:5: expectations[1].id is "a", as that of another`,
		"expectations:\n  - id: a\n":                                      "expectations[0].says is missing",
		"expectations:\n  - id: a\n    says: x\n    severity: shuold\n":   `did you mean "should"? it takes must or should`,
		"expectations:\n  - id: a\n    says: x\n    sourc: y\n":           "source",
		"expectation:\n  - id: a\n":                                       "expectations",
		"expectations: [":                                                 "",
	} {
		if _, wrong := expectation.Parse([]byte(text)); wrong == nil || !strings.Contains(wrong.Error(), want) {
			t.Errorf("%s\ngives %v, want %s", text, wrong, want)
		}
	}
}
