package variant

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/gap"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// example is what a scenario has seen, and the variant that it shows.
type example struct {
	want string
	seen Seen
}

// response returns a response without headers.
func response(operation string, status int, body string) Seen {
	return Seen{Response: &client.Exchange{Request: client.Request{Operation: operation}, Status: status, Body: []byte(body)}}
}

// typed returns a response with a Content-Type.
func typed(status int, contentType, body string) Seen {
	s := response(spec.ListInvitations, status, body)
	s.Response.Header = http.Header{"Content-Type": {contentType}}
	return s
}

// successes are bodies that show what the operation responds with.
var successes = map[string]string{
	spec.UpdateDestination:      `{"status":"updated","data":{"id":17}}`,
	spec.ListDestinationObjects: `{"status":"success","data":[{"full_name":"Contact"}]}`,
	spec.CreateSegment:          `{"status":"created","data":{"id":7}}`,
	spec.UpdateConnector:        `{"status":"updated","data":{"label":"CRM"}}`,
	spec.CreateConnector:        `{"status":"created","data":{"label":"CRM"}}`,
	spec.ListInvitations:        `{"status":"success","data":[{"id":3}]}`,
	spec.PublishConnector:       `{"status":"updated","data":{"label":"CRM"}}`,
	spec.ListTopics:             `{"status":"success","data":[{"id":"t1"}]}`,
	spec.CreateLink:             `{"status":"created","data":{"id":"1"}}`,
}

func hasVariants(g gap.Gap, ids ...string) bool {
	for _, id := range ids {
		if !slices.ContainsFunc(g.Variants, func(v gap.Variant) bool { return v.ID == id }) {
			return false
		}
	}
	return len(g.Variants) == len(ids)
}

// examplesOf returns the examples of a gap, with at least one of each variant.
func examplesOf(g gap.Gap) []example {
	operation := g.Operations[0]
	rejected := response(operation, 422, `{"status":"error"}`)
	redirected := example{gap.Other, response(operation, 302, "")}
	broken := example{gap.Other, response(operation, 500, successes[operation])}
	accepted := response(operation, 201, successes[operation])
	switch {
	case examples[g.ID] != nil:
		return examples[g.ID]
	case listExamples[g.ID] != nil:
		return listExamples[g.ID]
	case hasVariants(g, "accept", "refuse"):
		return []example{{"accept", accepted}, {"refuse", rejected}, broken}
	case hasVariants(g, "ignore", "refuse"):
		return []example{{"ignore", accepted}, {"refuse", rejected}, broken}
	case g.Takes == gap.RejectionCode:
		all := []example{redirected, {"418", response(operation, 418, "")}}
		for _, v := range g.Variants {
			all = append(all, example{v.ID, response(operation, code(v.ID), `{"status":"error"}`)})
		}
		return all
	}
	return nil
}

func code(text string) (n int) {
	for _, digit := range text {
		n = 10*n + int(digit-'0')
	}
	return n
}

func TestEveryVariantIsRecognisedAndAnUnlistedResponseIsOther(t *testing.T) {
	for _, g := range gap.All {
		if !g.Probed() {
			continue
		}
		missing := map[string]bool{gap.Other: true}
		for _, v := range g.Variants {
			missing[v.ID] = true
		}
		for i, e := range examplesOf(g) {
			got, evidence, err := Recognise(context.Background(), g.ID, e.seen)
			if got != e.want || err != nil {
				t.Errorf("%s, example %d: %q (%s), %v; want %q", g.ID, i+1, got, evidence, err, e.want)
			}
			delete(missing, e.want)
		}
		for v := range missing {
			if v != gap.Other || !withoutOther[g.ID] {
				t.Errorf("%s has no example of the variant %s", g.ID, v)
			}
		}
	}
}

func TestEveryProbedGapHasARecogniserAndEveryForbiddenEffectACheck(t *testing.T) {
	for _, g := range gap.All {
		if IsProbed(g.ID) != g.Probed() {
			t.Errorf("gap %s: probed %v, recogniser %v", g.ID, g.Probed(), IsProbed(g.ID))
		}
		if forbids := rows[g.ID].forbids != nil; forbids != (g.Forbids != "") {
			t.Errorf("gap %s forbids %q, check %v", g.ID, g.Forbids, forbids)
		}
	}
	for id := range rows {
		if _, ok := gap.ByID(id); !ok {
			t.Errorf("a row for %q, which is not a gap", id)
		}
	}
}

func TestWhatShowsNoVariantIsSkippedWithAReason(t *testing.T) {
	for rule, c := range skips {
		t.Run(rule, func(t *testing.T) {
			_, _, err := Recognise(context.Background(), c.gap, c.seen)
			var s *outcome.Skipped
			if !errors.As(err, &s) || s.Kind != c.kind || s.Text == "" {
				t.Errorf("%v, want a skip: %s", err, c.kind)
			}
		})
	}
}

func TestARejectionThatWasAcceptedSaysSo(t *testing.T) {
	for _, id := range []string{"missing-token-status", "error-body", "error-content-type"} {
		_, _, err := Recognise(context.Background(), id, response(spec.ListInvitations, 200, successes[spec.ListInvitations]))
		var s *outcome.Skipped
		if !errors.As(err, &s) || s.By != report.Accepted {
			t.Errorf("%s: %v", id, err)
		}
	}
}

func TestAGapLacksWhatNoStepProvided(t *testing.T) {
	for id, r := range rows {
		g, _ := gap.ByID(id)
		for i, e := range examplesOf(g) {
			// Rejected lists are recognised without the list.
			if lacks := Lacks(id, e.seen); lacks != "" && lacks != string(aList) {
				t.Errorf("%s, example %d lacks %s", id, i+1, lacks)
			}
		}
		if got := Lacks(id, response(g.Operations[0], 200, "")); got != string(r.needs) {
			t.Errorf("%s lacks %q, want %q", id, got, r.needs)
		}
	}
}

func TestTheErrorOfAFurtherReadEndsTheRecognition(t *testing.T) {
	gone := errors.New("gone")
	s := page(spec.ListInvitations, "3")
	s.List.Fetch = func(Query) (Page, error) { return Page{}, gone }
	s.List.Ends = func() (first, last gjson.Result, err error) { return first, last, gone }
	s.Complete = func() (*client.Exchange, error) { return nil, gone }
	for _, id := range []string{"page-negative", "order-unknown", "page-past-end", "topics-paging", "page-ends", "source-properties-place"} {
		if v, _, err := Recognise(context.Background(), id, s); err != gone {
			t.Errorf("%s: %q, %v", id, v, err)
		}
	}
}

func TestARecogniserSendsNoMoreRequestsThanItsRowSays(t *testing.T) {
	for id, r := range rows {
		g, _ := gap.ByID(id)
		for i, e := range examplesOf(g) {
			sent, fetch := 0, e.seen.List.Fetch
			e.seen.List.Fetch = func(q Query) (Page, error) { sent++; return fetch(q) }
			if _, _, err := Recognise(context.Background(), id, e.seen); err != nil || sent > r.requests {
				t.Errorf("%s, example %d: %d requests, %v; want at most %d", id, i+1, sent, err, r.requests)
			}
		}
	}
}

func TestMoreThan100RecordsAreForbidden(t *testing.T) {
	for rule, c := range map[string]struct {
		status int
		body   string
		want   string
	}{
		"100 records":                  {200, records(100), ""},
		"101 records":                  {200, records(101), "expected at most 100 records, found 101"},
		"101 records with any code":    {500, records(101), "expected at most 100 records, found 101"},
		"a per_page above 100":         {200, `{"data":[],"pagination":{"per_page":101}}`, "expected a per_page of at most 100 to be used, found 101"},
		"a per_page above 100 as text": {200, `{"data":[],"pagination":{"per_page":"101"}}`, ""},
		"a rejection that echoes it":   {422, `{"pagination":{"per_page":101}}`, ""},
	} {
		e := response(spec.ListInvitations, c.status, c.body).Response
		for _, id := range []string{"per-page-over-max", "per-page-zero"} {
			got := Forbidden(id, e)
			if (got == nil) != (c.want == "") || got != nil && got.Error() != c.want {
				t.Errorf("%s, %s: %+v", id, rule, got)
			}
		}
		if got := Forbidden("page-negative", e); got != nil {
			t.Errorf("page-negative, %s: %+v", rule, got)
		}
	}
}
