package agreement

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
)

// steady are the values of members that nothing of a run changes, by resource, operation and
// member. One may change once and again, also where replicas show a change at different times,
// but none comes back when limits.settle has passed.
type steady struct {
	settle time.Duration
	shown  map[string]*valuesShown
}

// valuesShown are the values of a member in the order in which they were shown first.
type valuesShown struct {
	all []string
	// last is the value of the last response, changed is when a second value was received first.
	last    string
	changed time.Time
	returns int
}

const (
	// mostSteady limits how many members are remembered, mostValues how many values of each.
	mostSteady = 2000
	mostValues = 20
)

// note records a value of a response, and returns the one that was shown in between where
// values have come back more than once, and later than limits.settle allows.
func (s *steady) note(of, value string, e *client.Exchange) (between string) {
	v := s.shown[of]
	switch {
	case v == nil && len(s.shown) < mostSteady:
		s.shown[of] = &valuesShown{all: []string{strings.Clone(value)}, last: strings.Clone(value)}
	case v == nil || v.last == value:
	case !slices.Contains(v.all, value):
		if len(v.all) < mostValues {
			v.all = append(v.all, strings.Clone(value))
		}
		if v.last = strings.Clone(value); v.changed.IsZero() {
			v.changed = e.Received
		}
	default:
		between, v.last = v.last, strings.Clone(value)
		if v.returns++; v.returns > 1 && e.Received.Sub(v.changed) > s.settle {
			return between
		}
	}
	return ""
}

// drop deletes the values of members whose keys begin so.
func (s *steady) drop(of string) {
	maps.DeleteFunc(s.shown, func(k string, _ *valuesShown) bool { return strings.HasPrefix(k, of) })
}

// shownMembers are the members of a configuration field whose values do not come back, with
// their promises.
var shownMembers = append(publishedMembers[:len(publishedMembers):len(publishedMembers)], fieldMember{"show", "configuration-field-show"})

// steadyMembers are the members of a connector that no write of the run names, with their promises. They
// may be made from those that a write names, or does not.
var steadyMembers = []fieldMember{
	{"documentation_slug", "connector-documentation-slug"},
	{"auth_method", "connector-auth-method"},
	{"creatable_via_api", "connector-creatable-via-api"},
	{"creatable_via_connect_link", "connector-creatable-via-connect-link"},
	{"source_creatable_via_connect_link", "connector-source-creatable-via-connect-link"},
}

// checkSteadyMembers checks that the values of a connector of the run do not come and go in the responses
// to requests with the same members.
func (a *Agreement) checkSteadyMembers(service string, e *client.Exchange, cs *contradictions) {
	of := connectorNamed(service)
	if _, ours := a.ids[identity{"connector", service}]; !ours {
		return
	}
	for _, m := range steadyMembers {
		v := e.Get("data." + m.name)
		if !v.IsBool() && v.Type != gjson.String {
			continue
		}
		if between := a.steady.note(of+" "+withMembers(e)+" "+m.name, v.String(), e); between != "" {
			cs.add(m.promise, m.name+" of "+of+" to stay "+v.Raw, "%q in between", between)
		}
	}
}

// withMembers names an operation with the members of a connector that a request sends: whether an update
// keeps the others is not in the document.
func withMembers(e *client.Exchange) string { return e.Operation + " " + e.ConnectorMembers() }

// fieldsOf stands between a connector and its configuration fields in the keys of steady.
const fieldsOf = " fields "

// checkSteadyFields checks that the values of configuration fields do not come and go in the responses
// to requests with the same members, except where an update of the connector defines others. A response may have no
// fields, as where they are not ready.
func (a *Agreement) checkSteadyFields(service string, e *client.Exchange, cs *contradictions) {
	of, fields := connectorNamed(service), e.Get("data.configuration_fields.fields").Array()
	if sent := gjson.GetBytes(e.Request.Body, "connector.configuration_definition"); sent.Exists() && sent.Raw != a.defined[of] {
		a.steady.drop(of + fieldsOf)
		a.defined[of] = sent.Raw
	}
	if len(fields) == 0 {
		return
	}
	at := of + fieldsOf + withMembers(e) + " "
	var ids []string
	for _, f := range fields {
		id := f.Get("id").String()
		ids = append(ids, id)
		for _, m := range shownMembers {
			v := f.Get(m.name)
			if !v.IsBool() && v.Type != gjson.String {
				continue
			}
			if between := a.steady.note(at+id+" "+m.name, v.String(), e); between != "" {
				cs.add(m.promise, m.name+" of the configuration field "+id+" to stay "+v.Raw, "%q in between", between)
			}
		}
	}
	slices.Sort(ids)
	all := strings.Join(slices.Compact(ids), ", ")
	if between := a.steady.note(at+"ids", all, e); between != "" {
		cs.add("connector-configuration-fields", "the configuration fields of "+of+" to stay "+all, "%s in between", between)
	}
}

// checkSteadyDetails checks that the connection_details of a destination are not those of another one
// at times: the account that the document names. They may be empty while a connection is tested.
func (a *Agreement) checkSteadyDetails(e *client.Exchange, cs *contradictions) {
	for _, name := range []string{"account_id", "account_name"} {
		v := e.Get("data.connection_details." + name)
		if v.Type != gjson.String || v.Str == "" {
			continue
		}
		if between := a.steady.note(e.Path+" "+e.Operation+" "+name, v.Str, e); between != "" {
			cs.add("destination-connection-details", name+" of a destination to stay "+v.Raw, "%q in between", between)
		}
	}
}
