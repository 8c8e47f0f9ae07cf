package store

import "understudy/server/resource"

const (
	destinations       = "destinations"
	destinationObjects = "destination objects"
)

var destinationsSchema = table(destinations,
	unique("id", func(d resource.Destination) key { return key{}.number(d.ID) }))

// AddDestination inserts a destination and returns it as it was stored, with an
// id and a creation time if it has none.
func (t *Tx) AddDestination(d resource.Destination) resource.Destination {
	if d.CreatedAt.IsZero() {
		d.CreatedAt = t.Now
	}
	d.ID = t.takeID(DestinationIDs, d.ID)
	if _, replaces := t.Destination(d.ID); !replaces {
		t.counters().rows++
	}
	t.insert(destinations, d)
	return d
}

// Destination finds a destination of any workspace.
func (t *Tx) Destination(id int64) (resource.Destination, bool) {
	return first[resource.Destination](t, destinations, "id", key{}.number(id))
}

// PutDestination replaces the destination with the same id.
func (t *Tx) PutDestination(d resource.Destination) { t.insert(destinations, d) }

// DeleteDestination removes the destination with an id, and its objects.
func (t *Tx) DeleteDestination(id int64) {
	if d, ok := t.Destination(id); ok {
		t.PutDestinationObjects(id, nil)
		t.delete(destinations, d)
		t.counters().rows--
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

// PutDestinationObjects replaces all objects of a destination.
func (t *Tx) PutDestinationObjects(destinationID int64, objects []resource.DestinationObject) {
	name := objectsOf(destinationID)
	before := page(t, destinationObjects, "id", numbered(destinationID), t.whole(name), Ascending, func(o *destinationObject) *destinationObject { return o })
	// New ones replace old ones in place; only surplus old ones are deleted.
	for _, row := range before[min(len(objects), len(before)):] {
		t.delete(destinationObjects, row)
	}
	t.setList(list{Name: name})
	t.counters().rows -= int64(len(before))
	for _, o := range objects {
		t.AddDestinationObject(destinationID, o)
	}
}

func objectsOf(destinationID int64) listName { return listName{destinationObjects, destinationID} }

// CountDestinationObjects returns the length of a destination's list.
func (t *Tx) CountDestinationObjects(destinationID int64) int64 {
	return t.list(objectsOf(destinationID)).Total
}

// DestinationObjects returns the objects of a page of a destination's list.
func (t *Tx) DestinationObjects(destinationID int64, p resource.Page, order Order) []resource.DestinationObject {
	return page(t, destinationObjects, "id", numbered(destinationID), p, order, innerObject)
}

func innerObject(o *destinationObject) resource.DestinationObject { return o.DestinationObject }

// DestinationObjectRows returns the rows of a page of a destination's list, as
// they are stored: they must not be changed.
func (t *Tx) DestinationObjectRows(destinationID int64, p resource.Page, order Order) []*resource.DestinationObject {
	return page(t, destinationObjects, "id", numbered(destinationID), p, order, func(o *destinationObject) *resource.DestinationObject {
		return &o.DestinationObject
	})
}
