package server_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"understudy/server/sandbox"
)

func TestManyClientsAtOnce(t *testing.T) {
	f := choosing(t)
	const clients, each = 8, 20
	var ids sync.Map
	var group sync.WaitGroup
	for n := range clients {
		group.Go(func() {
			fork := fmt.Sprintf("client-%d", n)
			if _, err := f.Hub().Fork(sandbox.Default, fork); err != nil {
				t.Error(err)
			}
			for range each {
				id := f.post(f.segment()).get("data.id").Int()
				if _, twice := ids.LoadOrStore(id, n); twice || id == 0 {
					t.Errorf("segment %d was created twice", id)
				}
				if a := f.list("?page=3&order=asc"); a.get("data.#").Int() != 25 {
					t.Errorf("page 3 has %s", a.get("data.#"))
				}
				if a := f.do("POST", "/s/"+fork+f.segments(), f.segment(), bearer(f.Ground().WorkspaceToken)); a.code != 201 {
					t.Error(a)
				}
				f.later(time.Second)
			}
			if err := f.Hub().Delete(fork); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	last := f.post(f.segment()).get("data.id").Int()
	if first := int64(2312); last != first+clients*each {
		t.Errorf("the last segment is %d, want %d", last, first+clients*each)
	}
}

func TestAResetUnderWay(t *testing.T) {
	f := choosing(t)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 50 {
				if a := f.post(f.segment()); a.code != 201 {
					t.Error(a)
				}
			}
		})
	}
	group.Go(func() {
		for range 50 {
			f.home().Restore(f.home().Snapshot())
			f.home().Reset()
		}
	})
	group.Wait()
}
