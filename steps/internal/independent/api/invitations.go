package api

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
func (s *Server) listInvitations(r *http.Request) Reply {
	who, turnedAway := s.admit(r, ListInvitations)
	if turnedAway != nil {
		return *turnedAway
	}
	a := s.readAsk(r.URL.Query(), s.choice.rules)
	a.Who = who
	return s.serveList(ListInvitations, a, s.invitationsFor)
}

// invitationsFor returns the whole list in the order that was requested.
func (s *Server) invitationsFor(a Ask) Rows {
	list := s.inOrder(a.Asc)
	for _, f := range s.faults {
		if f.Order != nil {
			list = slices.Clone(list)
			f.Order(a, list)
		}
	}
	rows := Rows{Count: int64(len(list)), At: func(i int64) Object { return s.invitationRow(list[i]) }}
	if s.choice.arriving {
		ticks := s.ticks()
		rows.Uncounted = arrived(ticks) - arrived(max(0, ticks-6))
	}
	return rows
}

// arrived is how many invitations have come after some ticks.
func arrived(ticks int64) int64 { return ticks / 12 }

// inOrder returns the current invitations. Where they do not change they were
// sorted once, because there may be very many.
func (s *Server) inOrder(asc bool) []Invitation {
	if s.choice.changing == nil && !s.choice.growing && !s.choice.arriving && !s.choice.purging {
		return s.settled[asc]
	}
	return sorted(s.present(), asc)
}

// present returns the current invitations, oldest first.
func (s *Server) present() []Invitation {
	from, to := int64(0), s.choice.invitations
	if s.choice.growing {
		to += s.listings.Add(1) / 3
	}
	if s.choice.arriving {
		to += arrived(s.ticks())
	}
	if s.choice.purging && s.listings.Add(1) > 40 {
		from = max(0, to-30)
	}
	if s.choice.changing != nil {
		from, to = s.choice.changing(s.ticks(), to)
	}
	most := int64(len(s.invites))
	return s.invites[min(from, most):min(to, most)]
}

func sorted(list []Invitation, asc bool) []Invitation {
	if asc {
		return slices.SortedFunc(slices.Values(list), byInstant)
	}
	return slices.SortedFunc(slices.Values(list), NewestFirst)
}

// byInstant sorts oldest first. Ties are resolved by id, so that the order is stable.
func byInstant(a, b Invitation) int {
	return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
}

// NewestFirst is byInstant with the newest first.
func NewestFirst(a, b Invitation) int {
	return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(a.ID, b.ID))
}

func (s *Server) invitationRow(inv Invitation) Object {
	o := Object{{"role", inv.role}, {"associated_workspace_invitations", slices.Clone(inv.Workspaces)}}
	switch {
	case !inv.ClaimedAt.IsZero():
		o = append(o, Member{"claimed_by_id", inv.claimedBy}, Member{"claimed_at", s.choice.stamp(inv.ClaimedAt)})
	case s.choice.zeroTimes:
		o = append(o, Member{"claimed_by_id", int64(0)}, Member{"claimed_at", s.choice.stamp(time.Time{})})
	case s.choice.unclaimed != nil:
		o = append(o, Member{"claimed_by_id", s.choice.unclaimed}, Member{"claimed_at", s.choice.unclaimed})
	}
	o = append(o,
		Member{"reminders", int64(2)},
		Member{"created_by_id", inv.createdBy},
		Member{"created_at", s.choice.stamp(inv.CreatedAt)},
		Member{"email", inv.email},
		Member{"id", inv.ID},
		Member{"locale", Null},
	)
	for _, f := range s.faults {
		if f.Item != nil {
			o = f.Item(inv, o)
		}
	}
	return o
}

const (
	usualInvitations = 143
	fewInvitations   = 3
	manyInvitations  = 100_000
	// usualPool and changingPool are the greatest numbers of invitations: they
	// limit a list that grows, or that changes for minutes.
	usualPool    = 900
	changingPool = 10_000
)

// Invitation is a record. Its times have the offset in which they are written.
type Invitation struct {
	ID, createdBy int64
	email, role   string
	CreatedAt     time.Time
	ClaimedAt     time.Time // zero until claimed
	claimedBy     int64
	Workspaces    []Object
	Oldest        bool
}

var (
	people = []string{"ines.k", "o'neil+7", "b_r-9", "x", "Samira.El-Amin"}
	hosts  = []string{"guests.example.org", "example.net", "a.b.example.com"}
	roles  = []string{"Owner", "Rédactrice", "billing/viewer", "7"}
)

// makeInvitations makes all records that can ever exist, oldest first.
func makeInvitations(c choices) []Invitation {
	pool := max(usualPool, c.invitations)
	if c.changing != nil || c.arriving {
		pool += changingPool
	}
	list := make([]Invitation, pool)
	for i := range list {
		list[i] = makeInvitation(i, c)
	}
	return list
}

func makeInvitation(i int, c choices) Invitation {
	created := instant(i, c.ties)
	inv := Invitation{
		// 120011 is prime and greater than the number of records: ids scatter
		// and differ.
		ID:        c.id(int64(i), firstInvitation+int64(i)*61_803%120_011*15_485_863),
		createdBy: firstUser + int64(i*i%31)*7,
		email:     fmt.Sprintf("%s.%d@%s", people[i%len(people)], i, hosts[i%len(hosts)]),
		role:      roles[i%len(roles)],
		CreatedAt: zoned(created, i),
		Oldest:    i == 0,
	}
	if i%3 != 1 {
		inv.ClaimedAt = zoned(created.Add(time.Duration(i%50+1)*time.Hour), i+2)
		inv.claimedBy = firstUser + 1_000 + int64(i)
	}
	for k := range (i + 1) % 3 {
		inv.Workspaces = append(inv.Workspaces, Object{
			{"role", roles[(i+k)%len(roles)]},
			{"invited", true},
			{"workspace_id", firstWorkspace + int64(k)*1_009},
			{"id", c.id(int64(i*10+k), firstInvitation+int64(i*10+k))},
		})
	}
	return inv
}

// instant returns when the n-th invitation was made: hours apart, in uneven
// steps. With ties, five in a row share their instant.
func instant(n int, ties bool) time.Time {
	if ties {
		n -= n % 5
	}
	minutes := n*431 + n*n%37
	return time.Date(2021, time.November, 28, 22, 47, 0, 0, time.UTC).Add(time.Duration(minutes) * time.Minute)
}
