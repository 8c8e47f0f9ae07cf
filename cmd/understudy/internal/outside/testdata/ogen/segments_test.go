package generated

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"ogen/api"
)

// createSegment sends molecules of two kinds: the one whose shape the document shows,
// and one whose shape it does not.
func createSegment(t *testing.T) *api.SegmentCreated {
	t.Helper()
	in := api.SegmentInput{Name: t.Name(), DatasetID: fake.DatasetID, Molecules: []api.Molecule{
		api.Molecule(`"AND"`), api.Molecule(`{"attribute": "email", "attribute_type": "property", "operator": "isnotnull", "value": ""}`)}}
	a, err := client(t).CreateSegment(t.Context(), &in, api.CreateSegmentParams{SourceID: fake.SourceID})
	return success[api.SegmentCreated](t, a, err)
}

func TestCreateSegmentAndFollowItsSource(t *testing.T) {
	got := createSegment(t)
	equal(t, "status", got.Status, api.SegmentCreatedStatusCreated)
	if got.Data.ID == 0 {
		t.Error("the segment has no id")
	}
	equal(t, "the segment is complete at once", complete(sourceOf(t, got)), false)
	turnClock(t)
	source := sourceOf(t, got)
	equal(t, "the segment is complete after a minute", complete(source), true)
	equal(t, "name", decode[string](t, json.RawMessage(source.AdditionalProps["name"])), t.Name())
	a, err := client(t).ReadSegmentSource(t.Context(), api.ReadSegmentSourceParams{SourceID: fake.SourceID, SegmentID: got.Data.ID})
	equal(t, "the operation returns a complete segment", complete(*success[api.SegmentSource](t, a, err)), true)
}

// sourceOf reads the source URL of a new segment.
func sourceOf(t *testing.T, created *api.SegmentCreated) (source api.SegmentSource) {
	t.Helper()
	response := follow(t, created.FilterSegmentSourceURL.String())
	equal(t, "the code of the source URL", response.StatusCode, http.StatusOK)
	if err := json.NewDecoder(response.Body).Decode(&source); err != nil {
		t.Fatal(err)
	}
	return source
}

// complete reads a status that may be a boolean or its word.
func complete(s api.SegmentSource) bool {
	return s.Status.Bool || s.Status.SegmentSourceStatus1 == api.SegmentSourceStatus1True
}

// turnClock moves the fake's clock by a minute, so that the test does not wait.
func turnClock(t *testing.T) {
	t.Helper()
	response, err := http.Post(fake.BaseURL+"/_understudy/clock/advance", "application/json", strings.NewReader(`{"seconds": 60}`))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	equal(t, "the code of advance-clock", response.StatusCode, http.StatusOK)
}

func TestCreateLink(t *testing.T) {
	segment := createSegment(t)
	in := api.NewOptLinkInput(api.LinkInput{RedirectURI: api.NewOptString(fake.RedirectURI)})
	a, err := client(t).CreateSegmentManagementLink(t.Context(), in,
		api.CreateSegmentManagementLinkParams{SourceID: fake.SourceID, SegmentID: segment.Data.ID})
	got := success[api.LinkCreated](t, a, err)
	equal(t, "status", got.Status, api.LinkCreatedStatusCreated)
	equal(t, "type", got.Data.Type, api.LinkTypeFilterSegment)
	equal(t, "segment_id", got.Data.SegmentID, segment.Data.ID)
	equal(t, "redirect_uri", got.Data.RedirectURI, fake.RedirectURI)
	equal(t, "expired or revoked", got.Data.Expired || got.Data.Revoked, false)
	if got.Data.ID == 0 || got.Data.Expiration == "" || !strings.HasPrefix(got.Data.URI.String(), fake.BaseURL) {
		t.Errorf("the link is %+v", got.Data)
	}
}
