package lists

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/target"
)

// endOf says how a check ends: with a finding, a skip, or neither.
func endOf(err error) string {
	switch {
	case errors.As(err, new(*outcome.Finding)):
		return "finding"
	case err != nil:
		return "skip"
	}
	return ""
}

func TestAResponseHasAtMostSoManyRecords(t *testing.T) {
	of := func(allowed bool, e *client.Exchange) *client.Exchange {
		e.Allowed = allowed
		return e
	}
	for rule, c := range map[string]struct {
		e    *client.Exchange
		want string
	}{
		"as many":                             {someOf(9, 3), ""},
		"fewer":                               {someOf(9, 2), ""},
		"none":                                {someOf(0, 0), ""},
		"one more":                            {someOf(9, 4), "finding"},
		"a rejection":                         {of(true, invitations(422, "")), "skip"},
		"a rejection with its errors as data": {of(true, invitations(422, `{"status":"error","data":[1,2,3,4]}`)), "skip"},
		"an invalid request is rejected":      {of(false, invitations(422, "")), ""},
		"an invalid request, and failed":      {of(false, invitations(500, "")), ""},
		"an invalid request, with more":       {of(false, someOf(9, 4)), "finding"},
		"data that is no list":                {invitations(200, `{"status":"success","data":{}}`), "skip"},
	} {
		w := worldtest.On(t, target.Target{})
		w.Last = c.e
		ofScenario(w).listed = []*client.Exchange{someOf(9, 1), c.e, someOf(9, 1)}
		for step, err := range map[string]error{"the last one": hasAtMost(w, 3), "each": allHaveAtMost(w, 3)} {
			if endOf(err) != c.want {
				t.Errorf("%s, of %s: %q, want %q: %v", rule, step, endOf(err), c.want, err)
			}
		}
	}
}

func TestRecordsAreSortedNewestFirst(t *testing.T) {
	for rule, c := range map[string]struct {
		days string // of the records
		want string
	}{
		"newest first":             {"3 2 1", ""},
		"oldest first":             {"1 2 3", "finding"},
		"one that is out of place": {"3 1 2", "finding"},
		"two of one day":           {"3 2 2 1", ""},
		"all of one day":           {"2 2 2", "skip"},
		"one record":               {"1", "skip"},
		"no record":                {"", "skip"},
	} {
		var all []string
		for i, day := range strings.Fields(c.days) {
			all = append(all, fmt.Sprintf(`{"id":%d,"created_at":"2024-05-0%sT10:00:00Z"}`, 9-i, day))
		}
		w := worldtest.On(t, target.Target{})
		w.List, w.Last = paging.ListingOf("invitations"), invitations(http.StatusOK,
			fmt.Sprintf(`{"status":"success","pagination":{"total_records":%d},"data":[%s]}`, len(all), strings.Join(all, ",")))
		if err := isNewestFirst(w); endOf(err) != c.want {
			t.Errorf("%s: %q, want %q: %v", rule, endOf(err), c.want, err)
		}
	}
}
