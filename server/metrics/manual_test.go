package metrics_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"understudy/docs"
	"understudy/server/internal/testkit"
)

// row matches a row of a table in the manual that describes a metric.
var row = regexp.MustCompile("(?m)^\\| `(understudy_[a-z_]+)` \\| ([a-z]+) \\| ([^|]*) \\| ([^|]*) \\|$")

// TestTheManualListsEveryMetric compares the table in docs/observability.md with the
// metrics of a fake that has them all.
func TestTheManualListsEveryMetric(t *testing.T) {
	page, _ := docs.Page("observability")
	var listed []string
	for _, m := range row.FindAllStringSubmatch(page, -1) {
		listed = append(listed, m[0])
	}
	f := testkit.OpenControlled(t)
	f.SetFault(`{"latency":"1ms"}`)
	f.ListInvitations("?page=first")
	var want []string
	families := scrape(f)
	for _, name := range slices.Sorted(maps.Keys(families)) {
		family := families[name]
		if !strings.HasPrefix(name, "understudy_") {
			continue
		}
		var labels []string
		for _, l := range family.GetMetric()[0].GetLabel() {
			labels = append(labels, "`"+l.GetName()+"`")
		}
		want = append(want, fmt.Sprintf("| `%s` | %s | %s | %s |", name, strings.ToLower(family.GetType().String()), strings.Join(labels, ", "),
			strings.TrimSuffix(family.GetHelp(), ".")))
	}
	if !slices.Equal(listed, want) {
		t.Errorf("the table in docs/observability.md must have these rows:\n%s", strings.Join(want, "\n"))
	}
	for _, other := range []string{"go_memstats_heap_alloc_bytes", "go_goroutines", "process_resident_memory_bytes"} {
		if !strings.Contains(page, "`"+other+"`") || families[other] == nil {
			t.Errorf("%s is missing in the page or the metrics", other)
		}
	}
}
