package api

import (
	"net/http"

	"understudy/server/resource"
	"understudy/server/response"
	"understudy/server/store"
)

// updateDestination serves PATCH /api/v1/destinations/{destination_id}.
//
// Promise destinations-are-updated.
func updateDestination(c *Call) (Reply, error) {
	d, err := c.destination()
	if err != nil {
		return Reply{}, err
	}
	in, err := c.bind()
	if err != nil {
		return Reply{}, err
	}
	if d, err = c.bindDestination(d, in); err != nil {
		return Reply{}, err
	}
	// Gap destination-retest: whether an update is followed by a test.
	c.dependsOn("destination-retest")
	if c.variant("destination-retest") == "tested" {
		d.LastTest = d.Test(c.typeOf(d), c.tx.Now)
	}
	c.tx.PutDestination(d)
	c.dependsOn("destination-update-code")
	// Promise updated-destination-status, updated-destination-data.
	return Reply{c.code("destination-update-code"), response.Object{{"status", "updated"}, {"data", c.destinationBody(d)}}}, nil
}

// getDestination serves GET /api/v1/destinations/{destination_id}.
func getDestination(c *Call) (Reply, error) {
	d, err := c.destination()
	if err != nil {
		return Reply{}, err
	}
	return Reply{http.StatusOK, response.Object{{"status", "success"}, {"data", c.destinationBody(d)}}}, nil
}

// destination finds the destination of the path and checks that the token's
// workspace owns it.
func (c *Call) destination() (resource.Destination, error) {
	id, ok := c.id("destination_id")
	if !ok {
		return resource.Destination{}, reject(destinationUnknown, "no destination %.40q", c.pathValue("destination_id")).hinted(c.destinationHint())
	}
	// Promise destination-named-by-its-id.
	d, ok := c.tx.Destination(id)
	switch {
	case !ok:
		return d, reject(destinationUnknown, "no destination %d in the workspace of the token", id).hinted(c.destinationHint())
	// Promise workspace-token-own.
	case c.workspace.ID != d.WorkspaceID:
		return d, reject(otherWorkspace, "no destination %d in the workspace of the token", id).hinted(c.destinationHint())
	}
	return d, nil
}

// typeOf returns the connector of a destination. A destination never outlives it.
func (c *Call) typeOf(d resource.Destination) resource.Connector {
	connector, _ := c.tx.Connector(d.Type)
	return connector
}

// bindDestination reads a service_connection: name, credentials and type, each
// of which stays as it is if it is left out. None of them can be null, but a
// credential that is null is deleted.
func (c *Call) bindDestination(d resource.Destination, in *members) (resource.Destination, error) {
	in, err := in.object("service_connection")
	if err != nil {
		return d, err
	}
	if err := in.notNull("type", "name", "credentials"); err != nil {
		return d, err
	}
	if _, given := in.member("type"); given {
		if d, err = c.bindType(d, in); err != nil {
			return d, err
		}
	}
	if _, given := in.member("name"); given {
		// Promise destination-name-kept.
		if d.Name, err = in.text("name"); err != nil {
			return d, err
		}
	}
	if _, given := in.member("credentials"); given {
		return c.bindCredentials(d, in)
	}
	return d, nil
}

func (c *Call) bindType(d resource.Destination, in *members) (resource.Destination, error) {
	name, err := in.text("type")
	if err != nil {
		return d, err
	}
	connector, ok := c.tx.Connector(name)
	if !ok || !connector.VisibleTo(d.WorkspaceID) {
		return d, reject(badBody, "%s: the workspace has no destination type of this name", in.at("type"))
	}
	return d.WithType(name), nil
}

func (c *Call) bindCredentials(d resource.Destination, in *members) (resource.Destination, error) {
	entries, err := in.entries("credentials")
	if err != nil {
		return d, err
	}
	connector, more := c.typeOf(d), map[string]*resource.Credential{}
	for _, e := range entries {
		switch e.value.Kind() {
		case 'n':
			more[e.name] = nil
		case '"':
			v := connector.Credential(e.name, unquote(e.value))
			more[e.name] = &v
		default:
			v := connector.Credential(e.name, string(e.value))
			more[e.name] = &v
		}
	}
	return d.WithCredentials(more), nil
}

// destinationBody returns the resource of section Destination.
func (c *Call) destinationBody(d resource.Destination) response.Object {
	const untested = response.Missing("destination-untested")
	results, succeeded, at := any(untested), any(untested), any(untested)
	if d.Tested() {
		results, succeeded, at = testBody(d.LastTest), d.LastTest.Succeeded(), d.LastTest.At
	}
	total := c.tx.CountDestinationObjects(d.ID)
	// Promise objects-shown-alike.
	objects := c.tx.DestinationObjectRows(d.ID, resource.NewPage(total, max(1, total), 1, 1), store.Ascending)
	return response.Object{
		{"id", d.ID},     // Promise destination-id
		{"name", d.Name}, // Promise destination-name
		{"type", response.ServiceName(d.Type)},
		{"created_at", d.CreatedAt},                    // Promise destination-created-at
		{"last_test_results", results},                 // Promise destination-last-test-results
		{"last_test_succeeded", succeeded},             // Promise destination-last-test-succeeded
		{"last_tested_at", at},                         // Promise destination-last-tested-at
		{"connection_details", d.Details(c.typeOf(d))}, // Promise destination-connection-details
		{"objects", response.Rows[resource.DestinationObject]{Encoded: c.encoded, Rows: objects, Body: objectBody}}, // Promise destination-objects
	}
}

func testBody(t resource.Test) response.Object {
	return response.Object{{"steps", response.Each(t.Steps, func(s resource.TestStep) response.Object {
		failure := any(response.Missing("test-step-error"))
		if s.Error != "" {
			failure = response.Object{{"message", s.Error}}
		}
		return response.Object{{"step", s.Step}, {"status", s.Status}, {"error", failure}}
	})}}
}
