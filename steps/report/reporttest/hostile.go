package reporttest

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

// Hostile has the hostile text in every place that a deployment fills.
func Hostile() *report.Run {
	exchange := ListRequest("?q="+hostile, `{"data": [{"role": "`+strings.ReplaceAll(hostile, "\n", `\n`)+`"}]}`)
	exchange.Error = hostile
	exchange.ResponseHeader = map[string]string{"Location": hostile}
	text := ListRequest("", hostile)
	r := Run(Role, Zero, Promise(report.Skip, "Limits", "list-limit", "a list is short", Why(report.MissingTestData, hostile)))
	r.Target.BaseURL = "https://api.example.com/<b>"
	r.Scenarios = []report.Scenario{
		Scenario("a#one", report.Fail, Why(report.Broken, hostile),
			report.Failure{Promise: Role.ID, Expected: hostile, Actual: hostile, Pointer: "/data/0/role", Exchange: exchange},
			report.Failure{Promise: Zero.ID, Expected: "a list", Actual: hostile, Exchange: text}),
		Scenario("a#two", report.Error, Why(report.HarnessError, hostile)),
	}
	r.Scenarios[0].Name, r.Scenarios[0].Remarks = hostile, []string{hostile}
	r.Gaps = []report.Gap{{ID: "page-ends", Operation: "list-invitations", Observed: report.Other, Evidence: hostile}}
	r.Ledger = []report.Entry{{Kind: "segment", ID: hostile, Name: hostile, Left: true, Note: hostile}}
	r.Remarks = []report.Remark{{Scenario: "a#one", Text: hostile}, {Text: hostile}}
	r.TestData = []report.TestData{{Key: "resources.source_id", Rejected: 1, Operation: "create-segment", Outcome: hostile}}
	r.Coverage = []report.Coverage{{Operation: "list-invitations", Status: 200, Member: "/data", Seen: 1},
		{Operation: "list-invitations", Status: 0, Seen: 2, Rejected: 2}}
	return r
}

// HugePromises is how many promises Huge breaks.
const HugePromises = 164

// Huge breaks every promise in many ways, with long responses.
func Huge() *report.Run {
	body := `{"data": [` + strings.Repeat(`{"id": 1, "email": "xxx@xxxxx.xxx", "text": "`+strings.Repeat("long ", 50)+`"}, `, 200) + `{}]}`
	var promises []report.Promise
	r := &report.Run{}
	for i := range HugePromises {
		id := fmt.Sprintf("p%d", i)
		promises = append(promises, Promise(report.Fail, "Limits", id, "a list is short", Why(report.Broken, "it is long")))
		for j := range 20 {
			r.Scenarios = append(r.Scenarios, Scenario(fmt.Sprintf("f%d#s-%d", i, j), report.Fail, None, report.Failure{Promise: id,
				Expected: fmt.Sprintf("%d records", j), Actual: "200", Exchange: ListRequest(fmt.Sprintf("?page=%d", j), body)}))
		}
	}
	all := Run(promises...)
	all.Scenarios, all.Started = r.Scenarios, time.Date(2025, 6, 1, 12, 0, 0, 0, time.UTC)
	return all
}
