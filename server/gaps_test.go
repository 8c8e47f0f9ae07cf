package server_test

import (
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"understudy/server"
	"understudy/spec/gap"
)

// probe asks a fake that chose a variant, and returns what tells the variants
// apart.
type probe func(f fake) string

func code(a answer) string { return fmt.Sprint(a.code) }

func listed(query, path string) probe {
	return func(f fake) string {
		a := f.list(query)
		if a.code != http.StatusOK {
			return code(a)
		}
		return code(a) + " " + a.get(path).Raw
	}
}

func posted(replacements ...string) probe {
	return func(f fake) string { return code(f.post(f.segment(replacements...))) }
}

func withToken(method, target string, edits ...edit) probe {
	return func(f fake) string { return code(f.do(method, target, "", edits...)) }
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
	"page-ends": {func(f fake) string {
		return listed("", "pagination.prev_page")(f) + "|" + listed("?page=6", "pagination.next_page")(f)
	}, map[string]string{"null": "200 null|200 null", "zero": "200 0|200 0", "absent": "200 |200 "}},
	"empty-list-last-page": {func(f fake) string {
		empty := open(f.TB, server.Options{World: emptyWorld(f.TB), Choice: f.home().Choice()})
		return empty.list("").get("pagination.last_page").Raw
	}, map[string]string{"one": "1", "zero": "0"}},
	"content-type": {func(f fake) string {
		return f.list("").header.Get("Content-Type") + "|" + f.post("").header.Get("Content-Type")
	},
		map[string]string{"json": "application/json|application/json", "json-charset": "application/json; charset=utf-8|application/json; charset=utf-8",
			"vendor": "application/vnd.api+json|application/vnd.api+json"}},
	"request-content-type": {func(f fake) string {
		return code(f.post(f.segment(), func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }))
	}, map[string]string{"refuse": "415", "refuse-400": "400", "accept": "201"}},
	"malformed-body-status": {func(f fake) string { return code(f.post("{")) }, statuses("400", "422")},

	"segment-name-blank": {posted("name", `""`), map[string]string{"refuse": "400", "accept": "201"}},
	"segment-name-taken": {func(f fake) string { f.create(); return posted()(f) }, map[string]string{"accept": "201", "refuse": "400"}},
	"dataset-unknown":    {posted("dataset_id", "999"), map[string]string{"refuse": "400", "accept": "201"}},
	"member-unknown":     {posted("colour", `"red"`), map[string]string{"ignore": "201", "refuse": "400"}},
	"name-not-a-string": {func(f fake) string {
		a := f.post(f.segment("name", "12.50"))
		if a.code != http.StatusCreated {
			return code(a)
		}
		f.later(time.Hour)
		return f.get(fmt.Sprintf("%s/%s", f.segments(), a.get("data.id"))).get("data.name").Raw
	}, map[string]string{"refuse": "400", "accept": `"12.50"`}},
	"molecules-empty":        {posted("molecules", "[]"), map[string]string{"accept": "201", "refuse": "400"}},
	"molecule-group":         {posted("molecules", "[["+atomic+"]]"), map[string]string{"accept": "201", "refuse": "400"}},
	"attribute-type-unknown": {posted("molecules", molecule("odour", "in")), map[string]string{"refuse": "400", "accept": "201"}},
	"operator-unknown":       {posted("molecules", molecule("sql", "smells")), map[string]string{"refuse": "400", "accept": "201"}},

	"timestamp-form": {func(f fake) string {
		return f.list("?order=asc").get("data.0.created_at").Str + "|" + f.get("/api/v1/sources/4120/filter_segments/2301").get("data.created_at").Str +
			"|" + f.get("/api/v1/sources/4120/filter_segments/2301/source_status").get("created_at").Str
	}, map[string]string{
		"milliseconds": "2023-10-02T12:25:05.547Z|2024-03-11T10:02:17.480Z|2024-03-11T10:02:17.480Z",
		"seconds":      "2023-10-02T12:25:05Z|2024-03-11T10:02:17Z|2024-03-11T10:02:17Z",
		"offset":       "2023-10-02T14:25:05+02:00|2024-03-11T12:02:17+02:00|2024-03-11T12:02:17+02:00",
	}},
	"invitation-unclaimed": {func(f fake) string {
		row := f.list("").get("data.0")
		return row.Get("claimed_at").Raw + "|" + row.Get("claimed_by_id").Raw
	}, map[string]string{"null": "null|null", "absent": "|"}},
	"invitation-roles": {func(f fake) string {
		roles := map[string]bool{}
		for _, r := range f.list("?per_page=100").get("data.#.role").Array() {
			roles[r.Str] = true
		}
		return strings.Join(slices.Sorted(maps.Keys(roles)), " ")
	}, map[string]string{"lower-case": "admin member", "capitalised": "Admin Member"}},

	"source-status-type": {func(f fake) string {
		path := f.create() + "/source_status"
		running := f.get(path).get("status").Raw
		f.later(time.Minute)
		return running + " " + f.get(path).get("status").Raw
	}, map[string]string{"boolean": "false true", "string": `"false" "true"`}},
	"source-code": {func(f fake) string { return code(f.get(f.create() + "/source_status")) }, statuses("200", "202", "404")},
	"source-properties-place": {func(f fake) string {
		a := f.get("/api/v1/sources/4120/filter_segments/2301/source_status")
		return a.get("id").Raw + "|" + a.get("data.id").Raw
	}, map[string]string{"beside": "2301|", "data": "|2301"}},
	"source-token": {func(f fake) string {
		path := "/api/v1/sources/4120/filter_segments/2301/source_status"
		return code(f.do("GET", path, "")) + code(f.do("GET", path, "", bearer("wrong")))
	}, map[string]string{"needed": "401401", "not-needed": "200200"}},

	"page-negative":     {listed("?page=-1", "pagination.page"), map[string]string{"refuse": "400", "first": "200 1"}},
	"page-not-a-number": {listed("?page=two", "pagination.page"), map[string]string{"refuse": "400", "first": "200 1"}},
	"page-fraction":     {listed("?page=1.5", "pagination.page"), map[string]string{"refuse": "400", "floor": "200 1", "ceil": "200 2"}},
	"page-past-end": {func(f fake) string {
		return listed("?page=7", "data.#")(f) + "|" + listed("?page=7", "pagination.page")(f) + "|" + listed("?page=7", "pagination.total_records")(f)
	}, map[string]string{"empty": "200 0|200 7|200 137", "refuse": "400|400|400", "last": "200 12|200 6|200 137"}},
	"parameter-repeated": {listed("?page=2&page=3", "pagination.page"), map[string]string{"first": "200 2", "last": "200 3", "refuse": "400"}},
	"per-page-zero":      {listed("?per_page=0", "pagination.per_page"), map[string]string{"refuse": "400", "default": "200 25", "one": "200 1"}},
	"order-unknown":      {listed("?order=up", "data.0.id"), map[string]string{"refuse": "400", "default": "200 5310"}},
	"parameter-status":   {listed("?page=-1", ""), statuses("400", "422", "404")},

	"missing-token-status":    {withToken("GET", invitations), statuses("401", "403", "400")},
	"invalid-token-status":    {withToken("GET", invitations, bearer("wrong")), statuses("401", "403", "404")},
	"wrong-kind-token-status": {func(f fake) string { return code(f.do("GET", invitations, "", bearer(f.Ground().WorkspaceToken))) }, statuses("403", "401", "404")},
	"other-workspace-status": {func(f fake) string {
		return code(f.do("POST", f.segments(), f.segment(), bearer(f.Ground().OtherWorkspaceToken)))
	}, statuses("404", "403", "401")},
	"basic-authorization": {func(f fake) string {
		return code(f.do("GET", invitations, "", header("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("bearer:"+f.Ground().PersonalToken)))))
	}, map[string]string{"refuse": "401", "accept": "200"}},
	"bearer-lower-case": {func(f fake) string {
		return code(f.do("GET", invitations, "", header("Authorization", "bearer "+f.Ground().PersonalToken)))
	}, map[string]string{"accept": "200", "refuse": "401"}},

	"error-body": {func(f fake) string {
		a := f.list("?page=-1")
		return a.header.Get("Content-Type") + " " + a.body
	}, map[string]string{
		"message":     `application/json {"status":"error","message":"page: must not be negative"}`,
		"status-only": `application/json {"status":"error"}`,
		"errors":      `application/json {"errors":["page: must not be negative"]}`,
		"text":        "text/plain; charset=utf-8 page: must not be negative\n",
		"empty":       " ",
	}},
	"source-unknown-status": {func(f fake) string {
		return code(f.do("POST", "/api/v1/sources/1/filter_segments", f.segment(), bearer(f.Ground().WorkspaceToken)))
	}, statuses("404", "400", "422")},
	"not-found-body": {func(f fake) string { return f.get(f.segments() + "/1").body },
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
				if got := row.see(choosing(t, g.ID+"="+v.ID)); got != want {
					t.Errorf("shows %q, want %q", got, want)
				}
			})
		}
		if got := row.see(choosing(t)); got != row.want[g.Default] {
			t.Errorf("gap %s: without a choice it shows %q, want the default's %q", g.ID, got, row.want[g.Default])
		}
	}
}

func TestARefusalWithHTTP200HasTheStatusError(t *testing.T) {
	f := choosing(t, "body-refusal-status=200", "error-body=status-only")
	if got := f.post(f.segment("name", "")).String(); got != `200 {"status":"error"}` {
		t.Error(got)
	}
}

func TestAChoiceHoldsForItsOperationOnly(t *testing.T) {
	f := choosing(t, "error-body@create-segment=empty", "content-type@list-invitations=vendor")
	if got := f.list("?page=-1"); got.body == "" || got.header.Get("Content-Type") != "application/vnd.api+json" {
		t.Errorf("the list fails with %s", got)
	}
	if got := f.post("{"); got.body != "" {
		t.Errorf("the creation fails with %s", got)
	}
}
