package store

import (
	"time"

	"understudy/server/resource"
)

const links = "segment management links"

// link is a row of the list of a segment's links.
type link struct {
	resource.SegmentManagementLink
	Ordinal int64
}

var linksSchema = table(links,
	unique("id", func(l *link) key { return key{}.number(l.ID) }),
	unique("auth", func(l *link) key { return l.Auth[:] }),
	unique("ordinal", func(l *link) key { return numbered(l.SegmentID).number(l.Ordinal) }))

// AddLink inserts a link and returns it as it was stored, with an id and a
// creation time if it has none.
func (t *Tx) AddLink(l resource.SegmentManagementLink) resource.SegmentManagementLink {
	if l.CreatedAt.IsZero() {
		l.CreatedAt = t.Now
	}
	row := &link{SegmentManagementLink: l}
	row.ID = t.takeID(LinkIDs, l.ID)
	row.Ordinal, row.CreatedAt = t.grow(linksOf(l.SegmentID), l.CreatedAt)
	t.insert(links, row)
	return row.SegmentManagementLink
}

func linksOf(segmentID int64) listName { return listName{links, segmentID} }

// Links returns all links of a segment, newest first.
func (t *Tx) Links(segmentID int64) []resource.SegmentManagementLink {
	return page(t, links, "ordinal", numbered(segmentID), t.whole(linksOf(segmentID)), Descending, innerLink)
}

func innerLink(l *link) resource.SegmentManagementLink { return l.SegmentManagementLink }

// LastLink returns the newest link of a segment.
func (t *Tx) LastLink(segmentID int64) (resource.SegmentManagementLink, bool) {
	total := t.list(linksOf(segmentID)).Total
	row, ok := first[*link](t, links, "ordinal", numbered(segmentID).number(total))
	if !ok {
		return resource.SegmentManagementLink{}, false
	}
	return row.SegmentManagementLink, true
}

// LinkByAuth finds the link with an authorization value, even if it is expired
// or revoked.
func (t *Tx) LinkByAuth(auth resource.TokenHash) (resource.SegmentManagementLink, bool) {
	row, ok := first[*link](t, links, "auth", auth[:])
	if !ok || !row.Auth.Equal(auth) {
		return resource.SegmentManagementLink{}, false
	}
	return row.SegmentManagementLink, true
}

// Link finds a link of any segment.
func (t *Tx) Link(id int64) (resource.SegmentManagementLink, bool) {
	row, ok := first[*link](t, links, "id", key{}.number(id))
	if !ok {
		return resource.SegmentManagementLink{}, false
	}
	return row.SegmentManagementLink, true
}

// PutLink replaces the link with the same id, if there is one. Its place in the
// list of its segment stays the same.
func (t *Tx) PutLink(l resource.SegmentManagementLink) {
	if row, ok := first[*link](t, links, "id", key{}.number(l.ID)); ok {
		t.insert(links, &link{l, row.Ordinal})
	}
}

// DeleteLink removes the link with an id.
func (t *Tx) DeleteLink(id int64) {
	if row, ok := first[*link](t, links, "id", key{}.number(id)); ok {
		shrink(t, linksOf(row.SegmentID), "ordinal", numbered(row.SegmentID), row)
	}
}

func (l *link) place() (int64, time.Time) { return l.Ordinal, l.CreatedAt }
func (l *link) moved(ordinal int64) *link { return &link{l.SegmentManagementLink, ordinal} }

// RevokeLink revokes a link now and reports whether there is one.
func (t *Tx) RevokeLink(id int64) bool {
	l, ok := t.Link(id)
	l.RevokedAt = t.Now
	t.PutLink(l)
	return ok
}
