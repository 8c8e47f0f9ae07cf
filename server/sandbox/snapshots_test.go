package sandbox_test

import (
	"errors"
	"testing"

	"understudy/server/sandbox"
)

func TestSnapshotsAreKeptByName(t *testing.T) {
	h, real := open()
	add(home(t, h))
	a, _ := h.Fork(sandbox.Default, "a")
	add(a)
	keep := func(id, name string) error { _, err := h.TakeSnapshot(id, name); return err }
	for _, c := range []struct {
		rule      string
		got, want error
	}{
		{"of a sandbox", keep("a", "two"), nil},
		{"in the place of one of the same sandbox", keep("a", "two"), nil},
		{"not in the place of another's", keep(sandbox.Default, "two"), sandbox.ErrSnapshotNameTaken},
		{"not of nobody", keep("nobody", "three"), sandbox.ErrUnknown},
		{"not without a name", keep("a", ""), sandbox.ErrSnapshotName},
		{"to be restored", h.Restore(sandbox.Default, "two"), nil},
		{"not to be restored where there is none", h.Restore(sandbox.Default, "one"), sandbox.ErrNoSnapshot},
		{"not to be restored into nobody", h.Restore("nobody", "two"), sandbox.ErrUnknown},
		{"when their sandbox has gone", h.Delete("a"), nil},
		{"until they are dropped", h.Drop("two"), nil},
		{"once", h.Drop("two"), sandbox.ErrNoSnapshot},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("%s: %v, want %v", c.rule, c.got, c.want)
		}
	}
	if got := count(home(t, h)); got != 2 {
		t.Errorf("the restored world has %d invitations, want 2", got)
	}
	_ = keep(sandbox.Default, "b")
	_ = keep(sandbox.Default, "a")
	if k := h.Snapshots(); len(k) != 2 || k[0].Name != "a" || k[0].Sandbox != sandbox.Default || !k[0].TakenAt.Equal(real.now) {
		t.Errorf("the snapshots are %v", k)
	}
}
