// Package generated is what another team writes around a client that ogen makes from
// the contract: every operation, and its typed response. The package api is generated
// when the test runs, and testdata/shared is copied here; see
// cmd/understudy/internal/outside/generated_test.go.
package generated

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/go-faster/jx"

	"ogen/api"
)

// tokens are those that the client sends, by the kind that an operation takes.
type tokens struct{}

func (tokens) WorkspaceToken(context.Context, api.OperationName) (api.WorkspaceToken, error) {
	return api.WorkspaceToken{Token: fake.WorkspaceToken}, nil
}

func (tokens) PersonalToken(context.Context, api.OperationName) (api.PersonalToken, error) {
	return api.PersonalToken{Token: fake.PersonalToken}, nil
}

func client(t *testing.T) *api.Client {
	t.Helper()
	c, err := api.NewClient(fake.BaseURL, tokens{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// success returns a response of the type that an operation has when it succeeds.
func success[T any](t *testing.T, response any, err error) *T {
	t.Helper()
	if failure, ok := response.(*api.FailureResponseStatusCode); ok {
		t.Fatalf("no success: %d\n%s", failure.StatusCode, failure.Response)
	}
	got, ok := response.(*T)
	if err != nil || !ok {
		t.Fatalf("no success: %T, %v", response, err)
	}
	return got
}

func TestUpdateDestination(t *testing.T) {
	credentials := api.DestinationUpdateServiceConnectionCredentials{"account_id": jx.Raw(`"1"`)}
	in := api.DestinationUpdate{ServiceConnection: api.NewOptDestinationUpdateServiceConnection(api.DestinationUpdateServiceConnection{
		Name: api.NewOptString("Renamed"), Credentials: api.NewOptDestinationUpdateServiceConnectionCredentials(credentials)})}
	a, err := client(t).UpdateDestination(t.Context(), api.NewOptDestinationUpdate(in), api.UpdateDestinationParams{DestinationID: fake.DestinationID})
	got := success[api.DestinationUpdated](t, a, err)
	equal(t, "status", got.Status, api.DestinationUpdatedStatusUpdated)
	equal(t, "id", got.Data.ID, fake.DestinationID)
	equal(t, "name", got.Data.Name, "Renamed")
	if len(got.Data.LastTestResults.Value.Steps) == 0 || !got.Data.LastTestSucceeded.Set {
		t.Errorf("there is no result of the test: %+v", got.Data)
	}
	if len(got.Data.Objects) == 0 || got.Data.Objects[0].FullName == "" {
		t.Errorf("there is no object: %+v", got.Data)
	}
}

func TestListDestinationObjects(t *testing.T) {
	c := client(t)
	var names []string
	for page := 1; page != 0; {
		a, err := c.ListDestinationObjects(t.Context(), api.ListDestinationObjectsParams{DestinationID: fake.ObjectsDestinationID,
			Page: api.NewOptFloat64(float64(page)), PerPage: api.NewOptFloat64(2), Order: api.NewOptOrder(api.OrderAsc)})
		got := success[api.DestinationObjectList](t, a, err)
		equal(t, "status", got.Status, api.ListStatusSuccess)
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
	c := client(t)
	var ids []int
	for page := 1; page != 0; {
		a, err := c.ListInvitations(t.Context(), api.ListInvitationsParams{
			Page: api.NewOptFloat64(float64(page)), PerPage: api.NewOptFloat64(50), Order: api.NewOptOrder(api.OrderDesc)})
		got := success[api.InvitationList](t, a, err)
		equal(t, "status", got.Status, api.ListStatusSuccess)
		for _, i := range got.Data {
			ids = append(ids, i.ID)
			_, claimed := i.ClaimedAt.Get()
			_, claimer := i.ClaimedByID.Get()
			if i.CreatedByID == 0 || !strings.Contains(i.Email, "@") || claimed != claimer {
				t.Errorf("invitation %d is %+v", i.ID, i)
			}
		}
		page = next(t, got.Pagination, got.Next, page, len(ids))
	}
	distinct(t, ids)
}

// next is the page that pagination names, 0 after the last, by which seen
// records have to be all that there are. The fake sends its URL too.
func next(t *testing.T, p api.Pagination, link api.NextLink, page, seen int) int {
	t.Helper()
	equal(t, "page", p.Page, page)
	var url string
	if len(link) > 0 {
		url = decode[string](t, json.RawMessage(link))
	}
	if following, ok := p.NextPage.Get(); ok {
		if !strings.HasPrefix(url, fake.BaseURL) {
			t.Errorf("next is %q", url)
		}
		return following
	}
	equal(t, "the next URL", url, "")
	equal(t, "last_page", p.LastPage, page)
	equal(t, "total_records", p.TotalRecords, seen)
	if page == 1 {
		t.Error("there is one page only")
	}
	return 0
}

func TestCreateConnector(t *testing.T) {
	in := decode[api.ConnectorInput](t, fake.Connector)
	in.ServiceName.SetTo("generated_client")
	a, err := client(t).CreateConnector(t.Context(), &api.ConnectorCreation{Connector: in})
	got := success[api.ConnectorCreated](t, a, err)
	equal(t, "status", got.Status, api.ConnectorCreatedStatusCreated)
	equal(t, "service_name", got.Data.ServiceName, "generated_client")
	equal(t, "label", got.Data.Label, in.Label.Value)
	fields := got.Data.ConfigurationFields.Fields
	i := slices.IndexFunc(fields, func(f api.ConfigurationField) bool { return f.ID == "account_id" })
	if i < 0 || fields[i].Placholder.Value == "" || fields[i].InputType.Type == "" {
		t.Errorf("the fields are %+v", fields)
	}
}

func TestUpdateConnector(t *testing.T) {
	in := api.ConnectorUpdate{Connector: api.ConnectorInput{Label: api.NewOptString("Relabelled")}}
	a, err := client(t).UpdateConnector(t.Context(), &in, api.UpdateConnectorParams{ServiceName: fake.ConnectorServiceName})
	got := success[api.ConnectorUpdated](t, a, err)
	equal(t, "status", got.Status, api.ConnectorUpdatedStatusUpdated)
	equal(t, "service_name", got.Data.ServiceName, fake.ConnectorServiceName)
	equal(t, "label", got.Data.Label, "Relabelled")
}

func TestPublishConnector(t *testing.T) {
	a, err := client(t).PublishConnector(t.Context(), api.PublishConnectorParams{ServiceName: fake.PublishableConnectorServiceName})
	got := success[api.ConnectorPublished](t, a, err)
	equal(t, "status", got.Status, api.ConnectorPublishedStatusPublishedToOrganization)
	equal(t, "service_name", got.Data.ServiceName, fake.PublishableConnectorServiceName)
}

func TestListTopics(t *testing.T) {
	a, err := client(t).ListTopics(t.Context(), api.ListTopicsParams{SourceID: fake.TopicsSourceID})
	got := success[api.TopicList](t, a, err)
	equal(t, "status", got.Status, api.ListStatusSuccess)
	equal(t, "total_records", got.Pagination.TotalRecords, len(got.Data))
	var ids []int
	for _, topic := range got.Data {
		ids = append(ids, topic.ID)
		if topic.Name == "" || len(topic.Schema) == 0 {
			t.Errorf("topic %d is %+v", topic.ID, topic)
		}
	}
	distinct(t, ids)
	if len(ids) == 0 {
		t.Error("the source has no topics")
	}
}
