package api_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/tidwall/gjson"

	"understudy/server"
	"understudy/server/internal/testkit"
	"understudy/spec"
)

// TestTheContractsExamplesWorkOnTheDefaultWorld sends what tools make of the
// contract: each operation with the example of every path parameter, and each
// example of its body.
func TestTheContractsExamplesWorkOnTheDefaultWorld(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(spec.OpenAPI)
	if err != nil {
		t.Fatal(err)
	}
	f := testkit.Open(t, server.Options{})
	for _, op := range spec.Operations {
		item := doc.Paths.Value(op.Path)
		operation := item.GetOperation(op.Method)
		r := f.Request(op.ID)
		r.Path = examplePath(op.Path, slices.Concat(item.Parameters, operation.Parameters))
		for _, body := range exampleBodies(t, operation) {
			r.Body = body
			if a := f.Send(r); a.Code/100 != 2 {
				t.Errorf("%s %s %s: %s", op.Method, r.Path, body, a)
			}
		}
		if op.Method == "GET" {
			compareExample(f, r, operation)
		}
	}
}

// examplePath puts the examples of its parameters into a path.
func examplePath(path string, parameters openapi3.Parameters) string {
	for _, p := range parameters {
		path = strings.ReplaceAll(path, "{"+p.Value.Name+"}", fmt.Sprint(p.Value.Example))
	}
	return path
}

// exampleBodies returns the examples of an operation's request body, an empty
// one if it takes none.
func exampleBodies(t testing.TB, operation *openapi3.Operation) []string {
	t.Helper()
	if operation.RequestBody == nil {
		return []string{""}
	}
	return examplesOf(t, operation.RequestBody.Value.Content.Get("application/json"))
}

func examplesOf(t testing.TB, media *openapi3.MediaType) (all []string) {
	t.Helper()
	values := []any{media.Example}
	for _, e := range media.Examples {
		values = append(values, e.Value.Value)
	}
	for _, value := range values {
		text, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		if value != nil {
			all = append(all, string(text))
		}
	}
	return all
}

// compareExample compares the ids of the records in the contract's examples
// with those of the fake's own response.
func compareExample(f testkit.Fake, r testkit.Request, operation *openapi3.Operation) {
	f.Helper()
	r.Path += "?per_page=100"
	held := ids(f.Send(r).Body)
	for _, e := range examplesOf(f.TB, operation.Responses.Status(200).Value.Content.Get("application/json")) {
		for _, id := range ids(e) {
			if !slices.Contains(held, id) {
				f.Errorf("%s: the example shows %s, the default world has %s", r.Path, id, held)
			}
		}
	}
}

// ids returns the ids of a body's records.
func ids(body string) (all []string) {
	data := gjson.Get(body, "data")
	for _, record := range append(data.Array(), gjson.Parse(body)) {
		if id := record.Get("id"); id.Exists() {
			all = append(all, id.Raw)
		}
	}
	return all
}
