package response

// Values whose form on the wire is left open. A handler puts them into its
// body; form gives them theirs.
type (
	// PageEnd is the number of a page, 0 where there is none.
	PageEnd int64
	// NextLink is the URL of the next page, empty where there is none.
	NextLink string
	// Lacking stands for a value that is not there. It names the gap that
	// decides whether its member is null or left out.
	Lacking string
	// StandIn is a text that may stand for nothing to say.
	StandIn string
	// NoLookup stands for the object that a field does not look up.
	NoLookup struct{}
	// NoFieldTypes stands for the types of custom fields that are not allowed.
	NoFieldTypes struct{}
	// InLists is a value that the document has in the list of objects.
	InLists struct{ Value any }
	// ServiceName is the type of a destination.
	ServiceName string
	// OrganizationRole is a word of resource.OrganizationRoles.
	OrganizationRole string
	// Completion reports whether a segment's creation has finished.
	Completion bool
	// Properties are those of a segment, in the response of its source URL.
	Properties Object
)
