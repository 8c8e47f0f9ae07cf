package list

import (
	"html"
	"net/url"
	"slices"
	"strings"
	"time"

	"understudy/server/mutant/edit"
)

// Unsteady returns the mutants that show a record differently if the list is
// requested in another way.
func Unsteady() []edit.Mutant {
	inAsc, inDesc := has("order", "asc"), has("order", "desc")
	large := func(q url.Values) bool { return whole(q.Get("per_page"), 25) > 50 }
	later := func(q url.Values) bool { return whole(q.Get("page"), 1) > 1 }
	return []edit.Mutant{
		{ID: "email-changes-its-case-in-asc", Breaks: "invitation-email", Says: "the list in order asc shows addresses in capitals",
			Change: eachWhere(invites, inAsc, func(r object) { r["email"] = strings.ToUpper(r["email"].(string)) })},
		{ID: "emails-exchanged-on-later-pages", Breaks: "invitation-email", Says: "from page 2 on, the first two records have each other's address",
			Change: edit.OnBody(invites, func(body object, q url.Values) {
				if rs := edit.Records(body); later(q) && len(rs) > 1 {
					rs[0]["email"], rs[1]["email"] = rs[1]["email"], rs[0]["email"]
				}
			})},
		{ID: "claims-forgotten-in-asc", Breaks: "invitation-claimed-at", With: []string{"invitation-claimed-by-id"}, Says: "the list in order asc shows no claim",
			Change: eachWhere(invites, inAsc, func(r object) { r["claimed_at"], r["claimed_by_id"] = nil, nil })},
		{ID: "role-changes-in-desc", Breaks: "invitation-role", Says: "the list in order desc shows every role as member",
			Change: eachWhere(invites, inDesc, func(r object) { r["role"] = "member" })},
		{ID: "workspace-invitations-lost-in-asc", Breaks: "invitation-workspace-invitations", Says: "the list in order asc shows no workspace invitation",
			Change: eachWhere(invites, inAsc, func(r object) { r["associated_workspace_invitations"] = []any{} })},
		{ID: "created-at-in-local-time-in-asc", Breaks: "invitation-created-at", Says: "the list in order asc shows created_at one hour later",
			Change: eachWhere(invites, inAsc, func(r object) {
				if at, err := time.Parse(time.RFC3339, r["created_at"].(string)); err == nil {
					r["created_at"] = at.Add(time.Hour).Format(time.RFC3339Nano)
				}
			})},
		{ID: "creator-lost-on-large-pages", Breaks: "invitation-created-by-id", Says: "pages of more than 50 show every invitation as created by user 1",
			Change: eachWhere(invites, large, func(r object) { r["created_by_id"] = 1 })},
		{ID: "object-label-escaped-in-asc", Breaks: "object-label", Says: "the list in order asc shows labels as HTML",
			Change: eachWhere(objects, inAsc, func(r object) { r["label"] = html.EscapeString("<b>" + r["label"].(string) + "</b>") })},
		{ID: "object-fields-cut-on-large-pages", Breaks: "object-fields", With: []string{"objects-shown-alike"}, Says: "pages of more than 50 show two fields of an object at most",
			Change: eachWhere(objects, large, func(r object) { r["fields"] = r["fields"].([]any)[:min(2, len(r["fields"].([]any)))] })},
		{ID: "objects-grow-with-each-list", Breaks: "objects-of-the-destination", Says: "each list of objects adds one to the destination",
			Change: growing(objects, "full_name")},
		{ID: "object-flag-differs-by-size", Breaks: "object-can-be-sync-destination", Says: "with per_page 1 can_be_sync_destination is turned round",
			Change: eachWhere(objects, has("per_page", "1"), func(r object) { r["can_be_sync_destination"] = r["can_be_sync_destination"] != true })},
		{ID: "object-operations-lost-in-desc", Breaks: "object-supported-operations", Says: "the list in order desc lacks the first operation",
			Change: eachWhere(objects, inDesc, func(r object) {
				if all := r["supported_operations"].([]any); len(all) > 1 {
					r["supported_operations"] = slices.Clone(all[1:])
				}
			})},
		{ID: "object-field-types-change-on-later-pages", Breaks: "object-field-type", Says: "from page 2 on, every field is of type text",
			Change: eachWhere(objects, later, func(r object) {
				for _, f := range r["fields"].([]any) {
					f.(object)["type"] = "text"
				}
			})},
	}
}

// eachWhere changes every record of the responses to some queries.
func eachWhere(operation string, holds func(url.Values) bool, change func(record object)) wrapper {
	return edit.OnBody(operation, func(body object, q url.Values) {
		for _, r := range edit.Records(body) {
			if holds(q) {
				change(r)
			}
		}
	})
}
