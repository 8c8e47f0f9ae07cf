package mutant_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"understudy/server"
	"understudy/server/mutant"
	"understudy/spec"
	"understudy/spec/contract"
	"understudy/spec/promise"
)

func TestEveryMutantNamesRegisteredPromises(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range mutant.All {
		if seen[m.ID] {
			t.Errorf("two mutants have the id %s", m.ID)
		}
		seen[m.ID] = true
		for _, id := range append([]string{m.Breaks}, m.With...) {
			if _, ok := promise.ByID(id); !ok {
				t.Errorf("%s names %q, which is no promise", m.ID, id)
			}
		}
		if m.Says == "" || m.Change == nil {
			t.Errorf("%s says or changes nothing", m.ID)
		}
	}
}

func TestEveryPromiseHasAMutant(t *testing.T) {
	for _, p := range promise.All {
		if !slices.ContainsFunc(mutant.All, func(m mutant.Mutant) bool { return m.Breaks == p.ID }) {
			t.Errorf("no mutant breaks %s", p.ID)
		}
	}
}

// page is a list as the fake answers it.
func page(t *testing.T) contract.Answer {
	t.Helper()
	fake, err := server.New(server.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, "/api/v1/invitations?per_page=100", nil)
	r.Header.Set("Authorization", "Bearer "+fake.Ground().PersonalToken)
	w := httptest.NewRecorder()
	fake.ServeHTTP(w, r)
	return contract.Answer{Status: w.Code, Body: w.Body.Bytes()}
}

func TestMechanicalMutantsAreKilledByTheOwnerOfTheirPlace(t *testing.T) {
	a := page(t)
	if vs := contract.Check(spec.ListInvitations, a); vs != nil {
		t.Fatalf("the page is not lawful: %v", vs)
	}
	made := mutant.Mechanicals(spec.ListInvitations, a)
	if len(made) < 40 {
		t.Errorf("%d mutants", len(made))
	}
	for _, m := range made {
		for _, v := range contract.Check(spec.ListInvitations, m.Answer) {
			if v.Promise != m.Breaks {
				t.Errorf("%s blames %s, not %s", m.ID, v.Promise, m.Breaks)
			}
		}
		if contract.Check(spec.ListInvitations, m.Answer) == nil {
			t.Errorf("%s survives", m.ID)
		}
	}
}

func TestMechanicalMutantsSpareWhatTheExceptionsAllow(t *testing.T) {
	for _, m := range mutant.Mechanicals(spec.ListInvitations, page(t)) {
		for _, lenient := range []string{"prev_page", "next_page", "claimed_at", "claimed_by_id"} {
			if strings.Contains(m.ID, lenient) && !strings.HasSuffix(m.ID, "wrong type") {
				t.Errorf("%s is lawful", m.ID)
			}
		}
	}
}
