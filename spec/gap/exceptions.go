package gap

// Lenience is what an exception allows for a member beside its own type.
type Lenience string

// The leniences.
const (
	Null   Lenience = "null"
	Absent Lenience = "absent"
)

// Exception frees one member from the rule that whatever the document lists,
// and does not mark optional, is present and of its type in every item.
type Exception struct {
	// Schema names the contract's schema and Member the member in it.
	Schema string `json:"schema"`
	Member string `json:"member"`
	// Allows are the leniences, and Where the case in which they apply; an
	// empty Where applies everywhere.
	Allows []Lenience `json:"allows"`
	Where  string     `json:"where,omitempty"`
	Reason string     `json:"reason"`
}

// Exceptions is the closed table: the contract has no nullable or optional
// member of a response that is not a row here.
var Exceptions = []Exception{
	{Schema: "Pagination", Member: "prev_page", Allows: []Lenience{Null, Absent}, Where: "on the first page",
		Reason: "the document does not show the ends of a list; any integer is allowed there too"},
	{Schema: "Pagination", Member: "next_page", Allows: []Lenience{Null, Absent}, Where: "on the last page",
		Reason: "the document does not show the ends of a list; any integer is allowed there too"},
	{Schema: "Invitation", Member: "claimed_at", Allows: []Lenience{Null, Absent}, Where: "before the invitation is claimed",
		Reason: "set once claimed: the value before that is not shown"},
	{Schema: "Invitation", Member: "claimed_by_id", Allows: []Lenience{Null, Absent}, Where: "before the invitation is claimed",
		Reason: "set once claimed: the value before that is not shown"},
	{Schema: "Destination", Member: "last_test_results", Allows: []Lenience{Null, Absent}, Where: "before a first test",
		Reason: "the value before a first test is not shown"},
	{Schema: "Destination", Member: "last_test_succeeded", Allows: []Lenience{Null, Absent}, Where: "before a first test",
		Reason: "the value before a first test is not shown"},
	{Schema: "Destination", Member: "last_tested_at", Allows: []Lenience{Null, Absent}, Where: "before a first test",
		Reason: "the value before a first test is not shown"},
	{Schema: "TestStep", Member: "error", Allows: []Lenience{Null, Absent},
		Reason: "a step may carry one: the wire does not show where it applies"},
	{Schema: "IdentifierMapping", Member: "notes", Allows: []Lenience{Null},
		Reason: "the document says string or null"},
	{Schema: "DestinationObject", Member: "supported_custom_field_types", Allows: []Lenience{Absent}, Where: "outside the list response, and where allow_custom_fields is false",
		Reason: "present in the list response; public documentation has it only where custom fields are allowed"},
	{Schema: "DestinationObject", Member: "is_audience_destination", Allows: []Lenience{Absent}, Where: "outside the list response",
		Reason: "present in the list response"},
	{Schema: "DestinationObject", Member: "data", Allows: []Lenience{Absent}, Where: "outside the list response",
		Reason: "present in the list response"},
	{Schema: "AdvancedField", Member: "default", Allows: []Lenience{Null, Absent},
		Reason: "the document marks it optional"},
	{Schema: "AdvancedField", Member: "required", Allows: []Lenience{Null, Absent},
		Reason: "the document marks it optional"},
	{Schema: "AdvancedField", Member: "supported_values", Allows: []Lenience{Null, Absent},
		Reason: "the document marks it optional"},
	{Schema: "AdvancedField", Member: "placeholder", Allows: []Lenience{Null},
		Reason: "in practice null where there is nothing to show"},
	{Schema: "ObjectField", Member: "lookup_object", Allows: []Lenience{Null},
		Reason: "in practice null where a field looks nothing up"},
	{Schema: "ConfigurationField", Member: "placholder", Allows: []Lenience{Null},
		Reason: "in practice null where there is nothing to show"},
	{Schema: "ConfigurationField", Member: "hint", Allows: []Lenience{Null},
		Reason: "in practice null where there is nothing to say"},
	{Schema: "ConfigurationField", Member: "read_more", Allows: []Lenience{Null},
		Reason: "in practice null where there is nothing to read"},
	{Schema: "ConfigurationField", Member: "matches", Allows: []Lenience{Null, Absent},
		Reason: "the wire does not show where it applies"},
	{Schema: "ConfigurationField", Member: "possible_values", Allows: []Lenience{Null, Absent},
		Reason: "the wire does not show where it applies"},
	{Schema: "ConfigurationField", Member: "conditionally_required", Allows: []Lenience{Null, Absent},
		Reason: "the wire does not show where it applies"},
	{Schema: "Topic", Member: "description", Allows: []Lenience{Null},
		Reason: "in practice null where there is nothing to say"},
}
