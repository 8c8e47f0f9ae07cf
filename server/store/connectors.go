package store

import "understudy/server/resource"

const connectors = "connectors"

var connectorsSchema = table(connectors,
	unique("id", func(c resource.Connector) key { return key{}.text(c.ServiceName) }))

// PutConnector inserts a connector, in the place of the one that has its
// service_name where there is one.
func (t *Tx) PutConnector(c resource.Connector) { t.insert(connectors, c) }

// DeleteConnector removes the connector that has a service_name.
func (t *Tx) DeleteConnector(serviceName string) {
	if c, ok := t.Connector(serviceName); ok {
		t.delete(connectors, c)
	}
}

// Connector finds a connector of any workspace.
func (t *Tx) Connector(serviceName string) (resource.Connector, bool) {
	return first[resource.Connector](t, connectors, "id", key{}.text(serviceName))
}
