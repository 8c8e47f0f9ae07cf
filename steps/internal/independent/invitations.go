package independent

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"time"
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
	return s.serveList(listInvitations, a, s.invitationsFor)
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

const (
	usualInvitations = 143
	fewInvitations   = 3
	manyInvitations  = 100_000
	// usualPool and changingPool are how many invitations there can ever be: they
	// bound a list that grows, or that changes for minutes.
	usualPool    = 900
	changingPool = 10_000
)

// invitation is a record. Its times carry the offset they are written in.
type invitation struct {
	id, createdBy int64
	email, role   string
	createdAt     time.Time
	claimedAt     time.Time // zero until claimed
	claimedBy     int64
	workspaces    []object
	oldest        bool
}

var (
	people = []string{"ines.k", "o'neil+7", "b_r-9", "x", "Samira.El-Amin"}
	hosts  = []string{"guests.example.org", "example.net", "a.b.example.com"}
	roles  = []string{"Owner", "Rédactrice", "billing/viewer", "7"}
)

// makeInvitations makes all records that there can ever be, oldest first.
func makeInvitations(c choices) []invitation {
	pool := max(usualPool, c.invitations)
	if c.changing != nil {
		pool += changingPool
	}
	list := make([]invitation, pool)
	for i := range list {
		list[i] = makeInvitation(i, c)
	}
	return list
}

func makeInvitation(i int, c choices) invitation {
	created := instant(i, c.ties)
	inv := invitation{
		// 120011 is prime and more than there are records: ids scatter and differ.
		id:        c.id(int64(i), firstInvitation+int64(i)*61_803%120_011*15_485_863),
		createdBy: firstUser + int64(i*i%31)*7,
		email:     fmt.Sprintf("%s.%d@%s", people[i%len(people)], i, hosts[i%len(hosts)]),
		role:      roles[i%len(roles)],
		createdAt: zoned(created, i),
		oldest:    i == 0,
	}
	if i%3 != 1 {
		inv.claimedAt = zoned(created.Add(time.Duration(i%50+1)*time.Hour), i+2)
		inv.claimedBy = firstUser + 1_000 + int64(i)
	}
	for k := range (i + 1) % 3 {
		inv.workspaces = append(inv.workspaces, object{
			{"role", roles[(i+k)%len(roles)]},
			{"invited", true},
			{"workspace_id", firstWorkspace + int64(k)*1_009},
			{"id", c.id(int64(i*10+k), firstInvitation+int64(i*10+k))},
		})
	}
	return inv
}

// instant is when the n-th invitation was made: hours apart, in uneven steps.
// With ties, five in a row share their instant.
func instant(n int, ties bool) time.Time {
	if ties {
		n -= n % 5
	}
	minutes := n*431 + n*n%37
	return time.Date(2021, time.November, 28, 22, 47, 0, 0, time.UTC).Add(time.Duration(minutes) * time.Minute)
}
