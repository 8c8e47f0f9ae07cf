package server_test

import (
	"encoding/json"
	"testing"

	"understudy/fixtures"
	"understudy/server"
	"understudy/server/internal/testkit"
	"understudy/spec"
)

func TestTheTestDataOfTheDefaultWorld(t *testing.T) {
	g := testkit.OpenChoosing(t).TestData()
	for name, ok := range map[string]bool{
		"DestinationID":                   g.DestinationID == 6101,
		"ObjectsDestinationID":            g.ObjectsDestinationID == 6112,
		"EmptyDestinationID":              g.EmptyDestinationID == 6115,
		"SourceID":                        g.SourceID == 4120 && g.DatasetID == 8801,
		"SegmentID":                       g.SegmentID == 2301 && g.SegmentSourceID == 4120,
		"TopicsSourceID":                  g.TopicsSourceID == 4146,
		"EmptyTopicsSourceID":             g.EmptyTopicsSourceID == 4151,
		"ConnectorServiceName":            g.ConnectorServiceName == "shelf_labels",
		"PublishableConnectorServiceName": g.PublishableConnectorServiceName == "returns_desk",
	} {
		if !ok {
			t.Errorf("%s is wrong in %+v", name, g)
		}
	}
}

func TestEveryOperationSucceedsWithTheTestData(t *testing.T) {
	f := testkit.OpenChoosing(t, "destination-retest=kept")
	before := f.Get(f.DestinationPath(f.TestData().DestinationID)).Get("data").Raw
	body, err := json.Marshal(map[string]any{"service_connection": f.TestData().ServiceConnection})
	if err != nil {
		t.Fatal(err)
	}
	if after := f.Call(spec.UpdateDestination, string(body)).Get("data").Raw; after != before {
		t.Errorf("the sample of its content changed the destination to %s", after)
	}
	for _, operation := range spec.Operations {
		if a := f.Call(operation.ID, ""); a.Code >= 300 {
			t.Errorf("%s: %s", operation.ID, a)
		}
	}
}

func TestTheTestDataOfAWorldWithLittle(t *testing.T) {
	g := testkit.Open(t, server.Options{World: testkit.EmptyWorld(t)}).TestData()
	if g.DestinationID != 0 || g.ServiceConnection != nil || g.TopicsSourceID != 0 || g.SegmentID != 0 || g.ConnectorServiceName != "" || g.Connector == nil || g.RedirectURI == "" {
		t.Errorf("the test data of an empty world is %+v", g)
	}
	w, err := fixtures.Parse("poor.yaml", []byte(`
organization: {id: 1, name: Poor}
workspaces: [{id: 1, name: W, token: w}, {id: 2, name: V, token: v}]
users: [{id: 1, email: u@example.com, token: u}]
connectors: [{service_name: only, workspace_id: 1, label: Only}, {service_name: theirs, workspace_id: 2, label: Theirs}]
destinations: [{id: 1, workspace_id: 2, name: Theirs, type: theirs, created_at: 2024-05-01T09:30:00Z}, {id: 2, workspace_id: 1, name: Ours, type: only, created_at: 2024-05-01T09:30:00Z}]
sources: [{id: 1, workspace_id: 2, name: T, datasets: [{id: 1}]}, {id: 2, workspace_id: 1, name: H, type: http_request, datasets: [{id: 2}]}, {id: 3, workspace_id: 1, name: O, type: http_request, datasets: [{id: 3}]}]
segments:
  - {id: 1, source_id: 1, dataset_id: 1, name: Theirs, created_at: 2024-05-01T09:30:00Z, molecules: [{attribute: a, attribute_type: property, operator: isnotnull, value: ""}]}
  - {id: 2, source_id: 3, dataset_id: 3, name: Ours, created_at: 2024-05-01T09:30:00Z, molecules: [{attribute: a, attribute_type: property, operator: isnotnull, value: ""}]}`))
	if err != nil {
		t.Fatal(err)
	}
	g = testkit.Open(t, server.Options{World: w}).TestData()
	if g.DestinationID != 2 || g.EmptyDestinationID != 2 || g.ObjectsDestinationID != 0 || g.SourceID != 2 || g.TopicsSourceID != 0 || g.EmptyTopicsSourceID != 2 ||
		g.SegmentID != 2 || g.SegmentSourceID != 3 ||
		g.ConnectorServiceName != "only" || g.PublishableConnectorServiceName != "" {
		t.Errorf("the test data of a world with little is %+v", g)
	}
}
