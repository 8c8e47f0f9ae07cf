package store

import (
	"cmp"
	"sort"
	"time"

	"understudy/server/resource"
)

const invitations = "invitations"

// invitation is a row of the list of invitations, which there is one of. There is
// no index of their ids, which would double what each takes: see findInvitation.
type invitation struct {
	resource.Invitation
	Ordinal int64
}

// The first index is called id, as go-memdb wants it, and goes by ordinals.
var invitationsSchema = table(invitations,
	unique("id", func(i *invitation) key { return key{}.number(i.Ordinal) }))

// AddInvitation inserts an invitation and returns it as it was stored. An id
// or a creation time that it does not bring is given to it; an id that it brings
// must be free. Creation times never go back, so invitations from elsewhere are
// added oldest first.
func (t *Tx) AddInvitation(i resource.Invitation) resource.Invitation {
	if i.CreatedAt.IsZero() {
		i.CreatedAt = t.Now
	}
	row := &invitation{Invitation: i}
	row.ID = t.nextID(invitationIDs, i.ID)
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

// findInvitation is the row with an id, or nil. Where the list goes by ids, as
// most do, its ordinals lead there; else each row is looked at, which takes some
// 40 ms of a million. Only the control API asks for one.
func (t *Tx) findInvitation(id int64) *invitation {
	if t.counts().mixed[invitationIDs] {
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

// PutInvitation puts a changed invitation in the place of the one that has its
// id, where there is one. It stays where it is in the list.
func (t *Tx) PutInvitation(i resource.Invitation) {
	if row := t.findInvitation(i.ID); row != nil {
		t.insert(invitations, &invitation{Invitation: i, Ordinal: row.Ordinal})
	}
}

// DeleteInvitation removes the invitation that has an id. It takes as long as there
// are later ones.
func (t *Tx) DeleteInvitation(id int64) {
	if row := t.findInvitation(id); row != nil {
		shrink(t, listName{table: invitations}, "id", nil, row)
	}
}

func (i *invitation) place() (int64, time.Time)       { return i.Ordinal, i.CreatedAt }
func (i *invitation) moved(ordinal int64) *invitation { return &invitation{i.Invitation, ordinal} }

// CountInvitations is the length of the list.
func (t *Tx) CountInvitations() int64 { return t.list(listName{table: invitations}).Total }

// Invitations are those of a page of the list.
func (t *Tx) Invitations(p resource.Page, order Order) []resource.Invitation {
	return page(t, invitations, "id", key{}, p, order, innerInvitation)
}

func innerInvitation(i *invitation) resource.Invitation { return i.Invitation }

// InvitationRows are those of a page of the list, as they are stored: nobody may
// change them.
func (t *Tx) InvitationRows(p resource.Page, order Order) []*resource.Invitation {
	return page(t, invitations, "id", key{}, p, order, func(i *invitation) *resource.Invitation { return &i.Invitation })
}
