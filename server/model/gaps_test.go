package model

import (
	"encoding/json"
	"maps"
	"strings"

	"pgregory.net/rapid"

	"understudy/server/internal/testkit"
	"understudy/spec/gap"
)

// modelGaps are those whose responses the model knows; those that matter only
// after several other requests are drawn twice as often.
var modelGaps = []string{
	"page-ends", "next-link", "empty-list-last-page", "page-negative", "page-past-end", "per-page-zero", "per-page-over-max", "order-unknown",
	"topics-order", "topics-paging", "timestamp-form", "destination-retest", "destination-update-code", "segment-name-taken", "source-code",
	"connector-service-name-taken", "connector-update-after-publish", "connector-publish-again", "connector-conflict-status", "other-workspace-status",
	"link-lifetime", "link-again", "link-again", "link-expired-answer", "source-code", "segment-name-taken",
}

// drawChoice draws variants by ID or ID@OPERATION.
func drawChoice(t *rapid.T) map[string]string {
	choice := map[string]string{}
	for range rapid.IntRange(1, 4).Draw(t, "gaps") {
		g, _ := gap.ByID(rapid.SampledFrom(modelGaps).Draw(t, "gap"))
		place := g.ID
		if rapid.Bool().Draw(t, "one operation") {
			place += "@" + rapid.SampledFrom(g.Operations).Draw(t, "operation")
		}
		choice[place] = rapid.SampledFrom(g.Variants).Draw(t, "variant").ID
	}
	return choice
}

// chooseAll applies a choice: for each gap first what it says for all
// operations, because what it says for one overrides that.
func (w modelWorld) chooseAll(choice map[string]string) {
	for _, place := range sortedKeys(choice) { // ID comes before ID@OPERATION
		id, operation, _ := strings.Cut(place, "@")
		w.choose(id, operation, choice[place])
	}
}

// ChangeGaps chooses some variants in addition to the existing ones or in place
// of them, or those that the sandbox was opened with. A choice with an unknown
// variant changes nothing.
func (m *machine) ChangeGaps(t *rapid.T) {
	id, b := m.box(t)
	method, body := rapid.SampledFrom([]string{"PATCH", "PUT", "DELETE", "bad"}).Draw(t, "method"), ""
	switch method {
	case "bad":
		m.want(t, m.Control("PATCH", "gaps?sandbox="+id, `{"link-again":"same","page-ends":"blank"}`), 400, nil)
		method = "GET"
	case "DELETE":
		b.variants = maps.Clone(b.origin.variants)
	case "PUT":
		clear(b.variants)
		fallthrough
	default:
		choice := drawChoice(t)
		b.chooseAll(choice)
		body = marshalled(choice)
	}
	m.wantGaps(t, b, m.Control(method, "gaps?sandbox="+id, body))
}

func marshalled(choice map[string]string) string {
	text, err := json.Marshal(choice)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func (m *machine) wantGaps(t *rapid.T, b *modelBox, a testkit.Response) {
	t.Helper()
	m.want(t, a, 200, nil)
	var shown struct {
		Gaps []struct{ ID, Operation, Variant string }
	}
	if err := json.Unmarshal([]byte(a.Body), &shown); err != nil {
		t.Fatal(err)
	}
	for _, g := range shown.Gaps {
		if want := b.variant(g.ID, g.Operation); want != g.Variant {
			t.Fatalf("gap %s on %s is %s, in the model %s", g.ID, g.Operation, g.Variant, want)
		}
	}
}
