package sandbox_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"
	"weak"

	"understudy/fixtures"
	"understudy/server/resource"
	"understudy/server/sandbox"
	"understudy/server/store"
	"understudy/spec/gap"
)

// realTime is real time that moves when a test sets it.
type realTime struct{ now time.Time }

func (r *realTime) read() time.Time { return r.now }

// empty is a world without rows.
func empty() sandbox.Snapshot {
	return sandbox.NewSnapshot(sandbox.World{Store: store.New()}, 0, time.Time{})
}

func open() (*sandbox.Hub, *realTime) {
	real := &realTime{time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)}
	return sandbox.Open(empty(), sandbox.Options{Now: real.read}), real
}

func home(t *testing.T, h *sandbox.Hub) *sandbox.Sandbox {
	t.Helper()
	sb, ok := h.Find(sandbox.Default)
	if !ok {
		t.Fatal("there is no default sandbox")
	}
	return sb
}

func add(sb *sandbox.Sandbox) resource.Invitation {
	tx := sb.Write()
	defer tx.Commit()
	return tx.AddInvitation(resource.Invitation{})
}

func count(sb *sandbox.Sandbox) int64 {
	tx := sb.Read()
	defer tx.Abort()
	return tx.CountInvitations()
}

func TestAForkIsIndependent(t *testing.T) {
	h, _ := open()
	parent := home(t, h)
	add(parent)
	fork, err := h.Fork(sandbox.Default, "fork-1")
	if err != nil {
		t.Fatal(err)
	}
	grandchild, err := h.Fork("fork-1", "fork-2")
	if err != nil {
		t.Fatal(err)
	}
	add(parent)
	add(parent)
	add(fork)
	if p, f, g := count(parent), count(fork), count(grandchild); p != 3 || f != 2 || g != 1 {
		t.Errorf("they have %d, %d and %d invitations, want 3, 2 and 1", p, f, g)
	}
}

func TestResetRestoresTheWorldAsForked(t *testing.T) {
	h, _ := open()
	add(home(t, h))
	fork, _ := h.Fork(sandbox.Default, "f")
	before := fork.Clock().Now()
	fork.Clock().Freeze()
	_ = fork.Clock().Advance(time.Hour)
	choice, err := gap.Choice{}.With("page-ends", "", "zero")
	if err != nil {
		t.Fatal(err)
	}
	fork.SetChoice(choice)
	add(fork)
	if err := h.Reset("f"); err != nil {
		t.Fatal(err)
	}
	if got := count(fork); got != 1 {
		t.Errorf("it has %d invitations, want 1", got)
	}
	if got := fork.Clock().Now(); !got.Equal(before) {
		t.Errorf("its clock shows %s, want %s", got, before)
	}
	if got := fork.Choice().Variant("page-ends", "list-invitations"); got != "null" {
		t.Errorf("it still chooses %s", got)
	}
}

func TestAStateCanBeRestoredOverAndOver(t *testing.T) {
	h, _ := open()
	sb := home(t, h)
	sb.Clock().Freeze()
	state := sb.Snapshot()
	now := sb.Clock().Now()
	for range 3 {
		if got := add(sb).ID; got != 1 {
			t.Errorf("the id is %d, want 1", got)
		}
		_ = sb.Clock().Advance(time.Minute)
		sb.Restore(state)
		if got := count(sb); got != 0 || !sb.Clock().Now().Equal(now) {
			t.Errorf("after it there are %d invitations at %s", got, sb.Clock().Now())
		}
	}
}

func TestSandboxesAreFoundByID(t *testing.T) {
	h, _ := open()
	if _, err := h.Fork(sandbox.Default, "a"); err != nil {
		t.Fatal(err)
	}
	fork := func(parent, id string) error { _, err := h.Fork(parent, id); return err }
	for _, c := range []struct {
		rule      string
		got, want error
	}{
		{"a fork needs a parent", fork("nobody", "b"), sandbox.ErrUnknown},
		{"an id is taken once", fork(sandbox.Default, "a"), sandbox.ErrTaken},
		{"no empty id", fork(sandbox.Default, ""), sandbox.ErrID},
		{"no upper case", fork(sandbox.Default, "B"), sandbox.ErrID},
		{"no slash", fork(sandbox.Default, "a/b"), sandbox.ErrID},
		{"no id of 64", fork(sandbox.Default, strings.Repeat("a", 64)), sandbox.ErrID},
		{"an id of 63", fork(sandbox.Default, strings.Repeat("a", 63)), nil},
		{"only what is there is reset", h.Reset("nobody"), sandbox.ErrUnknown},
		{"only what is there is deleted", h.Delete("nobody"), sandbox.ErrUnknown},
		{"the default sandbox stays", h.Delete(sandbox.Default), sandbox.ErrKept},
		{"what is there can be deleted", h.Delete("a"), nil},
		{"a deleted id may be used once more", fork(sandbox.Default, "a"), nil},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("%s: %v, want %v", c.rule, c.got, c.want)
		}
	}
}

func TestASandboxExpiresAfterItsTTL(t *testing.T) {
	h, real := open()
	create := func() error {
		_, err := h.Create(sandbox.Draft{ID: "brief", Parent: sandbox.Default, TTL: time.Minute})
		return err
	}
	if err := create(); err != nil {
		t.Fatal(err)
	}
	real.now = real.now.Add(time.Minute - 1)
	if sb, ok := h.Find("brief"); !ok || len(h.List()) != 2 {
		t.Error("it expires too early")
	} else if err := sb.Clock().Advance(time.Hour); err != nil {
		t.Error(err)
	}
	if _, ok := h.Find("brief"); !ok {
		t.Error("it expires by its own clock")
	}
	real.now = real.now.Add(1)
	if got := len(h.List()); got != 1 {
		t.Errorf("%d are listed", got)
	}
	if err := create(); err != nil {
		t.Errorf("its id is still taken: %v", err)
	}
	real.now = real.now.Add(time.Minute)
	if _, ok := h.Find("brief"); ok || !errors.Is(h.Delete("brief"), sandbox.ErrUnknown) || !errors.Is(h.Reset("brief"), sandbox.ErrUnknown) {
		t.Error("it is still there")
	}
}

func TestThereIsALimit(t *testing.T) {
	real := &realTime{time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)}
	h := sandbox.Open(empty(), sandbox.Options{Limit: 2, Now: real.read})
	create := func(ttl time.Duration) error {
		_, err := h.Create(sandbox.Draft{Parent: sandbox.Default, TTL: ttl})
		return err
	}
	keep := func(name string) error { _, err := h.TakeSnapshot(sandbox.Default, name); return err }
	for i, got := range []error{create(time.Hour), create(0), keep("a"), keep("b")} {
		if got != nil {
			t.Errorf("%d: %v", i, got)
		}
	}
	if err := create(0); !errors.Is(err, sandbox.ErrFull) {
		t.Errorf("a third sandbox: %v", err)
	}
	if err := keep("c"); !errors.Is(err, sandbox.ErrSnapshotsFull) {
		t.Errorf("a third snapshot: %v", err)
	}
	real.now = real.now.Add(time.Hour)
	if err := create(0); err != nil {
		t.Errorf("an expired one counts: %v", err)
	}
}

func TestAForkOfALargeWorldIsSmall(t *testing.T) {
	const forks, most = 1000, 20 << 10
	h := large(20_000)
	before := live()
	for range forks {
		if _, err := h.Create(sandbox.Draft{Parent: sandbox.Default}); err != nil {
			t.Fatal(err)
		}
	}
	if each := (live() - before) / forks; each > most {
		t.Errorf("a fork holds %d bytes, want %d at most", each, most)
	}
	runtime.KeepAlive(h)
}

// The journal may contain tokens of a world that was replaced.
func TestTheTokensOfAFormerWorldAreKnown(t *testing.T) {
	of := func(token string) sandbox.Snapshot {
		owners := &fixtures.World{Workspaces: []fixtures.Workspace{{Token: token}}}
		return sandbox.NewSnapshot(sandbox.World{Store: store.New(), Owners: owners}, 0, time.Time{})
	}
	h := sandbox.Open(of("first"), sandbox.Options{})
	for _, token := range []string{"second", "third"} {
		h.Home().Restore(of(token))
	}
	kinds := func() string {
		known := h.Home().KnownTokens()
		return known.Kind("first") + ", " + known.Kind("second") + ", " + known.Kind("third")
	}
	if got := kinds(); got != "workspace token, workspace token, workspace token" {
		t.Errorf("the known tokens are %s", got)
	}
	h.Home().Reset()
	if got := kinds(); got != "workspace token, , " {
		t.Errorf("after a reset the known tokens are %s", got)
	}
}

// Creating a sandbox frees some expired ones, even if no request names them.
func TestCreatingASandboxFreesExpiredOnes(t *testing.T) {
	h, real := open()
	var there []weak.Pointer[sandbox.Sandbox]
	create := func(ttl time.Duration) *sandbox.Sandbox {
		sb, err := h.Create(sandbox.Draft{Parent: sandbox.Default, TTL: ttl})
		if err != nil {
			t.Fatal(err)
		}
		there = append(there, weak.Make(sb))
		return sb
	}
	left := func() (n int) {
		runtime.GC()
		for _, p := range there {
			if p.Value() != nil {
				n++
			}
		}
		return n
	}
	for i := range 250 {
		sb := create(time.Minute + time.Duration(i*37%250)*time.Second)
		if i%5 == 0 {
			if err := h.Delete(sb.ID()); err != nil {
				t.Fatal(err)
			}
		}
	}
	create(0)
	real.now = real.now.Add(time.Hour)
	for i, want := range []int{201, 102, 3, 4} { // the deleted ones are gone
		if got := left(); got != want {
			t.Errorf("after %d there are %d, want %d", i, got, want)
		}
		create(time.Hour)
	}
	if got := len(h.List()); got != 6 {
		t.Errorf("%d are listed", got)
	}
}
