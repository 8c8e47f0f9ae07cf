package report_test

import (
	"fmt"
	"strings"
	"time"

	"understudy/steps/report"
)

// hostile is a response text that tries to control the readers of reports: terminals,
// browsers and CI systems.
const hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)> ``` ` **bold** ![x](http://evil.example.com/x.png) " +
	"a | b\r\n::error::owned\n  ::add-mask::owned\x1b[31m\x00 {{.}} javascript:alert(3) https://evil.example.com/ ]]> end"

// hostileRun has the hostile text in every place that a deployment fills.
func hostileRun() *report.Run {
	exchange := listRequest("?q="+hostile, `{"data": [{"role": "`+strings.ReplaceAll(hostile, "\n", `\n`)+`"}]}`)
	exchange.Error = hostile
	exchange.ResponseHeader = map[string]string{"Location": hostile}
	text := listRequest("", hostile)
	r := run(role, zero, promise(report.Skip, "Limits", "list-limit", "a list is short", why(report.MissingTestData, hostile)))
	r.Target.BaseURL = "https://api.example.com/<b>"
	r.Scenarios = []report.Scenario{
		scenario("a#one", report.Fail, why(report.Broken, hostile), report.Failure{Promise: role.ID, Expected: hostile + " at /data/0/role", Actual: hostile, Exchange: exchange},
			report.Failure{Promise: zero.ID, Expected: "a list", Actual: hostile, Exchange: text}),
		scenario("a#two", report.Error, why(report.HarnessError, hostile)),
	}
	r.Scenarios[0].Name, r.Scenarios[0].Remarks = hostile, []string{hostile}
	r.Gaps = []report.Gap{{ID: "page-ends", Operation: "list-invitations", Observed: report.Other, Evidence: hostile}}
	r.Ledger = []report.Entry{{Kind: "segment", ID: hostile, Name: hostile, Left: true, Note: hostile}}
	r.Remarks = []string{"a#one: " + hostile, hostile}
	r.TestData = []report.TestData{{Key: "resources.source_id", Rejected: 1, Operation: "create-segment", Outcome: hostile}}
	r.Coverage = []report.Coverage{{Operation: "list-invitations", Status: 200, Member: "/data", Seen: 1}, {Operation: "list-invitations", Status: 0, Seen: 2, Rejected: 2}}
	return r
}

const hugePromises = 164

// hugeRun breaks every promise in many ways, with long responses.
func hugeRun() *report.Run {
	body := `{"data": [` + strings.Repeat(`{"id": 1, "email": "xxx@xxxxx.xxx", "text": "`+strings.Repeat("long ", 50)+`"}, `, 200) + `{}]}`
	var promises []report.Promise
	r := &report.Run{}
	for i := range hugePromises {
		id := fmt.Sprintf("p%d", i)
		promises = append(promises, promise(report.Fail, "Limits", id, "a list is short", why(report.Broken, "it is long")))
		for j := range 20 {
			r.Scenarios = append(r.Scenarios, scenario(fmt.Sprintf("f%d#s-%d", i, j), report.Fail, none, report.Failure{Promise: id,
				Expected: fmt.Sprintf("%d records", j), Actual: "200", Exchange: listRequest(fmt.Sprintf("?page=%d", j), body)}))
		}
	}
	all := run(promises...)
	all.Scenarios, all.Started = r.Scenarios, time.Date(2025, 6, 1, 12, 0, 0, 0, time.UTC)
	return all
}
