package resource_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"understudy/server/resource"
)

func TestTheAttributesOfMolecules(t *testing.T) {
	for molecules, want := range map[string]string{
		`[]`: "", `[`: "", `["AND"]`: "",
		`[` + atomic + `,"OR",[` + atomic + `]]`:                                   "email email",
		`[{"relationship_id":1,"molecules":[{"attribute":"a"},[` + atomic + `]]}]`: "a email",
		`[{"attribute":7},{"attribute":"b","value":{"attribute":"c"}}]`:            "b",
	} {
		if got := strings.Join(resource.Attributes(jsontext.Value(molecules)), " "); got != want {
			t.Errorf("%s speaks of %q, want %q", molecules, got, want)
		}
	}
}
