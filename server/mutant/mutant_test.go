package mutant_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"understudy/server"
	"understudy/server/mutant"
	"understudy/spec"
	"understudy/spec/contract"
	"understudy/spec/gap"
	"understudy/spec/promise"
)

func TestEveryMutantNamesRegisteredPromises(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range mutant.All() {
		if seen[m.ID] {
			t.Errorf("two mutants have the id %s", m.ID)
		}
		seen[m.ID] = true
		for _, id := range append([]string{m.Breaks}, m.With...) {
			if _, ok := promise.ByID(id); !ok {
				t.Errorf("%s names %q, which is not a promise", m.ID, id)
			}
		}
		if m.Says == "" || m.Change == nil {
			t.Errorf("%s has no text or changes nothing", m.ID)
		}
	}
}

func TestAMutantArisesUnderItsVariantsAlone(t *testing.T) {
	needy := 0
	for _, m := range mutant.All() {
		if !m.Arises(gap.Choice{}) {
			t.Errorf("%s breaks nothing where each gap has its default: it needs %s", m.ID, m.Needs())
		}
		for _, v := range m.Under {
			needy++
			g, _ := gap.ByID(v.Gap)
			if !slices.ContainsFunc(g.Variants, func(of gap.Variant) bool { return of.ID == v.Variant }) || !g.On(v.Operation) {
				t.Errorf("%s needs a variant that does not exist: %+v", m.ID, v)
				continue
			}
			for _, of := range g.Variants {
				chosen, err := gap.Choice{}.With(v.Gap, v.Operation, of.ID)
				if err != nil {
					t.Fatal(err)
				}
				if m.Arises(chosen) != (of.ID == v.Variant) {
					t.Errorf("%s arises under %s: %t", m.ID, of.ID, m.Arises(chosen))
				}
			}
		}
	}
	if needy == 0 {
		t.Error("no mutant needs a variant")
	}
}

func TestOnlyMutantsNeedVariants(t *testing.T) {
	for id := range mutant.Under {
		if _, ok := mutant.ByID(id); !ok {
			t.Errorf("no mutant %s", id)
		}
	}
}

func TestEveryPromiseHasAMutant(t *testing.T) {
	for _, p := range promise.All {
		if !slices.ContainsFunc(mutant.All(), func(m mutant.Mutant) bool { return m.Breaks == p.ID }) {
			t.Errorf("no mutant breaks %s", p.ID)
		}
	}
}

func TestThereAreEnoughMutants(t *testing.T) {
	if len(mutant.All()) < 300 {
		t.Errorf("%d mutants", len(mutant.All()))
	}
}

// response returns what the fake sends to a request.
func response(t *testing.T, method, path, body string, token func(server.TestData) string) contract.Response {
	t.Helper()
	fake, err := server.New(server.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ids := strings.NewReplacer("{destination}", strconv.FormatInt(fake.TestData().DestinationID, 10),
		"{topics}", strconv.FormatInt(fake.TestData().TopicsSourceID, 10), "{objects}", strconv.FormatInt(fake.TestData().ObjectsDestinationID, 10))
	r := httptest.NewRequest(method, "/api/v1"+ids.Replace(path), strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+token(fake.TestData()))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	fake.ServeHTTP(w, r)
	return contract.Response{Status: w.Code, Body: w.Body.Bytes()}
}

func personal(g server.TestData) string  { return g.PersonalToken }
func workspace(g server.TestData) string { return g.WorkspaceToken }

// page returns a list of invitations.
func page(t *testing.T) contract.Response {
	t.Helper()
	return response(t, http.MethodGet, "/invitations?per_page=100", "", personal)
}

func TestMechanicalMutantsAreKilledByTheOwnerOfTheirPlace(t *testing.T) {
	for operation, at := range map[string]struct {
		response contract.Response
		least    int
	}{
		spec.ListInvitations:        {page(t), 40},
		spec.ListTopics:             {response(t, http.MethodGet, "/sources/{topics}/topics", "", workspace), 40},
		spec.ListDestinationObjects: {response(t, http.MethodGet, "/destinations/{objects}/objects", "", workspace), 150},
		spec.UpdateDestination:      {response(t, http.MethodPatch, "/destinations/{destination}", `{"service_connection":{"name":"CRM"}}`, workspace), 150},
	} {
		if vs := contract.Check(operation, at.response); at.response.Status != http.StatusOK || vs != nil {
			t.Fatalf("%s: HTTP %d, which breaks the contract: %v", operation, at.response.Status, vs)
		}
		made := mutant.Mechanicals(operation, at.response)
		if len(made) < at.least {
			t.Errorf("%s: %d mutants", operation, len(made))
		}
		for _, m := range made {
			mustBeKilled(t, operation, m)
		}
	}
}

func mustBeKilled(t *testing.T, operation string, m mutant.Mechanical) {
	t.Helper()
	vs := contract.Check(operation, m.Response)
	if vs == nil {
		t.Errorf("%s survives", m.ID)
	}
	for _, v := range vs {
		if v.Promise != m.Breaks {
			t.Errorf("%s breaks %s, not %s", m.ID, v.Promise, m.Breaks)
		}
	}
}

func TestMechanicalMutantsStepThroughMaps(t *testing.T) {
	made := mutant.Mechanicals(spec.ListTopics, response(t, http.MethodGet, "/sources/{topics}/topics", "", workspace))
	if !slices.ContainsFunc(made, func(m mutant.Mechanical) bool { return m.ID == "list-topics /data/*/schema/* of a wrong type" }) {
		t.Error("no value of a schema is changed")
	}
}

func TestMechanicalMutantsSpareWhatTheExceptionsAllow(t *testing.T) {
	for _, m := range mutant.Mechanicals(spec.ListInvitations, page(t)) {
		for _, lenient := range []string{"prev_page", "next_page", "claimed_at", "claimed_by_id"} {
			if strings.Contains(m.ID, lenient) && !strings.HasSuffix(m.ID, "wrong type") {
				t.Errorf("%s is allowed", m.ID)
			}
		}
	}
}
