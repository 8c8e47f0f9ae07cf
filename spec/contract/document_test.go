package contract

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
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
	"understudy/spec/promise"
)

// byScenario are the promises that no schema of an answer can own: they show
// in the effect of a request, or across several answers.
var byScenario = strings.Fields(`
	total-records-counts-all last-page-holds-the-last page-echoed per-page-echoed next-page-follows prev-page-precedes
	segment-name-required segment-molecules-required segment-dataset-required
	invitation-claim-is-whole
	segment-source-completes segment-source-stays-complete segment-source-properties
	segments-are-created invitations-are-listed
	page-default-one page-zero-is-one per-page-default-25 per-page-honoured pages-partition-the-list
	order-asc order-desc order-default-desc
	token-required token-valid workspace-token-kind workspace-token-own personal-token-kind
	per-page-at-most-100 one-operation-molecule`)

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

// answers visits each operation with its success response.
func answers(t *testing.T, visit func(spec.Operation, *v3.Operation, string, *v3.MediaType)) {
	t.Helper()
	_, model := load(t)
	for _, op := range spec.Operations {
		operation, err := operationOf(model, op)
		if err != nil {
			t.Fatal(err)
		}
		key, response := success(operation.Responses)
		visit(op, operation, key, response.Content.GetOrZero("application/json"))
	}
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

func tokens(operation *v3.Operation) string {
	var names []string
	for _, s := range operation.Security {
		names = slices.AppendSeq(names, s.Requirements.KeysFromOldest())
	}
	return strings.Join(names, ",")
}

func TestEveryOwnerInTheContractIsARegisteredPromise(t *testing.T) {
	for _, found := range regexp.MustCompile(`x-promise: *(\S*)`).FindAllSubmatch(spec.OpenAPI, -1) {
		if _, ok := promise.ByID(string(found[1])); !ok {
			t.Errorf("no promise %q", found[1])
		}
	}
}

// owners lists what owns the code, the bytes and each place of an operation's
// success answer.
func owners(c *clause) map[string]string {
	all := map[string]string{"(code)": c.codePromise, "(bytes)": c.wire, "(root)": c.root.promise}
	c.root.walk("", func(pattern string, n *node) { all[pattern] = n.promise })
	return all
}

func TestNothingOfAnAnswerIsWithoutAnOwner(t *testing.T) {
	for op, c := range clauses() {
		for place, id := range owners(c) {
			if p, ok := promise.ByID(id); !ok || !slices.Contains(p.Operations, op) {
				t.Errorf("%s %s: owned by %q, which is no promise of the operation", op, place, id)
			}
		}
	}
}

func TestAPromiseIsOwnedByTheContractOrJudgedByAScenario(t *testing.T) {
	owned := map[string]bool{}
	for _, c := range clauses() {
		for id := range maps.Values(owners(c)) {
			owned[id] = true
		}
	}
	for _, p := range promise.All {
		if owned[p.ID] == slices.Contains(byScenario, p.ID) {
			t.Errorf("%s: owned by the contract is %v, and so is judged by a scenario", p.ID, owned[p.ID])
		}
	}
	for _, id := range byScenario {
		if _, ok := promise.ByID(id); !ok {
			t.Errorf("no promise %q", id)
		}
	}
}

// TestAnAnswerUsesOnlyKeywordsThatBlameCanFollow holds the condition under
// which one tree of places tells the owner of every fault.
func TestAnAnswerUsesOnlyKeywordsThatBlameCanFollow(t *testing.T) {
	known := []string{"type", "properties", "required", "items", "enum", "format", "description", ownerKey}
	var walk func(op string, s *base.Schema)
	walk = func(op string, s *base.Schema) {
		keys := s.GoLow().GetRootNode().Content
		for i := 0; i < len(keys); i += 2 {
			open := keys[i].Value == "additionalProperties" && keys[i+1].Value == "true"
			if !open && !slices.Contains(known, keys[i].Value) {
				t.Errorf("%s, line %d: keyword %s", op, keys[i].Line, keys[i].Value)
			}
		}
		if _, ok := formats[s.Format]; s.Format != "" && !ok {
			t.Errorf("%s: format %s", op, s.Format)
		}
		for _, property := range s.Properties.FromOldest() {
			walk(op, property.Schema())
		}
		if s.Items != nil {
			walk(op, s.Items.A.Schema())
		}
	}
	answers(t, func(op spec.Operation, _ *v3.Operation, _ string, media *v3.MediaType) {
		walk(op.ID, media.Schema.Schema())
	})
}

func TestTheExamplesKeepTheContract(t *testing.T) {
	answers(t, func(op spec.Operation, operation *v3.Operation, key string, media *v3.MediaType) {
		status, err := strconv.Atoi(key)
		if err != nil {
			status = 200
		}
		shown := examples(t, media)
		if len(shown) == 0 {
			t.Errorf("%s: the answer has no example", op.ID)
		}
		for name, body := range shown {
			if vs := Check(op.ID, Answer{status, body}); vs != nil {
				t.Errorf("%s, example %s: %+v", op.ID, name, vs)
			}
		}
		if operation.RequestBody != nil {
			requestExamples(t, op.ID, operation.RequestBody.Content.GetOrZero("application/json"))
		}
	})
}

func requestExamples(t *testing.T, op string, media *v3.MediaType) {
	t.Helper()
	schema := compiler(media.Schema)()
	for name, body := range examples(t, media) {
		value, _ := decode(body)
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s, example %s of the request: %v", op, name, err)
		}
	}
}

// examples are those of a media type, in JSON.
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

// TestManyMayCheckAtOnce starts with a contract that nothing has been compiled
// of yet, for the race detector.
func TestManyMayCheckAtOnce(t *testing.T) {
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
				results[i] += fmt.Sprintln(op.ID, tidy(fresh[op.ID].checkValue(value)), Check(op.ID, Answer{200, bodies[op.ID]}),
					len(Members(op.ID)), len(Observe(op.ID, bodies[op.ID])))
			}
		})
	}
	group.Wait()
	if slices.Sort(results); results[0] != results[15] || !strings.Contains(results[0], "invitation-email") {
		t.Errorf("results differ:\n%s\n%s", results[0], results[15])
	}
}
