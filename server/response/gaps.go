package response

import (
	"strconv"
	"strings"

	"understudy/spec"
)

// Gap page-ends: the value for a page that does not exist.
func (f *form) pageEnd(o Object, name string, n PageEnd) Object {
	if n > 0 {
		return append(o, Member{name, int64(n)})
	}
	f.DependsOn("page-ends")
	switch f.Of("page-ends") {
	case "zero":
		return append(o, Member{name, int64(0)})
	case "absent":
		return o
	}
	return append(o, Member{name, nil})
}

// Gap next-link: the URL of the next page beside the pagination.
func (f *form) nextLink(o Object, name string, link NextLink) Object {
	f.DependsOn("next-link")
	switch {
	case f.Of("next-link") == "absent":
		return o
	case link == "":
		return append(o, Member{name, nil})
	}
	return append(o, Member{name, string(link)})
}

// Gaps destination-untested, test-step-error, advanced-field-optional,
// configuration-field-unused and invitation-unclaimed: the value of a member
// without one.
func (f *form) missing(o Object, name string, gap Missing) Object {
	f.DependsOn(string(gap))
	if f.Of(string(gap)) == "absent" {
		return o
	}
	return append(o, Member{name, nil})
}

// Gap configuration-field-texts: the value for a missing text.
func (f *form) placeholder(text Placeholder) any {
	f.DependsOn("configuration-field-texts")
	if f.Of("configuration-field-texts") == "placeholder" {
		return string(text)
	}
	return nil
}

// Gap object-lookup: the value where no object is looked up.
func (f *form) noLookup() any {
	f.DependsOn("object-lookup")
	if f.Of("object-lookup") == "empty" {
		return ""
	}
	return nil
}

// Gap object-custom-field-types: the value where there are no custom fields.
func (f *form) noFieldTypes(o Object, name string) Object {
	f.DependsOn("object-custom-field-types")
	if f.Of("object-custom-field-types") == "empty" {
		return append(o, Member{name, Array{}})
	}
	return o
}

// Gap object-list-members: whether an object outside its list has them too.
func (f *form) onlyInLists() bool {
	if f.operation == spec.ListDestinationObjects {
		return false
	}
	f.DependsOn("object-list-members")
	return f.Of("object-list-members") == "absent"
}

// Gap destination-type: whether a destination shows its type.
func (f *form) serviceName(o Object, name string, s ServiceName) Object {
	f.DependsOn("destination-type")
	if f.Of("destination-type") == "absent" {
		return o
	}
	return append(o, Member{name, string(s)})
}

// Gap invitation-roles: the words for the roles in the organization.
func (f *form) role(r OrganizationRole) string {
	f.DependsOn("invitation-roles")
	if f.Of("invitation-roles") == "capitalised" {
		return strings.ToUpper(string(r[:1])) + string(r[1:])
	}
	return string(r)
}

// Gap source-status-type: a boolean or a word.
func (f *form) isComplete(p Progress) any {
	f.DependsOn("source-status-type")
	if f.Of("source-status-type") == "boolean" {
		return p.Complete
	}
	return strconv.FormatBool(p.Complete)
}

// Gap source-properties-place: beside the status, or in an object data, which may have the status too.
func (f *form) progress(o Object, name string, p Progress) Object {
	f.DependsOn("source-properties-place")
	status := Object{{name, f.isComplete(p)}}
	switch place := f.Of("source-properties-place"); {
	case place == "data-with-status":
		return append(o, Member{"data", append(status, p.Properties...)})
	case place == "data" && p.Complete:
		return append(o, status[0], Member{"data", p.Properties})
	}
	return append(append(o, status...), p.Properties...)
}
