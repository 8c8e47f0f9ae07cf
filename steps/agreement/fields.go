package agreement

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
)

// configurationField is what a response shows of a configuration field of a connector.
type configurationField struct {
	id string
	// values are its publishedMembers, as JSON.
	values map[string]string
}

// fieldMember is a member of a configuration field, with its promise.
type fieldMember struct{ name, promise string }

// publishedMembers are the members of a configuration field that a publishing shows as the response
// before it, with their promises. Others may depend on who asks, and when.
var publishedMembers = []fieldMember{
	{"label", "configuration-field-label"},
	{"type", "configuration-field-type"},
	{"rules", "configuration-field-rules"},
	{"placholder", "configuration-field-placholder"},
	{"hint", "configuration-field-hint"},
	{"is_password_type_field", "configuration-field-is-password-type-field"},
}

// fieldsIn returns the configuration fields of the connector in a response.
func fieldsIn(e *client.Exchange) (all []configurationField) {
	for _, v := range e.Get("data.configuration_fields.fields").Array() {
		f := configurationField{strings.Clone(v.Get("id").String()), map[string]string{}}
		for _, m := range publishedMembers {
			f.values[m.name] = strings.Clone(v.Get(m.name).Raw)
		}
		all = append(all, f)
	}
	return all
}

func withID(id string) func(configurationField) bool {
	return func(f configurationField) bool { return f.id == id }
}

func count(fields []configurationField, id string) (n int) {
	for _, f := range fields {
		if f.id == id {
			n++
		}
	}
	return n
}

func idsOf(fields []configurationField) string {
	var ids []string
	for _, f := range fields {
		ids = append(ids, f.id)
	}
	return strings.Join(ids, ", ")
}

// checkCreatedFields records the configuration fields that a creation shows, and checks that none
// which it defines once is there more often.
func (a *Agreement) checkCreatedFields(service string, e *client.Exchange, cs *contradictions) {
	var sent []configurationField
	gjson.GetBytes(e.Request.Body, "connector.configuration_definition").ForEach(func(key, d gjson.Result) bool {
		id := d.Get("id").String()
		if id == "" {
			id = key.String()
		}
		sent = append(sent, configurationField{id: id})
		return true
	})
	shown := fieldsIn(e)
	checkRepeatedFields(sent, shown, cs)
	a.fields[service] = shown
	a.defined[connectorNamed(service)] = gjson.GetBytes(e.Request.Body, "connector.configuration_definition").Raw
}

// checkRepeatedFields checks that no field is shown more often than before.
func checkRepeatedFields(before, shown []configurationField, cs *contradictions) {
	for _, f := range before {
		if n := count(shown, f.id); n > count(before, f.id) {
			cs.add("connector-configuration-fields", "the configuration fields "+idsOf(before)+", each once", "%s %d times", f.id, n)
			return
		}
	}
}

// checkShownFields checks that a connector is published with the configuration fields that each
// response has shown since its creation, and as the last one showed them, if none of its updates
// was rejected. A response about another connector breaks the promise of its name.
func (a *Agreement) checkShownFields(service string, e *client.Exchange, cs *contradictions) {
	if name := e.Get("data.service_name"); name.Type == gjson.String && name.Str != service {
		return
	}
	before, shown := a.fields[service], fieldsIn(e)
	switch {
	case isSuccess(e):
		checkRepeatedFields(before, shown, cs)
		a.checkSteadyFields(service, e, cs)
		a.checkSteadyMembers(service, e, cs)
	case e.Operation == spec.UpdateConnector:
		delete(a.fields, service)
	}
	switch {
	case !isSuccess(e):
	case e.Operation == spec.UpdateConnector:
		a.fields[service] = slices.DeleteFunc(shown, func(f configurationField) bool { return count(before, f.id) == 0 })
	case e.Get("data.configuration_fields.fields").IsArray():
		a.checkPublishedFields(before, shown, cs)
	}
}

// checkPublishedFields checks that a publishing shows the fields that were shown before it, as they were.
func (a *Agreement) checkPublishedFields(before, shown []configurationField, cs *contradictions) {
	for _, f := range before {
		i := slices.IndexFunc(shown, withID(f.id))
		if i < 0 {
			cs.add("connector-configuration-fields", "the configuration fields that the connector has shown: "+idsOf(before), "no field %s", f.id)
			return
		}
		for _, m := range publishedMembers {
			was, is := gjson.Parse(f.values[m.name]), gjson.Parse(shown[i].values[m.name])
			if a.differ(was, is) && count(before, f.id) == 1 {
				cs.add(m.promise, m.name+" of the configuration field "+f.id+" to be "+was.Raw+", as before the publishing", "%s", is.Raw)
			}
		}
	}
}

// differ reports whether two values of a member are different: two booleans, or two texts of which
// the first is not empty.
func (a *Agreement) differ(was, is gjson.Result) bool {
	if was.IsBool() && is.IsBool() {
		return was.Bool() != is.Bool()
	}
	return was.Type == gjson.String && is.Type == gjson.String && was.Str != "" && !a.names.same(was.Str, is.Str)
}
