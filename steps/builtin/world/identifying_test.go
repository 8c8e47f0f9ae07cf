package world_test

import (
	"net/http"
	"testing"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/target"
)

func TestAResourceIsKnownByItsTexts(t *testing.T) {
	const invitations = `{"status":"success","data":[{"id":1,"email":"ada@example.com"},{"id":2,"email":"bob@example.com"}]}`
	const objects = `{"status":"success","data":[{"full_name":"Contact"},{"full_name":"Account"},{"full_name":"Lead"},{"full_name":"Opportunity"}]}`
	const connector = `{"status":"updated","data":{"service_name":"crm","label":"Our CRM","documentation_slug":"crm-guide"}}`
	const quoted = `{"data":{"label":"Our \"CRM\"","documentation_slug":"crm-guide"}}`
	const destination = `{"status":"updated","data":{"id":7,"name":"CRM","created_at":"2024-05-01T10:00:00Z","connection_details":{"account_id":"4711","account_name":"Harbour"}}}`
	for rule, c := range map[string]struct {
		operation, success, sent, rejection string
		shown                               bool
	}{
		"rows in a member":           {spec.ListInvitations, invitations, "", `{"status":"error","debug":{"1":"ada@example.com","2":"bob@example.com"}}`, true},
		"rows in a text":             {spec.ListInvitations, invitations, "", `{"message":"rows: [{\"email\":\"ada@example.com\"},{\"email\":\"bob@example.com\"}]"}`, true},
		"a table":                    {spec.ListInvitations, invitations, "", "1,ada@example.com\n2,bob@example.com\n", true},
		"an enumeration":             {spec.ListTopics, `{"data":[{"name":"topic krill_1"},{"name":"topic raven_2"}]}`, "", `{"message":"no access to: topic krill_1, topic raven_2"}`, true},
		"a record as a sample":       {spec.ListInvitations, `{"data":[{"email":"ada@example.com","created_at":"2024-05-01T10:00:00Z"}]}`, "", `{"example":{"email":"ada@example.com","created_at":"2024-05-01T10:00:00Z"}}`, true},
		"a time in a sentence":       {spec.UpdateDestination, destination, `{}`, `{"message":"destination 7 (4711), created at 2024-05-01T10:00:00Z, is not yours"}`, true},
		"words in an enumeration":    {spec.ListDestinationObjects, objects, "", `{"message":"needs one of: Contact, Account, Lead, Opportunity"}`, false},
		"part of another address":    {spec.ListInvitations, `{"data":[{"email":"support@acme.io"},{"email":"it-support@acme.io"}]}`, "", `{"message":"ask it-support@acme.io"}`, false},
		"addresses in a header":      {spec.ListInvitations, invitations, "", ``, true},
		"a single address":           {spec.ListInvitations, invitations, "", `{"message":"ask <ada@example.com>"}`, false},
		"an error like a record":     {spec.ListInvitations, invitations, "", `{"error":{"id":1,"email":"help@example.com","role":"none","created_at":"2024-05-01T10:00:00Z","claimed_at":null}}`, false},
		"an error like a topic":      {spec.ListTopics, `{"status":"success","data":[{"id":1,"name":"orders"}]}`, "", `{"error":{"id":1,"name":"rejected","description":"","created_at":"","updated_at":"","schema":{}}}`, false},
		"words on lines of a text":   {spec.ListDestinationObjects, objects, "", `{"message":"needs one of:\nContact\nAccount\nLead\nOpportunity\n"}`, false},
		"words of a sentence":        {spec.ListDestinationObjects, objects, "", `<p>Contact the owner of the Account or Lead</p>`, false},
		"words of a page":            {spec.ListDestinationObjects, objects, "", `<a>Contact</a><a>Account</a>`, false},
		"names of objects":           {spec.ListDestinationObjects, objects, "", `{"debug":["Contact","Account","Lead","Opportunity"]}`, true},
		"a connector":                {spec.UpdateConnector, connector, `{"connector":{}}`, `{"debug":{"label":"Our CRM","documentation_slug":"crm-guide"}}`, true},
		"a connector as it was sent": {spec.UpdateConnector, connector, `{"connector":{"label":"Our CRM"}}`, `{"request":{"label":"Our CRM"}, "see":"crm-guide"}`, false},
		"a text with quotes": {spec.UpdateConnector, quoted, `{}`,
			`{"debug":{"label":"Our \"CRM\"","documentation_slug":"crm-guide"}}`, true},
		"a text with quotes as it was sent": {spec.UpdateConnector, quoted,
			`{"connector":{"label":"Our \u0022CRM\u0022"}}`, `{"request":{"label":"Our \"CRM\""}, "see":"crm-guide"}`, false},
		"the details of a connection": {spec.UpdateDestination, destination, `{}`, `<pre>{"account_id":"4711","created_at":"2024-05-01T10:00:00Z"}</pre>`, true},
		"data":                        {spec.UpdateConnector, connector, `{}`, connector, true},
	} {
		t.Run(rule, func(t *testing.T) {
			w := worldtest.On(t, target.Target{})
			r := w.Request(c.operation, "7")
			r.Allowed = true
			w.NoteIdentifyingTexts(&client.Exchange{Request: r, Status: http.StatusOK, Body: []byte(c.success)})
			r.Body = []byte(c.sent)
			header := http.Header{}
			if c.rejection == "" {
				header.Set("X-Debug", `["ada@example.com","bob@example.com"]`)
			}
			if got := w.LookForResource(&client.Exchange{Request: r, Status: http.StatusUnauthorized, Header: header, Body: []byte(c.rejection)}); (got != "") != c.shown {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestARejectionIsLookedAtAgainAtTheEndOfTheRun(t *testing.T) {
	w := worldtest.On(t, target.Target{})
	w.Text.Promises = []string{"token-required"}
	r := w.Request(spec.ListDestinationObjects, "7")
	r.Allowed = true
	leaks := &client.Exchange{Request: r, Status: http.StatusUnauthorized, Body: []byte(`{"debug":["Contact","Account","Lead","Opportunity"]}`)}
	silent := &client.Exchange{Request: r, Status: http.StatusUnauthorized, Body: []byte(`{"debug":"no token"}`)}
	for _, e := range []*client.Exchange{leaks, silent} {
		if what := w.LookForResource(e); what != "" {
			t.Fatalf("nothing is known yet, and it shows %s", what)
		}
	}
	w.NoteIdentifyingTexts(&client.Exchange{Request: r, Status: http.StatusOK,
		Body: []byte(`{"data":[{"full_name":"Contact"},{"full_name":"Account"},{"full_name":"Lead"},{"full_name":"Opportunity"}]}`)})
	world.CheckRejections(w)
	all := w.Run.Violations.All()
	if len(all) != 1 || all[0].Promise != "token-required" || all[0].Count != 1 {
		t.Errorf("violations: %+v", all)
	}
}
