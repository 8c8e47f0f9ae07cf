package html_test

import (
	"fmt"
	"strings"
	"testing"

	"understudy/steps/report"
	"understudy/steps/report/reporttest"
)

// brokenBy returns a run that breaks promises, each in a number of ways, with the exchanges
// that a function gives.
func brokenBy(promises, ways int, exchange func(promise, way int) *report.Exchange) *report.Run {
	var all []report.Promise
	var failed []report.Scenario
	for i := range promises {
		p := reporttest.Promise(report.Fail, "Limits", fmt.Sprintf("p%d", i), "a list is short", reporttest.Why(report.Broken, "it is long"))
		s := reporttest.Scenario(fmt.Sprintf("f%d#s", i), report.Fail, reporttest.None)
		for j := range ways {
			s.Failures = append(s.Failures, report.Failure{Promise: p.ID, Expected: fmt.Sprintf("expected %d of p%d.", j, i),
				Actual: fmt.Sprintf("found %d of p%d.", j, i), Exchange: exchange(i, j)})
		}
		all, failed = append(all, p), append(failed, s)
	}
	r := reporttest.Run(all...)
	r.Scenarios = failed
	return r
}

func longList(query string) *report.Exchange {
	return reporttest.ListRequest(query, `{"data": [`+strings.Repeat(`{"id": 1, "email": "xxx@xxxxx.xxx"}, `, 40)+`{}]}`)
}

func TestThePageShowsAnExchangeOnce(t *testing.T) {
	_, root := pageOf(t, brokenBy(30, 3, func(_, way int) *report.Exchange {
		e := longList(fmt.Sprintf("?page=%d", way))
		e.DurationMS += int64(way)
		return e
	}))
	shown, links := 0, 0
	for _, n := range elements(byID(root, "broken"), "") {
		if n.Data == "details" && strings.HasPrefix(attribute(n, "id"), "exchange-") {
			shown++
		}
		if n.Data == "a" && strings.HasPrefix(attribute(n, "href"), "#exchange-") {
			links++
		}
	}
	if shown != 3 || links != 30*3-3 {
		t.Errorf("3 exchanges of 90 findings are shown %d times, with %d links to them", shown, links)
	}
}

// TestTheExchangesOfThePageHaveABudget breaks more promises with exchanges of their own than
// the page has room for.
func TestTheExchangesOfThePageHaveABudget(t *testing.T) {
	const promises, ways = 33, 3
	text, root := pageOf(t, brokenBy(promises, ways, func(promise, way int) *report.Exchange {
		return longList(fmt.Sprintf("?promise=%d&page=%d", promise, way))
	}))
	if len(text) > 300_000 {
		t.Errorf("the page has %d bytes", len(text))
	}
	size, brief := 0, 0
	for _, n := range elements(byID(root, "broken"), "details") {
		if !strings.HasPrefix(attribute(n, "id"), "exchange-") {
			continue
		}
		exchange := spoken(n)
		size += len(exchange)
		if !strings.Contains(exchange, "HTTP 200") || !strings.Contains(exchange, "curl -i 'http://127.0.0.1:9000/api/v1/invitations?promise=") {
			t.Fatalf("an exchange lacks its first line or the curl command: %s", exchange)
		}
		if strings.Contains(exchange, "The page has no room for more: the JSON report has the rest.") {
			brief++
		}
	}
	if brief == 0 || brief == promises*ways || size > 100_000 {
		t.Errorf("%d of %d exchanges are brief, and all have %d bytes", brief, promises*ways, size)
	}
	for i := range promises {
		for j := range ways {
			for _, want := range []string{fmt.Sprintf("expected %d of p%d.", j, i), fmt.Sprintf("found %d of p%d.", j, i)} {
				if !strings.Contains(text, want) {
					t.Errorf("the page lacks %q", want)
				}
			}
		}
	}
}
