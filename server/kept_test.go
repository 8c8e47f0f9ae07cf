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

// TestTheBytesThatAreKeptAreThoseOfThePlainEncoder reads each list from a world
// whose rows were shown in other forms before, twice, and from one in which nobody
// has looked at a row yet; a row changes now and then.
func TestTheBytesThatAreKeptAreThoseOfThePlainEncoder(t *testing.T) {
	seeds := uint64(200)
	if raceEnabled {
		seeds = 10
	}
	now := func() time.Time { return time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC) }
	kept := open(t, server.Options{Control: true, Now: now})
	id := kept.list("").get("data.3.id").Int()
	change := func(f fake, to uint64) {
		if a := f.control("PATCH", fmt.Sprintf("state/invitations/%d", id), fmt.Sprintf(`{"email":"changed-%d@example.com"}`, to)); a.code != 200 {
			t.Fatal(a)
		}
	}
	for seed := range seeds {
		choice, changed := gap.Random(seed), seed/20
		change(kept, changed)
		kept.home().SetChoice(choice)
		for _, path := range kept.listings() {
			plain := open(t, server.Options{Control: true, Now: now})
			change(plain, changed)
			plain.home().SetChoice(choice)
			want, wantLeans := plain.ask(path)
			for _, again := range []string{"", ", again"} {
				if got, leans := kept.ask(path); got.String() != want.String() || !maps.Equal(leans, wantLeans) {
					t.Fatalf("seed %d, %s%s:\n%s\nhangs on %v, with the plain encoder\n%s\non %v", seed, path, again, got, leans, want, wantLeans)
				}
			}
		}
	}
}
