package store

import "understudy/server/resource"

const (
	destinations       = "destinations"
	destinationObjects = "destination objects"
)

var destinationsSchema = table(destinations,
	unique("id", func(d resource.Destination) key { return key{}.number(d.ID) }))

// AddDestination inserts a destination and returns it as it was stored. An id
// or a creation time that it does not bring is given to it.
func (t *Tx) AddDestination(d resource.Destination) resource.Destination {
	if d.CreatedAt.IsZero() {
		d.CreatedAt = t.Now
	}
	d.ID = t.nextID(destinationIDs, d.ID)
	t.insert(destinations, d)
	return d
}

// Destination finds a destination of any workspace.
func (t *Tx) Destination(id int64) (resource.Destination, bool) {
	return first[resource.Destination](t, destinations, "id", key{}.number(id))
}

// PutDestination puts a changed destination in the place of the one that has
// its id.
func (t *Tx) PutDestination(d resource.Destination) { t.insert(destinations, d) }

// DeleteDestination removes the destination that has an id, and its objects.
func (t *Tx) DeleteDestination(id int64) {
	if d, ok := t.Destination(id); ok {
		t.PutDestinationObjects(id, nil)
		t.delete(destinations, d)
	}
}

// destinationObject is a row of the list of a destination's objects.
type destinationObject struct {
	resource.DestinationObject
	DestinationID int64
	Ordinal       int64
}

var destinationObjectsSchema = table(destinationObjects,
	unique("id", func(o *destinationObject) key { return numbered(o.DestinationID).number(o.Ordinal) }))

// AddDestinationObject inserts an object at the end of a destination's list.
func (t *Tx) AddDestinationObject(destinationID int64, o resource.DestinationObject) {
	row := &destinationObject{DestinationObject: o, DestinationID: destinationID}
	row.Ordinal, _ = t.grow(objectsOf(destinationID), t.Now)
	t.insert(destinationObjects, row)
}

// PutDestinationObjects puts objects in the place of all of a destination's.
func (t *Tx) PutDestinationObjects(destinationID int64, objects []resource.DestinationObject) {
	name := objectsOf(destinationID)
	before := page(t, destinationObjects, "id", numbered(destinationID), t.whole(name), Ascending, func(o *destinationObject) *destinationObject { return o })
	// New ones take the places of old ones; only what is left of those must go.
	for _, row := range before[min(len(objects), len(before)):] {
		t.delete(destinationObjects, row)
	}
	t.setList(list{Name: name})
	for _, o := range objects {
		t.AddDestinationObject(destinationID, o)
	}
}

func objectsOf(destinationID int64) listName { return listName{destinationObjects, destinationID} }

// CountDestinationObjects is the length of a destination's list.
func (t *Tx) CountDestinationObjects(destinationID int64) int64 {
	return t.list(objectsOf(destinationID)).Total
}

// DestinationObjects are those of a page of a destination's list.
func (t *Tx) DestinationObjects(destinationID int64, p resource.Page, order Order) []resource.DestinationObject {
	return page(t, destinationObjects, "id", numbered(destinationID), p, order, innerObject)
}

func innerObject(o *destinationObject) resource.DestinationObject { return o.DestinationObject }

// DestinationObjectRows are those of a page of a destination's list, as they are
// stored: nobody may change them.
func (t *Tx) DestinationObjectRows(destinationID int64, p resource.Page, order Order) []*resource.DestinationObject {
	return page(t, destinationObjects, "id", numbered(destinationID), p, order, func(o *destinationObject) *resource.DestinationObject {
		return &o.DestinationObject
	})
}
