package responses

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

func TestTheZeroValuesOfLanguagesAreNotSet(t *testing.T) {
	for value, want := range map[string]bool{
		`claimed_at null`: false, `claimed_at "0001-01-01T00:00:00Z"`: false, `claimed_at "2024-05-01T09:30:00Z"`: true, `claimed_at "soon"`: true,
		`claimed_by_id null`: false, `claimed_by_id 0`: false, `claimed_by_id 7`: true, `count 0`: true,
	} {
		name, raw, _ := strings.Cut(value, " ")
		if got := isSet(name, gjson.Parse(raw)); got != want {
			t.Errorf("%s: %t", value, got)
		}
	}
}
