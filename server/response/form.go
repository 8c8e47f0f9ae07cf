package response

import "time"

// form is the form of a response: the variants of the representation gaps.
type form struct {
	Variants
	contentType string
	layout      string
	zone        *time.Location
}

// Gap content-type: the Content-Type of responses.
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

func newForm(v Variants) *form {
	v.DependsOn("content-type")
	timestamps := v.Of("timestamp-form")
	f := &form{Variants: v, contentType: contentTypes[v.Of("content-type")], layout: layouts[timestamps], zone: time.UTC}
	if timestamps == "offset" {
		f.zone = offsetZone
	}
	return f
}

func (f *form) timestamp(b []byte, at time.Time) []byte {
	f.DependsOn("timestamp-form")
	local := at.In(f.zone)
	if local.Year() > 9999 { // RFC 3339 cannot write it, although it is still 9999 in UTC
		local = at.UTC()
	}
	return append(local.AppendFormat(append(b, '"'), f.layout), '"')
}

// member adds a member in its form: none, one or several members.
func (f *form) member(o Object, name string, value any) Object {
	if v, ok := value.(InLists); ok {
		if f.onlyInLists() {
			return o
		}
		value = v.Value
	}
	switch v := value.(type) {
	case PageEnd:
		return f.pageEnd(o, name, v)
	case NextLink:
		return f.nextLink(o, name, v)
	case Missing:
		return f.missing(o, name, v)
	case Placeholder:
		return append(o, Member{name, f.placeholder(v)})
	case NoLookup:
		return append(o, Member{name, f.noLookup()})
	case NoFieldTypes:
		return f.noFieldTypes(o, name)
	case ServiceName:
		return f.serviceName(o, name, v)
	case OrganizationRole:
		return append(o, Member{name, f.role(v)})
	case Progress:
		return f.progress(o, name, v)
	}
	return append(o, Member{name, value})
}
