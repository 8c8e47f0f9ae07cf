package control_test

import (
	"fmt"
	"maps"
	"net/http"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"understudy/fixtures"
	"understudy/server"
	"understudy/server/internal/testkit"
)

// wrongValues are bodies with one invalid value each, of the right type. Each member of
// each body in the document has one, except those that accept any value.
var wrongValues = []struct{ operation, member, body string }{
	{"create-sandbox", "id", `{"id":"No"}`},
	{"create-sandbox", "id", `{"id":"default"}`},
	{"create-sandbox", "fork", `{"fork":"nobody"}`},
	{"create-sandbox", "snapshot", `{"snapshot":"nobody"}`},
	{"create-sandbox", "preset", `{"preset":"nothing"}`},
	{"create-sandbox", "fixture", `{"fixture":{}}`},
	{"create-sandbox", "ttl", `{"ttl":"soon"}`},
	{"create-sandbox", "gaps", `{"gaps":{"per-page-over-max":"explode"}}`},
	{"put-sandbox", "id", `{"id":"other"}`},
	{"put-sandbox", "fork", `{"fork":"nobody"}`},
	{"put-sandbox", "snapshot", `{"snapshot":"nobody"}`},
	{"put-sandbox", "preset", `{"preset":"nothing"}`},
	{"put-sandbox", "fixture", `{"fixture":{}}`},
	{"put-sandbox", "ttl", `{"ttl":"soon"}`},
	{"put-sandbox", "gaps", `{"gaps":{"per-page-over-max":"explode"}}`},
	{"take-snapshot", "name", `{"name":"No"}`},
	{"restore-snapshot", "snapshot", `{"snapshot":"nobody"}`},
	{"advance-clock", "seconds", `{"seconds":-1}`},
	{"advance-clock", "to", `{"to":"2001-01-01T00:00:00Z"}`},
	{"advance-clock", "to", `{"to":"tomorrow"}`},
	{"put-transitions", "segment", `{"segment":{}}`},
	{"put-transitions", "segment.after", `{"segment":{"after":"soon"}}`},
	{"put-transitions", "segment.reads", `{"segment":{"reads":0}}`},
	{"put-transitions", "segment.held", `{"segment":{"held":false}}`},
	{"claim-invitation", "claimed_by_id", `{"claimed_by_id":-1}`},
	{"fail-test", "step", `{"step":""}`},
	{"fail-test", "error", `{"error":""}`},
	{"add-fault", "operation", `{"status":503,"operation":"list"}`},
	{"add-fault", "when", `{"status":503,"when":{"first":1,"every":1}}`},
	{"add-fault", "when.first", `{"status":503,"when":{"first":0}}`},
	{"add-fault", "when.every", `{"status":503,"when":{"every":-1}}`},
	{"add-fault", "when.probability", `{"status":503,"when":{"probability":2}}`},
	{"add-fault", "when.seed", `{"status":503,"when":{"seed":1}}`},
	{"add-fault", "status", `{"status":700}`},
	{"add-fault", "body", `{"reset":true,"body":1}`},
	{"add-fault", "headers", `{"status":503,"headers":{"A b":"c"}}`},
	{"add-fault", "retry_after", `{"status":503,"retry_after":-1}`},
	{"add-fault", "latency", `{"latency":"soon"}`},
	{"add-fault", "latency", `{"latency":{}}`},
	{"add-fault", "latency.seconds", `{"latency":{"seconds":0}}`},
	{"add-fault", "latency.uniform", `{"latency":{"uniform":[2,1]}}`},
	{"add-fault", "latency.uniform[1]", `{"latency":{"uniform":["1s","1"]}}`},
	{"add-fault", "latency.normal", `{"latency":{"normal":[1,-1]}}`},
	{"add-fault", "latency.seed", `{"latency":{"seconds":1,"seed":1}}`},
	{"add-fault", "bytes_per_second", `{"bytes_per_second":-1}`},
	{"add-fault", "cut_after", `{"cut_after":-1}`},
	{"add-fault", "reset", `{"reset":false}`},
	{"add-fault", "silence", `{"silence":"11m"}`},
	{"add-fault", "after", `{"latency":1,"after":true}`},
	{"put-gaps", "per-page", `{"per-page":"clamp"}`},
	{"patch-gaps", "page-ends", `{"page-ends":"blank"}`},
}

// bodies are the members of the bodies in the document, by operation, with the method
// and the path of each.
type bodies map[string]struct {
	method, path string
	members      map[string]*openapi3.Schema
}

func documented(t *testing.T) bodies {
	t.Helper()
	all := bodies{}
	ids := strings.NewReplacer("{id}", "default", "{table}", "invitations", "{row}", "5310")
	for template, item := range load(t).Paths.Map() {
		if strings.Contains(template, "destinations") {
			template = strings.Replace(template, "{row}", "6101", 1)
		}
		for method, o := range item.Operations() {
			if o.RequestBody == nil {
				continue
			}
			if o.OperationID == "put-sandbox" { // which creates another one
				template = "/sandboxes/another"
			}
			b := all[o.OperationID]
			b.method, b.path, b.members = method, ids.Replace(template)[1:], map[string]*openapi3.Schema{}
			collect(b.members, "", o.RequestBody.Value.Content.Get("application/json").Schema.Value)
			all[o.OperationID] = b
		}
	}
	return all
}

// collect adds the members of a schema, and of those of its parts, by their paths.
func collect(to map[string]*openapi3.Schema, at string, s *openapi3.Schema) {
	for name, member := range s.Properties {
		to[path.Join(at, name)] = member.Value
		collect(to, path.Join(at, name), member.Value)
	}
	for _, one := range s.OneOf {
		collect(to, at, one.Value)
	}
}

// nested is a body with a value at a path such as when/first.
func nested(at, value string) string {
	parts := strings.Split(at, "/")
	for _, name := range slices.Backward(parts) {
		value = fmt.Sprintf(`{%q:%s}`, name, value)
	}
	return value
}

func TestEachMemberOfTheWrongTypeIsNamed(t *testing.T) {
	f := testkit.OpenControlled(t)
	checked := 0
	for id, b := range documented(t) {
		for at, schema := range b.members {
			wrong := "[]"
			switch {
			case id == "add-fault" && at == "body": // which may be anything
				continue
			case schema.Type.Is("array"):
				wrong = "{}"
			}
			a := f.Control(b.method, b.path, nested(at, wrong))
			if a.Code != http.StatusBadRequest || !strings.HasPrefix(a.Get("error").Str, strings.ReplaceAll(at, "/", ".")+": ") {
				t.Errorf("%s: %s %s %s: %s", id, b.method, b.path, nested(at, wrong), a)
			}
			checked++
		}
	}
	if checked < 35 {
		t.Errorf("the document has %d members only", checked)
	}
}

func TestEachMemberWithAWrongValueIsNamed(t *testing.T) {
	all := documented(t)
	for id, b := range all {
		for _, at := range slices.Sorted(maps.Keys(b.members)) {
			member := strings.ReplaceAll(at, "/", ".")
			if !slices.ContainsFunc(wrongValues, func(c struct{ operation, member, body string }) bool { return c.operation == id && c.member == member }) {
				t.Errorf("no wrong value of %s of %s is tried", member, id)
			}
		}
	}
	f := testkit.OpenControlled(t)
	for _, c := range wrongValues {
		b := all[c.operation]
		a := f.Control(b.method, b.path, c.body)
		if a.Code/100 != 4 || !names(a.Get("error").Str, c.member) {
			t.Errorf("%s %s: %s", c.operation, c.body, a)
		}
	}
}

// names reports whether an error names a member: by its path, or in a list of the known
// ones.
func names(says, member string) bool {
	last := member[strings.LastIndex(member, ".")+1:]
	return strings.HasPrefix(says, member+":") || strings.Contains(says, " "+last+",") || strings.Contains(says, " "+last+" and ") || strings.Contains(says, `"`+last+`"`)
}

// rows are the types of the rows of the tables. A row that is shown has the members of
// its body.
var rows = map[string]any{
	"workspaces": fixtures.Workspace{}, "users": fixtures.User{}, "connectors": fixtures.Connector{}, "destinations": fixtures.Destination{},
	"sources": fixtures.Source{}, "topics": fixtures.Topic{}, "segments": fixtures.Segment{}, "links": fixtures.Link{}, "invitations": fixtures.Invitation{},
}

// wrongRows are rows with one member of the wrong type each, by the path of that member.
func wrongRows(of reflect.Type, at, before, after string, all map[string]string) {
	switch of.Kind() {
	case reflect.Pointer:
		wrongRows(of.Elem(), at, before, after, all)
	case reflect.Slice:
		if of.Elem().Kind() != reflect.Uint8 {
			wrongRows(of.Elem(), at+"[0]", before+"[", "]"+after, all)
		}
	case reflect.Struct:
		for i := range of.NumField() {
			field := of.Field(i)
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			path := strings.TrimPrefix(at+"."+name, ".")
			open, end := before+`{"`+name+`":`, "}"+after
			switch kind := field.Type.Kind(); {
			case kind == reflect.Slice && field.Type.Elem().Kind() == reflect.Uint8: // any JSON
				continue
			case kind == reflect.Slice:
				all[path] = open + "{}" + end
			default:
				all[path] = open + "[]" + end
			}
			wrongRows(field.Type, path, open, end, all)
		}
	}
}

func TestEachMemberOfARowOfTheWrongTypeIsNamed(t *testing.T) {
	f := testkit.Open(t, server.Options{Control: true})
	ids := map[string]string{"connectors": "shelf_labels", "destinations": "6101", "sources": "4120", "topics": "7002", "segments": "2301", "invitations": "5310"}
	for table, of := range rows {
		all := map[string]string{}
		wrongRows(reflect.TypeOf(of), "", "", "", all)
		if len(all) < 3 {
			t.Errorf("%s has the members %v", table, all)
		}
		for member, body := range all {
			sent := map[string]string{"POST": "state/" + table}
			if id := ids[table]; id != "" {
				sent["PUT"], sent["PATCH"] = "state/"+table+"/"+id, "state/"+table+"/"+id
			}
			for method, path := range sent {
				if a := f.Control(method, path, body); a.Code != http.StatusBadRequest || !strings.HasPrefix(a.Get("error").Str, member+": ") {
					t.Errorf("%s %s %s: %s, want %s", method, path, body, a, member)
				}
			}
		}
	}
}

func TestACallWithoutABodyRejectsMembers(t *testing.T) {
	f := testkit.Open(t, server.Options{Control: true})
	for _, path := range []string{"clock/freeze", "clock/resume", "sandboxes/default/reset", "state/segments/2301/complete"} {
		if a := f.Control("POST", path, `{"seconds":3}`); a.Code != 400 || !strings.Contains(a.Body, `unknown field \"seconds\" in the body`) {
			t.Errorf("%s with a member: %s", path, a)
		}
		if a := f.Control("POST", path, `{}`); a.Code != 200 {
			t.Errorf("%s with an empty object: %s", path, a)
		}
	}
}

func TestAPathWithoutItsNumberSaysSo(t *testing.T) {
	f := testkit.Open(t, server.Options{Control: true})
	for _, c := range []struct{ method, path, says string }{
		{"DELETE", "faults/abc", "fault: give the number of a fault: GET faults lists them"},
		{"DELETE", "faults/99", "fault 99: no such fault: GET faults lists them"},
		{"GET", "journal/abc", "seq: give the number of an exchange: GET journal lists them"},
	} {
		if a := f.Control(c.method, c.path, ""); a.Code != 404 || a.Get("error").Str != c.says {
			t.Errorf("%s: %s, want %q", c.path, a, c.says)
		}
	}
}
