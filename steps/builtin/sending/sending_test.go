package sending

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"understudy/server/fault"
	"understudy/spec"
	"understudy/steps/builtin/remembered"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/feature"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// written reads the steps of a scenario.
func written(t *testing.T, lines string) (*feature.Scenario, []feature.Fault) {
	t.Helper()
	v := vocabulary.NewVocabulary(rows.Lists, append(append(remembered.Rows.Given, Rows.Given...), FakeRows.Given...), Rows.When,
		[]vocabulary.Step{{Pattern: `^it is so$`, Example: `it is so`, Doc: "Nothing."}})
	text := "Feature: f\n  @promise:created-segment-id @operation:create-segment\n  Scenario: s\n    " + strings.ReplaceAll(strings.TrimSpace(lines), "\n", "\n    ") + "\n    Then it is so\n"
	s, err := feature.Read(v, feature.Folder{Name: "own", Files: fstest.MapFS{"x.feature": {Data: []byte(text)}}})
	if err != nil {
		t.Fatal(err)
	}
	return s.Scenarios[0], s.Lint()
}

func TestLintReadsARequestBeforeItIsSent(t *testing.T) {
	body := func(line, text string) string { return line + "\n  \"\"\"\n  " + text + "\n  \"\"\"" }
	for lines, want := range map[string]string{
		`When I send GET "/api/v1/invitations?page=2"`:                                                                             "",
		`When I send GET "/api/v1/invitaions?page=2"`:                                                                              `did you mean "/api/v1/invitations"?`,
		`When I send GET "/api/v1/sources/1/topic"`:                                                                                `did you mean "/api/v1/sources/1/topics"?`,
		`When I send GET "/api/v1/elsewhere"`:                                                                                      "",
		`When I send GET "api/v1/invitations"`:                                                                                     "does not begin with one /",
		`When I send GET "//evil.example/x"`:                                                                                       "does not begin with one /",
		`When I send GET "https://evil.example/x"`:                                                                                 "a path is below base_url",
		`When I send GET "/a b"`:                                                                                                   "write them as %20",
		`When I send GET "/api/v1/sources/<resources.sorce_id>/topics"`:                                                            "did you mean \"resources.source_id\"?",
		`When I send PUT "/api/v1/connectors/x/publish_to_organization"`:                                                           `use the step "a connector was published"`,
		body(`When I send PATCH "/api/v1/destinations/1" with body:`, `{}`):                                                        `use the step "I rename the destination"; for a body that is rejected, use "a successful update-destination request" and then ` + "`I send it again with the body …`",
		body(`When I send POST "/x" with body:`, `{"a": <resources.source_id>}`):                                                   "",
		body(`When I send POST "/x" with body:`, `{"a":`):                                                                          "with text:",
		body(`When I send POST "/x" with text:`, `{"a":`):                                                                          "",
		body(`When I send GET "/x" with body:`, `{}`):                                                                              "a GET has no body",
		"When I send POST \"/x\" with members:\n  | a | 1 |\n  | b.c | \"x\" |":                                                    "",
		"When I send POST \"/x\" with members:\n  | a | x |":                                                                       "row 1 of the table: x is no JSON value",
		"When I send POST \"/x\" with members:\n  | a |  |":                                                                        "row 1 of the table has no value",
		"When I send POST \"/x\" with members:\n  | a | 1 | 2 |":                                                                   "has 3 cells",
		"When I send POST \"/x\" with body:":                                                                                       "takes a doc string below it",
		"Given the next request has the header \"X-A\" \"1\"\nWhen I send GET \"/x\"":                                              "",
		"Given the next request has the header \"Authorization\" \"1\"\nWhen I send GET \"/\"":                                     "for a token",
		"Given the next request has the header \"X A\" \"1\"\nWhen I send GET \"/x\"":                                              "it is no header of HTTP",
		"When I send GET \"/x\"\nGiven I remember \"id\" as \"a b\"":                                                               "take a name of letters",
		"When I send GET \"/x\"\nGiven I remember \"id\" as \"one\"\nWhen I send GET \"/<ome>\"":                                   "did you mean <one>?",
		"When I send GET \"/<two>\"":                                                                                               "stays as it is",
		"Given the clock of the fake advances by 3 moons\nWhen I send GET \"/x\"":                                                  "is no duration",
		body("Given the fake has the fault:", `[1]`) + "\nWhen I send GET \"/x\"":                                                  "a fault is a JSON object",
		body("Given the fake has the fault:", `{"operation":"list-topic","status":418}`) + "\nWhen I send GET \"/x\"":              `a fault of "list-topic": did you mean`,
		body("Given the fake has the fault:", `{"staus":418}`) + "\nWhen I send GET \"/x\"":                                        `a fault has no "staus": did you mean "status"?`,
		body("Given the fake has the fault:", `{"status":418,"when":{"first":"x"}}`) + "\nWhen I send GET \"/x\"":                  `"when.first" of a fault cannot be "x"`,
		body("Given the fake has the fault:", `{"when":[1]}`) + "\nWhen I send GET \"/x\"":                                         `"when" of a fault cannot be [1]`,
		body("Given the fake has the fault:", `{"latency":{"uniform":["1s", 2]},"when":{"every":2}}`) + "\nWhen I send GET \"/x\"": "",
	} {
		_, faults := written(t, lines)
		got := ""
		for _, f := range faults {
			got += f.Error() + "\n"
		}
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s\n%s\nwant %s", lines, got, want)
		}
	}
}

func TestANameThatAnOutlineReplacesIsRejected(t *testing.T) {
	v := vocabulary.NewVocabulary(rows.Lists, remembered.Rows.Given, Rows.When, []vocabulary.Step{{Pattern: `^it is so$`, Example: `it is so`, Doc: "Nothing."}})
	text := "Feature: f\n  @promise:list-data\n  Scenario Outline: s <id>\n    When I send GET \"/api/v1/invitations\"\n    Given I remember \"data.0.id\" as \"id\"\n    Then it is so\n    Examples:\n      | id |\n      | 1 |\n"
	s, err := feature.Read(v, feature.Folder{Name: "own", Files: fstest.MapFS{"x.feature": {Data: []byte(text)}}})
	if err != nil {
		t.Fatal(err)
	}
	if faults := s.Lint(); len(faults) != 1 || !strings.Contains(faults[0].Message, `the examples of the outline have a column "id"`) {
		t.Errorf("the faults are %v", faults)
	}
}

func TestARequestHasItsOperationAndItsFootprint(t *testing.T) {
	for line, want := range map[string]struct {
		operation string
		writes    bool
		footprint vocabulary.Footprint
	}{
		`When I send GET "/api/v1/invitations?page=2"`:                             {spec.ListInvitations, false, vocabulary.Footprint{Requests: 1}},
		`When I send POST "/api/v1/sources/<resources.source_id>/filter_segments"`: {spec.CreateSegment, true, vocabulary.Footprint{Requests: 1, Segments: 1, Needs: "resources.source_id"}},
		`When I send POST "/api/v1/connectors"`:                                    {spec.CreateConnector, true, vocabulary.Footprint{Requests: 1, Connectors: 1}},
		`When I send DELETE "/api/v1/invitations/7"`:                               {"", true, vocabulary.Footprint{Requests: 1, Others: 1}},
		`When I send HEAD "/api/v1/sources/7/topics"`:                              {spec.ListTopics, false, vocabulary.Footprint{Requests: 1}},
	} {
		sc, _ := written(t, line)
		u := sc.Steps[0]
		if operation, writes := asks(u); operation != want.operation || writes != want.writes || sc.Writes != want.writes {
			t.Errorf("%s: operation %q, writes %v, tagged %v", line, operation, writes, sc.Writes)
		}
		if f := u.Footprint(); f.Requests != want.footprint.Requests || f.Segments != want.footprint.Segments || f.Connectors != want.footprint.Connectors ||
			f.Others != want.footprint.Others || f.Needs != want.footprint.Needs {
			t.Errorf("%s: the footprint %+v", line, f)
		}
	}
}

// got is what a deployment received.
type got struct {
	method, url, body string
	header            http.Header
}

// onServer is a scenario on a deployment that keeps what it received.
func onServer(t *testing.T) (*world.World, func() got) {
	t.Helper()
	var last got
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		last = got{r.Method, r.URL.String(), string(body), r.Header}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		_, _ = io.WriteString(w, `{"id": 7, "name": "a/b c?", "data": {"id": 8}}`)
	}))
	t.Cleanup(s.Close)
	w := worldtest.On(t, target.Target{BaseURL: s.URL + "/base", Tokens: target.Tokens{Workspace: "token-of-workspace", Personal: "token-of-person"},
		Resources: target.Resources{SourceID: 4, DatasetID: 5}, Samples: target.Samples{AtomicMolecule: map[string]any{"value": "é"}}})
	return w, func() got { return last }
}

func TestARequestIsSentAsWritten(t *testing.T) {
	w, last := onServer(t)
	if err := sendBody(w, "POST", "/x/<resources.source_id>?y=<run.id>", `{"n": "<run.id>", "d": <resources.dataset_id>, "m": [<samples.atomic_molecule>], "b": "<b>"}`); err != nil {
		t.Fatal(err)
	}
	g := last()
	if g.method != "POST" || g.url != "/base/x/4?y="+w.Run.ID || g.body != `{"n": "`+w.Run.ID+`", "d": 5, "m": [{"value":"é"}], "b": "<b>"}` ||
		g.header.Get("Authorization") != "Bearer token-of-workspace" || g.header.Get("Content-Type") != "application/json" {
		t.Errorf("the deployment received %+v", g)
	}
	if entries := w.Run.Ledger.Entries(); len(entries) != 1 || entries[0].ID != "8" || !strings.HasPrefix(entries[0].Name, "POST /x/4") {
		t.Errorf("the ledger has %+v", entries)
	}
	remember := remembered.Rows.Given[0].Func.(func(*world.World, string, string) error)
	if err := remember(w, "name", "name"); err != nil {
		t.Fatal(err)
	}
	if err := send(w, "GET", "/x/<name>?q=<name>"); err != nil {
		t.Fatal(err)
	}
	if g := last(); g.url != "/base/x/a%2Fb%20c%3F?q=a%2Fb+c%3F" {
		t.Errorf("a remembered value is not escaped: %s", g.url)
	}
}

func TestHeadersAndTokensAreThoseOfTheNextRequest(t *testing.T) {
	w, last := onServer(t)
	for token, want := range map[string]string{"no token": "", "the personal token": "Bearer token-of-person", `the token "abc"`: "Bearer abc"} {
		if err := setToken(w, token); err != nil {
			t.Fatal(err)
		}
		if err := setHeader(w, "X-Run", "<run.id>"); err != nil {
			t.Fatal(err)
		}
		if err := sendText(w, "POST", "/x", "{"); err != nil {
			t.Fatal(err)
		}
		if g := last(); g.header.Get("Authorization") != want || g.header.Get("X-Run") != w.Run.ID || g.body != "{" {
			t.Errorf("%s: the deployment received %+v", token, g)
		}
	}
	if err := send(w, "GET", "/x"); err != nil {
		t.Fatal(err)
	}
	if g := last(); g.header.Get("X-Run") != "" || g.header.Get("Authorization") != "Bearer token-of-workspace" {
		t.Errorf("the request after it has the header and token, too: %+v", g)
	}
	if err := setToken(w, "the revoked token"); err != nil {
		t.Fatal(err)
	}
	if err := send(w, "GET", "/x"); err == nil || !strings.Contains(err.Error(), "tokens.revoked") {
		t.Errorf("a token that the target file lacks: %v", err)
	}
}

// TestTheMembersOfAFaultAreThoseOfTheFake compares what lint knows with what the fake reads.
func TestTheMembersOfAFaultAreThoseOfTheFake(t *testing.T) {
	for of, read := range map[string]any{"": fault.Rule{}, "when": fault.When{}, "latency": fault.Latency{}} {
		var names []string
		for _, f := range reflect.VisibleFields(reflect.TypeOf(read)) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			names = append(names, name)
		}
		slices.Sort(names)
		if known := slices.Sorted(maps.Keys(faultMembers[of])); !slices.Equal(known, names) {
			t.Errorf("%q: %q, and the fake reads %q", of, known, names)
		}
	}
}

func TestAGetOfARememberedSourceURLReadsTheSource(t *testing.T) {
	for path, want := range map[string]string{"filter_segment_source_url": spec.ReadSegmentSource, "data.id": ""} {
		sc, _ := written(t, "When I send POST \"/api/v1/sources/7/filter_segments\"\n    Given I remember \""+path+"\" as \"source\"\n    When I send GET \"<source>\"")
		if operation, writes := asks(sc.Steps[2]); operation != want || writes {
			t.Errorf("a GET of %s: operation %q, writes %v", path, operation, writes)
		}
	}
}
