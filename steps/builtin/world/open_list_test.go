package world

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"understudy/steps/target"
)

func TestAListOpensAlthoughAnotherResourceIsGone(t *testing.T) {
	for rule, c := range map[string]struct {
		resources target.Resources
		open      string // the path of the list that opens
		want      bool
	}{
		"the destination":       {target.Resources{DestinationID: 1}, "/destinations/1/", true},
		"one with many objects": {target.Resources{DestinationID: 1, ObjectsDestinationID: 2}, "/destinations/2/", true},
		"a source":              {target.Resources{DestinationID: 1, TopicsSourceID: 3}, "/sources/3/", true},
		"none":                  {target.Resources{DestinationID: 1, TopicsSourceID: 3}, "/nowhere", false},
		"one that the document does not speak of": {target.Resources{SourceID: 4}, "/sources/4/", false},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.Contains(r.URL.Path, c.open) {
				w.WriteHeader(http.StatusNotFound)
				return
			}
			fmt.Fprint(w, `{"status":"success","data":[]}`)
		}))
		t.Cleanup(s.Close)
		c.resources.EmptyDestinationID = 9
		if got := worldOn(t, target.Target{BaseURL: s.URL, Resources: c.resources}).OpenAnyList(); got != c.want {
			t.Errorf("%s: %t, want %t", rule, got, c.want)
		}
	}
}
