package publishing

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"understudy/steps/builtin/tokens"
	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/target"
)

func TestAConnectorIsPublishedWithTheLabelThatItWasSent(t *testing.T) {
	for rule, c := range map[string]struct {
		made        bool
		label, body string
		another     bool
	}{
		"the label":                     {true, "L", aConnector, false},
		"with white space around it":    {true, " L ", aConnector, false},
		"another one":                   {true, "new", aConnector, true},
		"in other case":                 {true, "l", aConnector, true},
		"an empty one":                  {true, "new", `{"data":{"service_name":"mine","label":""}}`, true},
		"none is shown":                 {true, "new", `{"data":{"service_name":"mine"}}`, false},
		"null":                          {true, "new", `{"data":{"service_name":"mine","label":null}}`, false},
		"a number, for another promise": {true, "new", `{"data":{"service_name":"mine","label":7}}`, false},
		"of the target file's own":      {false, "", aConnector, false},
	} {
		a := attempt{connector: world.Connector{Service: "mine", Label: c.label}, made: c.made, good: wasPublished(http.StatusOK, c.body)}
		if got := a.showsAnotherLabel(); got != c.another {
			t.Errorf("%s: %t, want %t", rule, got, c.another)
		}
	}
}

func TestAnotherConnectorMayBePublishedWhereOneIsRejected(t *testing.T) {
	silent := wasPublished(0, "")
	silent.Err = errors.New("timed out")
	repeated := wasPublished(http.StatusConflict, "")
	repeated.Failed = 1
	waiting := wasPublished(http.StatusForbidden, "")
	waiting.Header = http.Header{"Retry-After": {"1"}}
	rejected := wasPublished(http.StatusUnprocessableEntity, "")
	for rule, c := range map[string]struct {
		good   *client.Exchange
		faulty []*client.Exchange
		may    bool
	}{
		"a success":                                 {wasPublished(200, aConnector), nil, false},
		"as it is published already":                {wasPublished(http.StatusConflict, ""), nil, true},
		"as it is not valid":                        {rejected, nil, true},
		"as it is not found":                        {wasPublished(http.StatusNotFound, ""), nil, true},
		"by its status alone":                       {wasPublished(200, `{"status":"error"}`), nil, true},
		"as the token may not publish it":           {wasPublished(http.StatusForbidden, ""), nil, true},
		"as the token is not valid":                 {wasPublished(http.StatusUnauthorized, ""), nil, false},
		"as it has to be paid for":                  {wasPublished(http.StatusPaymentRequired, ""), nil, false},
		"by a redirect":                             {wasPublished(http.StatusFound, ""), nil, false},
		"as there are too many requests":            {wasPublished(http.StatusTooManyRequests, ""), nil, false},
		"with 403 that asks to wait":                {waiting, nil, false},
		"a server error":                            {wasPublished(500, ""), nil, false},
		"no response":                               {silent, nil, false},
		"after a failure, which may have published": {repeated, nil, false},
		"after rejected faulty requests":            {rejected, []*client.Exchange{wasPublished(401, "")}, true},
		"after a faulty request that published":     {rejected, []*client.Exchange{wasPublished(401, ""), wasPublished(200, aConnector)}, false},
		"after one that shows no connector":         {rejected, []*client.Exchange{wasPublished(204, "")}, true},
	} {
		a := attempt{good: c.good, faulty: map[string]*client.Exchange{}}
		for i, e := range c.faulty {
			a.faulty[string(rune('a'+i))] = faulty(e)
		}
		if got := a.mayAnotherSucceed(); got != c.may {
			t.Errorf("%s: %t, want %t", rule, got, c.may)
		}
	}
}

// Each case is the rejected publishing of the connector that the target file gives, and before it that
// of one of the run.
func TestARejectedPublishingNamesTheKeyToChange(t *testing.T) {
	const key, any = "a resources.publishable_connector_service_name that is not published yet", "a connector that can be published"
	missing := func() error { return outcome.Skip(report.MissingTestData, "rejected") }
	for rule, c := range map[string]struct {
		own, named *client.Exchange
		err        error
		needs      string
		says       []string
	}{
		"it alone":                  {nil, wasPublished(422, ""), missing(), key, []string{"with HTTP 422: the name may be wrong"}},
		"in the deployment's words": {nil, wasPublished(422, "is published"), missing(), key, []string{"with HTTP 422 is published: the name"}},
		"one of the run, too, with another code": {wasPublished(403, ""), wasPublished(422, ""), missing(), key,
			[]string{"with HTTP 422, and that of a connector that this run created with HTTP 403"}},
		"one of the run, too, with the same code": {wasPublished(422, ""), wasPublished(422, ""), missing(), any,
			[]string{"with HTTP 422, and that of a connector that this run created with HTTP 422"}},
		"a success that is not usable":         {nil, wasPublished(200, aConnector), missing(), "", []string{"rejected"}},
		"a skip for another reason":            {nil, wasPublished(422, ""), outcome.Skip(report.Inconclusive, "busy"), "", []string{"busy"}},
		"a finding, which stays what it is":    {nil, wasPublished(422, ""), outcome.Found(nil, "a label", "none"), "", []string{"a label"}},
		"a success, after which nothing fails": {nil, wasPublished(200, aConnector), nil, "", nil},
	} {
		w := worldtest.On(t, target.Target{})
		err := publishedBefore(w, c.own, c.named, c.err)
		needs := ""
		if s := (*outcome.Skipped)(nil); errors.As(err, &s) {
			needs = s.Needs
		}
		if err != c.err || needs != c.needs {
			t.Errorf("%s: needs %q, want %q: %v", rule, needs, c.needs, err)
		}
		for _, text := range c.says {
			if !strings.Contains(err.Error(), text) {
				t.Errorf("%s: %q does not say %q", rule, err, text)
			}
		}
	}
}

func TestPublishingIsTriedWithTheWrongTokensOfTheTargetFile(t *testing.T) {
	of := []string{tokens.Revoked, tokens.Personal, tokens.OtherWorkspace, tokens.AlteredAtItsEnd, tokens.Missing}
	altered := tokens.Other(worldtest.On(t, target.Target{}), tokens.AlteredAtItsEnd, "workspace-1")
	for rule, c := range map[string]struct {
		given target.Tokens
		want  []string
	}{
		"none is given": {target.Tokens{Workspace: "workspace-1"}, []string{tokens.Missing, tokens.AlteredAtItsEnd}},
		"all are given": {target.Tokens{Workspace: "workspace-1", Revoked: "revoked-1", Personal: "personal-1", OtherWorkspace: "other-1"},
			[]string{tokens.Missing, tokens.AlteredAtItsEnd, tokens.Revoked, tokens.Personal, tokens.OtherWorkspace}},
		"the revoked one is another, too": {target.Tokens{Workspace: "workspace-1", Revoked: "personal-1", Personal: "personal-1"},
			[]string{tokens.Missing, tokens.AlteredAtItsEnd, tokens.Personal}},
		"the one of another workspace is the right one": {target.Tokens{Workspace: "workspace-1", OtherWorkspace: "workspace-1"},
			[]string{tokens.Missing, tokens.AlteredAtItsEnd}},
		"the altered one would be that of another workspace": {target.Tokens{Workspace: "workspace-1", OtherWorkspace: altered},
			[]string{tokens.Missing, tokens.AlteredAtItsEnd, tokens.OtherWorkspace}},
	} {
		w := worldtest.On(t, target.Target{Tokens: c.given})
		var got []string
		for _, f := range tokenFaults(w) {
			r := client.Request{Token: c.given.Workspace, Scheme: client.Bearer}
			if f.Change(&r); r.Token == c.given.Workspace && r.Scheme == client.Bearer {
				t.Errorf("%s: the request with the fault %q has the right token", rule, f.Name)
			}
			if f.Name == tokens.AlteredAtItsEnd && r.Token == c.given.OtherWorkspace {
				t.Errorf("%s: the altered token is that of another workspace", rule)
			}
			if slices.Contains(of, f.Name) {
				got = append(got, f.Name)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", rule, got, c.want)
		}
	}
}

func TestAFaultOfATokenThatIsNotGivenIsSkipped(t *testing.T) {
	w := worldtest.On(t, target.Target{})
	_, _ = ofRun(w.Run).result.Get(func() (*result, error) { return &result{attempt: attempt{good: wasPublished(200, aConnector)}}, nil })
	var skipped *outcome.Skipped
	if err := TakeFaulty(w, tokens.Revoked); !errors.As(err, &skipped) || skipped.Kind != report.LeftOut {
		t.Errorf("%v, want a skip", err)
	}
}
