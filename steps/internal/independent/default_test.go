package independent

import (
	"slices"
	"testing"
)

func TestDefaultListOfInvitations(t *testing.T) {
	c := serve(t)
	a := c.list("")
	equal(t, "code", a.code, 200)
	for path, want := range map[string]any{
		"status": "success", "pagination.total_records": 143, "pagination.page": 1, "pagination.per_page": 25,
		"pagination.last_page": 6, "pagination.next_page": 2, "pagination.prev_page": 0,
	} {
		equal(t, path, a.get(path), want)
	}
	equal(t, "records", len(a.rows()), 25)
	equal(t, "page 0", c.list("page=0").text, a.text)
	equal(t, "per_page 150", len(c.list("per_page=150").rows()), 100)
	equal(t, "records of page 6", len(c.list("page=6").rows()), 18)
	equal(t, "next_page of page 6", c.list("page=6").get("pagination.next_page"), 0)
	var texts []string
	for _, r := range c.list("per_page=100").rows() {
		texts = append(texts, r["created_at"].(string))
	}
	if slices.Reverse(texts); slices.IsSorted(texts) {
		t.Error("the order of the texts is that of the instants: it tries no one")
	}
}

func TestDefaultCreationOfASegment(t *testing.T) {
	c := serve(t)
	made := c.create()
	equal(t, "code", made.code, 201)
	equal(t, "status", made.get("status"), "created")
	url := made.get("filter_segment_source_url").(string)
	equal(t, "pending", c.send("GET", url, "", "").get("status"), "false")
	done := c.source(made)
	equal(t, "complete", done.get("status"), "true")
	equal(t, "properties", done.get("data"), c.retrieve(made).get("data"))
	equal(t, "id", done.get("data.id"), made.get("data.id"))
	atomic, operation := c.s.TestData().AtomicMolecule, c.s.TestData().OperationMolecule
	equal(t, "with an operation", c.createAs(workspaceToken, map[string]any{"molecules": []any{atomic, operation}}).code, 201)
}

func TestDefaultServerRejectsInvalidRequests(t *testing.T) {
	c := serve(t)
	operation := c.s.TestData().OperationMolecule
	for what, a := range map[string]response{
		"no name":           c.createAs(workspaceToken, map[string]any{"name": nil}),
		"no molecules":      c.createAs(workspaceToken, map[string]any{"molecules": nil}),
		"no dataset":        c.createAs(workspaceToken, map[string]any{"dataset_id": nil}),
		"two operations":    c.createAs(workspaceToken, map[string]any{"molecules": []any{operation, operation}}),
		"no token":          c.createAs("", nil),
		"invented":          c.createAs("invented", nil),
		"revoked":           c.createAs(revokedToken, nil),
		"personal":          c.createAs(personalToken, nil),
		"other workspace":   c.createAs(otherWorkspaceToken, nil),
		"list, no token":    c.send("GET", "/api/v1/invitations", "", ""),
		"list, invented":    c.send("GET", "/api/v1/invitations", "invented", ""),
		"list, workspace":   c.send("GET", "/api/v1/invitations", workspaceToken, ""),
		"other source":      c.send("POST", "/api/v1/sources/4/filter_segments", workspaceToken, c.body(nil)),
		"retrieval, no one": c.send("GET", "/api/v1/sources/4/filter_segments/5", workspaceToken, ""),
	} {
		if a.code < 400 || a.code > 499 || a.get("errors.0") == nil || a.get("data") != nil {
			t.Errorf("%s: HTTP %d %s", what, a.code, a.text)
		}
	}
}
