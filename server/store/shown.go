package store

import (
	"sync/atomic"

	"understudy/server/resource"
)

// Shown is a row of a list as it is stored, and a place beside it for what it
// looks like to clients, of which the store knows nothing. A changed row gets an
// empty place.
type Shown[T any] struct {
	Row   *T // nobody may change it
	Place *atomic.Value
}

// ShownInvitations are those of a page of the list.
func (t *Tx) ShownInvitations(p resource.Page, order Order) []Shown[resource.Invitation] {
	return page(t, invitations, "id", key{}, p, order, func(i *invitation) Shown[resource.Invitation] {
		return Shown[resource.Invitation]{&i.Invitation, &i.shown}
	})
}

// ShownDestinationObjects are those of a page of a destination's list.
func (t *Tx) ShownDestinationObjects(destinationID int64, p resource.Page, order Order) []Shown[resource.DestinationObject] {
	return page(t, destinationObjects, "id", numbered(destinationID), p, order, func(o *destinationObject) Shown[resource.DestinationObject] {
		return Shown[resource.DestinationObject]{&o.DestinationObject, &o.shown}
	})
}

// ShownTopics are those of a page of a source's list.
func (t *Tx) ShownTopics(sourceID int64, p resource.Page, order Order) []Shown[resource.Topic] {
	return page(t, topics, "ordinal", numbered(sourceID), p, order, func(o *topic) Shown[resource.Topic] {
		return Shown[resource.Topic]{&o.Topic, &o.shown}
	})
}
