package store

import (
	"cmp"
	"sort"
	"time"

	"understudy/server/resource"
)

const invitations = "invitations"

// invitation is a row of the one list of invitations. There is no index of
// their ids, which would double the memory of each: see findInvitation.
type invitation struct {
	resource.Invitation
	Ordinal int64
}

// The first index is called id, as go-memdb requires, and contains ordinals.
var invitationsSchema = table(invitations,
	unique("id", func(i *invitation) key { return key{}.number(i.Ordinal) }))

// AddInvitation inserts an invitation and returns it as it was stored, with an
// id and a creation time if it has none; an id that it has must be unused.
// Creation times never go back, so add invitations from elsewhere oldest first.
func (t *Tx) AddInvitation(i resource.Invitation) resource.Invitation {
	if i.CreatedAt.IsZero() {
		i.CreatedAt = t.Now
	}
	row := &invitation{Invitation: i}
	row.ID = t.takeID(InvitationIDs, i.ID)
	row.Ordinal, row.CreatedAt = t.grow(listName{table: invitations}, i.CreatedAt)
	t.insert(invitations, row)
	return row.Invitation
}

// Invitation finds an invitation.
func (t *Tx) Invitation(id int64) (resource.Invitation, bool) {
	row := t.findInvitation(id)
	if row == nil {
		return resource.Invitation{}, false
	}
	return row.Invitation, true
}

// findInvitation returns the row with an id, or nil. If the list is in the
// order of ids, as most are, ordinals lead to it; else each row is compared,
// which takes some 40 ms for a million. Only the control API uses it.
func (t *Tx) findInvitation(id int64) *invitation {
	if t.counts().mixed[InvitationIDs] {
		for row := range all[*invitation](t, invitations, "id") {
			if row.ID == id {
				return row
			}
		}
		return nil
	}
	i, found := sort.Find(int(t.CountInvitations()), func(i int) int { return cmp.Compare(id, t.invitationAt(i).ID) })
	if !found {
		return nil
	}
	return t.invitationAt(i)
}

func (t *Tx) invitationAt(i int) *invitation {
	row, _ := first[*invitation](t, invitations, "id", key{}.number(int64(i)+1))
	return row
}

// PutInvitation replaces the invitation with the same id, if there is one. Its
// place in the list stays the same.
func (t *Tx) PutInvitation(i resource.Invitation) {
	if row := t.findInvitation(i.ID); row != nil {
		t.insert(invitations, &invitation{Invitation: i, Ordinal: row.Ordinal})
	}
}

// DeleteInvitation removes the invitation with an id. Its cost grows with the number
// of later ones.
func (t *Tx) DeleteInvitation(id int64) {
	if row := t.findInvitation(id); row != nil {
		shrink(t, listName{table: invitations}, "id", nil, row)
	}
}

func (i *invitation) place() (int64, time.Time)       { return i.Ordinal, i.CreatedAt }
func (i *invitation) moved(ordinal int64) *invitation { return &invitation{i.Invitation, ordinal} }

// CountInvitations returns the length of the list.
func (t *Tx) CountInvitations() int64 { return t.list(listName{table: invitations}).Total }

// Invitations returns the invitations of a page of the list.
func (t *Tx) Invitations(p resource.Page, order Order) []resource.Invitation {
	return page(t, invitations, "id", key{}, p, order, innerInvitation)
}

func innerInvitation(i *invitation) resource.Invitation { return i.Invitation }

// InvitationRows returns the rows of a page of the list, as they are stored:
// they must not be changed.
func (t *Tx) InvitationRows(p resource.Page, order Order) []*resource.Invitation {
	return page(t, invitations, "id", key{}, p, order, func(i *invitation) *resource.Invitation { return &i.Invitation })
}
