package server_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"understudy/server"
	"understudy/spec/gap"
)

// listings are requests whose answers are made of many rows.
func (f fake) listings() []string {
	g := f.Ground()
	destination := f.destination(g.ObjectsDestinationID)
	return []string{
		invitations, invitations + "?order=asc&per_page=7&page=2", destination, destination + "/objects", destination + "/objects?order=asc",
		fmt.Sprintf("/api/v1/sources/%d/topics", g.TopicsSourceID),
	}
}

// ask sends a request, and tells the gaps that its answer hung on.
func (f fake) ask(path string) (answer, map[string]bool) {
	f.Helper()
	token := f.Ground().WorkspaceToken
	if strings.HasPrefix(path, invitations) {
		token = f.Ground().PersonalToken
	}
	f.home().Journal().Clear()
	return f.do("GET", path, "", bearer(token)), leans(f.home().Journal())
}

// TestTheBytesThatAreKeptAreThoseOfThePlainEncoder reads lists from a world whose
// rows were shown in other forms before, and again, and from one in which nobody
// has looked at a row yet; a row changes in both now and then.
func TestTheBytesThatAreKeptAreThoseOfThePlainEncoder(t *testing.T) {
	seeds := uint64(200)
	if raceEnabled {
		seeds = 10
	}
	now := func() time.Time { return time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC) }
	kept := open(t, server.Options{Control: true, Now: now})
	var changes []string
	for seed := range seeds {
		if seed%20 == 10 {
			changes = append(changes, fmt.Sprintf(`{"role":"admin","email":"changed-%d@example.com"}`, seed))
		}
		plain := open(t, server.Options{Control: true, Now: now})
		for _, f := range []fake{kept, plain} {
			f.home().SetChoice(gap.Choice{})
			for _, change := range changes {
				id := f.list("").get("data.3.id").Int()
				if f.control("PATCH", fmt.Sprintf("state/invitations/%d", id), change).code != 200 {
					t.Fatal(change)
				}
			}
			f.home().SetChoice(gap.Random(seed))
		}
		for _, path := range kept.listings() {
			for _, again := range []string{"", ", again"} {
				got, gotLeans := kept.ask(path)
				want, wantLeans := plain.ask(path)
				if got.String() != want.String() || !maps.Equal(gotLeans, wantLeans) {
					t.Fatalf("seed %d, %s%s:\n%s\nhangs on %v, with the plain encoder\n%s\non %v", seed, path, again, got, gotLeans, want, wantLeans)
				}
			}
		}
	}
}
