package steps_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"understudy/spec/race"
	"understudy/steps"
	"understudy/steps/internal/independent"
	"understudy/steps/stepstest"
)

// brokenUnderConditions are rows that break a promise in a way that is visible
// despite the conditions.
var brokenUnderConditions = []struct {
	violation string
	conditions
}{
	{"cap-ignored", sliding},
	{"cap-ignored", blinking},
	{"cap-off-by-one", sliding},
	{"default-20", sliding},
	{"per-page-capped-at-50", sliding},
	{"per-page-100-refused", sliding},
	{"page-short", sliding},
	{"page-zero-refused", sliding},
	{"page-zero-empty", sliding},
	{"page-zero-is-two", blinking},
	{"page-default-two", blinking},
	{"page-echo-one", sliding},
	{"per-page-echo-25", blinking},
	{"next-page-stays", sliding},
	{"prev-page-stays", sliding},
	{"last-page-too-many", sliding},
	{"last-page-too-few", blinking},
	{"asc-ignored", sliding},
	{"desc-is-asc", blinking},
	{"default-asc", sliding},
	{"objects-of-unknown-destination", sliding},
	{"cap-ignored", conditions{switches: []string{"many-invitations"}, middlewares: []middleware{zipped}}},
	{"page-two-repeats", conditions{switches: []string{"ids-around-2-53"}}},
	{"link-segment-anothers", conditions{switches: []string{"ids-around-2-53"}}},
	{"link-segment-anothers", conditions{switches: []string{"ids-below-2-63"}}},
	{"destination-name-not-kept", conditions{middlewares: []middleware{busy(23), below("/a/b")}, path: "/a/b"}},
	{"page-zero-refused", conditions{middlewares: []middleware{lacking(`/topics$`)}}},
	{"connector-label-not-kept", lateLabels},
	{"connector-later-label-not-kept", lateLabels},
	{"publish-answers-old-label", lateLabels},
	{"label-for-all", lateLabels},
	{"together-updates-share-label", lateLabels},
	{"connector-unknown-updated", lateConnectors},
	{"together-publishings-swapped", lateConnectors},
	{"publish-access-token", lateConnectors},
	{"together-labels-lost", conditions{switches: []string{"busy-503"}}},
	{"objects-other-workspace-page-2", conditions{switches: []string{"busy-503"}}},
	{"destination-later-name-not-kept", conditions{switches: []string{"busy-429-date"}}},
	{"destination-every-second-name-not-kept", conditions{switches: []string{"no-destination-retrieval"}}},
	{"destination-every-third-name-not-kept", conditions{switches: []string{"no-destination-retrieval"}}},
	{"never-completes", conditions{switches: []string{"busy-source"}}},
	{"goes-back", conditions{switches: []string{"busy-source"}}},
	{"source-other-molecules", conditions{switches: []string{"busy-source", "late-segments"}, late: true}},
	{"update-object-relabelled", conditions{switches: []string{"busy-503-date"}}},
	{"rename-after-refusal-is-lost", lenient},
	{"relabelling-after-refusal-is-lost", lenient},
	{"relabelling-after-refusal-is-refused", lenient},
	{"segment-after-refusal-is-the-one-before", lenient},
	{"label-apostrophe", conditions{switches: []string{"texts-up-to-100"}}},
	{"new-label-lower-case", conditions{switches: []string{"texts-up-to-40"}}},
	{"segment-name-arabic", conditions{switches: []string{"texts-up-to-40"}}},
	{"published-connector-frozen", conditions{switches: []string{"connector-patch-whole"}}},
	{"connector-after-refusal-is-the-one-before", lenient},
}

func TestBrokenDeploymentsFailUnderAdverseConditions(t *testing.T) {
	var ids []string
	for i := range brokenUnderConditions {
		ids = append(ids, strconv.Itoa(i))
	}
	stepstest.InChildren(t, race.Sample(ids, 15), func(t *testing.T, id string) {
		i, _ := strconv.Atoi(id)
		row := brokenUnderConditions[i]
		b := independent.Violations[slices.IndexFunc(independent.Violations, func(b independent.Violation) bool { return b.ID == row.violation })]
		row.switches = append(slices.Clone(row.switches), b.ID)
		tg, _ := row.serve(t)
		r := verify(t, tg, steps.Options{})
		blamed, reasons := failed(r)
		if !slices.Contains(blamed, b.Breaks) || r.Exit() != 1 {
			t.Errorf("%s, with %v: exit %d without blaming %s", b.Says, row.switches, r.Exit(), b.Breaks)
		}
		for _, id := range blamed {
			if id != b.Breaks && !slices.Contains(b.With, id) {
				t.Errorf("%s, with %v: wrong blame of %s: %s", b.Says, row.switches, id, reasons[id])
			}
		}
	})
}

func TestTheManualHasTheNumbersOfConditions(t *testing.T) {
	page, err := os.ReadFile("../docs/robustness.md")
	if err != nil {
		t.Fatal(err)
	}
	right := fmt.Sprintf("%d conforming and %d broken", len(conditionTable), len(brokenUnderConditions))
	if !strings.Contains(string(page), right) {
		t.Errorf("docs/robustness.md has other numbers than %s", right)
	}
}
