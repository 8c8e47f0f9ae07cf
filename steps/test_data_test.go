package steps_test

import (
	"encoding/json"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/target"
)

// rejectedKeys are the keys of the target file that a deployment rejected whenever
// they were used, each with the operation and the outcome.
func rejectedKeys(r *report.Run) (keys []string) {
	for _, d := range r.TestData {
		if d.Rejected > 0 && d.Accepted == 0 {
			keys = append(keys, d.Key+" by "+d.Operation+": "+d.Outcome)
		}
	}
	return keys
}

// TestTestDataThatIsRejected verifies a conforming deployment with target files that
// are wrong in one key.
func TestTestDataThatIsRejected(t *testing.T) {
	const unknown = 17
	for rule, c := range map[string]struct {
		switches []string
		tags     string
		spoil    func(tg *target.Target)
		want     []string
	}{
		"an empty destination that does not exist": {
			tags:  "@operation:list-destination-objects",
			spoil: func(tg *target.Target) { tg.Resources.EmptyDestinationID = unknown },
			want:  []string{`resources.empty_destination_id by list-destination-objects: HTTP 403 {"errors":["no such destination"]} (or the token has no right to this operation)`}},
		"an empty source of another kind": {
			switches: []string{"topics-405-elsewhere"},
			tags:     "@operation:list-topics",
			spoil:    func(tg *target.Target) { tg.Resources.EmptyTopicsSourceID = tg.Resources.SourceID },
			want:     []string{`resources.empty_topics_source_id by list-topics: HTTP 405 {"errors":["no topics here"]}`}},
		"a source of topics, where another is right": {
			tags:  "@operation:list-topics",
			spoil: func(tg *target.Target) { tg.Resources.TopicsSourceID = unknown },
			want:  []string{`resources.topics_source_id by list-topics: HTTP 410 {"errors":["no topics here"]}`}},
		"a dataset, which no other request separates from what is sent with it": {
			switches: []string{"strict-dataset"},
			tags:     "@operation:create-segment",
			spoil:    func(tg *target.Target) { tg.Resources.DatasetID = unknown },
			want: []string{`resources.dataset_id by create-segment: HTTP 422 {"errors":["no such dataset"]}`,
				`resources.source_id by create-segment: HTTP 422 {"errors":["no such dataset"]}`,
				`samples.atomic_molecule by create-segment: HTTP 422 {"errors":["no such dataset"]}`}},
		"an Operation Molecule": {
			tags:  "@operation:create-segment",
			spoil: func(tg *target.Target) { tg.Samples.OperationMolecule = 17 },
			want:  []string{`samples.operation_molecule by create-segment: HTTP 422 {"errors":["a molecule must be an object"]}`}},
		"a connector's sample": {
			tags: "@operation:create-connector",
			spoil: func(tg *target.Target) {
				tg.Samples.Connector = map[string]any{"service_name": "probe", "colour": "red"}
			},
			want: []string{`samples.connector by create-connector: HTTP 422 {"errors":["unknown member colour"]}`}},
		"a connector to update, where none can be made": {
			switches: []string{"connector-create-refused"},
			tags:     "@operation:update-connector",
			spoil:    func(tg *target.Target) { tg.Resources.ConnectorServiceName = "nobody" },
			want: []string{`resources.connector_service_name by update-connector: HTTP 410 {"errors":["no such destination type"]}`,
				`samples.connector by create-connector: HTTP 422 {"errors":["no destination type can be made here"]}`}},
		"a destination, by words under a code of success": {
			switches: []string{"errors-200"},
			tags:     "@promise:updated-destination-status",
			spoil:    func(tg *target.Target) { tg.Samples.ServiceConnection = map[string]any{"name": "Norte", "type": "crm"} },
			want: []string{`resources.destination_id by update-destination: HTTP 200 and the status "error" {"reason":"the type of a destination cannot change","status":"error"}`,
				`samples.service_connection by update-destination: HTTP 200 and the status "error" {"reason":"the type of a destination cannot change","status":"error"}`}},

		"nothing of a connector that was not needed":        {tags: "@operation:update-connector", spoil: func(tg *target.Target) { tg.Resources.ConnectorServiceName = "nobody" }},
		"nothing of a connector that was published":         {tags: "@operation:publish-connector", spoil: func(tg *target.Target) { tg.Resources.PublishableConnectorServiceName = "nobody" }},
		"nothing of a source that has no topics at all":     {switches: []string{"topics-405-elsewhere"}, tags: "@operation:list-topics", spoil: func(*target.Target) {}},
		"nothing of an Operation Molecule that is accepted": {tags: "@operation:create-segment", spoil: func(*target.Target) {}},
	} {
		t.Run(rule, func(t *testing.T) {
			tg := start(t, c.switches...)
			c.spoil(&tg)
			r := verify(t, tg, steps.Options{Tags: c.tags})
			if got := rejectedKeys(r); !slices.Equal(got, c.want) {
				t.Errorf("rejected %q, want %q", got, c.want)
			}
			exit := 0
			if len(c.want) > 0 {
				exit = 3
			}
			if r.Exit() != exit {
				t.Errorf("exit %d, want %d: %s", r.Exit(), exit, r.Closing())
			}
			for _, want := range c.want {
				if key, _, _ := strings.Cut(want, " "); !strings.Contains(r.Closing(), key) {
					t.Errorf("%s is not named: %s", key, r.Closing())
				}
			}
		})
	}
}

// TestAConnectorThatIsPublishedAlreadyIsNamed runs twice: a connector can be
// published only once, so the second rejection is no fault of the target file.
func TestAConnectorThatIsPublishedAlreadyIsNamed(t *testing.T) {
	tg := start(t)
	o := steps.Options{Tags: "@operation:publish-connector"}
	verify(t, tg, o)
	r := verify(t, tg, o)
	needs := "a resources.publishable_connector_service_name that is not published yet"
	if !slices.ContainsFunc(r.Scenarios, func(s report.Scenario) bool {
		return s.Verdict == report.Skip && s.Needs == needs && strings.Contains(s.Reason.Text, "resources.publishable_connector_service_name is rejected with HTTP 4")
	}) {
		t.Error("no scenario says that it needs another one")
	}
	if got := rejectedKeys(r); r.Exit() != 0 || len(got) > 0 {
		t.Errorf("exit %d, rejected %q: %s", r.Exit(), got, r.Closing())
	}
}

// TestOnlyTheConnectorOfTheTargetFileMayBePublished rejects the publishing of any other one.
func TestOnlyTheConnectorOfTheTargetFileMayBePublished(t *testing.T) {
	for _, code := range []int{http.StatusForbidden, http.StatusUnprocessableEntity} {
		var named, valid string
		_, tg := recorded(t, func(w http.ResponseWriter, r *http.Request, _ string) bool {
			isOther := strings.HasSuffix(r.URL.Path, "/publish_to_organization") && path.Base(path.Dir(r.URL.Path)) != named
			if !isOther || r.Header.Get("Authorization") != "Bearer "+valid {
				return false
			}
			w.WriteHeader(code)
			return true
		})
		named, valid = tg.Resources.PublishableConnectorServiceName, tg.Tokens.Workspace
		if r := verify(t, tg, steps.Options{Tags: "@operation:publish-connector"}); r.Exit() != 0 {
			t.Errorf("HTTP %d: exit %d: %s", code, r.Exit(), r.Closing())
		}
	}
}

// TestAnOperationMoleculeMayHaveToBeTheFirst rejects one at any other place.
func TestAnOperationMoleculeMayHaveToBeTheFirst(t *testing.T) {
	var operation string
	_, tg := recorded(t, func(w http.ResponseWriter, _ *http.Request, body string) bool {
		for i, m := range gjson.Get(body, "molecules").Array() {
			if i > 0 && operation != "" && m.Raw == operation {
				w.WriteHeader(http.StatusUnprocessableEntity)
				return true
			}
		}
		return false
	})
	raw, err := json.Marshal(tg.Samples.OperationMolecule)
	if err != nil {
		t.Fatal(err)
	}
	operation = string(raw)
	r := verify(t, tg, steps.Options{Tags: "@operation:create-segment"})
	if got := rejectedKeys(r); r.Exit() != 0 || len(got) > 0 {
		t.Errorf("exit %d, rejected %q: %s", r.Exit(), got, r.Closing())
	}
}

// TestATokenThatIsAcceptedNowhereHasNoKind verifies that a token which may be invalid
// does not prove what kind of token an operation takes.
func TestATokenThatIsAcceptedNowhereHasNoKind(t *testing.T) {
	noLists := func(tg *target.Target) {
		tg.Resources.ObjectsDestinationID, tg.Resources.EmptyDestinationID, tg.Resources.DestinationID = 0, 0, 0
		tg.Resources.TopicsSourceID, tg.Resources.EmptyTopicsSourceID, tg.Resources.SourceID = 0, 0, 0
	}
	for rule, c := range map[string]struct {
		change func(tg *target.Target)
		want   report.Verdict
		needs  string
	}{
		"a valid one":                         {func(*target.Target) {}, report.Pass, ""},
		"an invalid one":                      {func(tg *target.Target) { tg.Tokens.Workspace = "invalid" }, report.Skip, ""},
		"one that the file names no list for": {noLists, report.Skip, "resources.objects_destination_id or resources.topics_source_id"},
	} {
		_, tg := recorded(t, nil)
		c.change(&tg)
		r := verify(t, tg, steps.Options{Tags: "@promise:personal-token-kind and not @needs:clock", ReadOnly: true})
		for _, s := range r.Scenarios {
			if s.Name == "a workspace's token for list-invitations" && (s.Verdict != c.want || s.Needs != c.needs) {
				t.Errorf("%s: %s (%s), want %s; needs %q, want %q", rule, s.Verdict, s.Reason, c.want, s.Needs, c.needs)
			}
		}
	}
}

// TestWithoutARevokedTokenTheOtherWrongOnesAreSent verifies that the other wrong tokens
// are sent where the target file has no revoked one, and that the report says what was not
// sent.
func TestWithoutARevokedTokenTheOtherWrongOnesAreSent(t *testing.T) {
	for _, given := range []bool{true, false} {
		tg := start(t)
		if !given {
			tg.Tokens.Revoked = ""
		}
		r := verify(t, tg, steps.Options{Tags: "@promise:token-valid and @operation:list-topics"})
		sending := slices.DeleteFunc(r.Scenarios, func(s report.Scenario) bool { return !strings.Contains(s.Name, "one that was revoked") })
		if len(sending) == 0 {
			t.Fatal("no scenario")
		}
		for _, s := range sending {
			remarked := slices.ContainsFunc(s.Remarks, func(r string) bool { return strings.HasPrefix(r, "not sent with a revoked token") })
			if s.Verdict != report.Pass || remarked == given {
				t.Errorf("a revoked token is given: %v: %s is %s (%s), with the remarks %q", given, s.Address, s.Verdict, s.Reason, s.Remarks)
			}
		}
	}
}
