package state

import (
	"errors"
	"fmt"
	"time"

	"understudy/fixtures"
	"understudy/server/resource"
	"understudy/server/secret"
	"understudy/server/store"
)

var segmentKind = kind[resource.Segment, fixtures.Segment]{
	name: "segments", all: (*store.Tx).AllSegments, find: byID((*store.Tx).Segment),
	show:  func(_ *store.Tx, s resource.Segment) fixtures.Segment { return fixtures.SegmentOf(s) },
	put:   putSegment,
	fresh: freshSegment, id: func(s fixtures.Segment) string { return numberID(s.ID) },
	users: usersOfSegment, remove: func(tx *store.Tx, s resource.Segment) { tx.DeleteSegment(s.ID) },
}

func putSegment(tx *store.Tx, id string, row fixtures.Segment, old *fixtures.Segment) error {
	if err := sameID(id, row.ID); err != nil {
		return err
	}
	w := withSources(tx, 0)
	w.Segments = []fixtures.Segment{row}
	if err := w.CheckRow("segments[0]"); err != nil {
		return err
	}
	segment := row.Row()
	if old == nil {
		return inOrder(segment.CreatedAt, tx.AddSegment(segment).CreatedAt)
	}
	// Values that a new segment is given stay as they are.
	if segment.ModelID == 0 {
		segment.ModelID = old.ModelID
	}
	if segment.SourceObjectID == 0 {
		segment.SourceObjectID = old.SourceObjectID
	}
	if segment.UpdatedAt.IsZero() {
		segment.UpdatedAt = old.UpdatedAt.Time()
	}
	tx.PutSegment(segment)
	return unchanged("created_at", old.CreatedAt.Time(), segment.CreatedAt)
}

var linkKind = kind[resource.SegmentManagementLink, fixtures.Link]{
	name: "links", all: (*store.Tx).AllLinks, find: byID((*store.Tx).Link),
	show: func(_ *store.Tx, l resource.SegmentManagementLink) fixtures.Link { return fixtures.LinkOf(l) },
	hide: func(_ *store.Tx, l *fixtures.Link) {
		l.Nonce, l.AuthSHA256, l.RedirectURI = secret.HiddenValue, secret.HiddenValue, secret.Hide(l.RedirectURI)
	},
	keep: keepLink, put: putLink,
	fresh: freshLink, id: func(l fixtures.Link) string { return numberID(l.ID) },
	remove: func(tx *store.Tx, l resource.SegmentManagementLink) { tx.DeleteLink(l.ID) },
}

func keepLink(l *fixtures.Link, old fixtures.Link) error {
	if old.ID == 0 {
		return keepAll([]keeping{{"redirect_uri", &l.RedirectURI, ""}})
	}
	if l.Nonce != secret.HiddenValue && l.Nonce != old.Nonce || l.AuthSHA256 != secret.HiddenValue && l.AuthSHA256 != old.AuthSHA256 {
		return fmt.Errorf("nonce, auth_sha256: cannot be changed: send them as %s", secret.HiddenValue)
	}
	l.Nonce, l.AuthSHA256 = old.Nonce, old.AuthSHA256
	return keepAll([]keeping{{"redirect_uri", &l.RedirectURI, old.RedirectURI}})
}

func putLink(tx *store.Tx, id string, row fixtures.Link, old *fixtures.Link) error {
	if err := sameID(id, row.ID); err != nil {
		return err
	}
	if old == nil && row.Nonce == "" {
		return errors.New("nonce: is required, as the authorization value of a link is derived from it: POST state/links draws one")
	}
	w := owners(tx)
	if s, ok := tx.Segment(row.SegmentID); ok {
		w.Segments = []fixtures.Segment{fixtures.SegmentOf(s)}
	}
	w.Links = []fixtures.Link{row}
	if err := w.CheckRow("links[0]"); err != nil {
		return err
	}
	link := row.Row()
	if old == nil {
		if other, ok := tx.LinkByAuth(link.Auth); ok {
			return conflict("auth_sha256: is that of link %d: leave it and nonce out", other.ID)
		}
		return inOrder(link.CreatedAt, tx.AddLink(link).CreatedAt)
	}
	tx.PutLink(link)
	return firstError(unchanged("segment_id", old.SegmentID, row.SegmentID),
		unchanged("created_at", old.CreatedAt.Time(), link.CreatedAt))
}

var invitationKind = kind[resource.Invitation, fixtures.Invitation]{
	name: "invitations", all: (*store.Tx).AllInvitations, find: byID((*store.Tx).Invitation),
	page:  (*store.Tx).Invitations,
	count: (*store.Tx).CountInvitations,
	show:  func(_ *store.Tx, i resource.Invitation) fixtures.Invitation { return fixtures.InvitationOf(i) },
	put:   putInvitation,
	fresh: freshInvitation, id: func(v fixtures.Invitation) string { return numberID(v.ID) },
	remove: func(tx *store.Tx, i resource.Invitation) { tx.DeleteInvitation(i.ID) },
}

func putInvitation(tx *store.Tx, id string, row fixtures.Invitation, old *fixtures.Invitation) error {
	if err := sameID(id, row.ID); err != nil {
		return err
	}
	w := owners(tx)
	w.Invitations = []fixtures.Invitation{row}
	if err := w.CheckRow("invitations[0]"); err != nil {
		return err
	}
	invitation := row.Row()
	if old == nil {
		return inOrder(invitation.CreatedAt, tx.AddInvitation(invitation).CreatedAt)
	}
	tx.PutInvitation(invitation)
	return unchanged("created_at", old.CreatedAt.Time(), invitation.CreatedAt)
}

// inOrder checks that a new row was stored with its own creation time: a list rejects
// one that is before its last.
func inOrder(came, stored time.Time) error {
	if !came.Equal(stored) {
		return fmt.Errorf("created_at: must not be before %s, when the last of the list was created", fixtures.TimestampOf(stored))
	}
	return nil
}

func firstError(all ...error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}
