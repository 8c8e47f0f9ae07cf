package api_test

import (
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"understudy/server/internal/testkit"
	"understudy/spec"
)

// appearances has a row per probed gap: how to see its variant on an operation,
// and what each of its variants shows there.
var appearances = map[string]struct {
	see inspection
	// want is by variant; success means the code of a successful response.
	want map[string]string
}{
	"next-link": {func(f testkit.Fake, operation string) string {
		next := ""
		for _, q := range []string{"", "?per_page=100"} {
			r := f.Request(operation)
			path := r.Path
			r.Path += q
			next += strings.ReplaceAll(f.Send(r).Get("next").Raw, path, "")
		}
		return next
	}, map[string]string{"sent": `"http://fake.example.com?page=2&per_page=25&order=desc""http://fake.example.com?page=2&per_page=100&order=desc"`, "absent": ""}},
	"page-ends": {each(query("", "pagination.prev_page"), query("?page=6", "pagination.next_page")),
		map[string]string{"null": "200 null|200 null", "zero": "200 0|200 0", "absent": "200 |200 "}},
	"empty-list-last-page": {func(f testkit.Fake, operation string) string {
		return fmt.Sprint(emptyList(f, operation).Get("pagination.last_page"))
	}, map[string]string{"one": "1", "zero": "0"}},
	"content-type": {func(f testkit.Fake, operation string) string {
		return f.Call(operation, "").Header.Get("Content-Type") + "|" + f.Send(f.Request(operation), wrongToken).Header.Get("Content-Type")
	}, map[string]string{"json": "application/json|application/json", "json-charset": "application/json; charset=utf-8|application/json; charset=utf-8",
		"vendor": "application/vnd.api+json|application/vnd.api+json"}},
	"request-content-type":  {edited(testkit.SetHeader("Content-Type", "text/plain")), map[string]string{"refuse": "415", "refuse-400": "400", "accept": success}},
	"malformed-body-status": {bodied("{"), statuses("400", "422")},

	"destination-type": {func(f testkit.Fake, operation string) string { return f.Call(operation, "").Get("data.type").Raw },
		map[string]string{"sent": `"northstar_crm"`, "absent": ""}},
	"destination-untested": {func(f testkit.Fake, operation string) string {
		r := f.Request(operation)
		r.Path = f.DestinationPath(f.TestData().EmptyDestinationID)
		data := f.Send(r).Get("data")
		return data.Get("last_test_results").Raw + data.Get("last_test_succeeded").Raw + data.Get("last_tested_at").Raw
	}, map[string]string{"null": "nullnullnull", "absent": ""}},
	"destination-retest": {func(f testkit.Fake, _ string) string {
		f.Advance(time.Second)
		return fmt.Sprint(f.Call(spec.UpdateDestination, "").Get("data.last_tested_at").Str != "2025-09-18T05:00:12.604Z")
	}, map[string]string{"tested": "true", "kept": "false"}},
	"test-step-error": {func(f testkit.Fake, operation string) string {
		return f.Call(operation, "").Get("data.last_test_results.steps.0.error").Raw
	}, map[string]string{"absent": "", "null": "null"}},
	"object-list-members": {func(f testkit.Fake, _ string) string {
		o := f.Call(spec.UpdateDestination, "").Get("data.objects.0")
		return o.Get("is_audience_destination").Raw + o.Get("data").Raw + o.Get("supported_custom_field_types.0").Raw
	}, map[string]string{"absent": "", "present": `false{"lists":[]}{"type":"string","array":false}`}},
	"object-custom-field-types": {func(f testkit.Fake, _ string) string {
		return objectMember(f, spec.ListDestinationObjects, "supported_custom_field_types")
	},
		map[string]string{"absent": "", "empty": "[]"}},
	"object-lookup": {func(f testkit.Fake, operation string) string {
		return objectMember(f, operation, "fields.0.lookup_object")
	},
		map[string]string{"null": "null", "empty": `""`}},
	"advanced-field-optional": {func(f testkit.Fake, operation string) string {
		const third = "advanced_configuration_field_definitions.2."
		return objectMember(f, operation, third+"default") + objectMember(f, operation, third+"supported_values")
	}, map[string]string{"absent": "", "null": "nullnull"}},
	"destination-update-code":    {bodied(""), statuses("200", "202")},
	"destination-unknown-status": {elsewhere(`destinations/\d+`, "destinations/1"), statuses("404", "400", "403")},

	"configuration-field-unused": {func(f testkit.Fake, operation string) string {
		return configurationMember(f, operation, "possible_values") + configurationMember(f, operation, "conditionally_required") + configurationMember(f, operation, "matches")
	}, map[string]string{"absent": "", "null": "nullnullnull"}},
	"configuration-field-texts": {func(f testkit.Fake, operation string) string {
		link := configurationMember(f, operation, "read_more")
		if strings.HasPrefix(link, `"https://docs.example.com/`) {
			link = "a link"
		}
		return configurationMember(f, operation, "hint") + configurationMember(f, operation, "placholder") + link
	}, map[string]string{"null": "nullnullnull", "placeholder": `""""a link`}},
	"configuration-fields-shown": {func(f testkit.Fake, _ string) string {
		fields := f.Call(spec.CreateConnector, "").Get("data.configuration_fields.fields")
		return fields.Get("#.id").Raw + fields.Get("#.show").Raw
	}, map[string]string{"all": `["account_id","api_key","batch_size","dry_run","data_region"][true,true,true,true,false]`, "editable": `["account_id","api_key","batch_size","dry_run"][true,true,true,true]`}},
	"connector-service-name-missing": {func(f testkit.Fake, _ string) string {
		a := f.Call(spec.CreateConnector, f.ConnectorBody("service_name", "", "label", `"Shelf labels"`))
		return code(a) + a.Get("data.service_name").Raw
	}, map[string]string{"refuse": "400", "accept": `200"shelf_labels_2"`}},
	"connector-label-missing": {func(f testkit.Fake, _ string) string {
		a := f.Call(spec.CreateConnector, f.ConnectorBody("label", ""))
		return code(a) + a.Get("data.label").Raw
	}, map[string]string{"refuse": "400", "accept": `200"probe"`}},
	"connector-label-blank": {func(f testkit.Fake, _ string) string {
		a := f.Call(spec.CreateConnector, f.ConnectorBody("label", `""`))
		return code(a) + a.Get("data.label").Raw
	}, map[string]string{"refuse": "400", "accept": `200""`}},
	"connector-data-missing": {func(f testkit.Fake, _ string) string {
		return code(f.Call(spec.CreateConnector, f.ConnectorBody("data", "")))
	}, map[string]string{"accept": "200", "refuse": "400"}},
	"connector-definition-missing": {func(f testkit.Fake, _ string) string {
		return code(f.Call(spec.CreateConnector, f.ConnectorBody("configuration_definition", "")))
	}, map[string]string{"accept": "200", "refuse": "400"}},
	"connector-definition-type": {func(f testkit.Fake, _ string) string {
		return code(f.Call(spec.CreateConnector, f.ConnectorBody("configuration_definition", `{"k":{"type":"odour"}}`)))
	}, map[string]string{"refuse": "400", "accept": "200"}},
	"connector-field-id-blank": {func(f testkit.Fake, _ string) string {
		a := f.Call(spec.CreateConnector, f.ConnectorBody("configuration_definition", `{"k":{"id":""}}`))
		return code(a) + a.Get("data.configuration_fields.fields.0.id").Raw
	}, map[string]string{"refuse": "400", "accept": `200""`}},
	"connector-service-name-taken": {func(f testkit.Fake, _ string) string {
		return code(f.Call(spec.CreateConnector, f.ConnectorBody("service_name", `"northstar_crm"`)))
	}, statuses("409", "422", "400")},
	"connector-service-name-sent-again": {bodied(`{"connector":{"service_name":"other","label":"L"}}`), map[string]string{"ignore": "200", "refuse": "400"}},
	"connector-icon-url": {func(f testkit.Fake, _ string) string {
		return code(f.Call(spec.CreateConnector, f.ConnectorBody("icon_url", `"icon.png"`)))
	}, map[string]string{"refuse": "400", "accept": "200"}},
	"connector-update-after-publish": {func(f testkit.Fake, _ string) string { return code(afterPublishing(f, spec.UpdateConnector)) }, map[string]string{"refuse": "409", "accept": "200"}},
	"connector-publish-again":        {func(f testkit.Fake, _ string) string { return code(afterPublishing(f, spec.PublishConnector)) }, map[string]string{"refuse": "409", "accept": "200"}},
	"connector-conflict-status":      {func(f testkit.Fake, operation string) string { return code(afterPublishing(f, operation)) }, statuses("409", "422", "403")},
	"connector-unknown-status":       {elsewhere(`connectors/\w+`, "connectors/nobodys"), statuses("404", "400", "403")},

	"link-lifetime": {func(f testkit.Fake, _ string) string {
		link := f.Call(spec.CreateLink, "").Get("data")
		return link.Get("expiration").Time().Sub(f.Home().Clock().Now().Truncate(time.Second)).String()
	}, map[string]string{"24h": "24h0m0s", "1h": "1h0m0s", "168h": "168h0m0s"}},
	"link-again": {func(f testkit.Fake, _ string) string {
		first, again := f.Call(spec.CreateLink, ""), f.Call(spec.CreateLink, "")
		return fmt.Sprint(first.Code, again.Code, first.Body == again.Body)
	}, map[string]string{"new": "201 201 false", "same": "201 201 true"}},
	"link-redirect-missing": {bodied("{}"), map[string]string{"refuse": "400", "accept": "201"}},
	"link-redirect-scheme":  {bodied(`{"redirect_uri":"app://back"}`), map[string]string{"refuse": "400", "accept": "201"}},
	"link-expired-answer": {func(f testkit.Fake, _ string) string {
		uri := f.Call(spec.CreateLink, "").Get("data.uri").Str
		f.Advance(24 * time.Hour)
		return code(f.Follow(uri))
	}, statuses("410", "404", "403")},
	"segment-unknown-status": {func(f testkit.Fake, _ string) string {
		return code(f.Do("POST", f.SegmentsPath()+"/1/segment_management_links", `{"redirect_uri":"https://example.com"}`, testkit.Bearer(f.TestData().WorkspaceToken)))
	}, statuses("404", "400", "422")},

	"topics-code": {bodied(""), statuses("200", "203")},
	"topics-paging": {func(f testkit.Fake, _ string) string {
		r := f.Request(spec.ListTopics)
		r.Path += "?page=2"
		return f.Send(r).Get("data.#").Raw
	}, map[string]string{"whole": "40", "paged": "15"}},
	"topics-order": {func(f testkit.Fake, _ string) string { return f.Call(spec.ListTopics, "").Get("data.0.name").Str },
		map[string]string{"newest": "consent_withdrawn", "oldest": "banner_clicked", "name": "account_closed"}},
	"topics-other-source": {func(f testkit.Fake, _ string) string {
		a := f.Get(fmt.Sprintf("/api/v1/sources/%d/topics", f.TestData().SourceID))
		return code(a) + a.Get("data").Raw
	}, map[string]string{"405": "405", "404": "404", "empty": "200[]"}},

	"segment-name-blank": {posted("name", `""`), map[string]string{"refuse": "400", "accept": "201"}},
	"segment-name-taken": {func(f testkit.Fake, operation string) string { f.CreateSegment(); return posted()(f, operation) }, map[string]string{"accept": "201", "refuse": "400"}},
	"dataset-unknown":    {posted("dataset_id", "999"), map[string]string{"refuse": "400", "accept": "201"}},
	"member-unknown":     {posted("colour", `"red"`), map[string]string{"ignore": "201", "refuse": "400"}},
	"name-not-a-string": {func(f testkit.Fake, _ string) string {
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

	"timestamp-form": {timestampForm, map[string]string{"milliseconds": `"0000-00-00T00:00:00.000Z"`,
		"seconds": `"0000-00-00T00:00:00Z"`, "offset": `"0000-00-00T00:00:00+00:00"`}},
	"invitation-unclaimed": {func(f testkit.Fake, _ string) string {
		row := f.ListInvitations("").Get("data.0")
		return row.Get("claimed_at").Raw + "|" + row.Get("claimed_by_id").Raw
	}, map[string]string{"null": "null|null", "absent": "|"}},
	"invitation-roles": {func(f testkit.Fake, _ string) string {
		roles := map[string]bool{}
		for _, r := range f.ListInvitations("?per_page=100").Get("data.#.role").Array() {
			roles[r.Str] = true
		}
		return strings.Join(slices.Sorted(maps.Keys(roles)), " ")
	}, map[string]string{"lower-case": "admin member", "capitalised": "Admin Member"}},

	"source-status-type": {func(f testkit.Fake, _ string) string {
		path := f.CreateSegment() + "/source_status"
		running := f.Get(path).Get("status").Raw
		f.Advance(time.Minute)
		return running + " " + f.Get(path).Get("status").Raw
	}, map[string]string{"boolean": "false true", "string": `"false" "true"`}},
	"source-code": {func(f testkit.Fake, _ string) string { return code(f.Get(f.CreateSegment() + "/source_status")) }, statuses("200", "202", "404")},
	"source-properties-place": {func(f testkit.Fake, _ string) string {
		a := f.Get("/api/v1/sources/4120/filter_segments/2301/source_status")
		return a.Get("id").Raw + "|" + a.Get("data.id").Raw + "|" + a.Get("data.status").Raw
	}, map[string]string{"beside": "2301||", "data": "|2301|", "data-with-status": "|2301|true"}},
	"source-token": {func(f testkit.Fake, _ string) string {
		path := "/api/v1/sources/4120/filter_segments/2301/source_status"
		return code(f.Do("GET", path, "")) + code(f.Do("GET", path, "", testkit.Bearer("wrong")))
	}, map[string]string{"needed": "401401", "not-needed": "200200"}},

	"page-negative":     {query("?page=-1", "pagination.page"), map[string]string{"refuse": "400", "first": "200 1"}},
	"page-not-a-number": {query("?page=two", "pagination.page"), map[string]string{"refuse": "400", "first": "200 1"}},
	"page-fraction":     {query("?page=1.5", "pagination.page"), map[string]string{"refuse": "400", "floor": "200 1", "ceil": "200 2"}},
	"page-past-end": {each(query("?page=7", "data.#"), query("?page=7", "pagination.page"), query("?page=7", "pagination.total_records")),
		map[string]string{"empty": "200 0|200 7|200 137", "refuse": "400|400|400", "last": "200 12|200 6|200 137"}},
	"parameter-repeated": {query("?page=2&page=3", "pagination.page"), map[string]string{"first": "200 2", "last": "200 3", "refuse": "400"}},
	"per-page-zero":      {query("?per_page=0", "pagination.per_page"), map[string]string{"refuse": "400", "default": "200 25", "one": "200 1"}},
	"order-unknown": {func(f testkit.Fake, operation string) string {
		first := query("?order=up", "data.0")(f, operation)
		if first == query("", "data.0")(f, operation) {
			return "as without order"
		}
		return first
	}, map[string]string{"refuse": "400", "default": "as without order"}},
	"parameter-status": {query("?page=-1", ""), statuses("400", "422", "404")},

	"missing-token-status": {edited(testkit.WithoutToken), statuses("401", "403", "400")},
	"invalid-token-status": {edited(wrongToken), statuses("401", "403", "404")},
	"wrong-kind-token-status": {func(f testkit.Fake, operation string) string {
		r := f.Request(operation)
		other := map[string]string{f.TestData().WorkspaceToken: f.TestData().PersonalToken, f.TestData().PersonalToken: f.TestData().WorkspaceToken}
		r.Token = other[r.Token]
		return code(f.Send(r))
	}, statuses("403", "401", "404")},
	"other-workspace-status": {func(f testkit.Fake, operation string) string {
		r := f.Request(operation)
		r.Token = f.TestData().OtherWorkspaceToken
		return code(f.Send(r))
	}, statuses("404", "403", "401")},
	"basic-authorization": {func(f testkit.Fake, operation string) string {
		r := f.Request(operation)
		return code(f.Send(r, testkit.SetHeader("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("bearer:"+r.Token)))))
	}, map[string]string{"refuse": "401", "accept": success}},
	"bearer-lower-case": {func(f testkit.Fake, operation string) string {
		r := f.Request(operation)
		return code(f.Send(r, testkit.SetHeader("Authorization", "bearer "+r.Token)))
	}, map[string]string{"refuse": "401", "accept": success}},

	"error-content-type": {func(f testkit.Fake, operation string) string {
		return f.Send(f.Request(operation), wrongToken).Header.Get("Content-Type")
	}, map[string]string{"fitting": "application/json", "problem": "application/problem+json", "plain": "text/plain; charset=utf-8"}},
	"error-body": {func(f testkit.Fake, operation string) string {
		r := f.Request(operation)
		token := f.Send(r, wrongToken)
		r.Path += "?%"
		parameter := f.Send(r)
		return token.Header.Get("Content-Type") + " " + token.Body + "|" + parameter.Header.Get("Content-Type") + " " + parameter.Body
	}, map[string]string{
		"message": `application/json {"status":"error","message":"the access token does not exist, or was revoked"}|` +
			`application/json {"status":"error","message":"the query cannot be decoded: escape it as a URL's query"}`,
		"status-only": `application/json {"status":"error"}|application/json {"status":"error"}`,
		"errors": `application/json {"errors":["the access token does not exist, or was revoked"]}|` +
			`application/json {"errors":["the query cannot be decoded: escape it as a URL's query"]}`,
		"text": "text/plain; charset=utf-8 the access token does not exist, or was revoked\n|" +
			"text/plain; charset=utf-8 the query cannot be decoded: escape it as a URL's query\n",
		"empty": " | ",
	}},
	"source-unknown-status": {elsewhere(`sources/\d+`, "sources/1"), statuses("404", "400", "422")},
	"not-found-body": {func(f testkit.Fake, operation string) string {
		r := f.Request(operation)
		r.Path = regexp.MustCompile(`(destinations|sources|connectors)/[a-z0-9_]+`).ReplaceAllString(r.Path, "$1/1")
		a := f.Send(r)
		if a.Get("status").Str == "error" {
			return "error"
		}
		return a.Body
	}, map[string]string{"word": `{"status":"not_found"}`, "integer": `{"status":404}`, "error": "error"}},
	"body-refusal-status": {bodied("{}"), statuses("400", "422", "200")},
	"per-page-over-max":   {query("?per_page=101", "pagination.per_page"), map[string]string{"clamp": "200 100", "refuse": "400", "default": "200 25"}},
}
