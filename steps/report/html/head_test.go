package html_test

import (
	"strings"
	"testing"

	"understudy/steps/report/reporttest"
)

func TestThePartsOfTheBarAreSeparate(t *testing.T) {
	r := reporttest.Run(reporttest.Wire, reporttest.Zero)
	r.Summary.Pass = 1000
	_, root := pageOf(t, r)
	var parts []string
	for _, n := range elements(root, "rect") {
		parts = append(parts, attribute(n, "class")+" "+attribute(n, "width"))
	}
	if got := strings.Join(parts, ", "); got != "pass 98.521%, fail 1.479%, gap 2" {
		t.Errorf("the parts of the bar are %s", got)
	}
}
