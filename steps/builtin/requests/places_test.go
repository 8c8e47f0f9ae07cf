package requests

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/builtin/responses"
	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/target"
)

const (
	empty   = `{"status":"success","pagination":{"page":1},"data":[]}`
	objects = `{"status":"success","pagination":{"page":1},"data":[{"full_name":"a","label":"A"}]}`
	noToken = `{"status":"error","message":"no valid token"}`
)

// on is a world whose requests get one response, by its HTTP code and body.
func on(t *testing.T, code int, body string) *world.World {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	return worldtest.On(t, target.Target{BaseURL: s.URL, Tokens: target.Tokens{Workspace: "w0rkspace", OtherWorkspace: "0ther"},
		Resources: target.Resources{DestinationID: 1, ObjectsDestinationID: 2, EmptyDestinationID: 3},
		Limits:    target.Limits{RequestTimeout: target.Duration(time.Minute)}})
}

// rejected is a faulty request for a list with its response.
func rejected(code int, body string) *client.Exchange {
	return &client.Exchange{Request: client.Request{Operation: spec.ListDestinationObjects, Method: http.MethodGet, Path: "/api/v1/destinations/3/objects", Token: "invented", Scheme: client.Bearer},
		Status: code, Body: []byte(body)}
}

func TestAnEmptyListRejectsARequestOnlyWhereEachListIsEmpty(t *testing.T) {
	for rule, c := range map[string]struct {
		shown *client.Exchange // of the empty list
		code  int              // of the list with records
		body  string
		fails bool
		skip  report.ReasonKind
	}{
		"a rejection":                   {rejected(401, noToken), 500, "", false, ""},
		"the other list is empty, too":  {rejected(200, empty), 200, empty, false, ""},
		"the other list is rejected":    {rejected(200, empty), 401, noToken, true, ""},
		"the other list fails":          {rejected(200, empty), 400, "no JSON", true, ""},
		"the other list is overcharged": {rejected(200, empty), 500, "", false, report.Inconclusive},
	} {
		w := on(t, c.code, c.body)
		w.List = paging.ListingOf("objects of the empty destination")
		w.Last = c.shown
		err := showsNoEmptyList(w)
		var f *outcome.Finding
		if errors.As(err, &f) != c.fails || !c.fails && err != nil && w.Run.ReasonOf(err).Kind != c.skip || err == nil && c.skip != "" {
			t.Errorf("%s: %v", rule, err)
		}
	}
}

func TestNoneOfSeveralFaultyRequestsMayShowARecord(t *testing.T) {
	for rule, c := range map[string]struct {
		second *client.Exchange
		fails  bool
	}{
		"rejections":                       {rejected(403, noToken), false},
		"an empty list":                    {rejected(200, empty), false},
		"records":                          {rejected(200, objects), true},
		"records with the code of a fault": {rejected(401, strings.Replace(objects, `"success"`, `"error"`, 1)), true},
		"records in a member of its own":   {rejected(401, `{"status":"error","debug":{"rows":["crm_contact","crm_account"]}}`), true},
	} {
		w := on(t, 401, noToken)
		known := rejected(200, `{"status":"success","data":[{"full_name":"crm_contact"},{"full_name":"crm_account"}]}`)
		known.Allowed = true
		w.NoteIdentifyingTexts(known)
		w.Several = []*client.Exchange{rejected(401, noToken), c.second, rejected(401, noToken)}
		w.Last = w.Several[2]
		if err := eachRejected(w); (err != nil) != c.fails {
			t.Errorf("%s: %v, want a finding: %t", rule, err, c.fails)
		}
	}
}

func TestFaultsAreSentWithOneRequestUntilTheyAreChecked(t *testing.T) {
	w := on(t, 401, noToken)
	w.Operation = spec.CreateConnector
	send := func() string {
		if err := againWithoutToken(w); err != nil {
			t.Fatal(err)
		}
		return string(w.Last.Request.Body)
	}
	first := send()
	if second := send(); second != first || len(w.Several) != 2 {
		t.Errorf("the second fault: %s, %d responses; the first one: %s", second, len(w.Several), first)
	}
	for rule, end := range map[string]func() error{
		"a check": func() error { return responses.IsRejectedWithoutEffect(w) },
		"a step that begins another request": func() error {
			_ = requestThatSucceeds(w, spec.CreateConnector)
			return nil
		},
	} {
		before := send()
		if err := end(); err != nil {
			t.Fatal(rule, err)
		}
		if after := send(); after == before || len(w.Several) != 1 {
			t.Errorf("after %s: %s, %d responses; before: %s", rule, after, len(w.Several), before)
		}
	}
}

func TestARequestWithCookiesIsSentWhereResponsesSetSome(t *testing.T) {
	w := on(t, 401, noToken)
	if err := listWithCookies(w, "destination objects"); err != nil || w.Last != nil {
		t.Errorf("without cookies: %v, %+v", err, w.Last)
	}
}

func TestAKeyOfTheTargetFileIsNeededForAnotherWorkspace(t *testing.T) {
	w := on(t, 401, noToken)
	w.Run.Target.Tokens.OtherWorkspace = ""
	if err := listWithToken(w, "destination objects", "page 1", "other_workspace"); err == nil || w.Run.ReasonOf(err).Kind != report.LeftOut {
		t.Errorf("%v: without the token the scenario has to be left out", err)
	}
	if err := listWithToken(w, "destination objects", "page 1", "random"); err != nil || w.Last.Token == w.Run.Target.Tokens.Workspace || !strings.Contains(w.Last.Query, "page=1") {
		t.Errorf("%v, %+v", err, w.Last)
	}
}
