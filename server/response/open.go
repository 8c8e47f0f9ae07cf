package response

// Values whose form on the wire is left open. A handler puts them into its
// body; form decides their form.
type (
	// PageEnd is the number of a page, 0 if there is none.
	PageEnd int64
	// NextLink is the URL of the next page, empty if there is none.
	NextLink string
	// Missing represents a missing value. It names the gap that decides whether
	// its member is null or left out.
	Missing string
	// Placeholder is a text that may replace a missing one.
	Placeholder string
	// NoLookup represents the object of a field that looks nothing up.
	NoLookup struct{}
	// NoFieldTypes represents the types of custom fields that are not allowed.
	NoFieldTypes struct{}
	// InLists is a value that the document has in the list of objects.
	InLists struct{ Value any }
	// ServiceName is the type of a destination.
	ServiceName string
	// OrganizationRole is a word of resource.OrganizationRoles.
	OrganizationRole string
	// Progress is what the source URL of a segment shows: whether creation has finished, and the
	// properties from then on.
	Progress struct {
		Complete   bool
		Properties Object
	}
)
