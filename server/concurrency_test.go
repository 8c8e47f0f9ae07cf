package server_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"understudy/server/sandbox"
	"understudy/spec"
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

func TestManyWritersOfEverything(t *testing.T) {
	f := choosing(t, "link-again=same")
	const clients, each = 6, 15
	var links sync.Map
	var group sync.WaitGroup
	for n := range clients {
		group.Go(func() {
			name := fmt.Sprintf("client_%d", n)
			if a := f.call(spec.CreateConnector, f.connector("service_name", quoted(name))); a.code != 200 {
				t.Error(a)
			}
			for i := range each {
				renamed := fmt.Sprintf("%s %d", name, i)
				if a := f.patch(`{"name":` + quoted(renamed) + `,"credentials":{"account_name":` + quoted(renamed) + `}}`); a.get("data.name").Str != renamed ||
					a.get("data.connection_details.account_name").Str != renamed {
					t.Errorf("%s was answered with %s", renamed, a)
				}
				links.Store(f.call(spec.CreateLink, "").get("data.uri").Str, true)
				if d := f.get(f.destination(6101)).get("data"); d.Get("name").Str != d.Get("connection_details.account_name").Str {
					t.Errorf("half an update shows: %s", d)
				}
				if a := f.get(f.destination(6112) + "/objects?per_page=5"); a.get("data.#").Int() != 5 {
					t.Error(a)
				}
			}
			if a := f.do("PUT", "/api/v1/connectors/"+name+"/publish_to_organization", "", bearer(f.Ground().WorkspaceToken)); a.code != 200 {
				t.Error(a)
			}
		})
	}
	group.Wait()
	count := 0
	links.Range(func(any, any) bool { count++; return true })
	if count != 1 {
		t.Errorf("%d links were handed out, want the same", count)
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
