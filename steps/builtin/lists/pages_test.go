package lists

import (
	"errors"
	"strings"
	"testing"

	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/target"
)

func TestACheckHoldsInEveryOrder(t *testing.T) {
	broken := func(query string) *outcome.Finding {
		return &outcome.Finding{Promise: paging.PageEchoed, Expected: "page to be 2", Actual: "1", Exchange: &client.Exchange{Request: client.Request{Query: query}}}
	}
	moved := paging.ErrMoved
	for rule, c := range map[string]struct {
		found map[string]error // by order
		want  string
		skip  bool
	}{
		"kept in each":                {nil, "", false},
		"broken in the last":          {map[string]error{"asc": broken("order=asc")}, "expected in order asc: page to be 2", false},
		"broken in the first":         {map[string]error{"": broken("page=2")}, "expected without an order: page to be 2", false},
		"broken after a skip":         {map[string]error{"": moved, "asc": broken("page=2&order=asc")}, "expected in order asc: page to be 2", false},
		"broken in the other order":   {map[string]error{"": broken("order=asc")}, "expected page to be 2", false},
		"kept where it can be seen":   {map[string]error{"": moved, "desc": moved}, "", false},
		"not to be seen in any order": {map[string]error{"": moved, "desc": moved, "asc": moved}, "the list changed while it was read", true},
	} {
		t.Run(rule, func(t *testing.T) {
			w := worldtest.On(t, target.Target{})
			for _, order := range orders {
				w.Pages = append(w.Pages, &paging.Snapshot{Order: order})
			}
			err := onPages(func(s *paging.Snapshot) error {
				if f, ok := c.found[s.Order].(*outcome.Finding); ok {
					copied := *f
					return &copied
				}
				return c.found[s.Order]
			})(w)
			if c.want == "" && err == nil {
				return
			}
			var f *outcome.Finding
			var skip *outcome.Skipped
			if err == nil || !strings.Contains(err.Error(), c.want) || errors.As(err, &skip) != c.skip || errors.As(err, &f) == c.skip {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if c.skip && skip.Kind != report.Inconclusive {
				t.Errorf("skipped as %s", skip.Kind)
			}
		})
	}
}
