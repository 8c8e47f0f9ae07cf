package store

import "understudy/server/resource"

const connectors = "connectors"

var connectorsSchema = table(connectors,
	unique("id", func(c resource.Connector) key { return key{}.text(c.ServiceName) }))

// PutConnector inserts a connector, or replaces the one with its service_name.
func (t *Tx) PutConnector(c resource.Connector) {
	if _, replaces := t.Connector(c.ServiceName); !replaces {
		t.counters().rows++
	}
	t.insert(connectors, c)
}

// DeleteConnector removes the connector with a service_name.
func (t *Tx) DeleteConnector(serviceName string) {
	if c, ok := t.Connector(serviceName); ok {
		t.delete(connectors, c)
		t.counters().rows--
	}
}

// Connector finds a connector of any workspace.
func (t *Tx) Connector(serviceName string) (resource.Connector, bool) {
	return first[resource.Connector](t, connectors, "id", key{}.text(serviceName))
}
