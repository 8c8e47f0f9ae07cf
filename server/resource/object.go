package resource

import "github.com/go-json-experiment/json/jsontext"

// DestinationObject is what a destination writes to: a table, an audience.
type DestinationObject struct {
	Label                    string
	FullName                 string
	SupportedOperations      []string
	Upsert, Mirror           IdentifierMapping
	AllowCustomFields        bool
	CustomFieldTypes         []FieldType
	AllowCaseSensitiveFields bool
	AdvancedFields           []AdvancedField
	SupportsFieldOrdering    bool
	CanBeSyncDestination     bool
	IsAudienceDestination    bool
	Fields                   []ObjectField
	ConfigurableFields       map[string]string
	Lists                    []ObjectList
}

// IdentifierMapping says how the primary identifier is mapped in a mode. Notes
// are empty if there are none.
type IdentifierMapping struct {
	Required           bool
	HideDestinationKey bool
	Notes              string
}

// FieldType is a type that a field may have, or an array of it.
type FieldType struct {
	Type  string
	Array bool
}

// AdvancedField is an advanced configuration field definition. Default is nil,
// Required nil and SupportedValues nil if they are unset.
type AdvancedField struct {
	Name, Type, Label, InputType, Placeholder string

	SortOrder       int64
	Default         jsontext.Value
	Required        *bool
	SupportedValues []string
}

// ObjectField is a field of a destination object. LookupObject is empty if the
// field looks nothing up.
type ObjectField struct {
	Label, FullName, Type, LookupObject string

	Operations              []string
	Createable              bool
	Updateable              bool
	Array                   bool
	PreserveValuesSupported bool
	RequiredForMapping      bool
	CanBeUpsertKey          bool
	CanBeUpdateKey          bool
	CanBeInsertKey          bool
	CanBeReferenceKey       bool
}

// ObjectList is a list of the external system that the object can be put on.
type ObjectList struct {
	ID   string
	Name string
}
