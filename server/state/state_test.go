package state_test

import (
	"reflect"
	"testing"
	"time"

	"understudy/fixtures"
	"understudy/server/resource"
	"understudy/server/state"
	"understudy/server/store"
)

// exported are the rows of a store in their readable form.
func exported(s *store.Store) (w fixtures.World) {
	tx := s.Read(time.Now)
	defer tx.Abort()
	state.Export(tx, &w)
	return w
}

// TestTheDefaultWorldDoesNotDependOnTheTime fills a store a thousand years later.
func TestTheDefaultWorldDoesNotDependOnTheTime(t *testing.T) {
	late := store.New()
	tx := late.Write(func() time.Time { return time.Now().AddDate(1000, 0, 0) })
	state.Fill(tx, fixtures.Default(), nil)
	tx.Commit()
	got, want := exported(state.OpenDefault(nil, nil)), exported(late)
	if len(want.Invitations) == 0 || !reflect.DeepEqual(got, want) {
		t.Error("the default world differs when it is opened later")
	}
}

func TestDefaultWorldsAreIndependent(t *testing.T) {
	before := exported(state.OpenDefault(nil, nil))
	s := state.OpenDefault(nil, []resource.User{{ID: 31}})
	tx := s.Write(time.Now)
	tx.AddInvitation(resource.Invitation{Email: "new@example.com"})
	tx.Commit()
	if len(exported(s).Invitations) != len(before.Invitations)+1 {
		t.Error("the invitation was not added")
	}
	if !reflect.DeepEqual(exported(state.OpenDefault(nil, nil)), before) {
		t.Error("what was written to one is in another")
	}
}
