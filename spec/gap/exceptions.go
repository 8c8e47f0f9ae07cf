package gap

// Lenience is what an exception allows a member to be beside its own type.
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
	// Allows are the leniences, and Where the case in which they hold; an
	// empty Where holds everywhere.
	Allows []Lenience `json:"allows"`
	Where  string     `json:"where,omitempty"`
	Reason string     `json:"reason"`
}

// Exceptions is the closed table: the contract has no nullable or optional
// member of an answer that is not a row here.
var Exceptions = []Exception{
	{Schema: "Pagination", Member: "prev_page", Allows: []Lenience{Null, Absent}, Where: "on the first page",
		Reason: "the document does not show the ends of a list; any integer is lawful there too"},
	{Schema: "Pagination", Member: "next_page", Allows: []Lenience{Null, Absent}, Where: "on the last page",
		Reason: "the document does not show the ends of a list; any integer is lawful there too"},
	{Schema: "Invitation", Member: "claimed_at", Allows: []Lenience{Null, Absent}, Where: "before the invitation is claimed",
		Reason: "set once claimed: what stands there before is not shown"},
	{Schema: "Invitation", Member: "claimed_by_id", Allows: []Lenience{Null, Absent}, Where: "before the invitation is claimed",
		Reason: "set once claimed: what stands there before is not shown"},
}
