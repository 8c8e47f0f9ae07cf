package contract_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/spec/gap"
)

func TestAConformingResponseHasNoViolation(t *testing.T) {
	for op, s := range samples {
		if vs := contract.Check(op, contract.Response{Status: s.status, Body: []byte(s.body)}); vs != nil {
			t.Errorf("%s: %+v", op, vs)
		}
	}
}

// TestAMemberThatIsWrongBreaksItsOwnPromise drops, nulls and mistypes each
// member in turn, in the first and in the last record.
func TestAMemberThatIsWrongBreaksItsOwnPromise(t *testing.T) {
	for op, s := range samples {
		for _, m := range contract.Members(op) {
			item := strings.HasSuffix(m.Pattern, "*")
			for _, last := range []bool{false, true} {
				at := where(t, parse(t, s.body), m.Pattern, last)
				broken := func(how string, allowed, drop bool, to any) {
					t.Helper()
					body := render(t, change(parse(t, s.body), at, drop, to))
					vs := contract.Check(op, contract.Response{Status: s.status, Body: body})
					if allowed && vs != nil {
						t.Errorf("%s %s %s: allowed, but %+v", op, at, how, vs)
					}
					if !allowed && !blames(vs, m.Promise, at) {
						t.Errorf("%s %s %s: want %s alone, got %+v", op, at, how, m.Promise, vs)
					}
				}
				broken("dropped", !m.Required || item, true, nil)
				broken("null", m.Nullable, false, nil)
				if len(m.Type) > 0 {
					broken("mistyped", false, false, mistyped(m.Type))
				}
			}
		}
	}
}

func blames(vs []contract.Violation, promise, pointer string) bool {
	return len(vs) == 1 && vs[0].Promise == promise && vs[0].Pointer == pointer
}

func mistyped(types []string) any {
	if slices.Contains(types, "object") {
		return "a word"
	}
	return map[string]any{}
}

func TestAViolationSaysWhatWasExpectedAndFound(t *testing.T) {
	list := func(old, new string) string { return strings.Replace(string(page(2)), old, new, 1) }
	long := strings.Repeat("é", 200)
	for _, c := range []struct {
		rule, op, body string
		want           contract.Violation
	}{
		{"a date that does not exist", spec.ListInvitations, list("2024-05-01T09", "2024-13-01T09"), contract.Violation{
			Promise: "invitation-created-at", Pointer: "/data/0/created_at",
			Expected: "an ISO 8601 timestamp", Found: `"2024-13-01T09:30:00.000Z"`}},
		{"an address without @", spec.ListInvitations, list("someone1@", "someone1 at "), contract.Violation{
			Promise: "invitation-email", Pointer: "/data/1/email", Expected: "an e-mail address", Found: `"someone1 at example.com"`}},
		{"a number in quotes", spec.ListInvitations, list(`"prev_page":1`, `"prev_page":"1"`), contract.Violation{
			Promise: "pagination-integers", Pointer: "/pagination/prev_page", Expected: "an integer or null", Found: `"1"`}},
		{"a fraction", spec.ListInvitations, list(`"total_records":1000`, `"total_records":1000.5`), contract.Violation{
			Promise: "pagination-integers", Pointer: "/pagination/total_records", Expected: "an integer", Found: "1000.5"}},
		{"a lenient member of a wrong form", spec.ListInvitations, list(`"2024-05-02T10:00:00.000Z"`, `"yesterday"`), contract.Violation{
			Promise: "invitation-claimed-at", Pointer: "/data/0/claimed_at", Expected: "an ISO 8601 timestamp or null", Found: `"yesterday"`}},
		{"a long value", spec.ListInvitations, list(`"success"`, `"`+long+`"`), contract.Violation{
			Promise: "list-status-success", Pointer: "/status", Expected: `"success"`, Found: `"` + long[:160] + `…"`}},
		{"a bare array", spec.ListInvitations, `[]`, contract.Violation{
			Promise: "list-data", Expected: "an object", Found: "an array"}},
		{"a null body", spec.CreateSegment, `null`, contract.Violation{
			Promise: "created-segment-data", Expected: "an object", Found: "null"}},
		{"a relative URL", spec.CreateSegment, strings.Replace(created, "https://example.com", "", 1), contract.Violation{
			Promise: "created-segment-source-url", Pointer: "/filter_segment_source_url",
			Expected: "an absolute http or https URL", Found: `"/segments/812"`}},
		{"a missing member", spec.CreateSegment, strings.Replace(created, `"id"`, `"ID"`, 1), contract.Violation{
			Promise: "created-segment-id", Pointer: "/data/id", Expected: "an integer", Found: "no such member"}},
		{"a value of a map", spec.UpdateDestination, strings.Replace(samples[spec.UpdateDestination].body, `"88410"`, `88410`, 1), contract.Violation{
			Promise: "destination-connection-details", Pointer: "/data/connection_details/account_id", Expected: "a string", Found: "88410"}},
		{"a condition without eq", spec.CreateConnector, strings.Replace(samples[spec.CreateConnector].body, `"eq":3`, `"ne":3`, 1), contract.Violation{
			Promise: "configuration-field-conditionally-required", Pointer: "/data/configuration_fields/fields/0/conditionally_required/if/size/eq",
			Expected: "a value", Found: "no such member"}},
		{"the name spelt right", spec.CreateConnector, strings.Replace(samples[spec.CreateConnector].body, "placholder", "placeholder", 1), contract.Violation{
			Promise: "configuration-field-placholder", Pointer: "/data/configuration_fields/fields/0/placholder",
			Expected: "a string or null", Found: "no such member"}},
		{"a link to something else", spec.CreateLink, strings.Replace(createdLink, "FilterSegment", "Segment", 1), contract.Violation{
			Promise: "link-type", Pointer: "/data/type", Expected: `"FilterSegment"`, Found: `"Segment"`}},
		{"a third state", spec.ReadSegmentSource, `{"status":"maybe"}`, contract.Violation{
			Promise: "segment-source-status", Pointer: "/status", Expected: `a boolean or "false" or "true"`, Found: `"maybe"`}},
	} {
		c.want.Operation = c.op
		got := contract.Check(c.op, contract.Response{Status: samples[c.op].status, Body: []byte(c.body)})
		if !slices.Equal(got, []contract.Violation{c.want}) {
			t.Errorf("%s:\n got %+v\nwant %+v", c.rule, got, c.want)
		}
	}
}

func TestTheStatusOfASourceMayLieInData(t *testing.T) {
	for body, ok := range map[string]bool{
		`{"data":{"status":true,"id":7}}`: true, `{"status":"success","data":{"status":"false"}}`: true, `{"status":null,"data":{"status":false}}`: true,
		`{"status":"done","data":{"status":true}}`: false, `{"status":1,"data":{"status":true}}`: false, `{"status":true,"data":{"status":"active"}}`: true,
		`{"status":"success","data":{"status":"done"}}`: false, `{"data":{"id":7}}`: false, `{"data":[true]}`: false,
	} {
		if vs := contract.Check(spec.ReadSegmentSource, contract.Response{Status: 200, Body: []byte(body)}); ok != (vs == nil) {
			t.Errorf("%s: %+v", body, vs)
		}
	}
	if vs := contract.Check(spec.CreateLink, contract.Response{Status: 201, Body: []byte(`{"data":{"status":true}}`)}); vs == nil {
		t.Error("the status of a creation may lie in data, too")
	}
}

func TestTheStatusOfASourceMayBeABooleanOrAWord(t *testing.T) {
	for _, status := range []string{`true`, `false`, `"true"`, `"false"`} {
		body := []byte(`{"status":` + status + `}`)
		if vs := contract.Check(spec.ReadSegmentSource, contract.Response{Status: 202, Body: body}); vs != nil {
			t.Errorf("%s: %+v", status, vs)
		}
	}
}

func TestUndocumentedMembersAreAllowed(t *testing.T) {
	body := strings.NewReplacer(`"status":"success"`, `"status":"success","next":null`, `"id":`, `"extra":[{}],"id":`,
		`"page":2`, `"page":2,"more":1`).Replace(string(page(2)))
	if vs := contract.Check(spec.ListInvitations, contract.Response{Status: 200, Body: []byte(body)}); vs != nil {
		t.Error(vs)
	}
}

func TestAMemberOfAGapMayBeAnythingOrMissing(t *testing.T) {
	lists := map[string]string{spec.ListInvitations: string(page(2)), spec.ListDestinationObjects: string(objectsPage(2)), spec.ListTopics: topicsPage}
	for op, list := range lists {
		for _, next := range []string{`null`, `7`, `{}`, `[1]`, `true`, `""`, `"?page=2"`, `"https://example.com/?page=2"`} {
			body := strings.Replace(list, `"data":`, `"next":`+next+`,"data":`, 1)
			if vs := contract.Check(op, contract.Response{Status: 200, Body: []byte(body)}); vs != nil {
				t.Errorf("%s, next %s: %+v", op, next, vs)
			}
			if seen := contract.Observe(op, []byte(body)); seen["/next"].Present != 0 {
				t.Errorf("%s, next %s: the contract requires this member", op, next)
			}
		}
	}
}

func TestOnlySuccessResponsesAreChecked(t *testing.T) {
	for _, status := range []int{0, 101, 199, 300, 302, 400, 404, 500} {
		if vs := contract.Check(spec.ListInvitations, contract.Response{Status: status, Body: []byte("<html>")}); vs != nil {
			t.Errorf("HTTP %d: %+v", status, vs)
		}
	}
}

func TestAWrongSuccessCodeBreaksThePromiseOfTheCode(t *testing.T) {
	for _, c := range []struct {
		op      string
		status  int
		body    string
		promise []string
	}{
		{spec.ListInvitations, 201, string(page(1)), []string{"list-code"}},
		{spec.CreateSegment, 200, created, []string{"created-segment-code"}},
		{spec.CreateSegment, 200, `{"status":"ok","data":{"id":1},"filter_segment_source_url":"http://h"}`,
			[]string{"created-segment-code", "created-segment-status"}},
		{spec.CreateSegment, 204, "", []string{"bodies-are-json", "created-segment-code"}},
		{spec.ReadSegmentSource, 202, `{"status":false}`, nil},
		{spec.GetSegment, 203, `[]`, nil},
	} {
		var got []string
		for _, v := range contract.Check(c.op, contract.Response{Status: c.status, Body: []byte(c.body)}) {
			got = append(got, v.Promise)
		}
		if !slices.Equal(got, c.promise) {
			t.Errorf("%s HTTP %d %s: got %v, want %v", c.op, c.status, c.body, got, c.promise)
		}
	}
	want := contract.Violation{Promise: "list-code", Operation: spec.ListInvitations, Expected: "HTTP 200", Found: "HTTP 206"}
	if got := contract.Check(spec.ListInvitations, contract.Response{Status: 206, Body: page(1)}); !slices.Equal(got, []contract.Violation{want}) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestThePromisedCodes(t *testing.T) {
	for op, code := range codes {
		if got := contract.Code(op); got != code {
			t.Errorf("%s: got %d, want %d", op, got, code)
		}
		vs := contract.Check(op, contract.Response{Status: 206, Body: []byte(samples[op].body)})
		if (vs != nil) != (code != 0) || vs != nil && (len(vs) != 1 || !strings.HasSuffix(vs[0].Promise, "-code")) {
			t.Errorf("%s: HTTP 206 gives %+v", op, vs)
		}
	}
}

func TestACodeThatIsNotPromisedHasAGap(t *testing.T) {
	for op, code := range codes {
		asked := slices.ContainsFunc(gap.All, func(g gap.Gap) bool { return strings.HasSuffix(g.ID, "-code") && g.On(op) })
		if o := spec.OperationOf(op); !o.Supplementary && asked != (code == 0) {
			t.Errorf("%s: HTTP %d is promised, and a gap about the code exists: %v", op, code, asked)
		}
	}
}

// TestAStringIsClosedOnlyWhereTheDocumentClosesIt writes a meaningless word
// into each string: where the document only shows some words, others are
// allowed.
func TestAStringIsClosedOnlyWhereTheDocumentClosesIt(t *testing.T) {
	for op, s := range samples {
		for _, m := range contract.Members(op) {
			if !slices.Contains(m.Type, "string") {
				continue
			}
			at := where(t, parse(t, s.body), m.Pattern, true)
			vs := contract.Check(op, contract.Response{Status: s.status, Body: render(t, change(parse(t, s.body), at, false, "?"))})
			if isClosed := slices.Contains(closed[op], m.Pattern); !isClosed && vs != nil || isClosed && !blames(vs, m.Promise, at) {
				t.Errorf("%s %s: closed is %v, got %+v", op, at, isClosed, vs)
			}
		}
	}
}

func TestTheStatusOfOneResultIsTheOperationsOwn(t *testing.T) {
	for op, word := range statuses {
		s := samples[op]
		for _, other := range []string{"success", "updated", "created", "published_to_organization"} {
			vs := contract.Check(op, contract.Response{Status: s.status, Body: render(t, change(parse(t, s.body), "/status", false, other))})
			if other == word && vs != nil || other != word && (len(vs) != 1 || vs[0].Expected != strconv.Quote(word)) {
				t.Errorf("%s with the status %s: %+v", op, other, vs)
			}
		}
	}
}

func TestAListedObjectHasTheMembersOfTheList(t *testing.T) {
	required := map[string]bool{}
	for _, op := range []string{spec.ListDestinationObjects, spec.UpdateDestination} {
		for _, m := range contract.Members(op) {
			required[op+m.Pattern] = m.Required
		}
	}
	for _, name := range []string{"is_audience_destination", "data", "label"} {
		listed, elsewhere := required[spec.ListDestinationObjects+"/data/*/"+name], required[spec.UpdateDestination+"/data/objects/*/"+name]
		if !listed || elsewhere != (name == "label") {
			t.Errorf("%s: required in the list is %v, elsewhere %v", name, listed, elsewhere)
		}
	}
}

func TestTypesOfCustomFieldsAreListedWhereCustomFieldsAreAllowed(t *testing.T) {
	const member = `"supported_custom_field_types":[` + aType + `,` + aType + `],`
	listed, updated := string(objectsPage(1)), samples[spec.UpdateDestination].body
	allowing := strings.NewReplacer(`"allow_custom_fields":false`, `"allow_custom_fields":true`)
	without := strings.NewReplacer(member, "")
	missing := []contract.Violation{{Promise: "object-supported-custom-field-types", Operation: spec.ListDestinationObjects,
		Pointer: "/data/0/supported_custom_field_types", Expected: "an array", Found: "no such member"}}
	for _, c := range []struct {
		rule, op, body string
		want           []contract.Violation
	}{
		{"listed and allowed", spec.ListDestinationObjects, allowing.Replace(listed), nil},
		{"not allowed and absent", spec.ListDestinationObjects, without.Replace(listed), nil},
		{"allowed and absent", spec.ListDestinationObjects, without.Replace(allowing.Replace(listed)), missing},
		{"allowed and absent outside the list", spec.UpdateDestination, without.Replace(allowing.Replace(updated)), nil},
	} {
		got := contract.Check(c.op, contract.Response{Status: 200, Body: []byte(c.body)})
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", c.rule, got, c.want)
		}
	}
}

func TestViolationsAreSortedAndTheSameEachTime(t *testing.T) {
	body := []byte(strings.NewReplacer(`"role"`, `"rôle"`, `"email"`, `"mail"`, "2024-05", "2024-5").Replace(string(page(4))))
	first := contract.Check(spec.ListInvitations, contract.Response{Status: 200, Body: body})
	if want := 4 * 5; len(first) != want {
		t.Fatalf("got %d violations, want %d: %+v", len(first), want, first)
	}
	if !slices.IsSortedFunc(first, func(a, b contract.Violation) int {
		return strings.Compare(a.Promise+"\x00"+a.Pointer, b.Promise+"\x00"+b.Pointer)
	}) {
		t.Errorf("not sorted: %+v", first)
	}
	for range 20 {
		if again := contract.Check(spec.ListInvitations, contract.Response{Status: 200, Body: body}); !slices.Equal(first, again) {
			t.Fatalf("first %+v\nthen %+v", first, again)
		}
	}
}

func TestAnUnknownOperationPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	contract.Check("list-everything", contract.Response{Status: 200})
}
