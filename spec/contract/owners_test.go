package contract

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pb33f/libopenapi/datamodel/high/base"
	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"

	"understudy/spec"
	"understudy/spec/promise"
)

// byScenario are the promises that no schema of a response can own: they show
// in the effect of a request, or across several responses.
var byScenario = strings.Fields(`
	total-records-counts-all last-page-holds-the-last page-echoed per-page-echoed next-page-follows prev-page-precedes
	connector-service-name-kept connector-label-kept
	segment-name-required segment-molecules-required segment-dataset-required
	link-is-fresh link-carries-auth link-opens link-expires link-redirect-echoed link-names-its-segment
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

// TestAResponseSchemaUsesOnlyKeywordsWithAnOwner verifies the condition under
// which the owner of every fault can be found in one tree of places.
func TestAResponseSchemaUsesOnlyKeywordsWithAnOwner(t *testing.T) {
	successes(t, func(op spec.Operation, _ *v3.Operation, _ string, media *v3.MediaType) {
		followable(t, op.ID, media.Schema.Schema())
	})
}

// asksForMembersOnly reports whether a schema names members and does not
// constrain their values.
func asksForMembersOnly(s *base.Schema) bool {
	for _, member := range s.Properties.FromOldest() {
		if len(keywords(member.Schema())) > 0 {
			return false
		}
	}
	return slices.Equal(keywords(s), []string{"properties", "unevaluatedProperties", "required"})
}

// repeatsMembers reports whether the members that a form names are, by type or
// reference, those of the form that it extends.
func repeatsMembers(s *base.Schema) bool {
	for name, member := range s.Properties.FromOldest() {
		extended, ok := s.AllOf[0].Schema().Properties.Get(name)
		if !ok || member.GetReference() != extended.GetReference() || !slices.Equal(member.Schema().Type, extended.Schema().Type) {
			return false
		}
		if names := keywords(member.Schema()); !member.IsReference() && !slices.Equal(names, []string{"type"}) {
			return false
		}
	}
	return true
}

// asksNothing reports whether a schema of a gap allows any value: one of its
// alternatives is open.
func asksNothing(s *base.Schema) bool {
	open := func(one *base.SchemaProxy) bool { return slices.Equal(keywords(one.Schema()), []string{"description"}) }
	return slices.Equal(keywords(s), []string{"description", gapKey, "anyOf"}) && slices.ContainsFunc(s.AnyOf, open)
}
