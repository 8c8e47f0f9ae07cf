package agreement

import (
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
)

// steady are the values of members that nothing of a run changes, by resource and member. One may
// change once and again, but none comes back, except in a response that was under way.
type steady map[string]*valuesShown

// valuesShown are the values of a member in the order in which they were shown first.
type valuesShown struct {
	all     []string
	last    string
	returns int
}

// mostValues limits how many values of a member are kept.
const mostValues = 20

// comesBack records a value, and returns the one that was shown in between where values have come
// back more than once.
func (s steady) comesBack(of, value string) (between string) {
	v := s[of]
	if v == nil {
		s[of] = &valuesShown{all: []string{value}, last: value}
		return ""
	}
	if v.last == value {
		return ""
	}
	before := v.last
	v.last = value
	switch {
	case slices.Contains(v.all, value):
		if v.returns++; v.returns == 2 {
			return before
		}
	case len(v.all) < mostValues:
		v.all = append(v.all, value)
	}
	return ""
}

// drop deletes the values of the members of a resource.
func (s steady) drop(of string) {
	maps.DeleteFunc(s, func(k string, _ *valuesShown) bool { return strings.HasPrefix(k, of+" ") })
}

// fieldMembers are the members of a configuration field whose values do not come back, with
// their promises.
var fieldMembers = append(steadyMembers[:len(steadyMembers):len(steadyMembers)], steadyMember{"show", "configuration-field-show"})

// steadyFields checks that the values of configuration fields do not come and go in the responses
// of an operation, except where an update of the connector defines them.
func (a *Agreement) steadyFields(service string, e *client.Exchange, cs *contradictions) {
	of, fields := connectorNamed(service), e.Get("data.configuration_fields.fields").Array()
	if gjson.GetBytes(e.Request.Body, "connector.configuration_definition").Exists() {
		a.steady.drop(of)
	}
	at := of + " " + e.Operation + " "
	var ids []string
	for _, f := range fields {
		id := f.Get("id").String()
		ids = append(ids, id)
		for _, m := range fieldMembers {
			v := f.Get(m.name)
			if !v.IsBool() && v.Type != gjson.String {
				continue
			}
			if between := a.steady.comesBack(at+id+" "+m.name, v.String()); between != "" {
				cs.add(m.promise, m.name+" of the configuration field "+id+" to stay "+v.Raw, "%q in between", between)
			}
		}
	}
	slices.Sort(ids)
	all := "[" + strings.Join(slices.Compact(ids), ", ") + "]"
	if between := a.steady.comesBack(at+"ids", all); between != "" {
		cs.add("connector-configuration-fields", "the configuration fields of "+of+" to stay "+all, "%s in between", between)
	}
}

// steadyDetails checks that the connection_details of a destination do not come and go: their
// keys, and those values that the document names.
func (a *Agreement) steadyDetails(details gjson.Result, of string, cs *contradictions) {
	if !details.IsObject() {
		return
	}
	var shown []string
	details.ForEach(func(key, value gjson.Result) bool {
		text := key.String()
		if text == "account_id" || text == "account_name" {
			text += " " + value.String()
		}
		shown = append(shown, text)
		return true
	})
	slices.Sort(shown)
	all := "{" + strings.Join(shown, ", ") + "}"
	if between := a.steady.comesBack(of+" connection_details", all); between != "" {
		cs.add("destination-connection-details", "the connection_details of a destination to stay "+all, "%s in between", between)
	}
}

// steadyMembers checks that the members of a complete segment do not come and go.
func (a *Agreement) steadyMembers(shown gjson.Result, of string, cs *contradictions) {
	var names []string
	shown.ForEach(func(name, value gjson.Result) bool {
		if value.Type != gjson.Null {
			names = append(names, name.String())
		}
		return true
	})
	slices.Sort(names)
	all := strings.Join(names, ", ")
	if between := a.steady.comesBack(of+" members", all); between != "" {
		cs.add("segment-source-stays-complete", "the members of a complete segment to stay "+all, "%s in between", between)
	}
}
