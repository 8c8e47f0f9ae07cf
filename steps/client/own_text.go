package client

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
)

// The members of a request and of its response that hold the name of a destination or the label of a connector.
const (
	NameSent   = "service_connection.name"
	NameShown  = "data.name"
	LabelSent  = "connector.label"
	LabelShown = "data.label"
)

// OwnText returns the name or the label that a request sends, and the one that its response shows: of an
// operation that reads or changes a destination or a connector.
func (e *Exchange) OwnText() (sent, shown gjson.Result) {
	switch e.Operation {
	case spec.UpdateDestination, spec.GetDestination:
		return gjson.GetBytes(e.Request.Body, NameSent), e.Get(NameShown)
	case spec.UpdateConnector, spec.PublishConnector:
		return gjson.GetBytes(e.Request.Body, LabelSent), e.Get(LabelShown)
	}
	return sent, shown
}

// ConnectorMembers names the members of a connector that a request sends, in order, with commas.
func (e *Exchange) ConnectorMembers() string {
	var names []string
	gjson.GetBytes(e.Request.Body, "connector").ForEach(func(name, _ gjson.Result) bool {
		names = append(names, name.Str)
		return true
	})
	slices.Sort(names)
	return strings.Join(names, ",")
}
