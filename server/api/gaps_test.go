package api_test

import (
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"understudy/server/internal/testkit"
	"understudy/spec"
	"understudy/spec/gap"
)

// probe asks a fake that chose a variant, and returns what tells the variants
// apart.
type probe func(f testkit.Fake) string

func code(a testkit.Response) string { return fmt.Sprint(a.Code) }

func listed(query, path string) probe {
	return func(f testkit.Fake) string {
		a := f.ListInvitations(query)
		if a.Code != http.StatusOK {
			return code(a)
		}
		return code(a) + " " + a.Get(path).Raw
	}
}

func posted(replacements ...string) probe {
	return func(f testkit.Fake) string { return code(f.PostSegment(f.SegmentBody(replacements...))) }
}

func withToken(method, target string, edits ...testkit.Edit) probe {
	return func(f testkit.Fake) string { return code(f.Do(method, target, "", edits...)) }
}

func calling(operation, body string) probe {
	return func(f testkit.Fake) string { return code(f.Call(operation, body)) }
}

// retrieved shows a path of the destination that may be renamed.
func retrieved(path string) probe {
	return func(f testkit.Fake) string { return f.Get(f.DestinationPath(f.Ground().DestinationID)).Get(path).Raw }
}

func molecule(attributeType, operator string) string {
	return fmt.Sprintf(`[{"attribute":"a","attribute_type":%q,"operator":%q,"value":1}]`, attributeType, operator)
}

func statuses(codes ...string) map[string]string {
	want := map[string]string{}
	for _, c := range codes {
		want[c] = c
	}
	return want
}

// appearances has a row per probed gap: how to see it, and what each of its
// variants must show.
var appearances = map[string]struct {
	see  probe
	want map[string]string
}{
	"next-link": {listed("?per_page=100", "next"),
		map[string]string{"sent": `200 "http://fake.example.com/api/v1/invitations?page=2&per_page=100&order=desc"`, "absent": "200 "}},
	"page-ends": {func(f testkit.Fake) string {
		return listed("", "pagination.prev_page")(f) + "|" + listed("?page=6", "pagination.next_page")(f)
	}, map[string]string{"null": "200 null|200 null", "zero": "200 0|200 0", "absent": "200 |200 "}},
	"empty-list-last-page": {func(f testkit.Fake) string {
		empty := testkit.Open(f.TB, testkit.EmptyOptions(f))
		return empty.ListInvitations("").Get("pagination.last_page").Raw
	}, map[string]string{"one": "1", "zero": "0"}},
	"content-type": {func(f testkit.Fake) string {
		return f.ListInvitations("").Header.Get("Content-Type") + "|" + f.PostSegment("").Header.Get("Content-Type")
	},
		map[string]string{"json": "application/json|application/json", "json-charset": "application/json; charset=utf-8|application/json; charset=utf-8",
			"vendor": "application/vnd.api+json|application/vnd.api+json"}},
	"request-content-type": {func(f testkit.Fake) string {
		return code(f.PostSegment(f.SegmentBody(), func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }))
	}, map[string]string{"refuse": "415", "refuse-400": "400", "accept": "201"}},
	"malformed-body-status": {func(f testkit.Fake) string { return code(f.PostSegment("{")) }, statuses("400", "422")},

	"destination-type":     {retrieved("data.type"), map[string]string{"sent": `"northstar_crm"`, "absent": ""}},
	"destination-untested": {func(f testkit.Fake) string { return inspections["destination-untested"].see(f, spec.GetDestination) }, map[string]string{"null": "nullnullnull", "absent": ""}},
	"destination-retest": {func(f testkit.Fake) string {
		f.Advance(time.Second)
		return fmt.Sprint(f.Call(spec.UpdateDestination, "").Get("data.last_tested_at").Str != "2025-09-18T05:00:12.604Z")
	}, map[string]string{"tested": "true", "kept": "false"}},
	"test-step-error": {retrieved("data.last_test_results.steps.0.error"), map[string]string{"absent": "", "null": "null"}},
	"object-list-members": {func(f testkit.Fake) string {
		o := f.Call(spec.UpdateDestination, "").Get("data.objects.0")
		return o.Get("is_audience_destination").Raw + o.Get("data").Raw + o.Get("supported_custom_field_types.0").Raw
	}, map[string]string{"absent": "", "present": `false{"lists":[]}{"type":"string","array":false}`}},
	"object-custom-field-types": {func(f testkit.Fake) string {
		return objectMember(f, spec.ListDestinationObjects, "supported_custom_field_types")
	},
		map[string]string{"absent": "", "empty": "[]"}},
	"object-lookup": {func(f testkit.Fake) string {
		return objectMember(f, spec.ListDestinationObjects, "fields.0.lookup_object")
	}, map[string]string{"null": "null", "empty": `""`}},
	"advanced-field-optional": {func(f testkit.Fake) string {
		return objectMember(f, spec.ListDestinationObjects, "advanced_configuration_field_definitions.2.default")
	}, map[string]string{"absent": "", "null": "null"}},
	"destination-update-code":    {calling(spec.UpdateDestination, ""), statuses("200", "202")},
	"destination-unknown-status": {func(f testkit.Fake) string { return code(f.Get("/api/v1/destinations/1/objects")) }, statuses("404", "400", "403")},

	"configuration-field-unused": {func(f testkit.Fake) string { return configurationMember(f, spec.CreateConnector, "matches") }, map[string]string{"absent": "", "null": "null"}},
	"configuration-field-texts":  {func(f testkit.Fake) string { return configurationMember(f, spec.CreateConnector, "hint") }, map[string]string{"null": "null", "placeholder": `""`}},
	"configuration-fields-shown": {func(f testkit.Fake) string {
		fields := f.Call(spec.CreateConnector, "").Get("data.configuration_fields.fields")
		return fields.Get("#.id").Raw + fields.Get("#.show").Raw
	}, map[string]string{"all": `["account_id","api_key","batch_size","dry_run","data_region"][true,true,true,true,false]`, "editable": `["account_id","api_key","batch_size","dry_run"][true,true,true,true]`}},
	"connector-service-name-missing": {func(f testkit.Fake) string {
		a := f.Call(spec.CreateConnector, f.ConnectorBody("service_name", "", "label", `"Shelf labels"`))
		return code(a) + a.Get("data.service_name").Raw
	}, map[string]string{"refuse": "400", "accept": `200"shelf_labels_2"`}},
	"connector-label-missing": {func(f testkit.Fake) string {
		a := f.Call(spec.CreateConnector, f.ConnectorBody("label", ""))
		return code(a) + a.Get("data.label").Raw
	}, map[string]string{"refuse": "400", "accept": `200"probe"`}},
	"connector-label-blank": {func(f testkit.Fake) string {
		a := f.Call(spec.CreateConnector, f.ConnectorBody("label", `""`))
		return code(a) + a.Get("data.label").Raw
	}, map[string]string{"refuse": "400", "accept": `200""`}},
	"connector-data-missing": {func(f testkit.Fake) string { return code(f.Call(spec.CreateConnector, f.ConnectorBody("data", ""))) }, map[string]string{"accept": "200", "refuse": "400"}},
	"connector-definition-missing": {func(f testkit.Fake) string {
		return code(f.Call(spec.CreateConnector, f.ConnectorBody("configuration_definition", "")))
	}, map[string]string{"accept": "200", "refuse": "400"}},
	"connector-definition-type": {func(f testkit.Fake) string {
		return code(f.Call(spec.CreateConnector, f.ConnectorBody("configuration_definition", `{"k":{"type":"odour"}}`)))
	}, map[string]string{"refuse": "400", "accept": "200"}},
	"connector-field-id-blank": {func(f testkit.Fake) string {
		a := f.Call(spec.CreateConnector, f.ConnectorBody("configuration_definition", `{"k":{"id":""}}`))
		return code(a) + a.Get("data.configuration_fields.fields.0.id").Raw
	}, map[string]string{"refuse": "400", "accept": `200""`}},
	"connector-service-name-taken": {func(f testkit.Fake) string {
		return code(f.Call(spec.CreateConnector, f.ConnectorBody("service_name", `"northstar_crm"`)))
	}, statuses("409", "422", "400")},
	"connector-service-name-sent-again": {calling(spec.UpdateConnector, `{"connector":{"service_name":"other","label":"L"}}`), map[string]string{"ignore": "200", "refuse": "400"}},
	"connector-icon-url": {func(f testkit.Fake) string {
		return code(f.Call(spec.CreateConnector, f.ConnectorBody("icon_url", `"icon.png"`)))
	}, map[string]string{"refuse": "400", "accept": "200"}},
	"connector-update-after-publish": {func(f testkit.Fake) string { return code(afterPublishing(f, spec.UpdateConnector)) }, map[string]string{"refuse": "409", "accept": "200"}},
	"connector-publish-again":        {func(f testkit.Fake) string { return code(afterPublishing(f, spec.PublishConnector)) }, map[string]string{"refuse": "409", "accept": "200"}},
	"connector-conflict-status":      {func(f testkit.Fake) string { return code(afterPublishing(f, spec.PublishConnector)) }, statuses("409", "422", "403")},
	"connector-unknown-status": {func(f testkit.Fake) string {
		return code(f.Do("PUT", "/api/v1/connectors/nobodys/publish_to_organization", "", testkit.Bearer(f.Ground().WorkspaceToken)))
	}, statuses("404", "400", "403")},

	"link-lifetime": {func(f testkit.Fake) string {
		link := f.Call(spec.CreateLink, "").Get("data")
		return link.Get("expiration").Time().Sub(f.Home().Clock().Now().Truncate(time.Second)).String()
	}, map[string]string{"24h": "24h0m0s", "1h": "1h0m0s", "168h": "168h0m0s"}},
	"link-again": {func(f testkit.Fake) string {
		first, again := f.Call(spec.CreateLink, ""), f.Call(spec.CreateLink, "")
		return fmt.Sprint(first.Code, again.Code, first.Body == again.Body)
	}, map[string]string{"new": "201 201 false", "same": "201 201 true"}},
	"link-redirect-missing": {calling(spec.CreateLink, "{}"), map[string]string{"refuse": "400", "accept": "201"}},
	"link-redirect-scheme":  {calling(spec.CreateLink, `{"redirect_uri":"app://back"}`), map[string]string{"refuse": "400", "accept": "201"}},
	"link-expired-answer": {func(f testkit.Fake) string {
		uri := f.Call(spec.CreateLink, "").Get("data.uri").Str
		f.Advance(24 * time.Hour)
		return code(f.Follow(uri))
	}, statuses("410", "404", "403")},
	"segment-unknown-status": {func(f testkit.Fake) string {
		return code(f.Do("POST", f.SegmentsPath()+"/1/segment_management_links", `{"redirect_uri":"https://example.com"}`, testkit.Bearer(f.Ground().WorkspaceToken)))
	}, statuses("404", "400", "422")},

	"topics-code": {calling(spec.ListTopics, ""), statuses("200", "203")},
	"topics-paging": {func(f testkit.Fake) string {
		r := f.Request(spec.ListTopics)
		r.Path += "?page=2"
		return f.Send(r).Get("data.#").Raw
	}, map[string]string{"whole": "40", "paged": "15"}},
	"topics-order": {func(f testkit.Fake) string { return f.Call(spec.ListTopics, "").Get("data.0.name").Str },
		map[string]string{"newest": "consent_withdrawn", "oldest": "banner_clicked", "name": "account_closed"}},
	"topics-other-source": {func(f testkit.Fake) string {
		a := f.Get(fmt.Sprintf("/api/v1/sources/%d/topics", f.Ground().SourceID))
		return code(a) + a.Get("data").Raw
	}, map[string]string{"405": "405", "404": "404", "empty": "200[]"}},

	"segment-name-blank": {posted("name", `""`), map[string]string{"refuse": "400", "accept": "201"}},
	"segment-name-taken": {func(f testkit.Fake) string { f.CreateSegment(); return posted()(f) }, map[string]string{"accept": "201", "refuse": "400"}},
	"dataset-unknown":    {posted("dataset_id", "999"), map[string]string{"refuse": "400", "accept": "201"}},
	"member-unknown":     {posted("colour", `"red"`), map[string]string{"ignore": "201", "refuse": "400"}},
	"name-not-a-string": {func(f testkit.Fake) string {
		a := f.PostSegment(f.SegmentBody("name", "12.50"))
		if a.Code != http.StatusCreated {
			return code(a)
		}
		f.Advance(time.Hour)
		return f.Get(fmt.Sprintf("%s/%s", f.SegmentsPath(), a.Get("data.id"))).Get("data.name").Raw
	}, map[string]string{"refuse": "400", "accept": `"12.50"`}},
	"molecules-empty":        {posted("molecules", "[]"), map[string]string{"accept": "201", "refuse": "400"}},
	"molecule-group":         {posted("molecules", "[["+testkit.AtomicMolecule+"]]"), map[string]string{"accept": "201", "refuse": "400"}},
	"attribute-blank":        {posted("molecules", `[`+strings.Replace(testkit.AtomicMolecule, "email", "", 1)+`]`), map[string]string{"accept": "201", "refuse": "400"}},
	"attribute-type-unknown": {posted("molecules", molecule("odour", "in")), map[string]string{"refuse": "400", "accept": "201"}},
	"operator-unknown":       {posted("molecules", molecule("sql", "smells")), map[string]string{"refuse": "400", "accept": "201"}},

	"timestamp-form": {func(f testkit.Fake) string {
		return f.ListInvitations("?order=asc").Get("data.0.created_at").Str + "|" + f.Get("/api/v1/sources/4120/filter_segments/2301").Get("data.created_at").Str +
			"|" + f.Get("/api/v1/sources/4120/filter_segments/2301/source_status").Get("created_at").Str
	}, map[string]string{
		"milliseconds": "2023-10-02T12:25:05.547Z|2024-03-11T10:02:17.480Z|2024-03-11T10:02:17.480Z",
		"seconds":      "2023-10-02T12:25:05Z|2024-03-11T10:02:17Z|2024-03-11T10:02:17Z",
		"offset":       "2023-10-02T14:25:05+02:00|2024-03-11T12:02:17+02:00|2024-03-11T12:02:17+02:00",
	}},
	"invitation-unclaimed": {func(f testkit.Fake) string {
		row := f.ListInvitations("").Get("data.0")
		return row.Get("claimed_at").Raw + "|" + row.Get("claimed_by_id").Raw
	}, map[string]string{"null": "null|null", "absent": "|"}},
	"invitation-roles": {func(f testkit.Fake) string {
		roles := map[string]bool{}
		for _, r := range f.ListInvitations("?per_page=100").Get("data.#.role").Array() {
			roles[r.Str] = true
		}
		return strings.Join(slices.Sorted(maps.Keys(roles)), " ")
	}, map[string]string{"lower-case": "admin member", "capitalised": "Admin Member"}},

	"source-status-type": {func(f testkit.Fake) string {
		path := f.CreateSegment() + "/source_status"
		running := f.Get(path).Get("status").Raw
		f.Advance(time.Minute)
		return running + " " + f.Get(path).Get("status").Raw
	}, map[string]string{"boolean": "false true", "string": `"false" "true"`}},
	"source-code": {func(f testkit.Fake) string { return code(f.Get(f.CreateSegment() + "/source_status")) }, statuses("200", "202", "404")},
	"source-properties-place": {func(f testkit.Fake) string {
		a := f.Get("/api/v1/sources/4120/filter_segments/2301/source_status")
		return a.Get("id").Raw + "|" + a.Get("data.id").Raw
	}, map[string]string{"beside": "2301|", "data": "|2301"}},
	"source-token": {func(f testkit.Fake) string {
		path := "/api/v1/sources/4120/filter_segments/2301/source_status"
		return code(f.Do("GET", path, "")) + code(f.Do("GET", path, "", testkit.Bearer("wrong")))
	}, map[string]string{"needed": "401401", "not-needed": "200200"}},

	"page-negative":     {listed("?page=-1", "pagination.page"), map[string]string{"refuse": "400", "first": "200 1"}},
	"page-not-a-number": {listed("?page=two", "pagination.page"), map[string]string{"refuse": "400", "first": "200 1"}},
	"page-fraction":     {listed("?page=1.5", "pagination.page"), map[string]string{"refuse": "400", "floor": "200 1", "ceil": "200 2"}},
	"page-past-end": {func(f testkit.Fake) string {
		return listed("?page=7", "data.#")(f) + "|" + listed("?page=7", "pagination.page")(f) + "|" + listed("?page=7", "pagination.total_records")(f)
	}, map[string]string{"empty": "200 0|200 7|200 137", "refuse": "400|400|400", "last": "200 12|200 6|200 137"}},
	"parameter-repeated": {listed("?page=2&page=3", "pagination.page"), map[string]string{"first": "200 2", "last": "200 3", "refuse": "400"}},
	"per-page-zero":      {listed("?per_page=0", "pagination.per_page"), map[string]string{"refuse": "400", "default": "200 25", "one": "200 1"}},
	"order-unknown":      {listed("?order=up", "data.0.id"), map[string]string{"refuse": "400", "default": "200 5310"}},
	"parameter-status":   {listed("?page=-1", ""), statuses("400", "422", "404")},

	"missing-token-status": {withToken("GET", testkit.InvitationsPath), statuses("401", "403", "400")},
	"invalid-token-status": {withToken("GET", testkit.InvitationsPath, testkit.Bearer("wrong")), statuses("401", "403", "404")},
	"wrong-kind-token-status": {func(f testkit.Fake) string {
		return code(f.Do("GET", testkit.InvitationsPath, "", testkit.Bearer(f.Ground().WorkspaceToken)))
	}, statuses("403", "401", "404")},
	"other-workspace-status": {func(f testkit.Fake) string {
		return code(f.Do("POST", f.SegmentsPath(), f.SegmentBody(), testkit.Bearer(f.Ground().OtherWorkspaceToken)))
	}, statuses("404", "403", "401")},
	"basic-authorization": {func(f testkit.Fake) string {
		return code(f.Do("GET", testkit.InvitationsPath, "", testkit.AddHeader("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("bearer:"+f.Ground().PersonalToken)))))
	}, map[string]string{"refuse": "401", "accept": "200"}},
	"bearer-lower-case": {func(f testkit.Fake) string {
		return code(f.Do("GET", testkit.InvitationsPath, "", testkit.AddHeader("Authorization", "bearer "+f.Ground().PersonalToken)))
	}, map[string]string{"accept": "200", "refuse": "401"}},

	"error-content-type": {func(f testkit.Fake) string { return f.ListInvitations("?page=-1").Header.Get("Content-Type") }, map[string]string{
		"fitting": "application/json", "problem": "application/problem+json", "plain": "text/plain; charset=utf-8",
	}},
	"error-body": {func(f testkit.Fake) string {
		a := f.ListInvitations("?page=-1")
		return a.Header.Get("Content-Type") + " " + a.Body
	}, map[string]string{
		"message":     `application/json {"status":"error","message":"page: must not be negative"}`,
		"status-only": `application/json {"status":"error"}`,
		"errors":      `application/json {"errors":["page: must not be negative"]}`,
		"text":        "text/plain; charset=utf-8 page: must not be negative\n",
		"empty":       " ",
	}},
	"source-unknown-status": {func(f testkit.Fake) string {
		return code(f.Do("POST", "/api/v1/sources/1/filter_segments", f.SegmentBody(), testkit.Bearer(f.Ground().WorkspaceToken)))
	}, statuses("404", "400", "422")},
	"not-found-body": {func(f testkit.Fake) string { return f.Get(f.SegmentsPath() + "/1").Body },
		map[string]string{"word": `{"status":"not_found"}`, "integer": `{"status":404}`, "error": `{"status":"error","message":"no segment \"1\" on source 4120"}`}},
	"body-refusal-status": {posted("name", ""), statuses("400", "422", "200")},
	"per-page-over-max":   {listed("?per_page=101", "pagination.per_page"), map[string]string{"clamp": "200 100", "refuse": "400", "default": "200 25"}},
}

func TestEveryVariantShowsAsTheRegistrySays(t *testing.T) {
	for _, g := range gap.All {
		if !g.Probed() {
			continue
		}
		row, ok := appearances[g.ID]
		if !ok {
			t.Errorf("gap %s: nothing here looks at it", g.ID)
			continue
		}
		for _, v := range g.Variants {
			t.Run(g.ID+"="+v.ID, func(t *testing.T) {
				want, ok := row.want[v.ID]
				if !ok {
					t.Fatal("nothing here says what it shows")
				}
				if got := row.see(testkit.OpenChoosing(t, g.ID+"="+v.ID)); got != want {
					t.Errorf("shows %q, want %q", got, want)
				}
			})
		}
		if got := row.see(testkit.OpenChoosing(t)); got != row.want[g.Default] {
			t.Errorf("gap %s: without a choice it shows %q, want the default's %q", g.ID, got, row.want[g.Default])
		}
	}
}

func TestARejectionWithHTTP200HasTheStatusError(t *testing.T) {
	f := testkit.OpenChoosing(t, "body-refusal-status=200", "error-body=status-only")
	if got := f.PostSegment(f.SegmentBody("name", "")).String(); got != `200 {"status":"error"}` {
		t.Error(got)
	}
}

func TestAChoiceHoldsForItsOperationOnly(t *testing.T) {
	f := testkit.OpenChoosing(t, "error-body@create-segment=empty", "content-type@list-invitations=vendor")
	if got := f.ListInvitations("?page=-1"); got.Body == "" || got.Header.Get("Content-Type") != "application/vnd.api+json" {
		t.Errorf("the list fails with %s", got)
	}
	if got := f.PostSegment("{"); got.Body != "" {
		t.Errorf("the creation fails with %s", got)
	}
}
