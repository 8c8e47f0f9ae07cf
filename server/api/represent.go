package api

import (
	"strings"
	"time"

	"understudy/spec/gap"
)

// Values whose form on the wire is left open. A handler puts them into its
// reply; form gives them theirs.
type (
	// pageEnd is the number of a page, 0 where there is none.
	pageEnd int64
	// nextLink is the URL of the next page, empty where there is none.
	nextLink string
	// unclaimed stands for what an invitation has once it is claimed.
	unclaimed struct{}
	// organizationRole is a word of resource.OrganizationRoles.
	organizationRole string
	// completion tells whether a segment's creation has finished.
	completion bool
	// properties are those of a segment, in the answer of its source URL.
	properties object
)

// form is how answers look: the variants of the representation gaps.
type form struct {
	choice      gap.Choice
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

func newForm(choice gap.Choice, operation string) form {
	timestamps := choice.Variant("timestamp-form", operation)
	f := form{
		choice:      choice,
		operation:   operation,
		contentType: contentTypes[choice.Variant("content-type", operation)],
		layout:      layouts[timestamps],
		zone:        time.UTC,
	}
	if timestamps == "offset" {
		f.zone = offsetZone
	}
	return f
}

// represent gives each member its form, which may be none.
func (f form) represent(o object) object {
	shown := make(object, 0, len(o))
	for _, m := range o {
		switch v := m.value.(type) {
		case pageEnd:
			shown = f.pageEnd(shown, m.name, v)
		case nextLink:
			shown = f.nextLink(shown, m.name, v)
		case unclaimed:
			shown = f.unclaimed(shown, m.name)
		case organizationRole:
			shown = append(shown, member{m.name, f.role(v)})
		case completion:
			shown = append(shown, member{m.name, f.completion(v)})
		case properties:
			shown = f.properties(shown, m.name, v)
		default:
			shown = append(shown, m)
		}
	}
	return shown
}

// Gap page-ends: what stands for a page that does not exist.
func (f form) pageEnd(o object, name string, n pageEnd) object {
	if n > 0 {
		return append(o, member{name, int64(n)})
	}
	switch f.choice.Variant("page-ends", f.operation) {
	case "zero":
		return append(o, member{name, int64(0)})
	case "absent":
		return o
	}
	return append(o, member{name, nil})
}

// Gap next-link: the URL of the next page beside the pagination.
func (f form) nextLink(o object, name string, link nextLink) object {
	switch {
	case f.choice.Variant("next-link", f.operation) == "absent":
		return o
	case link == "":
		return append(o, member{name, nil})
	}
	return append(o, member{name, string(link)})
}

// Gap invitation-unclaimed: claimed_at and claimed_by_id before the claim.
func (f form) unclaimed(o object, name string) object {
	if f.choice.Variant("invitation-unclaimed", f.operation) == "absent" {
		return o
	}
	return append(o, member{name, nil})
}

// Gap invitation-roles: the words for the roles in the organization.
func (f form) role(r organizationRole) string {
	if f.choice.Variant("invitation-roles", f.operation) == "capitalised" {
		return strings.ToUpper(string(r[:1])) + string(r[1:])
	}
	return string(r)
}

// Gap source-status-type: a boolean or a word.
func (f form) completion(c completion) any {
	switch {
	case f.choice.Variant("source-status-type", f.operation) == "boolean":
		return bool(c)
	case bool(c):
		return "true"
	}
	return "false"
}

// Gap source-properties-place: beside the status, or in an object of their own.
func (f form) properties(o object, name string, p properties) object {
	if f.choice.Variant("source-properties-place", f.operation) == "data" {
		return append(o, member{name, object(p)})
	}
	return append(o, p...)
}
