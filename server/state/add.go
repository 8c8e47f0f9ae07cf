package state

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"understudy/fixtures"
	"understudy/server/resource"
	"understudy/server/store"
)

// Conflict is why a valid row cannot be added, or a row cannot be deleted: its id is
// taken, or other rows refer to it.
type Conflict struct{ Says string }

func (c Conflict) Error() string { return c.Says }

func conflict(format string, args ...any) error { return Conflict{fmt.Sprintf(format, args...)} }

// add adds a row. Members that it leaves out get the value of fresh.
func (k kind[S, R]) add(tx *store.Tx, text []byte) (id string, err error) {
	var wanted R
	if err := fixtures.DecodeRow(text, &wanted); err != nil {
		return "", err
	}
	row := k.fresh(tx, wanted)
	if err := fixtures.DecodeRow(text, &row); err != nil {
		return "", err
	}
	if id = k.id(row); k.old(tx, id) != nil {
		return "", taken(k.name, id)
	}
	if k.keep != nil {
		var none R
		if err := k.keep(&row, none); err != nil {
			return "", err
		}
	}
	return id, k.put(tx, id, row, nil)
}

// taken is the conflict of a row whose id another row has.
func taken(table, id string) error {
	if table == connectorKind.name {
		return conflict("service_name: %.40q is that of another connector: choose another one, or change that one with PUT or PATCH", id)
	}
	return conflict("id: %s is that of another row of %s: leave it out, or change that row with PUT or PATCH", id, table)
}

// numberID is the id of a row in a path.
func numberID(id int64) string { return strconv.FormatInt(id, 10) }

// after is the time of the transaction, or of the last row of a list, whichever is
// later.
func after(tx *store.Tx, last time.Time) fixtures.Timestamp {
	if tx.Now.After(last) {
		last = tx.Now
	}
	return fixtures.TimestampOf(last)
}

func freshConnector(*store.Tx, fixtures.Connector) fixtures.Connector { return fixtures.Connector{} }

func freshDestination(tx *store.Tx, _ fixtures.Destination) fixtures.Destination {
	return fixtures.Destination{ID: tx.NextID(store.DestinationIDs), CreatedAt: after(tx, time.Time{})}
}

// freshSource has the greatest id of all sources plus one: they have no sequence.
func freshSource(tx *store.Tx, _ fixtures.Source) fixtures.Source {
	last := int64(0)
	for s := range tx.AllSources() {
		last = max(last, s.ID)
	}
	return fixtures.Source{ID: last + 1}
}

func freshTopic(tx *store.Tx, wanted topicRow) topicRow {
	return topicRow{Topic: fixtures.Topic{ID: tx.NextID(store.TopicIDs), CreatedAt: after(tx, tx.LastTopicAt(wanted.SourceID))}}
}

func freshSegment(tx *store.Tx, _ fixtures.Segment) fixtures.Segment {
	return fixtures.Segment{ID: tx.NextID(store.SegmentIDs), CreatedAt: after(tx, time.Time{})}
}

func freshLink(tx *store.Tx, wanted fixtures.Link) fixtures.Link {
	last, _ := tx.LastLink(wanted.SegmentID)
	return fixtures.Link{ID: tx.NextID(store.LinkIDs), CreatedAt: after(tx, last.CreatedAt)}
}

func freshInvitation(tx *store.Tx, _ fixtures.Invitation) fixtures.Invitation {
	row := fixtures.Invitation{ID: tx.NextID(store.InvitationIDs), Role: "member"}
	last := time.Time{}
	for _, newest := range tx.Invitations(resource.NewPage(tx.CountInvitations(), 1, 1, 1), store.Descending) {
		last = newest.CreatedAt
	}
	row.CreatedAt = after(tx, last)
	for u := range tx.AllUsers() {
		row.CreatedByID = u.ID
		break
	}
	return row
}

// AddLink adds a link. Members that it leaves out come from drawn, a link with random
// bits. asDrawn reports whether the row has the authorization value of drawn.
func AddLink(tx *store.Tx, row []byte, drawn fixtures.Link) (id string, asDrawn bool, err error) {
	var added fixtures.Link
	k := linkKind
	k.fresh = func(tx *store.Tx, wanted fixtures.Link) fixtures.Link {
		next := freshLink(tx, wanted)
		drawn.ID, drawn.CreatedAt = next.ID, next.CreatedAt
		return drawn
	}
	k.put = func(tx *store.Tx, id string, row fixtures.Link, old *fixtures.Link) error {
		added = row
		return putLink(tx, id, row, old)
	}
	id, err = k.add(tx, row)
	if nonce, auth := added.Nonce == drawn.Nonce, added.AuthSHA256 == drawn.AuthSHA256; err == nil && nonce != auth {
		return "", false, errors.New("nonce, auth_sha256: give both, or neither for a link with a uri")
	}
	return id, added.Nonce == drawn.Nonce, err
}
