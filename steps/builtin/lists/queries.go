package lists

import (
	"fmt"
	"slices"
	"strings"

	"understudy/steps/paging"
	"understudy/steps/vocabulary"
)

// topicsPaging is the gap of what a list of topics does with a query.
const topicsPaging = "topics-paging"

// checkQuery doubts a query of which the document says nothing, in a scenario about promises alone.
func checkQuery(sc *vocabulary.Scenario, i int) error {
	groups := sc.Steps[i].Groups
	switch open := paging.Open(groups[1]); {
	case strings.HasPrefix(groups[0], "topics") && !slices.Contains(sc.Gaps, topicsPaging):
		return vocabulary.Doubt{Text: "the document gives the list of topics no page, per_page and order, so a deployment may ignore them: " +
			"see understudy gaps " + topicsPaging}
	case len(open) > 0 && len(sc.Promises) > 0 && len(sc.Gaps) == 0:
		return vocabulary.Doubt{Text: fmt.Sprintf("the document does not say what a deployment does with %s %q, so no promise is broken by it: "+
			"page is a number from 0, per_page one from 1 to 100, order asc or desc", open[0].Name, open[0].Value)}
	}
	return nil
}
