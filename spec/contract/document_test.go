package contract

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi/datamodel/high/base"
	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
	"go.yaml.in/yaml/v4"

	"understudy/spec"
	"understudy/spec/gap"
)

func load(t *testing.T) (libopenapi.Document, *v3.Document) {
	t.Helper()
	doc, err := libopenapi.NewDocument(spec.OpenAPI)
	if err != nil {
		t.Fatal(err)
	}
	model, err := doc.BuildV3Model()
	if err != nil {
		t.Fatal(err)
	}
	return doc, &model.Model
}

// successes visits each operation with its success response.
func successes(t *testing.T, visit func(spec.Operation, *v3.Operation, string, *v3.MediaType)) {
	t.Helper()
	_, model := load(t)
	for _, op := range spec.Operations {
		operation := operationOf(model, op)
		key := "2XX"
		for _, code := range []string{"200", "201"} {
			if operation.Responses.Codes.GetOrZero(key) == nil {
				key = code
			}
		}
		visit(op, operation, key, operation.Responses.Codes.GetOrZero(key).Content.GetOrZero("application/json"))
	}
}

func operationOf(model *v3.Document, op spec.Operation) *v3.Operation {
	return model.Paths.PathItems.GetOrZero(op.Path).GetOperations().GetOrZero(strings.ToLower(op.Method))
}

func TestTheContractIsOpenAPI(t *testing.T) {
	doc, _ := load(t)
	v, errs := validator.NewValidator(doc)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if ok, faults := v.ValidateDocument(); !ok {
		for _, f := range faults {
			t.Error(f, f.SchemaValidationErrors)
		}
	}
}

// TestAReferenceStandsAlone: the index does not read what stands beside one.
func TestAReferenceStandsAlone(t *testing.T) {
	d, err := readDocument()
	if err != nil {
		t.Fatal(err)
	}
	references := 0
	var walk func(*yaml.Node)
	walk = func(n *yaml.Node) {
		if reference := valueOf(n, "$ref"); reference != nil {
			if references++; len(keys(n)) > 1 || d.resolve(n) == nil {
				t.Errorf("line %d: %s leads nowhere, or has %v beside it", n.Line, reference.Value, keys(n))
			}
		}
		for _, inner := range n.Content {
			walk(inner)
		}
	}
	walk(d.root)
	if references == 0 {
		t.Error("no reference was found")
	}
}

func TestTheContractHasTheOperationsAndNoOthers(t *testing.T) {
	_, model := load(t)
	if model.Info.Version != spec.ContractVersion {
		t.Errorf("version %s, but spec says %s", model.Info.Version, spec.ContractVersion)
	}
	var got, want []string
	for path, item := range model.Paths.PathItems.FromOldest() {
		for method, operation := range item.GetOperations().FromOldest() {
			got = append(got, strings.ToUpper(method)+" "+path+" "+operation.OperationId+" "+owner(operation.Extensions, "-")+" "+tokens(operation))
		}
	}
	for _, op := range spec.Operations {
		p := op.Promise
		if p == "" {
			p = "-"
		}
		want = append(want, op.Method+" "+op.Path+" "+op.ID+" "+p+" "+string(op.Token)+"Token")
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

// TestAResponseOfAnyCodeIsListedUnder200Too: some tools do not know ranges of
// codes. Both entries are one reference, because two copies could differ.
func TestAResponseOfAnyCodeIsListedUnder200Too(t *testing.T) {
	successes(t, func(op spec.Operation, operation *v3.Operation, key string, _ *v3.MediaType) {
		var got []string
		for code, response := range operation.Responses.Codes.FromOldest() {
			if strings.HasPrefix(code, "2") {
				got = append(got, strings.TrimSpace(code+" "+response.GoLow().GetReference()))
			}
		}
		want := []string{key}
		if key == "2XX" {
			_, reference, _ := strings.Cut(got[0], " ")
			want = []string{"200 " + reference, "2XX " + reference}
			if reference == "" {
				t.Errorf("%s: 2XX is not a reference", op.ID)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", op.ID, got, want)
		}
	})
}

func tokens(operation *v3.Operation) string {
	var names []string
	for _, s := range operation.Security {
		names = slices.AppendSeq(names, s.Requirements.KeysFromOldest())
	}
	return strings.Join(names, ",")
}

func followable(t *testing.T, op string, s *base.Schema) {
	t.Helper()
	names := keywords(s)
	if id := extension(s.Extensions, gapKey); id != "" {
		if _, ok := gap.ByID(id); !ok || !asksNothing(s) {
			t.Errorf("%s: %v of the gap %s, which must be registered, asks something", op, names, id)
		}
		return
	}
	known := "type properties required items additionalProperties enum format description " + formatKey + " " + ownerKey
	switch {
	case s.AllOf != nil:
		known = "type allOf required properties unevaluatedProperties if then description"
		if len(s.AllOf) != 1 || s.Then == nil || !asksForMembersOnly(s.Then.Schema()) || !repeatsMembers(s) {
			t.Errorf("%s: a form asks for more than some members", op)
		}
	case s.AnyOf != nil:
		known = "anyOf enum description " + ownerKey
		for _, one := range s.AnyOf {
			if names := keywords(one.Schema()); !slices.Equal(names, []string{"type"}) && !slices.Equal(names, []string{"type", "enum"}) {
				t.Errorf("%s: a choice of types has %v", op, names)
			}
		}
	case s.AdditionalProperties != nil && s.AdditionalProperties.IsA():
		known = "type additionalProperties description " + ownerKey
	}
	if s.AdditionalProperties != nil && s.AdditionalProperties.IsB() && !s.AdditionalProperties.B {
		t.Errorf("%s: additional members are not allowed beside %v", op, names)
	}
	for _, name := range names {
		if !slices.Contains(strings.Fields(known), name) {
			t.Errorf("%s: keyword %s beside %v", op, name, names)
		}
	}
	if _, ok := formats[formatOf(s)]; formatOf(s) != "" && !ok {
		t.Errorf("%s: format %s", op, formatOf(s))
	}
	for _, part := range parts(s) {
		followable(t, op, part.Schema())
	}
}

func keywords(s *base.Schema) []string { return keys(s.GoLow().GetRootNode()) }

// parts returns the schemas within a schema.
func parts(s *base.Schema) []*base.SchemaProxy {
	all := slices.Concat(s.AllOf, slices.Collect(s.Properties.ValuesFromOldest()))
	for _, each := range []*base.DynamicValue[*base.SchemaProxy, bool]{s.Items, s.AdditionalProperties} {
		if each != nil && each.IsA() {
			all = append(all, each.A)
		}
	}
	return all
}

func TestTheExamplesKeepTheContract(t *testing.T) {
	successes(t, func(op spec.Operation, operation *v3.Operation, key string, media *v3.MediaType) {
		status, err := strconv.Atoi(key)
		if err != nil {
			status = 200
		}
		shown := examples(t, media)
		if len(shown) == 0 {
			t.Errorf("%s: the response has no example", op.ID)
		}
		for name, body := range shown {
			if vs := Check(op.ID, Response{status, body}); vs != nil {
				t.Errorf("%s, example %s: %+v", op.ID, name, vs)
			}
		}
		if operation.RequestBody != nil {
			requestExamples(t, op.ID, operation.RequestBody.Content.GetOrZero("application/json"))
		}
		failure := operation.Responses.Default
		if failure == nil || len(examples(t, failure.Content.GetOrZero("application/json"))) == 0 {
			t.Errorf("%s: no example of a failure", op.ID)
		}
	})
}

func requestExamples(t *testing.T, op string, media *v3.MediaType) {
	t.Helper()
	schema := compiler(media.Schema)()
	shown := examples(t, media)
	if len(shown) == 0 {
		t.Errorf("%s: the request has no example", op)
	}
	for name, body := range shown {
		value, _ := decode(body)
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s, example %s of the request: %v", op, name, err)
		}
	}
}

// examples returns the examples of a media type, in JSON.
func examples(t *testing.T, media *v3.MediaType) map[string][]byte {
	t.Helper()
	nodes := map[string]*yaml.Node{}
	if media.Example != nil {
		nodes["example"] = media.Example
	}
	for name, e := range media.Examples.FromOldest() {
		nodes[name] = e.Value
	}
	bodies := map[string][]byte{}
	for name, n := range nodes {
		var v any
		if err := n.Decode(&v); err != nil {
			t.Fatal(err)
		}
		body, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		bodies[name] = body
	}
	return bodies
}

// TestCheckIsSafeForConcurrentUse starts with a contract of which nothing has
// been compiled yet, for the race detector.
func TestCheckIsSafeForConcurrentUse(t *testing.T) {
	fresh := readClauses()
	bodies := map[string][]byte{
		spec.ListInvitations: []byte(`{"status":"success","pagination":{},"data":[{"id":"1"},{"email":"x"}]}`),
		spec.CreateSegment:   []byte(`{"status":"made","data":{}}`), spec.ReadSegmentSource: []byte(`{}`), spec.GetSegment: []byte(`[1e9]`),
	}
	var group sync.WaitGroup
	results := make([]string, 16)
	for i := range results {
		group.Go(func() {
			for _, op := range spec.Operations {
				value, _ := decode(bodies[op.ID])
				results[i] += fmt.Sprintln(op.ID, tidy(fresh[op.ID].checkValue(value)), Check(op.ID, Response{200, bodies[op.ID]}),
					len(Members(op.ID)), len(Observe(op.ID, bodies[op.ID])))
			}
		})
	}
	group.Wait()
	if slices.Sort(results); results[0] != results[15] || !strings.Contains(results[0], "invitation-email") {
		t.Errorf("results differ:\n%s\n%s", results[0], results[15])
	}
}
