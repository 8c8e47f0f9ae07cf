package api_test

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"understudy/server/internal/testkit"
	"understudy/spec"
	"understudy/spec/gap"
)

// inspect asks one operation of a fake that chose a variant for it.
type inspect func(f testkit.Fake, operation string) string

func one(want map[string]string) func(string) map[string]string {
	return func(string) map[string]string { return want }
}

// query sends the plain request with a query and shows a path of the answer.
func query(text, path string) inspect {
	return func(f testkit.Fake, operation string) string {
		r := f.Request(operation)
		r.Path += text
		a := f.Send(r)
		if a.Code != 200 {
			return code(a)
		}
		return a.Get(path).Raw
	}
}

func edited(edits ...testkit.Edit) inspect {
	return func(f testkit.Fake, operation string) string { return code(f.Send(f.Request(operation), edits...)) }
}

func bodied(body string) inspect {
	return func(f testkit.Fake, operation string) string { return code(f.Call(operation, body)) }
}

// elsewhere replaces an id of the path by that of nothing.
func elsewhere(from, to string) inspect {
	return func(f testkit.Fake, operation string) string {
		r := f.Request(operation)
		r.Path = regexp.MustCompile(from).ReplaceAllString(r.Path, to)
		return code(f.Send(r))
	}
}

func inspectTimestamp(f testkit.Fake, operation string) string {
	a := f.Call(operation, "")
	stamp := regexp.MustCompile(`"\d{4}-\d\d-\d\dT[^"]*"`).FindString(a.Body)
	return regexp.MustCompile(`\d`).ReplaceAllString(stamp, "0")
}

var goodCodes = map[string]string{spec.CreateSegment: "201", spec.CreateLink: "201"}

func goodCode(operation string) string {
	if c := goodCodes[operation]; c != "" {
		return c
	}
	return "200"
}

// inspections has a row per probed gap that arises on several operations.
var inspections = map[string]struct {
	see  inspect
	want func(operation string) map[string]string
}{
	"next-link": {func(f testkit.Fake, operation string) string {
		r := f.Request(operation)
		return strings.ReplaceAll(f.Send(r).Get("next").Raw, r.Path, "")
	}, one(map[string]string{"sent": `"http://fake.example.com?page=2&per_page=25&order=desc"`, "absent": ""})},
	"page-ends": {func(f testkit.Fake, operation string) string {
		return query("", "pagination.prev_page")(f, operation) + "|" + query("?page=6", "pagination.next_page")(f, operation)
	}, one(map[string]string{"null": "null|null", "zero": "0|0", "absent": "|"})},
	"empty-list-last-page": {func(f testkit.Fake, operation string) string {
		return fmt.Sprint(emptyList(f, operation).Get("pagination.last_page"))
	}, one(map[string]string{"one": "1", "zero": "0"})},
	"content-type": {func(f testkit.Fake, operation string) string { return f.Call(operation, "").Header.Get("Content-Type") },
		one(map[string]string{"json": "application/json", "json-charset": "application/json; charset=utf-8", "vendor": "application/vnd.api+json"})},
	"request-content-type": {edited(testkit.SetHeader("Content-Type", "text/plain")), func(o string) map[string]string {
		return map[string]string{"refuse": "415", "refuse-400": "400", "accept": goodCode(o)}
	}},
	"malformed-body-status": {bodied("{"), one(statuses("400", "422"))},
	"body-refusal-status":   {bodied("{}"), one(statuses("400", "422", "200"))},
	"timestamp-form": {inspectTimestamp, one(map[string]string{"milliseconds": `"0000-00-00T00:00:00.000Z"`,
		"seconds": `"0000-00-00T00:00:00Z"`, "offset": `"0000-00-00T00:00:00+00:00"`})},

	"destination-type": {func(f testkit.Fake, operation string) string { return f.Call(operation, "").Get("data.type").Raw },
		one(map[string]string{"sent": `"northstar_crm"`, "absent": ""})},
	"destination-untested": {func(f testkit.Fake, operation string) string {
		r := f.Request(operation)
		r.Path = f.DestinationPath(f.Ground().EmptyDestinationID)
		data := f.Send(r).Get("data")
		return data.Get("last_test_results").Raw + data.Get("last_test_succeeded").Raw + data.Get("last_tested_at").Raw
	}, one(map[string]string{"null": "nullnullnull", "absent": ""})},
	"test-step-error": {func(f testkit.Fake, operation string) string {
		return f.Call(operation, "").Get("data.last_test_results.steps.0.error").Raw
	}, one(map[string]string{"absent": "", "null": "null"})},
	"object-lookup": {func(f testkit.Fake, operation string) string {
		return objectMember(f, operation, "fields.0.lookup_object")
	},
		one(map[string]string{"null": "null", "empty": `""`})},
	"advanced-field-optional": {func(f testkit.Fake, operation string) string {
		const third = "advanced_configuration_field_definitions.2."
		return objectMember(f, operation, third+"default") + objectMember(f, operation, third+"supported_values")
	}, one(map[string]string{"absent": "", "null": "nullnull"})},

	"configuration-field-unused": {func(f testkit.Fake, operation string) string {
		return configurationMember(f, operation, "possible_values") + configurationMember(f, operation, "conditionally_required") + configurationMember(f, operation, "matches")
	}, one(map[string]string{"absent": "", "null": "nullnullnull"})},
	"configuration-field-texts": {func(f testkit.Fake, operation string) string {
		link := configurationMember(f, operation, "read_more")
		if strings.HasPrefix(link, `"https://docs.example.com/`) {
			link = "a link"
		}
		return configurationMember(f, operation, "hint") + configurationMember(f, operation, "placholder") + link
	}, one(map[string]string{"null": "nullnullnull", "placeholder": `""""a link`})},
	"connector-conflict-status": {func(f testkit.Fake, operation string) string { return code(afterPublishing(f, operation)) }, one(statuses("409", "422", "403"))},

	"page-negative":      {query("?page=-1", "pagination.page"), one(map[string]string{"refuse": "400", "first": "1"})},
	"page-not-a-number":  {query("?page=two", "pagination.page"), one(map[string]string{"refuse": "400", "first": "1"})},
	"page-fraction":      {query("?page=1.5", "pagination.page"), one(map[string]string{"refuse": "400", "floor": "1", "ceil": "2"})},
	"page-past-end":      {query("?page=7", "pagination.page"), one(map[string]string{"empty": "7", "refuse": "400", "last": "6"})},
	"parameter-repeated": {query("?page=2&page=3", "pagination.page"), one(map[string]string{"first": "2", "last": "3", "refuse": "400"})},
	"per-page-zero":      {query("?per_page=0", "pagination.per_page"), one(map[string]string{"refuse": "400", "default": "25", "one": "1"})},
	"per-page-over-max":  {query("?per_page=101", "pagination.per_page"), one(map[string]string{"clamp": "100", "refuse": "400", "default": "25"})},
	"order-unknown":      {query("?order=up", "pagination.page"), one(map[string]string{"refuse": "400", "default": "1"})},
	"parameter-status":   {query("?page=-1", ""), one(statuses("400", "422", "404"))},

	"missing-token-status": {edited(testkit.WithoutToken), one(statuses("401", "403", "400"))},
	"invalid-token-status": {edited(testkit.SetHeader("Authorization", "Bearer wrong")), one(statuses("401", "403", "404"))},
	"wrong-kind-token-status": {func(f testkit.Fake, operation string) string {
		r := f.Request(operation)
		other := map[string]string{f.Ground().WorkspaceToken: f.Ground().PersonalToken, f.Ground().PersonalToken: f.Ground().WorkspaceToken}
		r.Token = other[r.Token]
		return code(f.Send(r))
	}, one(statuses("403", "401", "404"))},
	"other-workspace-status": {func(f testkit.Fake, operation string) string {
		r := f.Request(operation)
		r.Token = f.Ground().OtherWorkspaceToken
		return code(f.Send(r))
	}, one(statuses("404", "403", "401"))},
	"basic-authorization": {func(f testkit.Fake, operation string) string {
		r := f.Request(operation)
		return code(f.Send(r, testkit.SetHeader("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("bearer:"+r.Token)))))
	}, func(o string) map[string]string { return map[string]string{"refuse": "401", "accept": goodCode(o)} }},
	"bearer-lower-case": {func(f testkit.Fake, operation string) string {
		r := f.Request(operation)
		return code(f.Send(r, testkit.SetHeader("Authorization", "bearer "+r.Token)))
	}, func(o string) map[string]string { return map[string]string{"refuse": "401", "accept": goodCode(o)} }},

	"error-content-type": {func(f testkit.Fake, operation string) string {
		return f.Send(f.Request(operation), testkit.SetHeader("Authorization", "Bearer wrong")).Header.Get("Content-Type")
	}, one(map[string]string{"fitting": "application/json", "problem": "application/problem+json", "plain": "text/plain; charset=utf-8"})},
	"error-body": {func(f testkit.Fake, operation string) string {
		a := f.Send(f.Request(operation), testkit.SetHeader("Authorization", "Bearer wrong"))
		return a.Header.Get("Content-Type") + " " + a.Body
	}, one(map[string]string{
		"message":     `application/json {"status":"error","message":"the access token does not exist, or was revoked"}`,
		"status-only": `application/json {"status":"error"}`,
		"errors":      `application/json {"errors":["the access token does not exist, or was revoked"]}`,
		"text":        "text/plain; charset=utf-8 the access token does not exist, or was revoked\n",
		"empty":       " ",
	})},
	"not-found-body": {func(f testkit.Fake, operation string) string {
		r := f.Request(operation)
		r.Path = regexp.MustCompile(`(destinations|sources|connectors)/[a-z0-9_]+`).ReplaceAllString(r.Path, "$1/1")
		a := f.Send(r)
		if a.Get("status").Str == "error" {
			return "error"
		}
		return a.Body
	}, one(map[string]string{"word": `{"status":"not_found"}`, "integer": `{"status":404}`, "error": "error"})},
	"source-unknown-status":      {elsewhere(`sources/\d+`, "sources/1"), one(statuses("404", "400", "422"))},
	"destination-unknown-status": {elsewhere(`destinations/\d+`, "destinations/1"), one(statuses("404", "400", "403"))},
	"connector-unknown-status":   {elsewhere(`connectors/\w+`, "connectors/nobodys"), one(statuses("404", "400", "403"))},
}

// emptyList lists what has no records.
func emptyList(f testkit.Fake, operation string) testkit.Response {
	if operation == spec.ListInvitations {
		return testkit.Open(f.TB, testkit.EmptyOptions(f)).ListInvitations("")
	}
	return f.Get(f.DestinationPath(f.Ground().EmptyDestinationID) + "/objects")
}

// objectMember shows a path of the first object, oldest first.
func objectMember(f testkit.Fake, operation, path string) string {
	r := f.Request(operation)
	if operation == spec.ListDestinationObjects {
		r.Path += "?order=asc"
		return f.Send(r).Get("data.0." + path).Raw
	}
	return f.Send(r).Get("data.objects.0." + path).Raw
}

// configurationMember shows a member of a field that has neither hint,
// conditions nor possible values.
func configurationMember(f testkit.Fake, operation, member string) string {
	return fresh(f).Call(operation, "").Get(`data.configuration_fields.fields.@reverse.#(is_password_type_field==` + plainField[operation] + `).` + member).Raw
}

// plainField tells whether the field to look at is a secret one.
var plainField = map[string]string{spec.UpdateConnector: "false", spec.CreateConnector: "true", spec.PublishConnector: "true"}

// fresh is the fake as it was opened, with its choice.
func fresh(f testkit.Fake) testkit.Fake { reset(f); return f }

// reset takes back what was written, and keeps the choice.
func reset(f testkit.Fake) {
	choice := f.Home().Choice()
	f.Home().Reset()
	f.Home().SetChoice(choice)
}

// afterPublishing sends a plain request once its connector is published.
func afterPublishing(f testkit.Fake, operation string) testkit.Response {
	f.Helper()
	r := f.Request(operation)
	connector := strings.Split(r.Path, "/")[4]
	if a := f.Do("PUT", "/api/v1/connectors/"+connector+"/publish_to_organization", "", testkit.Bearer(r.Token)); a.Code != 200 {
		f.Fatal(a)
	}
	return f.Send(r)
}

func TestEveryVariantShowsOnEachOfItsOperations(t *testing.T) {
	for _, g := range gap.All {
		if !g.Probed() || len(g.Operations) < 2 {
			continue
		}
		row, ok := inspections[g.ID]
		if !ok {
			t.Errorf("gap %s: nothing here looks at its operations", g.ID)
			continue
		}
		for _, operation := range g.Operations {
			want := row.want(operation)
			for _, v := range g.Variants {
				choice := []string{g.ID + "@" + operation + "=" + v.ID}
				if g.ID == "destination-untested" && operation == spec.UpdateDestination {
					choice = append(choice, "destination-retest=kept")
				}
				if got := row.see(testkit.OpenChoosing(t, choice...), operation); got != want[v.ID] {
					t.Errorf("%s on %s shows %q, want %q", g.ID+"="+v.ID, operation, got, want[v.ID])
				}
			}
			// What another operation was given must not show here.
			others := slices.DeleteFunc(slices.Clone(g.Operations), func(o string) bool { return o == operation })
			v := g.Variants[len(g.Variants)-1]
			if v.ID == g.Default {
				v = g.Variants[0]
			}
			choice := []string{}
			for _, o := range others {
				choice = append(choice, g.ID+"@"+o+"="+v.ID)
			}
			if g.ID == "destination-untested" {
				choice = append(choice, "destination-retest=kept")
			}
			if got := row.see(testkit.OpenChoosing(t, choice...), operation); got != want[g.Default] {
				t.Errorf("%s=%s on the others shows %q on %s, want %q", g.ID, v.ID, got, operation, want[g.Default])
			}
		}
	}
}

func TestATwinHoldsWhereAGapDoesNotArise(t *testing.T) {
	f := testkit.OpenChoosing(t, "object-lookup@update-destination=empty", "object-list-members=present", "configuration-fields-shown=editable", "timestamp-form@get-segment=seconds")
	f.Advance(time.Second)
	if got := f.Get(f.DestinationPath(f.Ground().DestinationID)).Get("data.objects.0"); got.Get("fields.0.lookup_object").Raw != `""` || !got.Get("is_audience_destination").Exists() {
		t.Errorf("the retrieval of a destination differs from its update: %s", got)
	}
	if got := f.Call(spec.UpdateConnector, "").Body; strings.Contains(got, `"firmware"`) {
		t.Errorf("an update shows what a creation would hide: %s", got)
	}
}
