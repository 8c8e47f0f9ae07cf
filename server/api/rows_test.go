package api_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"understudy/server"
	"understudy/server/internal/testkit"
	"understudy/spec/gap"
	"understudy/spec/race"
)

// listPaths are requests whose responses are made of many rows.
func listPaths(f testkit.Fake) []string {
	g := f.TestData()
	destination := f.DestinationPath(g.ObjectsDestinationID)
	return []string{
		testkit.InvitationsPath, testkit.InvitationsPath + "?order=asc&per_page=7&page=2", destination, destination + "/objects", destination + "/objects?order=asc",
		fmt.Sprintf("/api/v1/sources/%d/topics", g.TopicsSourceID),
	}
}

// listOf sends a request, and returns the gaps that its response depended on.
func listOf(f testkit.Fake, path string) (testkit.Response, map[string]bool) {
	f.Helper()
	token := f.TestData().WorkspaceToken
	if strings.HasPrefix(path, testkit.InvitationsPath) {
		token = f.TestData().PersonalToken
	}
	f.Home().Journal().Clear()
	return f.Do("GET", path, "", testkit.Bearer(token)), gapsOf(f.Home().Journal())
}

// seeds returns how many random runs a test does, 20 times fewer with the race detector:
// make test runs all of them without it.
func seeds(all uint64) uint64 {
	if race.Enabled {
		return max(2, all/20)
	}
	return all
}

// TestCachedRowsEqualFreshlyEncodedOnes reads each list from a world whose rows
// were shown in other forms before, twice, and from one whose rows were never
// read; some rows change in between.
func TestCachedRowsEqualFreshlyEncodedOnes(t *testing.T) {
	now := func() time.Time { return time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC) }
	kept := testkit.Open(t, server.Options{Control: true, Now: now})
	id := kept.ListInvitations("").Get("data.3.id").Int()
	change := func(f testkit.Fake, to uint64) {
		if a := f.Control("PATCH", fmt.Sprintf("state/invitations/%d", id), fmt.Sprintf(`{"email":"changed-%d@example.com"}`, to)); a.Code != 200 {
			t.Fatal(a)
		}
	}
	for seed := range seeds(200) {
		choice, changed := gap.Random(seed), seed/20
		change(kept, changed)
		kept.Home().SetChoice(choice)
		for _, path := range listPaths(kept) {
			plain := testkit.Open(t, server.Options{Control: true, Now: now})
			change(plain, changed)
			plain.Home().SetChoice(choice)
			want, wantGaps := listOf(plain, path)
			for _, again := range []string{"", ", again"} {
				if got, gaps := listOf(kept, path); got.String() != want.String() || !maps.Equal(gaps, wantGaps) {
					t.Fatalf("seed %d, %s%s:\n%s\ndepends on %v, with the plain encoder\n%s\non %v", seed, path, again, got, gaps, want, wantGaps)
				}
			}
		}
	}
}
