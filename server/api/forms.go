package api

import (
	"strconv"
	"strings"

	"understudy/spec"
)

// Gap page-ends: what stands for a page that does not exist.
func (f form) pageEnd(o object, name string, n pageEnd) object {
	if n > 0 {
		return append(o, member{name, int64(n)})
	}
	f.dependsOn("page-ends")
	switch f.variant("page-ends") {
	case "zero":
		return append(o, member{name, int64(0)})
	case "absent":
		return o
	}
	return append(o, member{name, nil})
}

// Gap next-link: the URL of the next page beside the pagination.
func (f form) nextLink(o object, name string, link nextLink) object {
	f.dependsOn("next-link")
	switch {
	case f.variant("next-link") == "absent":
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
	f.dependsOn(string(gap))
	if f.variant(string(gap)) == "absent" {
		return o
	}
	return append(o, member{name, nil})
}

// Gap configuration-field-texts: what stands for a text that there is none of.
func (f form) standIn(text standIn) any {
	f.dependsOn("configuration-field-texts")
	if f.variant("configuration-field-texts") == "placeholder" {
		return string(text)
	}
	return nil
}

// Gap object-lookup: what stands for the object that is not looked up.
func (f form) noLookup() any {
	f.dependsOn("object-lookup")
	if f.variant("object-lookup") == "empty" {
		return ""
	}
	return nil
}

// Gap object-custom-field-types: what stands for the types of no custom field.
func (f form) noFieldTypes(o object, name string) object {
	f.dependsOn("object-custom-field-types")
	if f.variant("object-custom-field-types") == "empty" {
		return append(o, member{name, array{}})
	}
	return o
}

// Gap object-list-members: whether an object outside its list has them too.
func (f form) onlyInLists() bool {
	if f.operation == spec.ListDestinationObjects {
		return false
	}
	f.dependsOn("object-list-members")
	return f.variant("object-list-members") == "absent"
}

// Gap destination-type: whether a destination shows its type.
func (f form) serviceName(o object, name string, s serviceName) object {
	f.dependsOn("destination-type")
	if f.variant("destination-type") == "absent" {
		return o
	}
	return append(o, member{name, string(s)})
}

// Gap invitation-roles: the words for the roles in the organization.
func (f form) role(r organizationRole) string {
	f.dependsOn("invitation-roles")
	if f.variant("invitation-roles") == "capitalised" {
		return strings.ToUpper(string(r[:1])) + string(r[1:])
	}
	return string(r)
}

// Gap source-status-type: a boolean or a word.
func (f form) completion(c completion) any {
	f.dependsOn("source-status-type")
	if f.variant("source-status-type") == "boolean" {
		return bool(c)
	}
	return strconv.FormatBool(bool(c))
}

// Gap source-properties-place: beside the status, or in an object of their own.
func (f form) properties(o object, name string, p properties) object {
	f.dependsOn("source-properties-place")
	if f.variant("source-properties-place") == "data" {
		return append(o, member{name, object(p)})
	}
	return append(o, p...)
}
