package gap

import "understudy/spec"

var (
	every    = []string{spec.CreateSegment, spec.ReadSegmentSource, spec.GetSegment, spec.ListInvitations}
	listed   = []string{spec.CreateSegment, spec.ListInvitations}
	lists    = []string{spec.ListInvitations}
	invites  = []string{spec.ListInvitations}
	creation = []string{spec.CreateSegment}
	source   = []string{spec.ReadSegmentSource}
)

func at(section spec.Section, table, row string) spec.Place {
	return spec.Place{Section: section, Table: table, Row: row}
}

// statuses makes the variants of a gap that asks for the HTTP code of a
// refusal. 200 stands for a refusal by the word alone.
func statuses(codes ...string) []Variant {
	var vs []Variant
	for _, c := range codes {
		v := Variant{ID: c, Says: "HTTP " + c}
		if c == "200" {
			v.Says = "HTTP 200 with the status error"
			v.Needs = []Need{{Gap: "error-body", Variants: []string{"message", "status-only"}}}
		}
		vs = append(vs, v)
	}
	return vs
}

// All is the registry, in the order of the document's sections.
var All = []Gap{
	{ID: "next-link", At: at(spec.ResponseEnvelopes, "", "List envelope"), Operations: lists, Kind: Representation,
		Asks: "Does a list carry the URL of its next page?",
		Variants: []Variant{
			{ID: "sent", Says: "a member next beside pagination: the next page's absolute URL, null on the last page"},
			{ID: "absent", Says: "no such member"},
		}, Default: "sent", Because: Client},
	{ID: "page-ends", At: at(spec.ResponseEnvelopes, "", "Pagination object"), Operations: lists, Kind: Representation,
		Asks: "What are prev_page on the first page and next_page on the last?",
		Variants: []Variant{
			{ID: "null", Says: "null"},
			{ID: "zero", Says: "the integer 0"},
			{ID: "absent", Says: "the member is left out"},
		}, Default: "null", Because: Documented},
	{ID: "empty-list-last-page", At: at(spec.ResponseEnvelopes, "", "Pagination object"), Operations: lists, Kind: Behaviour,
		Asks: "What is last_page where there is no record?",
		Variants: []Variant{
			{ID: "one", Says: "1"},
			{ID: "zero", Says: "0"},
		}, Default: "one", Because: Guess},
	{ID: "content-type", At: at(spec.Introduction, "", "Request and response bodies are JSON"), Operations: every, Kind: Representation,
		Asks: "Which Content-Type do answers carry?",
		Variants: []Variant{
			{ID: "json", Says: "application/json"},
			{ID: "json-charset", Says: "application/json; charset=utf-8"},
			{ID: "vendor", Says: "application/vnd.api+json"},
		}, Default: "json", Because: Client},
	{ID: "request-content-type", At: at(spec.Introduction, "", "Request and response bodies are JSON"), Operations: creation, Kind: Behaviour,
		Asks: "What happens to a JSON body that is sent as text/plain?",
		Variants: []Variant{
			{ID: "refuse", Says: "it is refused with HTTP 415"},
			{ID: "refuse-400", Says: "it is refused with HTTP 400"},
			{ID: "accept", Says: "it is read as JSON"},
		}, Default: "refuse", Because: Guess},
	{ID: "malformed-body-status", At: at(spec.Introduction, "", "Request and response bodies are JSON"), Operations: creation, Kind: Refusal,
		Asks:     "Which HTTP code refuses a body that is not JSON?",
		Variants: statuses("400", "422"), Default: "400", Because: Guess},

	{ID: "segment-name-blank", At: at(spec.Segment, "", "Creation input: name"), Operations: creation, Kind: Behaviour,
		Asks: "May a segment's name be the empty string?",
		Variants: []Variant{
			{ID: "refuse", Says: "no"}, {ID: "accept", Says: "yes"},
		}, Default: "refuse", Because: Guess},
	{ID: "segment-name-taken", At: at(spec.Segment, "", "Creation input: name"), Operations: creation, Kind: Behaviour,
		Asks: "May two segments of a source have one name?",
		Variants: []Variant{
			{ID: "accept", Says: "yes"}, {ID: "refuse", Says: "no"},
		}, Default: "accept", Because: Guess},
	{ID: "dataset-unknown", At: at(spec.Segment, "", "Creation input: dataset_id"), Operations: creation, Kind: Behaviour,
		Asks: "May a segment's dataset_id name no dataset of the source?",
		Variants: []Variant{
			{ID: "refuse", Says: "no"}, {ID: "accept", Says: "yes"},
		}, Default: "refuse", Because: Guess},
	{ID: "member-unknown", At: at(spec.Segment, "", "Creation input"), Operations: creation, Kind: Behaviour,
		Asks: "What happens to a member of the body that the document does not know?",
		Variants: []Variant{
			{ID: "ignore", Says: "it is ignored"}, {ID: "refuse", Says: "the body is refused"},
		}, Default: "ignore", Because: Guess},
	{ID: "name-not-a-string", At: at(spec.Segment, "", "Creation input: name"), Operations: creation, Kind: Behaviour,
		Asks: "What happens to a name that is a number?",
		Variants: []Variant{
			{ID: "refuse", Says: "the body is refused"}, {ID: "accept", Says: "the number's digits are the name"},
		}, Default: "refuse", Because: Guess},
	{ID: "molecules-empty", At: at(spec.Segment, "", "molecules may hold"), Operations: creation, Kind: Behaviour,
		Asks: "May the list of molecules be empty?",
		Variants: []Variant{
			{ID: "accept", Says: "yes"}, {ID: "refuse", Says: "no"},
		}, Default: "accept", Because: Guess},
	{ID: "molecule-group", At: at(spec.Segment, "", "Shapes of the other molecule kinds"), Operations: creation, Kind: Behaviour,
		Asks: "Is a nested array taken as a Molecule Group?",
		Variants: []Variant{
			{ID: "accept", Says: "yes"}, {ID: "refuse", Says: "no"},
		}, Default: "accept", Because: Documented},
	{ID: "attribute-type-unknown", At: at(spec.Segment, "", "the allowed values of attribute_type"), Operations: creation, Kind: Behaviour,
		Asks: "What happens to an attribute_type that no one has heard of?",
		Variants: []Variant{
			{ID: "refuse", Says: "the body is refused"}, {ID: "accept", Says: "it is taken as it is"},
		}, Default: "refuse", Because: Guess},
	{ID: "operator-unknown", At: at(spec.Segment, "", "the allowed values of operator"), Operations: creation, Kind: Behaviour,
		Asks: "What happens to an operator that no one has heard of?",
		Variants: []Variant{
			{ID: "refuse", Says: "the body is refused"}, {ID: "accept", Says: "it is taken as it is"},
		}, Default: "refuse", Because: Guess},

	{ID: "timestamp-form", At: at(spec.Invitation, "Field", "created_at"), Operations: []string{spec.ListInvitations, spec.GetSegment, spec.ReadSegmentSource}, Kind: Representation,
		Asks: "Which form of ISO 8601 do timestamps have?",
		Variants: []Variant{
			{ID: "milliseconds", Says: "UTC with milliseconds, 2024-05-01T09:30:00.000Z"},
			{ID: "seconds", Says: "UTC with seconds, 2024-05-01T09:30:00Z"},
			{ID: "offset", Says: "a numeric offset, 2024-05-01T11:30:00+02:00"},
		}, Default: "milliseconds", Because: Guess},
	{ID: "invitation-unclaimed", At: at(spec.Invitation, "Field", "claimed_at"), Operations: invites, Kind: Representation,
		Asks: "What are claimed_at and claimed_by_id before the invitation is claimed?",
		Variants: []Variant{
			{ID: "null", Says: "null"}, {ID: "absent", Says: "the members are left out"},
		}, Default: "null", Because: Guess},
	{ID: "invitation-roles", At: at(spec.Invitation, "", "Allowed values of role"), Operations: invites, Kind: Representation,
		Asks: "Which words are the organization-level roles?",
		Variants: []Variant{
			{ID: "lower-case", Says: "admin and member"}, {ID: "capitalised", Says: "Admin and Member"},
		}, Default: "lower-case", Because: Documented},

	{ID: "source-status-type", At: at(spec.StatesAndTransition, "Resource", "Segment"), Operations: source, Kind: Representation,
		Asks: "Which JSON type has the status of a segment's source URL?",
		Variants: []Variant{
			{ID: "boolean", Says: "a boolean"}, {ID: "string", Says: `the strings "false" and "true"`},
		}, Default: "boolean", Because: Guess},
	{ID: "source-code", At: at(spec.StatesAndTransition, "State", "segment sub-properties pending"), Operations: source, Kind: Behaviour,
		Asks: "With which HTTP code does the source URL answer while creation is running?",
		Variants: []Variant{
			{ID: "200", Says: "HTTP 200"}, {ID: "202", Says: "HTTP 202"}, {ID: "404", Says: "HTTP 404, as long as there is nothing to show"},
		}, Default: "200", Because: Guess},
	{ID: "source-properties-place", At: at(spec.StatesAndTransition, "State", "segment sub-properties pending"), Operations: source, Kind: Representation,
		Asks: "Where does a complete source URL put the segment's properties?",
		Variants: []Variant{
			{ID: "beside", Says: "beside status"}, {ID: "data", Says: "in the object data"},
		}, Default: "beside", Because: Guess},
	{ID: "source-token", At: at(spec.Authentication, "", "Every endpoint requires the header"), Operations: source, Kind: Behaviour,
		Asks: "Does the source URL, which is no row of the endpoints, need a token?",
		Variants: []Variant{
			{ID: "needed", Says: "yes"}, {ID: "not-needed", Says: "no"},
		}, Default: "needed", Because: Guess},

	{ID: "page-negative", At: at(spec.Endpoints, "Parameter", "page"), Operations: lists, Kind: Behaviour,
		Asks: "What does a list answer to a negative page?",
		Variants: []Variant{
			{ID: "refuse", Says: "a failure"}, {ID: "first", Says: "the first page"},
		}, Default: "refuse", Because: Guess},
	{ID: "page-not-a-number", At: at(spec.Endpoints, "Parameter", "page"), Operations: lists, Kind: Behaviour,
		Asks: "What does a list answer to a page that is no number?",
		Variants: []Variant{
			{ID: "refuse", Says: "a failure"}, {ID: "first", Says: "the first page"},
		}, Default: "refuse", Because: Guess},
	{ID: "page-fraction", At: at(spec.Endpoints, "Parameter", "page"), Operations: lists, Kind: Behaviour,
		Asks: "What does a list answer to page 1.5?",
		Variants: []Variant{
			{ID: "refuse", Says: "a failure"}, {ID: "floor", Says: "page 1"}, {ID: "ceil", Says: "page 2"},
		}, Default: "refuse", Because: Guess},
	{ID: "page-past-end", At: at(spec.Endpoints, "Parameter", "page"), Operations: lists, Kind: Behaviour,
		Asks: "What does a list answer to a page after the last?",
		Variants: []Variant{
			{ID: "empty", Says: "no records, the same totals"}, {ID: "refuse", Says: "a failure"}, {ID: "last", Says: "the last page"},
		}, Default: "empty", Because: Guess},
	{ID: "parameter-repeated", At: at(spec.Endpoints, "Parameter", "page"), Operations: lists, Kind: Behaviour,
		Asks: "Which value counts where page is given twice?",
		Variants: []Variant{
			{ID: "first", Says: "the first"}, {ID: "last", Says: "the last"}, {ID: "refuse", Says: "neither: a failure"},
		}, Default: "first", Because: Guess},
	{ID: "per-page-zero", At: at(spec.Endpoints, "Parameter", "per_page"), Operations: lists, Kind: Behaviour,
		Asks:    "What does a list answer to per_page 0?",
		Forbids: "more than 100 records", Promise: "per-page-at-most-100",
		Variants: []Variant{
			{ID: "refuse", Says: "a failure"}, {ID: "default", Says: "pages of 25"}, {ID: "one", Says: "pages of 1"},
		}, Default: "refuse", Because: Guess},
	{ID: "order-unknown", At: at(spec.Endpoints, "Parameter", "order"), Operations: lists, Kind: Behaviour,
		Asks: "What does a list answer to an order that is neither asc nor desc?",
		Variants: []Variant{
			{ID: "refuse", Says: "a failure"}, {ID: "default", Says: "the order desc"},
		}, Default: "refuse", Because: Guess},
	{ID: "parameter-status", At: at(spec.Endpoints, "", "List query parameters"), Operations: lists, Kind: Refusal,
		Asks:     "Which HTTP code refuses a query parameter?",
		Variants: statuses("400", "422", "404"), Default: "400", Because: Guess},

	{ID: "missing-token-status", At: at(spec.Authentication, "", "the response to a missing or invalid token"), Operations: listed, Kind: Refusal,
		Asks:     "Which HTTP code refuses a request without an Authorization header?",
		Variants: statuses("401", "403", "400"), Default: "401", Because: Client},
	{ID: "invalid-token-status", At: at(spec.Authentication, "", "the response to a missing or invalid token"), Operations: listed, Kind: Refusal,
		Asks:     "Which HTTP code refuses a token that does not exist?",
		Variants: statuses("401", "403", "404"), Default: "401", Because: Client},
	{ID: "wrong-kind-token-status", At: at(spec.Authentication, "", "the response to a missing or invalid token"), Operations: listed, Kind: Refusal,
		Asks:     "Which HTTP code refuses a token of the other kind?",
		Variants: statuses("403", "401", "404"), Default: "403", Because: Client},
	{ID: "other-workspace-status", At: at(spec.Authentication, "", "Endpoints 1-5, 7, 8, 9"), Operations: creation, Kind: Refusal,
		Asks:     "Which HTTP code refuses a token of another workspace?",
		Variants: statuses("404", "403", "401"), Default: "404", Because: Guess},
	{ID: "basic-authorization", At: at(spec.Authentication, "", "Every endpoint requires the header"), Operations: listed, Kind: Behaviour,
		Asks: "Is the token also taken as the password of HTTP Basic with the user bearer?",
		Variants: []Variant{
			{ID: "refuse", Says: "no"}, {ID: "accept", Says: "yes"},
		}, Default: "refuse", Because: Client},
	{ID: "bearer-lower-case", At: at(spec.Authentication, "", "Every endpoint requires the header"), Operations: listed, Kind: Behaviour,
		Asks: "Is the scheme also known as bearer, in lower case?",
		Variants: []Variant{
			{ID: "accept", Says: "yes, as HTTP has it"}, {ID: "refuse", Says: "no"},
		}, Default: "accept", Because: Guess},
	{ID: "token-format", At: at(spec.Authentication, "", "Token format, lifetime, scopes"), Operations: listed, Kind: Behaviour,
		Asks:  "What do tokens look like, how long do they live, and what are their scopes?",
		Noted: "tokens are made on pages outside this API"},

	{ID: "events", At: at(spec.Events, "", "Events, webhooks or notifications"), Operations: every, Kind: Behaviour,
		Asks:  "Does the service send events?",
		Noted: "they would not travel over this API"},

	{ID: "error-body", At: at(spec.Errors, "", "the error body shape"), Operations: every, Kind: Refusal,
		Asks: "Which body does a failure carry?",
		Variants: []Variant{
			{ID: "message", Says: `{"status": "error", "message": "…"}`},
			{ID: "status-only", Says: `{"status": "error"}`},
			{ID: "errors", Says: `{"errors": ["…"]}`},
			{ID: "text", Says: "plain text"},
			{ID: "empty", Says: "nothing"},
		}, Default: "message", Because: Documented},
	{ID: "source-unknown-status", At: at(spec.Errors, "", "the condition that leads to each error"), Operations: creation, Kind: Refusal,
		Asks:     "Which HTTP code answers a source_id that does not exist?",
		Variants: statuses("404", "400", "422"), Default: "404", Because: Documented},
	{ID: "not-found-body", At: at(spec.Errors, "", "the error body shape"), Operations: []string{spec.CreateSegment, spec.GetSegment}, Kind: Refusal,
		Asks: "Which body does the answer to an unknown id carry?",
		Variants: []Variant{
			{ID: "word", Says: `{"status": "not_found"}`},
			{ID: "integer", Says: `{"status": 404}`},
			{ID: "error", Says: "the body of any other failure"},
		}, Default: "word", Because: Documented},
	{ID: "body-refusal-status", At: at(spec.Errors, "", "HTTP status codes of failures"), Operations: creation, Kind: Refusal,
		Asks:     "Which HTTP code refuses a body that lacks a required member or holds what it must not?",
		Variants: statuses("400", "422", "200"), Default: "400", Because: Guess},

	{ID: "per-page-over-max", At: at(spec.Limits, "", "the response to a per_page above 100"), Operations: lists, Kind: Behaviour,
		Asks:    "What does a list answer when per_page is above 100?",
		Forbids: "more than 100 records", Promise: "per-page-at-most-100",
		Variants: []Variant{
			{ID: "clamp", Says: "pages of 100"}, {ID: "refuse", Says: "a failure"}, {ID: "default", Says: "pages of 25"},
		}, Default: "clamp", Because: Documented},
	{ID: "rate-limits", At: at(spec.Limits, "", "Rate limits"), Operations: every, Kind: Refusal,
		Asks:  "How many requests may a client send?",
		Noted: "finding the limit of a deployment would mean flooding it"},
	{ID: "request-size", At: at(spec.Limits, "", "request size limits"), Operations: creation, Kind: Refusal,
		Asks:  "How large may a request be?",
		Noted: "finding the limit of a deployment would mean flooding it"},
	{ID: "other-versioning", At: at(spec.Versioning, "", "Any other versioning rule"), Operations: every, Kind: Behaviour,
		Asks:  "Are there other rules of versioning?",
		Noted: "nothing says what to send"},
}
