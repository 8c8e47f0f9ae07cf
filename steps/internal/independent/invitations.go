package independent

import (
	"cmp"
	"net/http"
	"slices"
)

var invitationRoutes = []route{
	{"GET /api/v1/invitations", (*Server).listInvitations},
}

// listInvitations serves GET /api/v1/invitations.
func (s *Server) listInvitations(r *http.Request) reply {
	who, turnedAway := s.admit(r, listInvitations)
	if turnedAway != nil {
		return *turnedAway
	}
	a := s.readAsk(r.URL.Query(), s.choice.rules)
	a.who = who
	return s.answerList(listInvitations, a, s.invitationsFor)
}

// invitationsFor is the whole list in the order that was asked for.
func (s *Server) invitationsFor(a ask) rows {
	list := s.inOrder(a.asc)
	for _, f := range s.faults {
		if f.order != nil {
			list = slices.Clone(list)
			f.order(a, list)
		}
	}
	return rows{int64(len(list)), func(i int64) object { return s.invitationRow(list[i]) }}
}

// inOrder are the invitations that there are now. Those that stay were put in
// order once: there may be very many.
func (s *Server) inOrder(asc bool) []invitation {
	if s.choice.changing == nil && !s.choice.growing {
		return s.settled[asc]
	}
	return sorted(s.present(), asc)
}

// present are the invitations that there are now, the oldest first.
func (s *Server) present() []invitation {
	from, to := int64(0), s.choice.invitations
	if s.choice.growing {
		to += s.listings.Add(1) / 3
	}
	if s.choice.changing != nil {
		from, to = s.choice.changing(s.ticks(), to)
	}
	most := int64(len(s.invites))
	return s.invites[min(from, most):min(to, most)]
}

func sorted(list []invitation, asc bool) []invitation {
	if asc {
		return slices.SortedFunc(slices.Values(list), byInstant)
	}
	return slices.SortedFunc(slices.Values(list), newestFirst)
}

// byInstant and newestFirst settle a tie by id, so that it is stable.
func byInstant(a, b invitation) int {
	return cmp.Or(a.createdAt.Compare(b.createdAt), cmp.Compare(a.id, b.id))
}

func newestFirst(a, b invitation) int {
	return cmp.Or(b.createdAt.Compare(a.createdAt), cmp.Compare(a.id, b.id))
}

func (s *Server) invitationRow(inv invitation) object {
	o := object{{"role", inv.role}, {"associated_workspace_invitations", slices.Clone(inv.workspaces)}}
	switch {
	case !inv.claimedAt.IsZero():
		o = append(o, member{"claimed_by_id", inv.claimedBy}, member{"claimed_at", s.choice.stamp(inv.claimedAt)})
	case s.choice.unclaimed != nil:
		o = append(o, member{"claimed_by_id", s.choice.unclaimed}, member{"claimed_at", s.choice.unclaimed})
	}
	o = append(o,
		member{"reminders", int64(2)},
		member{"created_by_id", inv.createdBy},
		member{"created_at", s.choice.stamp(inv.createdAt)},
		member{"email", inv.email},
		member{"id", inv.id},
		member{"locale", null},
	)
	for _, f := range s.faults {
		if f.item != nil {
			o = f.item(inv, o)
		}
	}
	return o
}
