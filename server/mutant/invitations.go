package mutant

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"understudy/server/mutant/edit"
	"understudy/spec"
)

const invites = spec.ListInvitations

func invitations() []Mutant { return slices.Concat(invitationMembers(), invitationsAtTimes()) }

// invitationMembers break a member of invitations in every response.
func invitationMembers() []Mutant {
	return []Mutant{
		{ID: "invitation-id-in-words", Breaks: "invitation-id", Says: "the last record's id is a string",
			Change: lastOf(invites, func(r object) { r["id"] = r["id"].(json.Number).String() })},
		{ID: "email-without-at", Breaks: "invitation-email", Says: "an address has no @",
			Change: lastOf(invites, func(r object) { r["email"] = strings.ReplaceAll(r["email"].(string), "@", " at ") })},
		{ID: "email-with-a-name", Breaks: "invitation-email", Says: "an address stands after a name, in angle brackets",
			Change: lastOf(invites, func(r object) { r["email"] = "Someone <" + r["email"].(string) + ">" })},
		{ID: "email-as-a-link", Breaks: "invitation-email", Says: "an address stands after mailto:",
			Change: lastOf(invites, func(r object) { r["email"] = "mailto:" + r["email"].(string) })},
		{ID: "email-escaped-for-html", Breaks: "invitation-email", Says: "each address begins with an apostrophe that is escaped for HTML",
			Change: eachOf(invites, func(_ int, r object) { r["email"] = "&#39;" + r["email"].(string) })},
		{ID: "created-at-with-a-space", Breaks: "invitation-created-at", Says: "created_at has a space for the T",
			Change: eachOf(invites, func(_ int, r object) { r["created_at"] = strings.Replace(r["created_at"].(string), "T", " ", 1) })},
		{ID: "created-at-no-such-day", Breaks: "invitation-created-at", Says: "the last record was created on the 30th of February",
			Change: lastOf(invites, func(r object) { r["created_at"] = "2024-02-30T10:00:00.000Z" })},
		{ID: "created-at-in-second-60", Breaks: "invitation-created-at", Says: "the seconds of created_at are rounded up to 60",
			Change: lastOf(invites, func(r object) { r["created_at"] = "2024-04-30T09:00:60.000Z" })},
		{ID: "created-at-in-seconds", Breaks: "invitation-created-at", Says: "created_at counts seconds",
			Change: eachOf(invites, func(_ int, r object) { r["created_at"] = 1714556400 })},
		{ID: "created-by-id-fraction", Breaks: "invitation-created-by-id", Says: "created_by_id has a fraction",
			Change: lastOf(invites, func(r object) { r["created_by_id"] = 12.5 })},
		{ID: "created-by-id-large-fraction", Breaks: "invitation-created-by-id", Says: "created_by_id has a fraction beyond 2^53",
			Change: lastOf(invites, func(r object) { r["created_by_id"] = json.Number("9007199254740993.5") })},
		{ID: "claimed-at-only-a-date", Breaks: "invitation-claimed-at", Says: "claimed_at is not a timestamp",
			Change: eachOf(invites, func(_ int, r object) {
				if r["claimed_at"] != nil {
					r["claimed_at"] = "yesterday"
				}
			})},
		{ID: "claimed-by-id-in-words", Breaks: "invitation-claimed-by-id", Says: "claimed_by_id is a string",
			Change: eachOf(invites, func(_ int, r object) {
				if r["claimed_by_id"] != nil {
					r["claimed_by_id"] = "someone"
				}
			})},
		{ID: "claimed-at-alone", Breaks: "invitation-claim-is-whole", Says: "a claimed invitation has no claimed_by_id",
			Change: eachOf(invites, func(_ int, r object) { r["claimed_by_id"] = nil })},
		{ID: "claimed-by-id-alone", Breaks: "invitation-claim-is-whole", Says: "a claimed invitation has no claimed_at",
			Change: eachOf(invites, func(_ int, r object) { delete(r, "claimed_at") })},
		{ID: "role-in-the-first-record-only", Breaks: "invitation-role", Says: "only the first record has a role",
			Change: eachOf(invites, func(i int, r object) {
				if i > 0 {
					delete(r, "role")
				}
			})},
		{ID: "workspace-invitations-null", Breaks: "invitation-workspace-invitations", Says: "where there is none, associated_workspace_invitations is null",
			Change: eachOf(invites, func(_ int, r object) {
				if len(r["associated_workspace_invitations"].([]any)) == 0 {
					r["associated_workspace_invitations"] = nil
				}
			})},
		{ID: "workspace-invitation-fraction", Breaks: "invitation-workspace-invitations", Says: "a workspace_id has a fraction",
			Change: eachOf(invites, func(_ int, r object) {
				for _, w := range r["associated_workspace_invitations"].([]any) {
					w.(object)["workspace_id"] = 701.25
				}
			})},
	}
}

// invitationsAtTimes respond with another list, or another value, at times.
func invitationsAtTimes() []Mutant {
	return []Mutant{
		{ID: "unclaimed-at-times", Breaks: "invitation-claim-is-whole", With: []string{"invitation-claimed-at", "invitation-claimed-by-id"}, Says: "in each second response no invitation is claimed",
			Change: eachNth(2, invites, func(body object, _ url.Values) {
				for _, r := range edit.Records(body) {
					r["claimed_at"], r["claimed_by_id"] = nil, nil
				}
			})},
		{ID: "email-of-each-response", Breaks: "invitation-email", Says: "the e-mail address of an invitation is another one in each response",
			Change: func(next http.Handler, lab *Lab) http.Handler {
				var responses atomic.Int64
				return edit.OnBody(invites, func(body object, _ url.Values) {
					n := responses.Add(1)
					for _, r := range edit.Records(body) {
						r["email"] = fmt.Sprintf("n%d.%s", n, r["email"])
					}
				})(next, lab)
			}},
		{ID: "claimed-at-moves", Breaks: "invitation-claimed-at", Says: "the claimed_at of an invitation is later in each list",
			Change: claimedAtMoves},
		{ID: "claimed-in-another-zone-at-times", Breaks: "invitation-claimed-at", Says: "every third list shows each claimed_at two hours later",
			Change: eachNth(3, invites, func(body object, _ url.Values) {
				for _, r := range edit.Records(body) {
					if at, err := time.Parse(time.RFC3339, fmt.Sprint(r["claimed_at"])); err == nil {
						r["claimed_at"] = at.Add(2 * time.Hour).Format(time.RFC3339)
					}
				}
			})},
		{ID: "invitations-cut-at-times", Breaks: "per-page-honoured", With: []string{"per-page-default-25"}, Says: "every eighth list holds half of its records",
			Change: eachNth(8, invites, func(body object, _ url.Values) {
				data := body["data"].([]any)
				body["data"] = data[:(len(data)+1)/2]
			})},
		{ID: "inner-ids-change", Breaks: "invitation-workspace-invitations", Says: "associated_workspace_invitations have other ids in each response",
			Change: newInnerIDs},
		{ID: "invitations-error-with-200-at-times", Breaks: "list-status-success", Says: "every fifth list gets HTTP 200 with an error", Change: eachNth(5, invites, fails)},
		{ID: "invitations-unauthorized-at-times", Breaks: "invitations-are-listed", Says: "every sixth list gets HTTP 401", Change: rejectsNth(6, invites, http.StatusUnauthorized)},
		{ID: "invitations-not-gzip-at-times", Breaks: "bodies-are-json", Says: "every fifth list has Content-Encoding: gzip and is not compressed", Change: notGzipNth(5, invites)},
	}
}

// newInnerIDs gives the items within an invitation the next ids in each response.
func newInnerIDs(next http.Handler, lab *Lab) http.Handler {
	var ids atomic.Int64
	return eachOf(invites, func(_ int, r object) {
		items, _ := r["associated_workspace_invitations"].([]any)
		for _, item := range items {
			item.(object)["id"] = 1_000_000 + ids.Add(1)
		}
	})(next, lab)
}

// lastOf changes the last record of each page.
func lastOf(operation string, change func(record object)) wrapper {
	return edit.OnBody(operation, func(body object, _ url.Values) {
		if rs := edit.Records(body); len(rs) > 0 {
			change(rs[len(rs)-1])
		}
	})
}

// eachOf changes every record.
func eachOf(operation string, change func(i int, record object)) wrapper {
	return edit.OnBody(operation, func(body object, _ url.Values) {
		for i, r := range edit.Records(body) {
			change(i, r)
		}
	})
}

// claimedAtMoves shows each claimed_at as many minutes later as there were lists before.
func claimedAtMoves(next http.Handler, lab *Lab) http.Handler {
	var lists atomic.Int64
	return edit.OnBody(invites, func(body object, _ url.Values) {
		minutes := time.Duration(lists.Add(1)) * time.Minute
		for _, r := range edit.Records(body) {
			if at, err := time.Parse(time.RFC3339, fmt.Sprint(r["claimed_at"])); err == nil {
				r["claimed_at"] = at.Add(minutes).Format(time.RFC3339)
			}
		}
	})(next, lab)
}
