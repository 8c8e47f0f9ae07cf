package server_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"understudy/server/internal/testkit"
	"understudy/server/sandbox"
	"understudy/spec"
)

func TestManyClientsAtOnce(t *testing.T) {
	f := testkit.OpenChoosing(t)
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
				id := f.PostSegment(f.SegmentBody()).Get("data.id").Int()
				if _, twice := ids.LoadOrStore(id, n); twice || id == 0 {
					t.Errorf("segment %d was created twice", id)
				}
				if a := f.ListInvitations("?page=3&order=asc"); a.Get("data.#").Int() != 25 {
					t.Errorf("page 3 has %s", a.Get("data.#"))
				}
				if a := f.Do("POST", "/s/"+fork+f.SegmentsPath(), f.SegmentBody(), testkit.Bearer(f.TestData().WorkspaceToken)); a.Code != 201 {
					t.Error(a)
				}
				f.Advance(time.Second)
			}
			if err := f.Hub().Delete(fork); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	last := f.PostSegment(f.SegmentBody()).Get("data.id").Int()
	if first := int64(2312); last != first+clients*each {
		t.Errorf("the last segment is %d, want %d", last, first+clients*each)
	}
}

func TestManyWritersOfEverything(t *testing.T) {
	f := testkit.OpenChoosing(t, "link-again=same")
	const clients, each = 6, 15
	var links sync.Map
	var group sync.WaitGroup
	for n := range clients {
		group.Go(func() {
			name := fmt.Sprintf("client_%d", n)
			if a := f.Call(spec.CreateConnector, f.ConnectorBody("service_name", testkit.Quoted(name))); a.Code != 200 {
				t.Error(a)
			}
			for i := range each {
				renamed := fmt.Sprintf("%s %d", name, i)
				if a := f.PatchDestination(`{"name":` + testkit.Quoted(renamed) + `,"credentials":{"account_name":` + testkit.Quoted(renamed) + `}}`); a.Get("data.name").Str != renamed ||
					a.Get("data.connection_details.account_name").Str != renamed {
					t.Errorf("%s: the response is %s", renamed, a)
				}
				links.Store(f.Call(spec.CreateLink, "").Get("data.uri").Str, true)
				if d := f.Get(f.DestinationPath(6101)).Get("data"); d.Get("name").Str != d.Get("connection_details.account_name").Str {
					t.Errorf("a read sees half an update: %s", d)
				}
				if a := f.Get(f.DestinationPath(6112) + "/objects?per_page=5"); a.Get("data.#").Int() != 5 {
					t.Error(a)
				}
			}
			if a := f.Do("PUT", "/api/v1/connectors/"+name+"/publish_to_organization", "", testkit.Bearer(f.TestData().WorkspaceToken)); a.Code != 200 {
				t.Error(a)
			}
		})
	}
	group.Wait()
	count := 0
	links.Range(func(any, any) bool { count++; return true })
	if count != 1 {
		t.Errorf("%d links were created, want the same", count)
	}
}

func TestAResetUnderWay(t *testing.T) {
	f := testkit.OpenChoosing(t)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 50 {
				if a := f.PostSegment(f.SegmentBody()); a.Code != 201 {
					t.Error(a)
				}
			}
		})
	}
	group.Go(func() {
		for range 50 {
			f.Home().Restore(f.Home().Snapshot())
			f.Home().Reset()
		}
	})
	group.Wait()
}
