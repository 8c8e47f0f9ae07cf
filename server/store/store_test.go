package store_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"understudy/server/resource"
	"understudy/server/store"
)

var start = time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)

func at(t time.Time) func() time.Time { return func() time.Time { return t } }

// write runs one transaction at an instant.
func write(s *store.Store, now time.Time, do func(*store.Tx)) {
	tx := s.Write(at(now))
	do(tx)
	tx.Commit()
}

func ids(s *store.Store, p resource.Page, order store.Order) []int64 {
	tx := s.Read(at(start))
	defer tx.Abort()
	var ids []int64
	for _, i := range tx.Invitations(p, order) {
		ids = append(ids, i.ID)
	}
	return ids
}

func TestPagesAreSoughtAsANaiveSortWould(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := store.New()
		var naive []resource.Invitation
		for _, step := range rapid.SliceOfN(rapid.IntRange(-3, 3), 0, 140).Draw(t, "seconds between") {
			now := start.Add(time.Duration(step) * time.Second)
			write(s, now, func(tx *store.Tx) { naive = append(naive, tx.AddInvitation(resource.Invitation{})) })
		}
		slices.SortStableFunc(naive, func(a, b resource.Invitation) int { return a.CreatedAt.Compare(b.CreatedAt) })
		order := store.Order(rapid.Bool().Draw(t, "descending"))
		if order == store.Descending {
			slices.Reverse(naive)
		}
		perPage := rapid.Int64Range(1, resource.MaxPerPage).Draw(t, "per_page")
		p := resource.NewPage(int64(len(naive)), perPage, rapid.Int64Range(1, 150).Draw(t, "page"), 1)
		var want []int64
		for _, i := range naive[p.Skip() : p.Skip()+p.Len()] {
			want = append(want, i.ID)
		}
		if got := ids(s, p, order); !slices.Equal(got, want) {
			t.Fatalf("page %+v has %v, want %v", p, got, want)
		}
	})
}

func TestCreationTimesNeverGoBack(t *testing.T) {
	s := store.New()
	var last time.Time
	for _, seconds := range []int{0, 5, 3, 3, 9, -100, 10} {
		write(s, start.Add(time.Duration(seconds)*time.Second), func(tx *store.Tx) {
			i := tx.AddInvitation(resource.Invitation{})
			g := tx.AddSegment(resource.Segment{SourceID: 1})
			if i.CreatedAt.Before(last) || !i.CreatedAt.Equal(g.CreatedAt) {
				t.Errorf("created at %s and %s after %s", i.CreatedAt, g.CreatedAt, last)
			}
			last = i.CreatedAt
		})
	}
}

func TestIDsGoOnAfterThoseThatRowsBring(t *testing.T) {
	s := store.New()
	write(s, start, func(tx *store.Tx) {
		tx.AddSegment(resource.Segment{ID: 40, SourceID: 1})
		tx.AddSegment(resource.Segment{ID: 12, SourceID: 2})
		if got := tx.AddSegment(resource.Segment{SourceID: 1}).ID; got != 41 {
			t.Errorf("the next id is %d, want 41", got)
		}
	})
}

func TestInvitationsAreFoundByID(t *testing.T) {
	for rule, ids := range map[string][]int64{
		"in order": {3, 7, 8, 20}, "mixed": {7, 3, 20, 8}, "the least last": {7, 8, 20, 3},
	} {
		s := store.New()
		write(s, start, func(tx *store.Tx) {
			for _, id := range ids {
				tx.AddInvitation(resource.Invitation{ID: id, Email: fmt.Sprint(id)})
			}
		})
		s = s.Snapshot()
		write(s, start, func(tx *store.Tx) {
			tx.SkipIDs("invitations", 30)
			tx.PutInvitation(resource.Invitation{ID: 8, Email: "changed"})
			for id := range int64(22) {
				i, ok := tx.Invitation(id)
				want := fmt.Sprint(id)
				if id == 8 {
					want = "changed"
				}
				if ok != slices.Contains(ids, id) || ok && (i.ID != id || i.Email != want) {
					t.Errorf("%s: %d is found as %+v, %t", rule, id, i, ok)
				}
			}
		})
	}
}

func TestAnAbortedTransactionLeavesNothing(t *testing.T) {
	s := store.New()
	tx := s.Write(at(start))
	first := tx.AddSegment(resource.Segment{SourceID: 1, Name: "gone"})
	tx.Abort()
	write(s, start, func(tx *store.Tx) {
		if _, ok := tx.Segment(first.ID); ok || tx.HasSegmentNamed(1, "gone") {
			t.Error("the segment is still there")
		}
		if again := tx.AddSegment(resource.Segment{SourceID: 1}); again.ID != first.ID {
			t.Errorf("the id went on to %d", again.ID)
		}
	})
}

func TestSnapshotsDoNotSeeEachOther(t *testing.T) {
	one := store.New()
	write(one, start, func(tx *store.Tx) { tx.AddInvitation(resource.Invitation{}) })
	two := one.Snapshot()
	write(one, start, func(tx *store.Tx) { tx.AddInvitation(resource.Invitation{}) })
	write(two, start, func(tx *store.Tx) {
		if got := tx.CountInvitations(); got != 1 {
			t.Errorf("the copy has %d invitations, want 1", got)
		}
		if got := tx.AddInvitation(resource.Invitation{}).ID; got != 2 {
			t.Errorf("the copy counts on to %d, want 2", got)
		}
	})
}

func TestSegmentNamesAreFoundWhole(t *testing.T) {
	s := store.New()
	write(s, start, func(tx *store.Tx) {
		tx.AddSegment(resource.Segment{SourceID: 1, Name: "abc"})
		tx.AddSegment(resource.Segment{SourceID: 1, Name: "a\x00b"})
		for name, want := range map[string]bool{"abc": true, "ab": false, "": false, "abcd": false, "a": false, "a\x00b": true, "a\x00": false, "ABC": false} {
			if got := tx.HasSegmentNamed(1, name); got != want {
				t.Errorf("%q is there: %t", name, got)
			}
		}
		if tx.HasSegmentNamed(2, "abc") {
			t.Error("the name is on another source too")
		}
	})
}

func TestTokensOpenTheirOwn(t *testing.T) {
	s := store.Open([]resource.Workspace{{ID: 2, Token: resource.HashToken("two")}, {ID: 1, Token: resource.HashToken("one")}},
		[]resource.User{{ID: 3, Token: resource.HashToken("three")}}).Snapshot()
	tx := s.Read(at(start))
	defer tx.Abort()
	if o, ok := tx.Owner(resource.HashToken("two")); !ok || o.User != nil || o.Workspace.ID != 2 {
		t.Errorf("two opens %+v, %t", o, ok)
	}
	if o, ok := tx.Owner(resource.HashToken("three")); !ok || o.Workspace != nil || o.User.ID != 3 {
		t.Errorf("three opens %+v, %t", o, ok)
	}
	for _, token := range []string{"", "on", "four"} {
		if o, ok := tx.Owner(resource.HashToken(token)); ok {
			t.Errorf("%q opens %+v", token, o)
		}
	}
	if all := slices.Collect(tx.AllWorkspaces()); len(all) != 2 || all[0].ID != 1 {
		t.Errorf("the workspaces are %+v", all)
	}
}

func TestListsOfDifferentOwnersAreApart(t *testing.T) {
	s := store.New()
	write(s, start, func(tx *store.Tx) {
		for _, owner := range []int64{1, 2, 1, -1, 1} {
			tx.AddDestinationObject(owner, resource.DestinationObject{FullName: string(rune('a' + tx.CountDestinationObjects(owner)))})
			tx.AddTopic(resource.Topic{SourceID: owner})
			tx.AddLink(resource.SegmentManagementLink{SegmentID: owner, Auth: resource.HashToken(string(rune(tx.CountDestinationObjects(owner))) + string(rune(owner)))})
		}
		for owner, want := range map[int64]int{1: 3, 2: 1, -1: 1, 3: 0} {
			if got := len(tx.Topics(owner)); got != want {
				t.Errorf("source %d has %d topics, want %d", owner, got, want)
			}
			if got := len(tx.Links(owner)); got != want {
				t.Errorf("segment %d has %d links, want %d", owner, got, want)
			}
			if got := tx.CountDestinationObjects(owner); got != int64(want) {
				t.Errorf("destination %d has %d objects, want %d", owner, got, want)
			}
		}
		objects := tx.DestinationObjects(1, resource.NewPage(3, 2, 1, 1), store.Descending)
		if len(objects) != 2 || objects[0].FullName != "c" || objects[1].FullName != "b" {
			t.Errorf("the first page is %+v", objects)
		}
		if links := tx.Links(1); links[0].ID != 5 || links[2].ID != 1 {
			t.Errorf("the newest link does not come first: %+v", links)
		}
	})
}

func TestARevokedLinkStaysWhatItWas(t *testing.T) {
	s := store.New()
	auth := resource.HashToken("auth")
	write(s, start, func(tx *store.Tx) {
		tx.AddLink(resource.SegmentManagementLink{SegmentID: 1, Auth: auth, RedirectURI: "r"})
	})
	before := s.Read(at(start))
	write(s, start.Add(time.Hour), func(tx *store.Tx) {
		if !tx.RevokeLink(1) || tx.RevokeLink(2) {
			t.Error("the wrong link was revoked")
		}
		if l, ok := tx.LinkByAuth(auth); !ok || !l.Revoked() || !l.RevokedAt.Equal(start.Add(time.Hour)) || l.RedirectURI != "r" {
			t.Errorf("it is now %+v", l)
		}
		if _, ok := tx.LinkByAuth(resource.HashToken("other")); ok {
			t.Error("another value opens it")
		}
	})
	if l, _ := before.LinkByAuth(auth); l.Revoked() {
		t.Error("the row was changed in place")
	}
}

func TestARowThatIsDeletedLeavesNoHole(t *testing.T) {
	for rule, at := range map[string]int{"the first": 0, "one in the middle": 2, "the last": 4} {
		s := store.New()
		var want []int64
		write(s, start, func(tx *store.Tx) {
			for n := range 5 {
				createdAt := start.Add(time.Duration(n) * time.Hour)
				id := tx.AddInvitation(resource.Invitation{CreatedAt: createdAt}).ID
				tx.AddTopic(resource.Topic{SourceID: 7, CreatedAt: createdAt})
				tx.AddTopic(resource.Topic{SourceID: 8, CreatedAt: createdAt})
				tx.AddLink(resource.SegmentManagementLink{SegmentID: 7, CreatedAt: createdAt, Auth: resource.HashToken(fmt.Sprint(n))})
				want = append(want, id)
			}
		})
		gone := want[at]
		want = slices.Delete(want, at, at+1)
		write(s, start, func(tx *store.Tx) {
			tx.DeleteInvitation(gone)
			tx.DeleteInvitation(gone)
			tx.DeleteTopic(2*gone - 1)
			tx.DeleteLink(gone)
		})
		if got := ids(s, resource.NewPage(4, 4, 1, 1), store.Ascending); !slices.Equal(got, want) {
			t.Errorf("%s: the invitations are %v, want %v", rule, got, want)
		}
		write(s, start, func(tx *store.Tx) {
			if _, ok := tx.Invitation(gone); ok || tx.CountInvitations() != 4 || len(tx.Topics(7)) != 4 || len(tx.Topics(8)) != 5 || len(tx.Links(7)) != 4 {
				t.Errorf("%s: %d invitations are left, and invitation %d is found: %t", rule, tx.CountInvitations(), gone, ok)
			}
			last, _ := tx.Invitation(want[3])
			added := tx.AddInvitation(resource.Invitation{CreatedAt: start})
			if !added.CreatedAt.Equal(last.CreatedAt) || added.ID != 6 {
				t.Errorf("%s: the next one is %+v, after one of %s", rule, added, last.CreatedAt)
			}
			if _, ok := tx.LinkByAuth(resource.HashToken(fmt.Sprint(at))); ok {
				t.Errorf("%s: the link still opens", rule)
			}
		})
	}
}

func TestADeletedSegmentGivesItsNameBack(t *testing.T) {
	s := store.New()
	write(s, start, func(tx *store.Tx) { tx.AddSegment(resource.Segment{ID: 3, SourceID: 1, Name: "abc"}) })
	write(s, start, func(tx *store.Tx) {
		tx.DeleteSegment(3)
		if _, ok := tx.Segment(3); ok || tx.HasSegmentNamed(1, "abc") {
			t.Error("the segment is still there")
		}
	})
}
