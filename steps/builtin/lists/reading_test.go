package lists

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/target"
)

// invitations returns the response to a request for the list of invitations.
func invitations(status int, body string) *client.Exchange {
	r := client.Request{Operation: spec.ListInvitations, Method: http.MethodGet, Path: "/api/v1/invitations", Allowed: true}
	return &client.Exchange{Request: r, Status: status, Body: []byte(body)}
}

// someOf returns a page with some records of a list with a total, whose ids begin at 1.
func someOf(total, records int) *client.Exchange {
	var all []string
	for i := range records {
		all = append(all, fmt.Sprintf(`{"id":%d,"created_at":"2024-05-01T10:00:00Z"}`, i+1))
	}
	return invitations(http.StatusOK, fmt.Sprintf(`{"status":"success","pagination":{"total_records":%d,"per_page":25,"page":1},"data":[%s]}`,
		total, strings.Join(all, ",")))
}

func TestAListHasMovedWhereTwoResponsesCountDifferentRecords(t *testing.T) {
	rejected := invitations(http.StatusForbidden, `{"status":"error","pagination":{"total_records":9}}`)
	for rule, c := range map[string]struct {
		a, b *client.Exchange
		want bool
	}{
		"the same":                  {someOf(5, 5), someOf(5, 5), false},
		"one more":                  {someOf(5, 5), someOf(6, 5), true},
		"one less":                  {someOf(5, 5), someOf(4, 5), true},
		"as many, but fewer shown":  {someOf(5, 5), someOf(5, 2), false},
		"5 and 5.0":                 {someOf(5, 5), invitations(200, `{"pagination":{"total_records":5.0},"data":[]}`), false},
		"the first one is rejected": {rejected, someOf(5, 5), false},
		"the other one is rejected": {someOf(5, 5), rejected, false},
		"one is a server error":     {someOf(5, 5), invitations(500, ""), false},
	} {
		if got := hasMoved(c.a, c.b); got != c.want {
			t.Errorf("%s: %t, want %t", rule, got, c.want)
		}
	}
}

func TestAListIsEmptyWhereItCountsAndShowsNoRecords(t *testing.T) {
	for rule, c := range map[string]struct {
		e    *client.Exchange
		want bool
	}{
		"no records":                   {someOf(0, 0), true},
		"a page after the last":        {someOf(5, 0), false},
		"records that are not counted": {someOf(0, 1), false},
		"no total":                     {invitations(200, `{"data":[]}`), false},
		"a total that is a text":       {invitations(200, `{"pagination":{"total_records":"0"},"data":[]}`), false},
		"a rejection":                  {invitations(403, `{"pagination":{"total_records":0},"data":[]}`), false},
	} {
		if got := isEmpty(c.e); got != c.want {
			t.Errorf("%s: %t, want %t", rule, got, c.want)
		}
	}
}

func TestAResponseContradictsTheDocumentWhateverTheListHolds(t *testing.T) {
	const listed, success = "invitations-are-listed", "list-status-success"
	failed := func(status int) *client.Exchange { return invitations(status, "") }
	none := paging.Query{}
	page := func(n int) paging.Query { return none.With("page", n) }
	for rule, c := range map[string]struct {
		q    paging.Query
		e    *client.Exchange
		want string
	}{
		"a page as it should be":             {none, someOf(5, 5), ""},
		"an empty list":                      {none, someOf(0, 0), ""},
		"a rejection":                        {none, failed(422), listed},
		"a rejection of page 1":              {page(1), failed(404), listed},
		"of a later page, which may be gone": {page(2), failed(404), ""},
		"of a later page for its token":      {page(2), failed(401), listed},
		"of a later page for its method":     {page(2), failed(405), listed},
		"by a limit of requests":             {none, failed(429), ""},
		"by a lock":                          {none, failed(409), ""},
		"a code that may be a limit":         {none, failed(403), ""},
		"a server error":                     {none, failed(500), ""},
		"a success that says it is none":     {none, invitations(200, `{"status":"error"}`), success},
		"the same of a later page":           {page(2), invitations(200, `{"status":"error"}`), ""},
		"fewer records than fit":             {none, someOf(50, 10), "per-page-default-25"},
		"fewer records than were asked for":  {none.With("per_page", 40), someOf(50, 10), paging.PerPageHonoured},
		"fewer records at the end":           {page(2), someOf(30, 4), ""},
		"none where some are counted":        {none, someOf(5, 0), paging.PerPageHonoured},
		"the records of page 1 on page 2":    {page(2), someOf(50, 25), paging.Partition},
	} {
		w, l := worldtest.On(t, target.Target{}), paging.ListingOf("invitations")
		ofRun(w.Run).firstPages.Note(l, page(1), someOf(50, 25))
		got := ""
		if f := contradiction(w, l, c.q, c.e); f != nil {
			if got = f.Promise; f.Exchange != c.e || f.Expected == "" || f.Actual == "" {
				t.Errorf("%s: an incomplete finding: %+v", rule, f)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", rule, got, c.want)
		}
	}
}

func TestAVerdictIsOnAPromiseOfTheScenario(t *testing.T) {
	as := func(f *outcome.Finding) error { return f }
	blocked := func(f *outcome.Finding) error { return &outcome.Blocked{Finding: f} }
	for rule, c := range map[string]struct {
		err     func(found *outcome.Finding) error
		own     bool   // the promise is one of the scenario's
		verdict string // the promise of a finding, or of what blocks the scenario
		accused bool
	}{
		"a finding on its promise":       {as, true, paging.Partition, false},
		"a finding on another promise":   {as, false, "", false},
		"blocked by its own promise":     {blocked, true, paging.Partition, false},
		"blocked by another promise":     {blocked, false, "blocked by " + paging.Partition, true},
		"a skip, which stays what it is": {func(*outcome.Finding) error { return outcome.Skip(report.Inconclusive, "busy") }, true, "busy", false},
		"nothing":                        {func(*outcome.Finding) error { return nil }, true, "none", false},
	} {
		w := worldtest.On(t, target.Target{})
		if c.own {
			w.Text.Promises = []string{paging.Partition}
		}
		found := outcome.Found(someOf(5, 5), "other records", "the same").About(paging.Partition)
		err, got := Verdict(w, c.err(found)), "none"
		if f := (*outcome.Finding)(nil); errors.As(err, &f) {
			got = f.Promise
		} else if s := (*outcome.Skipped)(nil); errors.As(err, &s) {
			if got = s.Text; s.By != "" {
				got = "blocked by " + s.By
			}
		}
		if accused := len(w.Run.Violations.All()) > 0; got != c.verdict || accused != c.accused {
			t.Errorf("%s: %q, want %q; accused %t, want %t: %v", rule, got, c.verdict, accused, c.accused, err)
		}
		if found.Promise != paging.Partition {
			t.Errorf("%s: the finding, which others share, is on %q now", rule, found.Promise)
		}
	}
}
