package evidence

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps/report"
)

func TestEveryResponseIsCounted(t *testing.T) {
	c := fresh().Coverage
	c.Count(at(0, spec.UpdateDestination, 200), false)
	c.Count(at(0, spec.UpdateDestination, 200), true)
	c.Count(at(0, spec.UpdateDestination, http.StatusNotFound), true)
	opened := at(0, spec.UpdateDestination, 200)
	opened.Method = http.MethodGet
	c.Count(opened, false)
	shown := at(0, spec.UpdateDestination, 200)
	shown.Seen = map[string]contract.Seen{"/data/name": {Present: 2}}
	c.Collect(shown)
	c.Collect(shown)
	all := c.All()
	slices.SortFunc(all, func(a, b report.Coverage) int {
		return cmp.Or(cmp.Compare(a.Status, b.Status), cmp.Compare(a.Member, b.Member))
	})
	if want := "[{update-destination 200  2 1} {update-destination 200 /data/name 4 0} {update-destination 404  1 1}]"; fmt.Sprint(all) != want {
		t.Errorf("%v, want %s", all, want)
	}
}
