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

	"understudy/spec"
	"understudy/spec/promise"
)

// byScenario are the promises that no schema of a response can own: they show
// in the effect of a request, or across several responses.
var byScenario = strings.Fields(`
	total-records-counts-all last-page-holds-the-last page-echoed per-page-echoed next-page-follows prev-page-precedes
	connector-service-name-kept connector-label-kept
	segment-name-required segment-molecules-required segment-dataset-required
	link-is-fresh link-carries-auth link-expires link-redirect-echoed link-names-its-segment
	invitation-claim-is-whole
	segment-source-completes segment-source-stays-complete segment-source-properties segment-on-its-source segment-name-kept
	destinations-are-updated destination-named-by-its-id destination-name-kept
	objects-are-listed objects-of-the-destination objects-shown-alike topics-envelope-agrees segments-are-created
	connectors-are-updated update-needs-connector connectors-are-created creation-needs-connector
	invitations-are-listed connectors-are-published topics-are-listed links-are-created
	page-default-one page-zero-is-one per-page-default-25 per-page-honoured pages-partition-the-list
	order-asc order-desc order-default-desc
	token-required token-valid workspace-token-kind workspace-token-own personal-token-kind
	per-page-at-most-100 one-operation-molecule`)

func load(t *testing.T) part {
	t.Helper()
	top, err := readDocument()
	if err != nil {
		t.Fatal(err)
	}
	return top
}

// successes visits each operation with its success response.
func successes(t *testing.T, visit func(op spec.Operation, operation part, key string, media part)) {
	t.Helper()
	top := load(t)
	for _, op := range spec.Operations {
		operation, err := operationOf(top, op)
		if err != nil {
			t.Fatal(err)
		}
		key, response := success(operation)
		visit(op, operation, key, response.at("content", "application/json"))
	}
}

func TestTheContractHasTheOperationsAndNoOthers(t *testing.T) {
	top := load(t)
	if version := top.at("info").text("version"); version != spec.ContractVersion {
		t.Errorf("version %s, but spec says %s", version, spec.ContractVersion)
	}
	var got, want []string
	for path, item := range top.at("paths").members() {
		for method, operation := range item.members() {
			if method != "parameters" {
				got = append(got, strings.ToUpper(method)+" "+path+" "+operation.text("operationId")+" "+operation.owner("-")+" "+tokens(operation))
			}
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
	successes(t, func(op spec.Operation, operation part, key string, _ part) {
		var got []string
		for code, response := range operation.at("responses").members() {
			if strings.HasPrefix(code, "2") {
				reference := response.place
				if strings.HasPrefix(reference, operation.place) {
					reference = ""
				}
				got = append(got, strings.TrimSpace(code+" "+reference))
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

func tokens(operation part) string {
	var names []string
	for _, one := range operation.at("security").items() {
		names = append(names, one.keys()...)
	}
	return strings.Join(names, ",")
}

func TestEveryOwnerInTheContractIsARegisteredPromise(t *testing.T) {
	for _, found := range regexp.MustCompile(`x-promise: *(\S*)`).FindAllSubmatch(spec.OpenAPI, -1) {
		if _, ok := promise.ByID(string(found[1])); !ok {
			t.Errorf("unknown promise %q", found[1])
		}
	}
}

// owners lists the promises that own the code, the bytes and each place of an
// operation's success response.
func owners(c *clause) map[string]string {
	all := map[string]string{"(code)": c.codePromise, "(bytes)": c.wire, "(root)": c.root.promise}
	c.root.walk(func(n *node) { all[n.pattern] = n.promise })
	return all
}

// TestEveryPartOfAResponseHasAnOwner exempts the supplementary operations,
// which have no promises: only the bytes of their responses are checked.
func TestEveryPartOfAResponseHasAnOwner(t *testing.T) {
	for _, op := range spec.Operations {
		for place, id := range owners(clauses()[op.ID]) {
			p, ok := promise.ByID(id)
			if binds := slices.Contains(p.Operations, op.ID); !ok || binds == op.Supplementary || op.Supplementary && id != "bodies-are-json" {
				t.Errorf("%s %s: owned by %q, which is not a promise of the operation", op.ID, place, id)
			}
		}
	}
}

// TestAPromiseIsOwnedByTheContractOrCheckedByAScenario is checked for each
// operation of a promise, so that no form of a resource lacks a member.
func TestAPromiseIsOwnedByTheContractOrCheckedByAScenario(t *testing.T) {
	for _, p := range promise.All {
		for _, op := range p.Operations {
			owned := slices.Contains(slices.Collect(maps.Values(owners(clauses()[op]))), p.ID)
			if owned == slices.Contains(byScenario, p.ID) {
				t.Errorf("%s on %s: owned by the contract and checked by a scenario are both %v", p.ID, op, owned)
			}
		}
	}
}

func TestOnlyRegisteredPromisesAreLeftToScenarios(t *testing.T) {
	for _, id := range byScenario {
		if _, ok := promise.ByID(id); !ok {
			t.Errorf("unknown promise %q", id)
		}
	}
}

func TestTheExamplesKeepTheContract(t *testing.T) {
	successes(t, func(op spec.Operation, operation part, key string, media part) {
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
		if body := operation.at("requestBody"); body.exists() {
			requestExamples(t, op.ID, body.at("content", "application/json"))
		}
		if len(examples(t, operation.at("responses", "default", "content", "application/json"))) == 0 {
			t.Errorf("%s: no example of a failure", op.ID)
		}
	})
}

func requestExamples(t *testing.T, op string, media part) {
	t.Helper()
	schema := compiler(media.at("schema"))()
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
func examples(t *testing.T, media part) map[string][]byte {
	t.Helper()
	shown := map[string]part{}
	if one := media.at("example"); one.exists() {
		shown["example"] = one
	}
	for name, e := range media.at("examples").members() {
		shown[name] = e.at("value")
	}
	bodies := map[string][]byte{}
	for name, p := range shown {
		var v any
		if err := p.node.Decode(&v); err != nil {
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
