// Package generated is what another team writes around a client that a generator made
// from the contract: every operation, and its typed response; and around one made
// from the document of the control API. The packages api and control are generated
// when the test runs, and testdata/shared is copied here; see
// cmd/understudy/internal/outside/generated_test.go.
package generated

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"generated/api"
)

// with is a client that sends a token.
func with(t *testing.T, token string) *api.ClientWithResponses {
	t.Helper()
	c, err := api.NewClientWithResponses(fake.BaseURL, api.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		authorize(r, token)
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// response is what every response type of the client has.
type response interface {
	Status() string
	GetBody() []byte
}

// success decodes the data of a success response.
func success[T any](t *testing.T, a response, data *T) T {
	t.Helper()
	if data == nil {
		t.Fatalf("no success: %s\n%s", a.Status(), a.GetBody())
	}
	return *data
}

func TestUpdateDestination(t *testing.T) {
	var in api.DestinationUpdate
	if err := json.Unmarshal([]byte(`{"service_connection": `+string(fake.ServiceConnection)+`}`), &in); err != nil {
		t.Fatal(err)
	}
	in.ServiceConnection.Name = new("Renamed")
	a, err := with(t, fake.WorkspaceToken).UpdateDestinationWithResponse(t.Context(), fake.DestinationID, in)
	if err != nil {
		t.Fatal(err)
	}
	got := success(t, a, cmp.Or(a.JSON200, a.JSON2XX))
	equal(t, "status", got.Status, "updated")
	equal(t, "id", got.Data.Id, fake.DestinationID)
	equal(t, "name", got.Data.Name, "Renamed")
	if got.Data.LastTestResults == nil || len(got.Data.LastTestResults.Steps) == 0 || got.Data.LastTestSucceeded == nil {
		t.Errorf("there is no result of the test: %s", a.Body)
	}
	if len(got.Data.Objects) == 0 || got.Data.Objects[0].FullName == "" {
		t.Errorf("there is no object: %s", a.Body)
	}
}

func TestListDestinationObjects(t *testing.T) {
	c := with(t, fake.WorkspaceToken)
	var names []string
	for page := 1; page != 0; {
		a, err := c.ListDestinationObjectsWithResponse(t.Context(), fake.ObjectsDestinationID,
			&api.ListDestinationObjectsParams{Page: new(api.Page(page)), PerPage: new(api.PerPage(2)), Order: new(api.ListDestinationObjectsParamsOrderAsc)})
		if err != nil {
			t.Fatal(err)
		}
		got := success(t, a, a.JSON200)
		equal(t, "status", got.Status, "success")
		for _, o := range got.Data {
			names = append(names, o.FullName)
			if len(o.SupportedOperations) == 0 || o.AllowCustomFields && o.SupportedCustomFieldTypes == nil {
				t.Errorf("%s lacks what an object has", o.FullName)
			}
		}
		page = next(t, got.Pagination, got.Next, page, len(names))
	}
	distinct(t, names)
}

func TestListInvitations(t *testing.T) {
	c := with(t, fake.PersonalToken)
	var ids []int
	for page := 1; page != 0; {
		a, err := c.ListInvitationsWithResponse(t.Context(),
			&api.ListInvitationsParams{Page: new(api.Page(page)), PerPage: new(api.PerPage(50)), Order: new(api.ListInvitationsParamsOrderDesc)})
		if err != nil {
			t.Fatal(err)
		}
		got := success(t, a, a.JSON200)
		equal(t, "status", got.Status, "success")
		for _, i := range got.Data {
			ids = append(ids, i.Id)
			if i.CreatedById == 0 || !strings.Contains(string(i.Email), "@") || (i.ClaimedAt == nil) != (i.ClaimedById == nil) {
				t.Errorf("invitation %d is %+v", i.Id, i)
			}
		}
		page = next(t, got.Pagination, got.Next, page, len(ids))
	}
	distinct(t, ids)
}

// next is the page that pagination names, 0 after the last, by which seen
// records have to be all that there are. The fake sends its URL too.
func next(t *testing.T, p api.Pagination, link *api.NextLink, page, seen int) int {
	t.Helper()
	equal(t, "page", p.Page, page)
	if p.NextPage != nil {
		if url, err := link.AsNextLink0(); err != nil || !strings.HasPrefix(url, fake.BaseURL) {
			t.Errorf("next is %q, %v", url, err)
		}
		return *p.NextPage
	}
	equal(t, "there is a next URL", link != nil, false)
	equal(t, "last_page", p.LastPage, page)
	equal(t, "total_records", p.TotalRecords, seen)
	if page == 1 {
		t.Error("there is one page only")
	}
	return 0
}

func TestCreateConnector(t *testing.T) {
	in := decode[api.ConnectorInput](t, fake.Connector)
	in.ServiceName = new("generated_client")
	a, err := with(t, fake.WorkspaceToken).CreateConnectorWithResponse(t.Context(), api.ConnectorCreation{Connector: in})
	if err != nil {
		t.Fatal(err)
	}
	got := success(t, a, a.JSON200)
	equal(t, "status", got.Status, "created")
	equal(t, "service_name", got.Data.ServiceName, "generated_client")
	equal(t, "label", got.Data.Label, *in.Label)
	fields := got.Data.ConfigurationFields.Fields
	i := slices.IndexFunc(fields, func(f api.ConfigurationField) bool { return f.Id == "account_id" })
	if i < 0 || fields[i].Placholder == nil || fields[i].InputType.Type == "" {
		t.Errorf("the fields are %+v", fields)
	}
}

func TestUpdateConnector(t *testing.T) {
	a, err := with(t, fake.WorkspaceToken).UpdateConnectorWithResponse(t.Context(), fake.ConnectorServiceName,
		api.ConnectorUpdate{Connector: api.ConnectorInput{Label: new("Relabelled")}})
	if err != nil {
		t.Fatal(err)
	}
	got := success(t, a, a.JSON200)
	equal(t, "status", got.Status, "updated")
	equal(t, "service_name", got.Data.ServiceName, fake.ConnectorServiceName)
	equal(t, "label", got.Data.Label, "Relabelled")
}

func TestPublishConnector(t *testing.T) {
	a, err := with(t, fake.WorkspaceToken).PublishConnectorWithResponse(t.Context(), fake.PublishableConnectorServiceName)
	if err != nil {
		t.Fatal(err)
	}
	got := success(t, a, a.JSON200)
	equal(t, "status", got.Status, "published_to_organization")
	equal(t, "service_name", got.Data.ServiceName, fake.PublishableConnectorServiceName)
}

func TestListTopics(t *testing.T) {
	a, err := with(t, fake.WorkspaceToken).ListTopicsWithResponse(t.Context(), fake.TopicsSourceID)
	if err != nil {
		t.Fatal(err)
	}
	got := success(t, a, cmp.Or(a.JSON200, a.JSON2XX))
	equal(t, "status", got.Status, "success")
	equal(t, "total_records", got.Pagination.TotalRecords, len(got.Data))
	var ids []int
	for _, topic := range got.Data {
		ids = append(ids, topic.Id)
		if topic.Name == "" || len(topic.Schema) == 0 {
			t.Errorf("topic %d is %+v", topic.Id, topic)
		}
	}
	distinct(t, ids)
	if len(ids) == 0 {
		t.Error("the source has no topics")
	}
}
