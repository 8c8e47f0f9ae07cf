package gap

import (
	"slices"

	"understudy/spec"
)

var (
	// repeatable are the operations that can be tried twice: publishing works
	// only once.
	repeatable  = slices.DeleteFunc(slices.Clone(spec.Listed), func(id string) bool { return id == spec.PublishConnector })
	named       = spec.Those(func(o spec.Operation) bool { return o.Named() && !o.Linked })
	destination = []string{spec.UpdateDestination, spec.GetDestination}
	// bodied are the operations with a body, rejectable those whose body may be
	// tried with a required member missing: a destination is only ever sent a
	// name.
	bodied     = []string{spec.UpdateDestination, spec.CreateSegment, spec.UpdateConnector, spec.CreateConnector, spec.CreateLink}
	rejectable = []string{spec.CreateSegment, spec.UpdateConnector, spec.CreateConnector, spec.CreateLink}
	stamped    = []string{spec.UpdateDestination, spec.GetDestination, spec.ListInvitations, spec.GetSegment, spec.ReadSegmentSource, spec.ListTopics, spec.CreateLink}
)

// jsonBodies are the variants of error-body that are JSON.
var jsonBodies = []string{"message", "status-only", "errors"}

// The variants of gaps that ask for the HTTP code of a rejection.
var (
	http400 = Variant{ID: "400", Says: "HTTP 400"}
	http401 = Variant{ID: "401", Says: "HTTP 401"}
	http403 = Variant{ID: "403", Says: "HTTP 403"}
	http404 = Variant{ID: "404", Says: "HTTP 404"}
	http409 = Variant{ID: "409", Says: "HTTP 409"}
	http422 = Variant{ID: "422", Says: "HTTP 422"}
	// http200 is a rejection by the word of status alone.
	http200 = Variant{ID: "200", Says: "HTTP 200 with the status error",
		Needs: []Need{{Gap: "error-body", Variants: []string{"message", "status-only"}}}}
)

// All is the registry, in the order of the document's sections.
var All = []Gap{
	{ID: "next-link", At: spec.At(spec.ResponseEnvelopes, "", "List envelope"), Operations: spec.Lists, Kind: Representation,
		Asks: "Does a list carry the URL of its next page?",
		Variants: []Variant{
			{ID: "sent", Says: "a member next beside pagination: the next page's absolute URL, null on the last page"},
			{ID: "absent", Says: "no such member"},
		}, Default: "sent", Because: Client},
	{ID: "page-ends", At: spec.At(spec.ResponseEnvelopes, "", "Pagination object"), Operations: spec.Lists, Kind: Representation,
		Asks: "What are prev_page on the first page and next_page on the last?",
		Variants: []Variant{
			{ID: "null", Says: "null"},
			{ID: "zero", Says: "the integer 0"},
			{ID: "absent", Says: "the member is left out"},
		}, Default: "null", Because: Documented},
	{ID: "empty-list-last-page", At: spec.At(spec.ResponseEnvelopes, "", "Pagination object"), Operations: spec.Lists, Kind: Behaviour,
		Asks: "What is last_page where there is no record?",
		Variants: []Variant{
			{ID: "one", Says: "1"},
			{ID: "zero", Says: "0"},
		}, Default: "one", Because: Guess},
	{ID: "content-type", At: spec.At(spec.Introduction, "", "Request and response bodies are JSON"), Operations: spec.All, Kind: Representation,
		Asks: "Which Content-Type do responses carry?",
		Variants: []Variant{
			{ID: "json", Says: "application/json"},
			{ID: "json-charset", Says: "application/json; charset=utf-8"},
			{ID: "vendor", Says: "application/vnd.api+json"},
		}, Default: "json", Because: Client},
	{ID: "request-content-type", At: spec.At(spec.Introduction, "", "Request and response bodies are JSON"), Operations: bodied, Kind: Behaviour,
		Asks: "What happens to a JSON body that is sent as text/plain?",
		Variants: []Variant{
			{ID: "refuse", Says: "it is rejected with HTTP 415"},
			{ID: "refuse-400", Says: "it is rejected with HTTP 400"},
			{ID: "accept", Says: "it is read as JSON"},
		}, Default: "refuse", Because: Guess},
	{ID: "malformed-body-status", At: spec.At(spec.Introduction, "", "Request and response bodies are JSON"), Operations: bodied, Kind: Rejection,
		Asks:     "Which HTTP code rejects a body that is not JSON?",
		Variants: []Variant{http400, http422}, Takes: RejectionCode, Default: "400", Because: Guess},

	{ID: "destination-type", At: spec.At(spec.Destination, "Field", "connection_details"), Operations: destination, Kind: Representation,
		Asks: "Does a destination also show its type?",
		Variants: []Variant{
			{ID: "sent", Says: "a member type, the connector's service_name"},
			{ID: "absent", Says: "no such member"},
		}, Default: "sent", Because: Client},
	{ID: "destination-untested", At: spec.At(spec.Destination, "Field", "last_tested_at"), Operations: destination, Kind: Representation,
		Asks: "What are last_test_results, last_test_succeeded and last_tested_at before a first test?",
		Variants: []Variant{
			{ID: "null", Says: "null"},
			{ID: "absent", Says: "the members are left out"},
		}, Default: "null", Because: Client},
	{ID: "test-step-error", At: spec.At(spec.Destination, "Field", "last_test_results"), Operations: destination, Kind: Representation,
		Asks: "What is the error of a test step that succeeded?",
		Variants: []Variant{
			{ID: "absent", Says: "the member is left out"},
			{ID: "null", Says: "null"},
		}, Default: "absent", Because: Guess},
	{ID: "object-list-members", At: spec.At(spec.DestinationObject, "Field", "is_audience_destination"), Operations: []string{spec.UpdateDestination}, Kind: Representation,
		Asks: "Are the members that are present in the list of objects also there outside it?",
		Variants: []Variant{
			{ID: "absent", Says: "no"},
			{ID: "present", Says: "yes"},
		}, Default: "absent", Because: Guess},
	{ID: "object-custom-field-types", At: spec.At(spec.DestinationObject, "Field", "supported_custom_field_types"), Operations: []string{spec.ListDestinationObjects}, Kind: Representation,
		Asks: "What is supported_custom_field_types where custom fields are not allowed?",
		Variants: []Variant{
			{ID: "absent", Says: "the member is left out"},
			{ID: "empty", Says: "an empty array"},
		}, Default: "absent", Because: Documented},
	{ID: "object-lookup", At: spec.At(spec.DestinationObject, "Destination object field", "lookup_object"), Operations: spec.WithObjects, Kind: Representation,
		Asks: "What is lookup_object of a field without a lookup?",
		Variants: []Variant{
			{ID: "null", Says: "null"},
			{ID: "empty", Says: "the empty string"},
		}, Default: "null", Because: Documented},
	{ID: "advanced-field-optional", At: spec.At(spec.DestinationObject, "Advanced configuration field definition", "default"), Operations: spec.WithObjects, Kind: Representation,
		Asks: "How is an optional member left unset?",
		Variants: []Variant{
			{ID: "absent", Says: "it is left out"},
			{ID: "null", Says: "null"},
		}, Default: "absent", Because: Guess},

	{ID: "configuration-field-unused", At: spec.At(spec.ConnectorResponse, "Configuration field", "conditionally_required"), Operations: spec.OfConnectors, Kind: Representation,
		Asks: "What are matches, possible_values and conditionally_required where they do not apply?",
		Variants: []Variant{
			{ID: "absent", Says: "the members are left out"},
			{ID: "null", Says: "null"},
		}, Default: "absent", Because: Guess},
	{ID: "configuration-field-texts", At: spec.At(spec.ConnectorResponse, "Configuration field", "hint"), Operations: spec.OfConnectors, Kind: Representation,
		Asks: "What are placholder, hint and read_more where there is nothing to say?",
		Variants: []Variant{
			{ID: "null", Says: "null"},
			{ID: "placeholder", Says: "a text that stands in: an empty string, or the documentation's URL"},
		}, Default: "placeholder", Because: Guess},
	{ID: "configuration-fields-shown", At: spec.At(spec.ConnectorRequest, "Field", "configuration_definition"), Operations: []string{spec.CreateConnector}, Kind: Behaviour,
		Asks: "Which keys of configuration_definition become configuration fields?",
		Variants: []Variant{
			{ID: "all", Says: "all of them; show says which of them a user may edit"},
			{ID: "editable", Says: "those that a user may edit"},
		}, Default: "all", Because: Guess},
	{ID: "connector-service-name-missing", At: spec.At(spec.ConnectorRequest, "", "Which of these are required inside connector"), Operations: []string{spec.CreateConnector}, Kind: Behaviour,
		Asks: "May a connector be created without a service_name?",
		Variants: []Variant{
			{ID: "refuse", Says: "no"},
			{ID: "accept", Says: "yes: one is made from the label"},
		}, Default: "refuse", Because: Guess},
	{ID: "connector-label-missing", At: spec.At(spec.ConnectorRequest, "", "Which of these are required inside connector"), Operations: []string{spec.CreateConnector}, Kind: Behaviour,
		Asks: "May a connector be created without a label?",
		Variants: []Variant{
			{ID: "refuse", Says: "no"},
			{ID: "accept", Says: "yes: the service_name is its label"},
		}, Default: "refuse", Because: Guess},
	{ID: "connector-label-blank", At: spec.At(spec.ConnectorRequest, "Field", "label"), Operations: []string{spec.CreateConnector}, Kind: Behaviour,
		Asks: "May a connector's label be the empty string?",
		Variants: []Variant{
			{ID: "refuse", Says: "no"},
			{ID: "accept", Says: "yes"},
		}, Default: "refuse", Because: Guess},
	{ID: "connector-data-missing", At: spec.At(spec.ConnectorRequest, "", "Which of these are required inside connector"), Operations: []string{spec.CreateConnector}, Kind: Behaviour,
		Asks: "May a connector be created without data?",
		Variants: []Variant{
			{ID: "accept", Says: "yes"},
			{ID: "refuse", Says: "no"},
		}, Default: "accept", Because: Guess},
	{ID: "connector-definition-missing", At: spec.At(spec.ConnectorRequest, "", "Which of these are required inside connector"), Operations: []string{spec.CreateConnector}, Kind: Behaviour,
		Asks: "May a connector be created without a configuration_definition?",
		Variants: []Variant{
			{ID: "accept", Says: "yes"},
			{ID: "refuse", Says: "no"},
		}, Default: "accept", Because: Guess},
	{ID: "connector-definition-type", At: spec.At(spec.ConnectorRequest, "Field", "configuration_definition"), Operations: []string{spec.CreateConnector}, Kind: Behaviour,
		Asks: "May a definition have an unknown type?",
		Variants: []Variant{
			{ID: "refuse", Says: "no"},
			{ID: "accept", Says: "yes"},
		}, Default: "refuse", Because: Documented},
	{ID: "connector-field-id-blank", At: spec.At(spec.ConnectorRequest, "Field", "configuration_definition"), Operations: []string{spec.CreateConnector}, Kind: Behaviour,
		Asks: "May the id in a definition be the empty string?",
		Variants: []Variant{
			{ID: "refuse", Says: "no"},
			{ID: "accept", Says: "yes"},
		}, Default: "refuse", Because: Guess},
	{ID: "connector-service-name-taken", At: spec.At(spec.ConnectorRequest, "Field", "service_name"), Operations: []string{spec.CreateConnector}, Kind: Rejection,
		Asks:     "Which HTTP code rejects a service_name that is taken?",
		Variants: []Variant{http409, http422, http400}, Takes: RejectionCode, Default: "409", Because: Guess},
	{ID: "connector-service-name-sent-again", At: spec.At(spec.ConnectorRequest, "Field", "service_name"), Operations: []string{spec.UpdateConnector}, Kind: Behaviour,
		Asks: "What happens to a service_name in an update?",
		Variants: []Variant{
			{ID: "ignore", Says: "it is ignored"},
			{ID: "refuse", Says: "the body is rejected"},
		}, Default: "ignore", Because: Guess},
	{ID: "connector-icon-url", At: spec.At(spec.ConnectorRequest, "Field", "icon_url"), Operations: []string{spec.CreateConnector}, Kind: Behaviour,
		Asks: "What happens to an icon_url that is not a URL?",
		Variants: []Variant{
			{ID: "refuse", Says: "the body is rejected"},
			{ID: "accept", Says: "it is taken as it is"},
		}, Default: "refuse", Because: Guess},

	{ID: "segment-name-blank", At: spec.At(spec.Segment, "", "Creation input: name"), Operations: []string{spec.CreateSegment}, Kind: Behaviour,
		Asks: "May a segment's name be the empty string?",
		Variants: []Variant{
			{ID: "refuse", Says: "no"}, {ID: "accept", Says: "yes"},
		}, Default: "refuse", Because: Guess},
	{ID: "segment-name-taken", At: spec.At(spec.Segment, "", "Creation input: name"), Operations: []string{spec.CreateSegment}, Kind: Behaviour,
		Asks: "May two segments of a source have one name?",
		Variants: []Variant{
			{ID: "accept", Says: "yes"}, {ID: "refuse", Says: "no"},
		}, Default: "accept", Because: Guess},
	{ID: "dataset-unknown", At: spec.At(spec.Segment, "", "Creation input: dataset_id"), Operations: []string{spec.CreateSegment}, Kind: Behaviour,
		Asks: "May a segment's dataset_id be one that the source does not have?",
		Variants: []Variant{
			{ID: "refuse", Says: "no"}, {ID: "accept", Says: "yes"},
		}, Default: "refuse", Because: Guess},
	{ID: "member-unknown", At: spec.At(spec.Segment, "", "Creation input"), Operations: []string{spec.CreateSegment}, Kind: Behaviour,
		Asks: "What happens to a member of the body that the document does not list?",
		Variants: []Variant{
			{ID: "ignore", Says: "it is ignored"}, {ID: "refuse", Says: "the body is rejected"},
		}, Default: "ignore", Because: Guess},
	{ID: "name-not-a-string", At: spec.At(spec.Segment, "", "Creation input: name"), Operations: []string{spec.CreateSegment}, Kind: Behaviour,
		Asks: "What happens to a name that is a number?",
		Variants: []Variant{
			{ID: "refuse", Says: "the body is rejected"}, {ID: "accept", Says: "the number's digits are the name"},
		}, Default: "refuse", Because: Guess},
	{ID: "molecules-empty", At: spec.At(spec.Segment, "", "molecules may hold"), Operations: []string{spec.CreateSegment}, Kind: Behaviour,
		Asks: "May the list of molecules be empty?",
		Variants: []Variant{
			{ID: "accept", Says: "yes"}, {ID: "refuse", Says: "no"},
		}, Default: "accept", Because: Guess},
	{ID: "molecule-group", At: spec.At(spec.Segment, "", "Shapes of the other molecule kinds"), Operations: []string{spec.CreateSegment}, Kind: Behaviour,
		Asks: "Is a nested array accepted as a Molecule Group?",
		Variants: []Variant{
			{ID: "accept", Says: "yes"}, {ID: "refuse", Says: "no"},
		}, Default: "accept", Because: Documented},
	{ID: "attribute-blank", At: spec.At(spec.Segment, "", "An Atomic (basic) Molecule"), Operations: []string{spec.CreateSegment}, Kind: Behaviour,
		Asks: "May the attribute of an Atomic Molecule be the empty string?",
		Variants: []Variant{
			{ID: "accept", Says: "yes"}, {ID: "refuse", Says: "no"},
		}, Default: "accept", Because: Guess},
	{ID: "attribute-type-unknown", At: spec.At(spec.Segment, "", "the allowed values of attribute_type"), Operations: []string{spec.CreateSegment}, Kind: Behaviour,
		Asks: "What happens to an unknown attribute_type?",
		Variants: []Variant{
			{ID: "refuse", Says: "the body is rejected"}, {ID: "accept", Says: "it is taken as it is"},
		}, Default: "refuse", Because: Guess},
	{ID: "operator-unknown", At: spec.At(spec.Segment, "", "the allowed values of operator"), Operations: []string{spec.CreateSegment}, Kind: Behaviour,
		Asks: "What happens to an unknown operator?",
		Variants: []Variant{
			{ID: "refuse", Says: "the body is rejected"}, {ID: "accept", Says: "it is taken as it is"},
		}, Default: "refuse", Because: Guess},

	{ID: "link-lifetime", At: spec.At(spec.SegmentLink, "Field", "expiration"), Operations: []string{spec.CreateLink}, Kind: Behaviour,
		Asks: "How long is a link valid?",
		Variants: []Variant{
			{ID: "24h", Says: "24 hours"},
			{ID: "1h", Says: "one hour"},
			{ID: "168h", Says: "seven days"},
		}, Takes: Lifetime, Default: "24h", Because: Guess},
	{ID: "link-again", At: spec.At(spec.SegmentLink, "Field", "uri"), Operations: []string{spec.CreateLink}, Kind: Behaviour,
		Asks: "What is the response to a second request for a link of one segment?",
		Variants: []Variant{
			{ID: "new", Says: "another link"},
			{ID: "same", Says: "the link that is still valid"},
		}, Default: "new", Because: Guess},
	{ID: "link-redirect-missing", At: spec.At(spec.SegmentLink, "Field", "redirect_uri"), Operations: []string{spec.CreateLink}, Kind: Behaviour,
		Asks: "May a link be created without a redirect_uri?",
		Variants: []Variant{
			{ID: "refuse", Says: "no"},
			{ID: "accept", Says: "yes"},
		}, Default: "refuse", Because: Guess},
	{ID: "link-redirect-scheme", At: spec.At(spec.SegmentLink, "Field", "redirect_uri"), Operations: []string{spec.CreateLink}, Kind: Behaviour,
		Asks: "May a redirect_uri be something else than an http or https URL?",
		Variants: []Variant{
			{ID: "refuse", Says: "no"},
			{ID: "accept", Says: "yes"},
		}, Default: "refuse", Because: Guess},
	{ID: "link-expired-answer", At: spec.At(spec.SegmentLink, "Field", "uri"), Operations: []string{spec.CreateLink}, Kind: Behaviour,
		Asks: "How does the uri of an expired link respond?",
		Variants: []Variant{
			{ID: "410", Says: "HTTP 410"},
			{ID: "404", Says: "HTTP 404"},
			{ID: "403", Says: "HTTP 403"},
		}, Takes: RejectionCode, Default: "410", Because: Guess},
	{ID: "link-revocation", At: spec.At(spec.SegmentLink, "Field", "revoked"), Operations: []string{spec.CreateLink}, Kind: Behaviour,
		Asks:  "What revokes a link?",
		Noted: "no operation of this API revokes one"},

	{ID: "timestamp-form", At: spec.At(spec.Invitation, "Field", "created_at"), Operations: stamped, Kind: Representation,
		Asks: "Which form of ISO 8601 do timestamps have?",
		Variants: []Variant{
			{ID: "milliseconds", Says: "UTC with milliseconds, 2024-05-01T09:30:00.000Z"},
			{ID: "seconds", Says: "UTC with seconds, 2024-05-01T09:30:00Z"},
			{ID: "offset", Says: "a numeric offset, 2024-05-01T11:30:00+02:00"},
		}, Default: "milliseconds", Because: Guess},
	{ID: "invitation-unclaimed", At: spec.At(spec.Invitation, "Field", "claimed_at"), Operations: []string{spec.ListInvitations}, Kind: Representation,
		Asks: "What are claimed_at and claimed_by_id before the invitation is claimed?",
		Variants: []Variant{
			{ID: "null", Says: "null"}, {ID: "absent", Says: "the members are left out"},
		}, Default: "null", Because: Guess},
	{ID: "invitation-roles", At: spec.At(spec.Invitation, "", "Allowed values of role"), Operations: []string{spec.ListInvitations}, Kind: Representation,
		Asks: "Which words are the organization-level roles?",
		Variants: []Variant{
			{ID: "lower-case", Says: "admin and member"}, {ID: "capitalised", Says: "Admin and Member"},
		}, Default: "lower-case", Because: Documented},

	{ID: "destination-retest", At: spec.At(spec.StatesAndTransition, "", "Transitions of destinations"), Operations: []string{spec.UpdateDestination}, Kind: Behaviour,
		Asks: "Is a destination tested again when it is updated?",
		Variants: []Variant{
			{ID: "tested", Says: "yes: last_tested_at moves on"},
			{ID: "kept", Says: "no: last_tested_at stays"},
		}, Default: "tested", Because: Guess},
	{ID: "connector-update-after-publish", At: spec.At(spec.StatesAndTransition, "", "Transitions of destinations"), Operations: []string{spec.UpdateConnector}, Kind: Behaviour,
		Asks: "May a connector be updated once it is published?",
		Variants: []Variant{
			{ID: "refuse", Says: "no"},
			{ID: "accept", Says: "yes"},
		}, Default: "refuse", Because: Documented},
	{ID: "connector-publish-again", At: spec.At(spec.StatesAndTransition, "", "Transitions of destinations"), Operations: []string{spec.PublishConnector}, Kind: Behaviour,
		Asks: "May a connector be published twice?",
		Variants: []Variant{
			{ID: "refuse", Says: "no"},
			{ID: "accept", Says: "yes"},
		}, Default: "refuse", Because: Documented},
	{ID: "connector-conflict-status", At: spec.At(spec.StatesAndTransition, "", "Transitions of destinations"), Operations: []string{spec.UpdateConnector, spec.PublishConnector}, Kind: Rejection,
		Asks:     "Which HTTP code rejects a request that is only allowed before publishing?",
		MaskedBy: []string{"connector-update-after-publish", "connector-publish-again"},
		Variants: []Variant{http409, http422, http403}, Takes: RejectionCode, Default: "409", Because: Guess},

	{ID: "source-status-type", At: spec.At(spec.StatesAndTransition, "Resource", "Segment"), Operations: []string{spec.ReadSegmentSource}, Kind: Representation,
		Asks: "Which JSON type does the status of a segment's source URL have?",
		Variants: []Variant{
			{ID: "boolean", Says: "a boolean"}, {ID: "string", Says: `the strings "false" and "true"`},
		}, Default: "boolean", Because: Guess},
	{ID: "source-code", At: spec.At(spec.StatesAndTransition, "State", "segment sub-properties pending"), Operations: []string{spec.ReadSegmentSource}, Kind: Behaviour,
		Asks: "Which HTTP code does the source URL have while creation is running?",
		Variants: []Variant{
			{ID: "200", Says: "HTTP 200"}, {ID: "202", Says: "HTTP 202"}, {ID: "404", Says: "HTTP 404, as long as there is nothing to show"},
		}, Default: "200", Because: Guess},
	{ID: "source-properties-place", At: spec.At(spec.StatesAndTransition, "State", "segment sub-properties pending"), Operations: []string{spec.ReadSegmentSource}, Kind: Representation,
		Asks: "Where does a source URL put the segment's properties, once it is complete, and its status?",
		Variants: []Variant{
			{ID: "beside", Says: "beside status"}, {ID: "data", Says: "in the object data"},
			{ID: "data-with-status", Says: "in the object data, and status with them, also before it is complete"},
		}, Default: "beside", Because: Guess},

	{ID: "topics-code", At: spec.At(spec.Endpoints, "", "HTTP status codes of endpoints 1 and 8"), Operations: []string{spec.ListTopics}, Kind: Behaviour,
		Asks: "Which HTTP code does a list of topics have?",
		Variants: []Variant{
			{ID: "200", Says: "HTTP 200"},
			{ID: "203", Says: "HTTP 203"},
		}, Takes: SuccessCode, Default: "200", Because: Documented},
	{ID: "topics-paging", At: spec.At(spec.Endpoints, "", "Query parameters of endpoint 8"), Operations: []string{spec.ListTopics}, Kind: Behaviour,
		Asks: "Does the list of topics use page and per_page?",
		Variants: []Variant{
			{ID: "whole", Says: "no: the response is the whole list"},
			{ID: "paged", Says: "yes, as the other lists do"},
		}, Default: "whole", Because: Guess},
	{ID: "topics-order", At: spec.At(spec.Endpoints, "", "Query parameters of endpoint 8"), Operations: []string{spec.ListTopics}, Kind: Behaviour,
		Asks: "In which order are topics listed?",
		Variants: []Variant{
			{ID: "newest", Says: "the newest first"},
			{ID: "oldest", Says: "the oldest first"},
			{ID: "name", Says: "by name"},
		}, Default: "newest", Because: Guess},
	{ID: "topics-other-source", At: spec.At(spec.Endpoints, "#", "8"), Operations: []string{spec.ListTopics}, Kind: Behaviour,
		Asks: "What is the response to a request for the topics of a source whose kind has none?",
		Variants: []Variant{
			{ID: "405", Says: "HTTP 405"},
			{ID: "404", Says: "HTTP 404"},
			{ID: "empty", Says: "an empty list"},
		}, Takes: RejectionCode, Default: "405", Because: Documented},
	{ID: "destination-update-code", At: spec.At(spec.Endpoints, "", "HTTP status codes of endpoints 1 and 8"), Operations: []string{spec.UpdateDestination}, Kind: Behaviour,
		Asks: "Which HTTP code does the update of a destination have?",
		Variants: []Variant{
			{ID: "200", Says: "HTTP 200"},
			{ID: "202", Says: "HTTP 202"},
		}, Takes: SuccessCode, Default: "200", Because: Documented},
	{ID: "destination-credentials", At: spec.At(spec.Endpoints, "", "Content and required-ness of credentials"), Operations: []string{spec.UpdateDestination}, Kind: Behaviour,
		Asks:  "Which credentials does a destination need, and do partial ones replace the others?",
		Noted: "trying would break a connection that someone uses"},
	{ID: "destination-body", At: spec.At(spec.Endpoints, "", "Content and required-ness of credentials"), Operations: []string{spec.UpdateDestination}, Kind: Behaviour,
		Asks:  "Which members of service_connection are required, and what is the response to an unknown type?",
		Noted: "trying would change a connection that someone uses in more than its name"},
	{ID: "destination-name-blank", At: spec.At(spec.Endpoints, "", "Content and required-ness of credentials"), Operations: []string{spec.UpdateDestination}, Kind: Behaviour,
		Asks:  "May a destination's name be the empty string?",
		Noted: "trying would leave a connection that someone uses without a name"},

	{ID: "page-negative", At: spec.At(spec.Endpoints, "Parameter", "page"), Operations: spec.Lists, Kind: Behaviour,
		Asks: "How does a list respond to a negative page?",
		Variants: []Variant{
			{ID: "refuse", Says: "a failure"}, {ID: "first", Says: "the first page"},
		}, Default: "refuse", Because: Guess},
	{ID: "page-not-a-number", At: spec.At(spec.Endpoints, "Parameter", "page"), Operations: spec.Lists, Kind: Behaviour,
		Asks: "How does a list respond to a page that is not a number?",
		Variants: []Variant{
			{ID: "refuse", Says: "a failure"}, {ID: "first", Says: "the first page"},
		}, Default: "refuse", Because: Guess},
	{ID: "page-fraction", At: spec.At(spec.Endpoints, "Parameter", "page"), Operations: spec.Lists, Kind: Behaviour,
		Asks: "How does a list respond to page 1.5?",
		Variants: []Variant{
			{ID: "refuse", Says: "a failure"}, {ID: "floor", Says: "page 1"}, {ID: "ceil", Says: "page 2"},
		}, Default: "refuse", Because: Guess},
	{ID: "page-past-end", At: spec.At(spec.Endpoints, "Parameter", "page"), Operations: spec.Lists, Kind: Behaviour,
		Asks: "How does a list respond to a page after the last?",
		Variants: []Variant{
			{ID: "empty", Says: "no records, the same totals"}, {ID: "refuse", Says: "a failure"}, {ID: "last", Says: "the last page"},
		}, Default: "empty", Because: Guess},
	{ID: "parameter-repeated", At: spec.At(spec.Endpoints, "Parameter", "page"), Operations: spec.Lists, Kind: Behaviour,
		Asks: "Which value counts where page is given twice?",
		Variants: []Variant{
			{ID: "first", Says: "the first"}, {ID: "last", Says: "the last"}, {ID: "refuse", Says: "neither: a failure"},
		}, Default: "first", Because: Guess},
	{ID: "per-page-zero", At: spec.At(spec.Endpoints, "Parameter", "per_page"), Operations: spec.Lists, Kind: Behaviour,
		Asks:    "How does a list respond to per_page 0?",
		Forbids: "more than 100 records", Promise: "per-page-at-most-100",
		Variants: []Variant{
			{ID: "refuse", Says: "a failure"}, {ID: "default", Says: "pages of 25"}, {ID: "one", Says: "pages of 1"},
		}, Default: "refuse", Because: Guess},
	{ID: "order-unknown", At: spec.At(spec.Endpoints, "Parameter", "order"), Operations: spec.Lists, Kind: Behaviour,
		Asks: "How does a list respond to an order that is neither asc nor desc?",
		Variants: []Variant{
			{ID: "refuse", Says: "a failure"}, {ID: "default", Says: "the order desc"},
		}, Default: "refuse", Because: Guess},
	{ID: "parameter-status", At: spec.At(spec.Endpoints, "", "List query parameters"), Operations: spec.Lists, Kind: Rejection,
		Asks:     "Which HTTP code rejects a query parameter?",
		MaskedBy: []string{"per-page-zero"},
		Variants: []Variant{http400, http422, http404}, Takes: RejectionCode, Default: "400", Because: Guess},

	{ID: "missing-token-status", At: spec.At(spec.Authentication, "", "the response to a missing or invalid token"), Operations: spec.Listed, Kind: Rejection,
		Asks:     "Which HTTP code rejects a request without an Authorization header?",
		Variants: []Variant{http401, http403, http400}, Takes: RejectionCode, Default: "401", Because: Client},
	{ID: "invalid-token-status", At: spec.At(spec.Authentication, "", "the response to a missing or invalid token"), Operations: spec.Listed, Kind: Rejection,
		Asks:     "Which HTTP code rejects a token that does not exist?",
		Variants: []Variant{http401, http403, http404}, Takes: RejectionCode, Default: "401", Because: Client},
	{ID: "wrong-kind-token-status", At: spec.At(spec.Authentication, "", "the response to a missing or invalid token"), Operations: spec.Listed, Kind: Rejection,
		Asks:     "Which HTTP code rejects a token of the other kind?",
		Variants: []Variant{http403, http401, http404}, Takes: RejectionCode, Default: "403", Because: Client},
	{ID: "other-workspace-status", At: spec.At(spec.Authentication, "", "Endpoints 1-5, 7, 8, 9"), Operations: spec.OfOneWorkspace, Kind: Rejection,
		Asks:     "Which HTTP code rejects a token of another workspace?",
		Variants: []Variant{http404, http403, http401}, Takes: RejectionCode, Default: "404", Because: Guess},
	{ID: "basic-authorization", At: spec.At(spec.Authentication, "", "Every endpoint requires the header"), Operations: repeatable, Kind: Behaviour,
		Asks: "Is the token also accepted as the password of HTTP Basic with the user name bearer?",
		Variants: []Variant{
			{ID: "refuse", Says: "no"}, {ID: "accept", Says: "yes"},
		}, Default: "refuse", Because: Guess},
	{ID: "bearer-lower-case", At: spec.At(spec.Authentication, "", "Every endpoint requires the header"), Operations: repeatable, Kind: Behaviour,
		Asks: "Is the scheme also accepted as bearer, in lower case?",
		Variants: []Variant{
			{ID: "accept", Says: "yes, as HTTP has it"}, {ID: "refuse", Says: "no"},
		}, Default: "accept", Because: Guess},
	{ID: "source-token", At: spec.At(spec.Authentication, "", "Every endpoint requires the header"), Operations: []string{spec.ReadSegmentSource}, Kind: Behaviour,
		Asks: "Does the source URL, which is not in the table of endpoints, need a token?",
		Variants: []Variant{
			{ID: "needed", Says: "yes"}, {ID: "not-needed", Says: "no"},
		}, Default: "needed", Because: Guess},
	{ID: "token-format", At: spec.At(spec.Authentication, "", "Token format, lifetime, scopes"), Operations: spec.Listed, Kind: Behaviour,
		Asks:  "What do tokens look like, how long are they valid, and what are their scopes?",
		Noted: "tokens are made on pages outside this API"},

	{ID: "events", At: spec.At(spec.Events, "", "Events, webhooks or notifications"), Operations: spec.All, Kind: Behaviour,
		Asks:  "Does the service send events?",
		Noted: "they would not be sent over this API"},

	{ID: "error-content-type", At: spec.At(spec.Errors, "", "the error body shape"), Operations: spec.All, Kind: Rejection,
		Asks:     "Which Content-Type does a failure carry?",
		MaskedBy: []string{"source-token"},
		Variants: []Variant{
			{ID: "fitting", Says: "that of its body: a JSON type for JSON, text/plain for a text, none for an empty body"},
			{ID: "problem", Says: "application/problem+json", Needs: []Need{{Gap: "error-body", Variants: jsonBodies}}},
			{ID: "plain", Says: "text/plain, though the body is JSON", Needs: []Need{{Gap: "error-body", Variants: jsonBodies}}},
		}, Default: "fitting", Because: Guess},
	{ID: "error-body", At: spec.At(spec.Errors, "", "the error body shape"), Operations: spec.All, Kind: Rejection,
		Asks:     "Which body does a failure carry?",
		MaskedBy: []string{"source-token"},
		Variants: []Variant{
			{ID: "message", Says: `{"status": "error", "message": "…"}`},
			{ID: "status-only", Says: `{"status": "error"}`},
			{ID: "errors", Says: `{"errors": ["…"]}`},
			{ID: "text", Says: "plain text"},
			{ID: "empty", Says: "nothing"},
		}, Default: "message", Because: Documented},
	{ID: "source-unknown-status", At: spec.At(spec.Errors, "", "the condition that leads to each error"), Operations: []string{spec.CreateSegment, spec.ListTopics, spec.CreateLink}, Kind: Rejection,
		Asks:     "Which HTTP code is the response to a source_id that does not exist?",
		Variants: []Variant{http404, http400, http422}, Takes: RejectionCode, Default: "404", Because: Documented},
	{ID: "not-found-body", At: spec.At(spec.Errors, "", "the error body shape"), Operations: named, Kind: Rejection,
		Asks: "Which body does the response to an unknown id carry?",
		Variants: []Variant{
			{ID: "word", Says: `{"status": "not_found"}`},
			{ID: "integer", Says: `{"status": 404}`},
			{ID: "error", Says: "the body of any other failure"},
		}, Default: "word", Because: Documented},
	{ID: "body-refusal-status", At: spec.At(spec.Errors, "", "HTTP status codes of failures"), Operations: rejectable, Kind: Rejection,
		Asks:     "Which HTTP code rejects a body that lacks a required member or has an invalid value?",
		MaskedBy: []string{"link-redirect-missing"},
		Variants: []Variant{http400, http422, http200}, Takes: RejectionCode, Default: "400", Because: Guess},

	{ID: "destination-unknown-status", At: spec.At(spec.Errors, "", "the condition that leads to each error"), Operations: []string{spec.UpdateDestination, spec.ListDestinationObjects}, Kind: Rejection,
		Asks:     "Which HTTP code is the response to a destination_id that does not exist?",
		Variants: []Variant{http404, http400, http403}, Takes: RejectionCode, Default: "404", Because: Documented},
	{ID: "connector-unknown-status", At: spec.At(spec.Errors, "", "the condition that leads to each error"), Operations: []string{spec.UpdateConnector, spec.PublishConnector}, Kind: Rejection,
		Asks:     "Which HTTP code is the response to a service_name that does not exist?",
		Variants: []Variant{http404, http400, http403}, Takes: RejectionCode, Default: "404", Because: Documented},
	{ID: "segment-unknown-status", At: spec.At(spec.Errors, "", "the condition that leads to each error"), Operations: []string{spec.CreateLink}, Kind: Rejection,
		Asks:     "Which HTTP code is the response to a segment_id that does not exist?",
		Variants: []Variant{http404, http400, http422}, Takes: RejectionCode, Default: "404", Because: Documented},

	{ID: "per-page-over-max", At: spec.At(spec.Limits, "", "the response to a per_page above 100"), Operations: spec.Lists, Kind: Behaviour,
		Asks:    "What is the response of a list when per_page is above 100?",
		Forbids: "more than 100 records", Promise: "per-page-at-most-100",
		Variants: []Variant{
			{ID: "clamp", Says: "pages of 100"}, {ID: "refuse", Says: "a failure"}, {ID: "default", Says: "pages of 25"},
		}, Default: "clamp", Because: Documented},
	{ID: "rate-limits", At: spec.At(spec.Limits, "", "Rate limits"), Operations: spec.All, Kind: Rejection,
		Asks:  "How many requests may a client send?",
		Noted: "finding the limit of a deployment would mean flooding it"},
	{ID: "text-limits", At: spec.At(spec.Endpoints, "", "Content and required-ness of credentials"), Operations: bodied, Kind: Rejection,
		Asks:  "Which texts are accepted as names, labels and redirect URIs: how long, and of which characters?",
		Noted: "a rejected text is sent again as a plain one: the limits of each deployment are its own, and finding them would take many writes"},
	{ID: "request-size", At: spec.At(spec.Limits, "", "request size limits"), Operations: []string{spec.CreateSegment}, Kind: Rejection,
		Asks:  "How large may a request be?",
		Noted: "finding the limit of a deployment would mean flooding it"},
	{ID: "other-versioning", At: spec.At(spec.Versioning, "", "Any other versioning rule"), Operations: spec.All, Kind: Behaviour,
		Asks:  "Are there other rules of versioning?",
		Noted: "nothing says what to send"},
}
