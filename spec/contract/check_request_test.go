package contract_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/spec/promise"
)

const (
	onInvitations = "/api/v1/invitations"
	onSegments    = "/api/v1/sources/7/filter_segments"
	onConnectors  = "/api/v1/connectors"
	goodSegment   = `{"name":"a","molecules":["AND",{"attribute":1}],"dataset_id":3}`
)

// request returns a request that the document allows, changed by edits. A
// target may have a query.
func request(method, target, body string, edits ...func(*contract.Request)) contract.Request {
	path, query, _ := strings.Cut(target, "?")
	r := contract.Request{Method: method, Path: path, RawQuery: query, Header: http.Header{"Authorization": {"Bearer s3cr3t"}}, Body: []byte(body)}
	if body != "" {
		r.Header.Set("Content-Type", "application/json; charset=utf-8")
	}
	for _, edit := range edits {
		edit(&r)
	}
	return r
}

func sending(name string, values ...string) func(*contract.Request) {
	return func(r *contract.Request) {
		r.Header.Del(name)
		for _, v := range values {
			r.Header.Add(name, v)
		}
	}
}

func cut(r *contract.Request) { r.BodyCut = true }

// requestRules are requests with the violations to be found in them.
var requestRules = map[string]struct {
	request contract.Request
	want    []string // notes in brackets
}{
	"a list":                    {request("GET", onInvitations+"?page=0&per_page=100&order=asc", ""), nil},
	"a negative page":           {request("GET", onInvitations+"?page=-1", ""), nil},
	"a fraction":                {request("GET", onInvitations+"?page=1.5", ""), nil},
	"a segment":                 {request("POST", onSegments, goodSegment), nil},
	"a link without a body":     {request("POST", onSegments+"/1/segment_management_links", ""), nil},
	"publishing":                {request("PUT", onConnectors+"/a%2Fb/publish_to_organization", ""), nil},
	"credentials of any form":   {request("PATCH", "/api/v1/destinations/1", `{"service_connection":{"credentials":{"k":[1]}}}`), nil},
	"a URL that was handed out": {request("GET", onSegments+"/1/source_status", "", sending("Authorization")), []string{"(header Authorization: expected Bearer and an access token, found no such header)"}},

	"another path":       {request("GET", "/api/v2/invitations", ""), []string{"path: expected a path of the document, from /api/v1 on and without a slash at the end, found another path"}},
	"a slash at the end": {request("GET", onInvitations+"/", ""), []string{"path: expected a path of the document, from /api/v1 on and without a slash at the end, found another path"}},
	"a wrong method":     {request("DELETE", "/api/v1/destinations/1", ""), []string{"method: expected PATCH or GET, found DELETE"}},
	"HEAD":               {request("HEAD", onInvitations, ""), []string{"(method: expected GET, found HEAD)"}},
	"no endpoint":        {request("GET", "/api/v1/destinations/1", ""), []string{"(path: expected an endpoint of the document, found one that a deployment may lack)"}},
	"an id of letters":   {request("GET", "/api/v1/sources/mine/topics", ""), []string{"path source_id: expected an integer, found another text"}},

	"per_page above 100":          {request("GET", onInvitations+"?per_page=101", ""), []string{"query per_page: expected a number, at most 100, found 101"}},
	"a page of letters":           {request("GET", onInvitations+"?page=s3cr3t", ""), []string{"query page: expected a number, found another text"}},
	"an empty page":               {request("GET", onInvitations+"?page=", ""), []string{"query page: expected a number, found another text"}},
	"another order":               {request("GET", onInvitations+"?order=up", ""), []string{`query order: expected "asc" or "desc", found another text`}},
	"an unknown parameter":        {request("GET", onInvitations+"?sort=up&s3cr3t:1=x", ""), []string{"(query sort: expected a parameter of the document, found another one)", "(query …: expected a parameter of the document, found another one)"}},
	"a parameter given twice":     {request("GET", onInvitations+"?page=1&page=2", ""), []string{"(query page: expected it once, found it 2 times)"}},
	"a query that is malformed":   {request("GET", onInvitations+"?page=%zz", ""), []string{"query: expected a query that can be decoded, found one that cannot"}},
	"a parameter where none is":   {request("GET", "/api/v1/sources/7/topics?page=1", ""), []string{"(query page: expected a parameter of the document, found another one)"}},
	"no token":                    {request("GET", onInvitations, "", sending("Authorization")), []string{"header Authorization: expected Bearer and an access token, found no such header"}},
	"two tokens":                  {request("GET", onInvitations, "", sending("Authorization", "Bearer a", "Bearer b")), []string{"header Authorization: expected Bearer and an access token, found 2 such headers"}},
	"another scheme":              {request("GET", onInvitations, "", sending("Authorization", "Basic a")), []string{"header Authorization: expected Bearer and an access token, found another scheme"}},
	"an empty token":              {request("GET", onInvitations, "", sending("Authorization", "Bearer ")), []string{"header Authorization: expected Bearer and an access token, found no token"}},
	"the scheme in other letters": {request("GET", onInvitations, "", sending("Authorization", "bearer a")), []string{"(header Authorization: expected Bearer and an access token, found the scheme in other letters)"}},

	"no Content-Type":      {request("POST", onSegments, goodSegment, sending("Content-Type")), []string{"header Content-Type: expected application/json, found no such header"}},
	"another Content-Type": {request("POST", onSegments, goodSegment, sending("Content-Type", "text/plain")), []string{"header Content-Type: expected application/json, found another type"}},
	"no body":              {request("POST", onSegments, ""), []string{"body: expected an object, found no body"}},
	"a body where none is": {request("PUT", onConnectors+"/a/publish_to_organization", "{}"), []string{"(body: expected no body, found one)"}},
	"a body that is not JSON": {request("POST", onSegments, "s3cr3t"), []string{
		"body: expected one JSON value, found something else"}},
	"a member twice": {request("POST", onSegments, `{"name":"a","name":"b"}`), []string{"body /name: expected each member once, found something else"}},
	"missing members": {request("POST", onSegments, `{"name":"a"}`), []string{
		"body /dataset_id: expected an integer, found no such member", "body /molecules: expected an array, found no such member"}},
	"members of other types": {request("POST", onSegments, `{"name":5,"molecules":"s3cr3t","dataset_id":null}`), []string{
		"body /dataset_id: expected an integer, found null", "body /molecules: expected an array, found another string", "body /name: expected a string, found a number"}},
	"an invalid URL": {request("POST", onConnectors, `{"connector":{"icon_url":"s3cr3t and more"}}`), []string{
		"body /connector/icon_url: expected a URL, found another string"}},
	"a URL of another scheme": {request("POST", onConnectors, `{"connector":{"icon_url":"data:image/png;base64,AA=="}}`), nil},
	"a relative URL": {request("POST", onConnectors, `{"connector":{"icon_url":"/s3cr3t.png"}}`), []string{
		"(body /connector/icon_url: expected a URL with its scheme, found one without)"}},
	"an empty URL": {request("POST", onConnectors, `{"connector":{"icon_url":""}}`), []string{
		"(body /connector/icon_url: expected a URL with its scheme, found an empty string)"}},
	"null for a member that may be left out": {request("POST", onConnectors, `{"connector":{"label":null,"icon_url":null,"configuration_definition":{"k":{"default":null}}}}`), []string{
		"(body /connector/configuration_definition/k/default: expected a string, found null)",
		"(body /connector/icon_url: expected a URL, found null)", "(body /connector/label: expected a string, found null)"}},
	"null for every member": {request("PATCH", "/api/v1/destinations/1", `{"service_connection":null}`), []string{
		"(body /service_connection: expected an object, found null)"}},
	"null for a member that must be sent": {request("POST", onConnectors, `{"connector":null}`), []string{
		"body /connector: expected an object, found null"}},
	"null for a whole body":      {request("POST", onConnectors, `null`), []string{"body: expected an object, found null"}},
	"null in credentials":        {request("PATCH", "/api/v1/destinations/1", `{"service_connection":{"credentials":{"k":null}}}`), nil},
	"null in an unknown member":  {request("POST", onSegments+"/1/segment_management_links", `{"x":null}`), []string{"(body /x: expected a member of the document, found another one)"}},
	"a browser's preflight":      {request("OPTIONS", onSegments, "", sending("Authorization"), sending("Access-Control-Request-Method", "POST")), []string{"(method: expected one of the document, found a browser's preflight: pages of another origin need a fake that is started with --cors)"}},
	"OPTIONS without a question": {request("OPTIONS", onInvitations, ""), []string{"method: expected GET, found OPTIONS"}},
	"a browser's icon":           {request("GET", "/favicon.ico", "", sending("Authorization")), []string{"(path: expected a path of the document, found an icon that browsers ask for)"}},
	"an icon that is posted":     {request("POST", "/favicon.ico", ""), []string{"path: expected a path of the document, from /api/v1 on and without a slash at the end, found another path"}},
	"credentials that are a string": {request("PATCH", "/api/v1/destinations/1", `{"service_connection":{"credentials":"s3cr3t"}}`), []string{
		"body /service_connection/credentials: expected an object, found another string"}},
	"unknown members": {request("POST", onConnectors, `{"connector":{"label":"a","logo":1,"configuration_definition":{"k":{"x":1}}},"z":1}`), []string{
		"(body /connector/configuration_definition/k/x: expected a member of the document, found another one)",
		"(body /connector/logo: expected a member of the document, found another one)",
		"(body /z: expected a member of the document, found another one)"}},
	"a body that was cut": {request("POST", onSegments, `{"name`, cut, sending("Content-Type")), []string{"header Content-Type: expected application/json, found no such header"}},
}

func TestCheckRequestReportsEachViolationOfTheContract(t *testing.T) {
	for rule, c := range requestRules {
		t.Run(rule, func(t *testing.T) {
			var got []string
			for _, b := range contract.CheckRequest(c.request) {
				text := b.String()
				if b.Note {
					text = "(" + text + ")"
				}
				got = append(got, text)
				if strings.Contains(text, "s3cr3t") {
					t.Errorf("the violation shows what was sent: %s", text)
				}
			}
			slices.Sort(got)
			slices.Sort(c.want)
			if !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestAViolationNamesTheOperationAndThePromise(t *testing.T) {
	for _, c := range []struct {
		request            contract.Request
		operation, promise string
	}{
		{request("GET", onInvitations+"?per_page=500", ""), "list-invitations", "per-page-at-most-100"},
		{request("POST", onSegments, `{"name":"a","molecules":[]}`), "create-segment", "segment-dataset-required"},
		{request("POST", onConnectors, `{}`), "create-connector", "creation-needs-connector"},
		{request("GET", "/nothing", ""), "", ""},
	} {
		if got := contract.CheckRequest(c.request); len(got) != 1 || got[0].Operation != c.operation || got[0].Promise != c.promise {
			t.Errorf("%s %s: %+v", c.request.Method, c.request.Path, got)
		}
	}
}

// atomic returns an Atomic Molecule with a value, given as JSON.
func atomic(value string) string {
	return `{"attribute":"a","attribute_type":"column","operator":"equals","value":` + value + `}`
}

func TestMoleculesAreCheckedAgainstTheDocumentsProse(t *testing.T) {
	const second = "expected no second Operation Molecule in the list, found one one-operation-molecule false"
	for rule, c := range map[string]struct {
		molecules string
		want      []string // with promise, and whether it is a note
	}{
		"one operation":                  {`["AND",` + atomic(`"1"`) + `]`, nil},
		"one operation in each list":     {`["AND",["OR",` + atomic(`"1"`) + `],{"relationship_id":1,"molecules":["AND"]}]`, nil},
		"two operations":                 {`["AND",` + atomic(`"1"`) + `,"AND"]`, []string{"body /molecules/2: " + second}},
		"three are reported once":        {`["AND","OR","AND"]`, []string{"body /molecules/1: " + second}},
		"two in a group":                 {`[["AND","OR"]]`, []string{"body /molecules/0/1: " + second}},
		"two in a relationship":          {`[{"relationship_id":1,"molecules":["AND","OR"]}]`, []string{"body /molecules/0/molecules/1: " + second}},
		"a value that is a number":       {`[` + atomic(`5`) + `]`, []string{"body /molecules/0/value: expected a string, found a number  true"}},
		"a value that is an array":       {`[[` + atomic(`["1"]`) + `]]`, []string{"body /molecules/0/0/value: expected a string, found an array  true"}},
		"a value of null":                {`[` + atomic(`null`) + `]`, []string{"body /molecules/0/value: expected a string, found null  true"}},
		"no value":                       {`[{"attribute":"a","attribute_type":"b","operator":"c"}]`, []string{"body /molecules/0/value: expected a string, found no such member  true"}},
		"an operator that is a number":   {`[{"attribute":"a","attribute_type":"b","operator":1,"value":"c"}]`, []string{"body /molecules/0/operator: expected a string, found a number  false"}},
		"a molecule of an unknown shape": {`[{"attribute":1,"value":2},{"filter_segment_id":1,"is_member":true},3]`, nil},
		"a list nested too deep":         {strings.Repeat("[", 100) + `"AND","OR"` + strings.Repeat("]", 100), nil},
	} {
		var got []string
		for _, b := range contract.CheckRequest(request("POST", onSegments, `{"name":"a","dataset_id":3,"molecules":`+c.molecules+`}`)) {
			got = append(got, fmt.Sprint(b, " ", b.Promise, " ", b.Note))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", rule, got, c.want)
		}
	}
}

func TestAKnownKindOfTokenIsCheckedForTheOperation(t *testing.T) {
	for _, c := range []struct {
		target string
		kind   spec.TokenKind
		want   string
	}{
		{onInvitations, spec.PersonalToken, ""},
		{onInvitations, "", ""},
		{onInvitations, spec.WorkspaceToken, "header Authorization: expected a personal token, found a workspace token personal-token-kind false"},
		{"/api/v1/sources/7/topics", spec.WorkspaceToken, ""},
		{"/api/v1/sources/7/topics", spec.PersonalToken, "header Authorization: expected a workspace token, found a personal token workspace-token-kind false"},
		{onSegments + "/1/source_status", spec.PersonalToken, "header Authorization: expected a workspace token, found a personal token  true"},
	} {
		got := ""
		for _, b := range contract.CheckRequest(request("GET", c.target, "", func(r *contract.Request) { r.Token = c.kind })) {
			got += fmt.Sprint(b, " ", b.Promise, " ", b.Note)
			if _, known := promise.ByID(b.Promise); b.Promise != "" && !known {
				t.Errorf("unknown promise %s", b.Promise)
			}
		}
		if got != c.want {
			t.Errorf("%s with %q: got %q, want %q", c.target, c.kind, got, c.want)
		}
	}
}
