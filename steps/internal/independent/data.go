package independent

import (
	"fmt"
	"time"
)

// The ids. Those that a client sends are beyond 32 bits, as ids of large
// deployments are, and below 2^53, beyond which JSON is not to be trusted.
const (
	sourceID  int64 = 71_904_233_618
	datasetID int64 = 8_800_412_077_309

	firstInvitation int64 = 3_100_000_019
	firstSegment    int64 = 5_000_000_029
	firstUser       int64 = 90_210_000_551
	firstWorkspace  int64 = 611_953
)

const (
	sampleAttributeType = "Entity::Text"
	// operationMember is the member that makes a molecule an Operation Molecule.
	operationMember = "combine_with"
)

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
