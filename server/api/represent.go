package api

import (
	"time"
)

// Values whose form on the wire is left open. A handler puts them into its
// reply; form gives them theirs.
type (
	// pageEnd is the number of a page, 0 where there is none.
	pageEnd int64
	// nextLink is the URL of the next page, empty where there is none.
	nextLink string
	// lacking stands for a value that is not there. It names the gap that
	// tells whether its member is null or left out.
	lacking string
	// standIn is a text that may stand for nothing to say.
	standIn string
	// noLookup stands for the object that a field does not look up.
	noLookup struct{}
	// noFieldTypes stands for the types of custom fields that are not allowed.
	noFieldTypes struct{}
	// inLists is a value that the document has in the list of objects.
	inLists struct{ value any }
	// serviceName is the type of a destination.
	serviceName string
	// organizationRole is a word of resource.OrganizationRoles.
	organizationRole string
	// completion tells whether a segment's creation has finished.
	completion bool
	// properties are those of a segment, in the answer of its source URL.
	properties object
)

// form is how answers look: the variants of the representation gaps.
type form struct {
	variants    variants
	operation   string
	contentType string
	layout      string
	zone        *time.Location
}

// Gap content-type: what answers say that they are.
var contentTypes = map[string]string{
	"json":         "application/json",
	"json-charset": "application/json; charset=utf-8",
	"vendor":       "application/vnd.api+json",
}

// Gap timestamp-form: the form of ISO 8601.
var layouts = map[string]string{
	"milliseconds": "2006-01-02T15:04:05.000Z07:00",
	"seconds":      "2006-01-02T15:04:05Z07:00",
	"offset":       "2006-01-02T15:04:05-07:00",
}

var offsetZone = time.FixedZone("", 2*60*60)

func newForm(chosen variants, operation string) form {
	timestamps := chosen.of("timestamp-form", operation)
	chosen.dependsOn("content-type", operation)
	f := form{
		variants:    chosen,
		operation:   operation,
		contentType: contentTypes[chosen.of("content-type", operation)],
		layout:      layouts[timestamps],
		zone:        time.UTC,
	}
	if timestamps == "offset" {
		f.zone = offsetZone
	}
	return f
}

func (f form) timestamp(b []byte, at time.Time) []byte {
	f.dependsOn("timestamp-form")
	local := at.In(f.zone)
	if local.Year() > 9999 { // which RFC 3339 cannot write, while it is still 9999 in UTC
		local = at.UTC()
	}
	return append(local.AppendFormat(append(b, '"'), f.layout), '"')
}

// variant is that of a gap on the form's operation. It records nothing.
func (f form) variant(gap string) string { return f.variants.of(gap, f.operation) }

// dependsOn records that the response depends on a gap.
func (f form) dependsOn(gap string) { f.variants.dependsOn(gap, f.operation) }

// member adds a member in its form, which may be none, or several members.
func (f form) member(o object, name string, value any) object {
	if v, ok := value.(inLists); ok {
		if f.onlyInLists() {
			return o
		}
		value = v.value
	}
	switch v := value.(type) {
	case pageEnd:
		return f.pageEnd(o, name, v)
	case nextLink:
		return f.nextLink(o, name, v)
	case lacking:
		return f.lacking(o, name, v)
	case standIn:
		return append(o, member{name, f.standIn(v)})
	case noLookup:
		return append(o, member{name, f.noLookup()})
	case noFieldTypes:
		return f.noFieldTypes(o, name)
	case serviceName:
		return f.serviceName(o, name, v)
	case organizationRole:
		return append(o, member{name, f.role(v)})
	case completion:
		return append(o, member{name, f.completion(v)})
	case properties:
		return f.properties(o, name, v)
	}
	return append(o, member{name, value})
}
