package independent

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestEveryViolationShows sends long conversations to each violation; at least
// one of them must differ from the conforming one.
func TestEveryViolationShows(t *testing.T) {
	t.Parallel()
	talks := []talk{{say: conversation}, {say: tour}, {say: ofTexts}, {say: history}, {say: misplaced}, {say: together}, {say: patient}}
	for i, k := range talks {
		talks[i].conforming = k.say(serve(t))
		if again := k.say(serve(t)); again != talks[i].conforming {
			t.Fatal("two conforming conversations differ")
		}
	}
	for _, b := range Violations {
		shows := func(k talk) bool { return k.say(serve(t, b.ID)) != k.conforming }
		switch i := slices.IndexFunc(talks, shows); i {
		case -1:
			t.Errorf("%s changes nothing", b.ID)
		default: // try it first for the next, which is often of the same kind
			talks[0], talks[i] = talks[i], talks[0]
		}
	}
}

// TestListViolations verifies that violations of the list do what they say.
func TestListViolations(t *testing.T) {
	ids := func(c client, q string) []int64 { return c.list(q).ids() }
	number := func(c client, q, name string) any { return c.list(q).get("pagination." + name) }
	one := func(c client, q string, i int) int64 { return ids(c, q)[i] }
	usual := serve(t)
	for id, shows := range map[string]func(c client) bool{
		"cap-ignored":       func(c client) bool { return len(ids(c, "per_page=150")) == 143 },
		"cap-off-by-one":    func(c client) bool { return len(ids(c, "per_page=150")) == 101 && len(ids(c, "per_page=100")) == 100 },
		"default-20":        func(c client) bool { return len(ids(c, "")) == 20 && len(ids(c, "per_page=25")) == 25 },
		"default-30":        func(c client) bool { return len(ids(c, "")) == 30 },
		"page-short":        func(c client) bool { return len(ids(c, "")) == 24 && len(ids(c, "page=6")) == 18 },
		"last-page-short":   func(c client) bool { return len(ids(c, "")) == 25 && len(ids(c, "page=6")) == 17 },
		"page-zero-refused": func(c client) bool { return c.list("page=0").code == 422 && c.list("").code == 200 },
		"page-zero-empty":   func(c client) bool { return len(ids(c, "page=0")) == 0 && len(ids(c, "page=1")) == 25 },
		"page-zero-desc-skips": func(c client) bool {
			return one(c, "page=0&order=desc", 0) == one(usual, "", 1) && one(c, "page=0", 0) == one(usual, "", 0)
		},
		"page-zero-of-100-skips": func(c client) bool {
			return one(c, "page=0&per_page=100", 0) == one(usual, "", 1) && one(c, "page=0", 0) == one(usual, "", 0)
		},
		"last-page-of-no-rest-empty": func(c client) bool {
			return len(ids(c, "page=11&per_page=13")) == 0 && len(ids(c, "page=6")) == 18
		},
		"pages-above-ten-repeat": func(c client) bool {
			return one(c, "page=14&per_page=1", 0) == one(usual, "page=10&per_page=1", 0) && one(c, "page=10&per_page=1", 0) == one(usual, "", 9)
		},
		"middle-pages-of-25-skip": func(c client) bool {
			return one(c, "page=3", 0) == one(usual, "page=3", 1) && one(c, "page=2", 0) == one(usual, "page=2", 0)
		},
		"pages-of-tens-skip": func(c client) bool {
			return one(c, "page=2&per_page=20", 0) == one(usual, "page=2&per_page=20", 1) && one(c, "page=2", 0) == one(usual, "page=2", 0)
		},
		"default-pages-in-order-skip": func(c client) bool {
			return one(c, "page=2&order=asc", 0) == one(usual, "page=2&order=asc", 1) && one(c, "page=2", 0) == one(usual, "page=2", 0)
		},
		"page-ignored":         func(c client) bool { return slices.Equal(ids(c, "page=2"), ids(usual, "page=1")) },
		"page-two-repeats":     func(c client) bool { return one(c, "page=2", 0) == one(c, "page=1", 24) && len(ids(c, "page=2")) == 25 },
		"page-two-skips":       func(c client) bool { return one(c, "page=2", 0) == one(usual, "page=2", 1) },
		"asc-ignored":          func(c client) bool { return slices.Equal(ids(c, "order=asc"), ids(usual, "")) },
		"asc-on-page-one-only": func(c client) bool { return slices.Equal(ids(c, "order=asc&page=2"), ids(usual, "page=2")) },
		"default-asc":          func(c client) bool { return slices.Equal(ids(c, ""), ids(usual, "order=asc")) },
		"desc-is-asc":          func(c client) bool { return slices.Equal(ids(c, "order=desc"), ids(usual, "order=asc")) },
		"desc-reversed-later":  func(c client) bool { return one(c, "page=2", 0) == one(usual, "page=2", 24) },
		"desc-by-text":         func(c client) bool { return !slices.Equal(ids(c, ""), ids(usual, "")) },
		"total-per-page":       func(c client) bool { return number(c, "page=6", "total_records") == 18.0 },
		"total-off-later":      func(c client) bool { return number(c, "page=2", "total_records") == 142.0 },
		"last-page-too-many":   func(c client) bool { return number(c, "page=7", "page") == 7.0 && len(ids(c, "page=7")) == 0 },
		"last-page-too-few":    func(c client) bool { return number(c, "", "last_page") == 5.0 && len(ids(c, "page=6")) == 18 },
		"next-page-stays":      func(c client) bool { return number(c, "page=2", "next_page") == 2.0 },
		"prev-page-wrong-on-three": func(c client) bool {
			return number(c, "page=3", "prev_page") == 1.0 && number(c, "page=4", "prev_page") == 3.0
		},
		"page-echo-one":      func(c client) bool { return number(c, "page=2", "page") == 1.0 },
		"per-page-echo-25":   func(c client) bool { return number(c, "per_page=10", "per_page") == 25.0 },
		"pagination-strings": func(c client) bool { return number(c, "page=2", "page") == "2" },
		"list-status-word":   func(c client) bool { return c.list("").get("status") == "ok" },
		"data-object":        func(c client) bool { return c.list("").get("data.items.0.id") != nil },
		"list-500":           func(c client) bool { return c.list("page=2").code == 500 && c.create().code == 201 },
		"list-resets":        func(c client) bool { return c.list("").code == 0 },
		"list-empty-body":    func(c client) bool { a := c.list(""); return a.code == 200 && a.text == "" },
		"list-invalid-utf8":  func(c client) bool { return !utf8.ValidString(c.list("").text) },
		"list-without-token-401": func(c client) bool {
			a := c.send("GET", "/api/v1/invitations", "", "")
			return a.code == 401 && len(a.rows()) == 25 && c.list("").code == 200
		},
	} {
		if c := serve(t, id); !shows(c) {
			t.Errorf("%s does not do what it says", id)
		}
		if shows(usual) {
			t.Errorf("%s: a conforming server does that too", id)
		}
	}
}

// doWhatTheySay checks that each violation shows, and that a conforming server
// does not show it.
func doWhatTheySay(t *testing.T, violations map[string]func(c client) bool) {
	t.Helper()
	for id, shows := range violations {
		if !shows(serve(t, id)) {
			t.Errorf("%s does not do what it says", id)
		}
		if shows(serve(t)) {
			t.Errorf("%s: a conforming server does that too", id)
		}
	}
}

// TestRecordViolations verifies that violations of the records do what they say.
func TestRecordViolations(t *testing.T) {
	record := func(c client) map[string]any { return c.list("").rows()[0] }
	doWhatTheySay(t, map[string]func(c client) bool{
		"duplicate-key": func(c client) bool {
			return strings.Count(c.list("per_page=1").text, `"id":`) > strings.Count(serve(t).list("per_page=1").text, `"id":`)
		},
		"role-missing-last": func(c client) bool {
			rows := c.list("page=6").rows()
			return rows[17]["role"] == nil && rows[16]["role"] != nil
		},
		"created-at-spaced":    func(c client) bool { return record(c)["created_at"].(string)[10] == ' ' },
		"created-at-unix":      func(c client) bool { _, is := record(c)["created_at"].(float64); return is },
		"created-by-fraction":  func(c client) bool { return record(c)["created_by_id"] == 12.5 },
		"email-without-at":     func(c client) bool { return !strings.Contains(record(c)["email"].(string), "@") },
		"invitation-id-string": func(c client) bool { _, is := record(c)["id"].(string); return is },
		"claimed-at-alone": func(c client) bool {
			text := c.list("").text
			return !strings.Contains(text, "claimed_by_id") && strings.Contains(text, "claimed_at")
		},
		"claimed-by-alone":           func(c client) bool { return !strings.Contains(c.list("").text, "claimed_at") },
		"workspace-invitations-null": func(c client) bool { return strings.Contains(c.list("").text, `invitations":null`) },
		"workspace-invitation-without-id": func(c client) bool {
			text := c.list("").text
			return strings.Count(text, `"id":`) == 25 && strings.Contains(text, `"workspace_id":`)
		},
	})
}

// TestSegmentViolations verifies that violations of segments do what they say.
func TestSegmentViolations(t *testing.T) {
	without := func(c client, name string) response { return c.createAs(workspaceToken, map[string]any{name: nil}) }
	url := func(c client) string { u, _ := c.create().get("filter_segment_source_url").(string); return u }
	twice := func(c client) (response, response) { made := c.create(); return c.source(made), c.source(made) }
	doWhatTheySay(t, map[string]func(c client) bool{
		"create-200":             func(c client) bool { return c.create().code == 200 },
		"create-status-success":  func(c client) bool { return c.create().get("status") == "success" },
		"created-id-string":      func(c client) bool { _, is := c.create().get("data.id").(string); return is },
		"source-url-relative":    func(c client) bool { return strings.HasPrefix(url(c), "/") },
		"source-url-missing":     func(c client) bool { return url(c) == "" },
		"source-url-in-data":     func(c client) bool { return c.create().get("data.filter_segment_source_url") != nil },
		"create-500":             func(c client) bool { return c.create().code == 500 },
		"name-not-required":      func(c client) bool { return without(c, "name").code == 201 },
		"name-missing-422":       func(c client) bool { a := without(c, "name"); return a.code == 422 && c.retrieve(a).code == 200 },
		"molecules-not-required": func(c client) bool { return without(c, "molecules").code == 201 },
		"dataset-not-required":   func(c client) bool { return without(c, "dataset_id").code == 201 },
		"create-without-token":   func(c client) bool { return c.createAs("", nil).code == 201 },
		"create-invented-token":  func(c client) bool { return c.createAs("invented", nil).code == 201 && c.createAs("", nil).code == 403 },
		"create-revoked-token":   func(c client) bool { return c.createAs(revokedToken, nil).code == 201 },
		"create-personal-token":  func(c client) bool { return c.createAs(personalToken, nil).code == 201 },
		"create-other-workspace": func(c client) bool { return c.createAs(otherWorkspaceToken, nil).code == 201 },
		"two-operations-accepted": func(c client) bool {
			o := c.s.TestData().OperationMolecule
			return c.createAs(workspaceToken, map[string]any{"molecules": []any{o, o}}).code == 201
		},

		"never-completes": func(c client) bool { _, second := twice(c); return second.get("status") == "false" },
		"goes-back":       func(c client) bool { a, b := twice(c); return a.get("status") == "true" && b.get("status") == "false" },
		"forgets-members": func(c client) bool {
			a, b := twice(c)
			return a.get("data.molecules") != nil && b.get("data.molecules") == nil && b.get("data.id") != nil
		},
		"status-done":           func(c client) bool { return c.source(c.create()).get("status") == "done" },
		"source-status-missing": func(c client) bool { a := c.source(c.create()); return a.code == 200 && a.get("status") == nil },
		"complete-without-a-foreign-name": func(c client) bool {
			a := c.createAs(workspaceToken, map[string]any{"name": "Größe"})
			return lacksMember(c.source(a), "data", "name") && c.retrieve(a).get("data.name") == "Größe" && c.source(c.create()).get("data.name") == "Gold"
		},
		"complete-renamed-later": func(c client) bool {
			a := c.create()
			names := []any{}
			for range 5 {
				names = append(names, c.source(a).get("data.name"))
			}
			return fmt.Sprint(names) == "[Gold Gold Gold nameless nameless]"
		},
		"complete-with-three-molecules": func(c client) bool {
			a := c.createAs(workspaceToken, molecules(4))
			return len(c.source(a).get("data.molecules").([]any)) == 3 && len(c.retrieve(a).get("data.molecules").([]any)) == 4
		},
		"complete-with-dataset-as-text": func(c client) bool {
			a := c.create()
			return c.source(a).get("data.dataset_id") == fmt.Sprint(datasetID) && c.retrieve(a).get("data.dataset_id") == float64(datasetID)
		},
		"no-molecules-never-complete": func(c client) bool {
			a := c.createAs(workspaceToken, molecules(0))
			return a.code == 201 && c.source(a).get("status") == "false" && c.source(c.create()).get("status") == "true"
		},
		"complete-without-no-molecules": func(c client) bool {
			a := c.createAs(workspaceToken, molecules(0))
			return a.code == 201 && lacksMember(c.source(a), "data", "molecules") && !lacksMember(c.retrieve(a), "data", "molecules") &&
				!lacksMember(c.source(c.create()), "data", "molecules")
		},
		"source-url-dead": func(c client) bool { return c.source(c.create()).code == 404 },
		"complete-bare":   func(c client) bool { a := c.source(c.create()); return len(a.json()) == 1 && a.get("status") == "true" },
	})
}

// molecules changes the number of molecules in a creation.
func molecules(n int) map[string]any {
	list := make([]any, n)
	for i := range list {
		list[i] = map[string]any{"attribute": "Plan tier", "attribute_type": sampleAttributeType, "operator": "is_one_of", "value": fmt.Sprint(i)}
	}
	return map[string]any{"molecules": list}
}
