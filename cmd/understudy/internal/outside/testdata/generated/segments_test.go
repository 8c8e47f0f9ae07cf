package generated

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"generated/api"
	"generated/control"
)

// createSegment sends molecules of two kinds: the one whose shape the document shows,
// and one whose shape it does not.
func createSegment(t *testing.T) api.SegmentCreated {
	t.Helper()
	var open, atomic api.Molecule
	if err := open.FromMolecule1("AND"); err != nil {
		t.Fatal(err)
	}
	if err := atomic.FromAtomicMolecule(api.AtomicMolecule{Attribute: "email", AttributeType: "property", Operator: "isnotnull"}); err != nil {
		t.Fatal(err)
	}
	a, err := with(t, fake.WorkspaceToken).CreateSegmentWithResponse(t.Context(), fake.SourceID,
		api.SegmentInput{Name: t.Name(), DatasetId: fake.DatasetID, Molecules: []api.Molecule{open, atomic}})
	if err != nil {
		t.Fatal(err)
	}
	return success(t, a, a.JSON201)
}

func TestCreateSegmentAndFollowItsSource(t *testing.T) {
	got := createSegment(t)
	equal(t, "status", got.Status, "created")
	if got.Data.Id == 0 {
		t.Error("the segment has no id")
	}
	source := sourceOf(t, got)
	if complete(t, source) {
		t.Error("the segment is complete at once, so the test does not follow its source URL")
	}
	for turns := 0; !complete(t, source); turns++ {
		if turns > 10 {
			t.Fatalf("the segment is not complete after %d turns of the clock", turns)
		}
		turnClock(t)
		source = sourceOf(t, got)
	}
	equal[any](t, "name", source.AdditionalProperties["name"], t.Name())
	a, err := with(t, fake.WorkspaceToken).ReadSegmentSourceWithResponse(t.Context(), fake.SourceID, got.Data.Id)
	if err != nil {
		t.Fatal(err)
	}
	if !complete(t, success(t, a, cmp.Or(a.JSON200, a.JSON2XX))) {
		t.Error("the operation and the URL return different responses")
	}
}

// sourceOf reads the source URL of a new segment.
func sourceOf(t *testing.T, created api.SegmentCreated) api.SegmentSource {
	t.Helper()
	a, err := api.ParseReadSegmentSourceResponse(follow(t, created.FilterSegmentSourceUrl))
	if err != nil {
		t.Fatal(err)
	}
	return success(t, a, cmp.Or(a.JSON200, a.JSON2XX))
}

// complete reads a status that may be a boolean or its word.
func complete(t *testing.T, s api.SegmentSource) bool {
	t.Helper()
	if b, err := s.Status.AsSegmentSourceStatus0(); err == nil {
		return b
	}
	word, err := s.Status.AsSegmentSourceStatus1()
	if err != nil {
		t.Fatal(err)
	}
	return word == "true"
}

// owner is a client of the fake's control API.
func owner(t *testing.T) *control.ClientWithResponses {
	t.Helper()
	c, err := control.NewClientWithResponses(fake.BaseURL + "/_understudy")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// turnClock moves the fake's clock, so that the test does not wait.
func turnClock(t *testing.T) {
	t.Helper()
	var by control.ClockAdvance
	if err := by.FromClockAdvance0(control.ClockAdvance0{Seconds: 20}); err != nil {
		t.Fatal(err)
	}
	a, err := owner(t).AdvanceClockWithResponse(t.Context(), nil, by)
	if err != nil {
		t.Fatal(err)
	}
	success(t, a, a.JSON200)
}

func TestARowIsReadAndChanged(t *testing.T) {
	c := owner(t)
	id := fmt.Sprint(fake.DestinationID)
	changed, err := c.PatchRowWithResponse(t.Context(), "destinations", id, nil, control.Row{"name": "Changed by its owner"})
	if err != nil {
		t.Fatal(err)
	}
	equal[any](t, "the changed name", success(t, changed, changed.JSON200)["name"], "Changed by its owner")
	row, err := c.GetRowWithResponse(t.Context(), "destinations", id, nil)
	if err != nil {
		t.Fatal(err)
	}
	equal[any](t, "the name", success(t, row, row.JSON200)["name"], "Changed by its owner")
}

func TestCreateLink(t *testing.T) {
	segment := createSegment(t)
	a, err := with(t, fake.WorkspaceToken).CreateSegmentManagementLinkWithResponse(t.Context(), fake.SourceID, segment.Data.Id,
		api.LinkInput{RedirectUri: &fake.RedirectURI})
	if err != nil {
		t.Fatal(err)
	}
	got := success(t, a, a.JSON201)
	equal(t, "status", got.Status, "created")
	equal(t, "type", got.Data.Type, "FilterSegment")
	equal(t, "segment_id", got.Data.SegmentId, segment.Data.Id)
	equal(t, "redirect_uri", got.Data.RedirectUri, fake.RedirectURI)
	equal(t, "expired or revoked", got.Data.Expired || got.Data.Revoked, false)
	if got.Data.Id == 0 || got.Data.Expiration == "" || !strings.HasPrefix(got.Data.Uri, fake.BaseURL) {
		t.Errorf("the link is %+v", got.Data)
	}
}
