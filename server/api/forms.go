package api

import (
	"strings"

	"understudy/spec"
)

// Gap page-ends: what stands for a page that does not exist.
func (f form) pageEnd(o object, name string, n pageEnd) object {
	switch {
	case n > 0 || f.chose("page-ends", "zero"):
		return append(o, member{name, int64(n)})
	case f.chose("page-ends", "absent"):
		return o
	}
	return append(o, member{name, nil})
}

// Gap next-link: the URL of the next page beside the pagination.
func (f form) nextLink(o object, name string, link nextLink) object {
	switch {
	case f.chose("next-link", "absent"):
		return o
	case link == "":
		return append(o, member{name, nil})
	}
	return append(o, member{name, string(link)})
}

// Gaps destination-untested, test-step-error, advanced-field-optional,
// configuration-field-unused and invitation-unclaimed: what stands for a value
// that is not there.
func (f form) lacking(o object, name string, gap lacking) object {
	if f.chose(string(gap), "absent") {
		return o
	}
	return append(o, member{name, nil})
}

// Gap configuration-field-texts: what stands for a text that there is none of.
func (f form) standIn(text standIn) any {
	if f.chose("configuration-field-texts", "placeholder") {
		return string(text)
	}
	return nil
}

// Gap object-lookup: what stands for the object that is not looked up.
func (f form) noLookup() any {
	if f.chose("object-lookup", "empty") {
		return ""
	}
	return nil
}

// Gap object-custom-field-types: what stands for the types of no custom field.
func (f form) noFieldTypes(o object, name string) object {
	if f.chose("object-custom-field-types", "empty") {
		return append(o, member{name, array{}})
	}
	return o
}

// Gap object-list-members: whether an object outside its list has them too.
func (f form) onlyInLists() bool {
	return f.operation != spec.ListDestinationObjects && f.chose("object-list-members", "absent")
}

// Gap destination-type: whether a destination shows its type.
func (f form) serviceName(o object, name string, s serviceName) object {
	if f.chose("destination-type", "absent") {
		return o
	}
	return append(o, member{name, string(s)})
}

// Gap invitation-roles: the words for the roles in the organization.
func (f form) role(r organizationRole) string {
	if f.chose("invitation-roles", "capitalised") {
		return strings.ToUpper(string(r[:1])) + string(r[1:])
	}
	return string(r)
}

// Gap source-status-type: a boolean or a word.
func (f form) completion(c completion) any {
	switch {
	case f.chose("source-status-type", "boolean"):
		return bool(c)
	case bool(c):
		return "true"
	}
	return "false"
}

// Gap source-properties-place: beside the status, or in an object of their own.
func (f form) properties(o object, name string, p properties) object {
	if f.chose("source-properties-place", "data") {
		return append(o, member{name, object(p)})
	}
	return append(o, p...)
}
