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

// TestNoCrosstalk has many clients at once, each in a sandbox of its own that it
// creates, changes in every way, and deletes: none sees what another does.
func TestNoCrosstalk(t *testing.T) {
	f := controlled(t)
	const clients, each = 24, 10
	var group sync.WaitGroup
	for n := range clients {
		group.Go(func() { lonely{f, fmt.Sprintf("client-%d", n), n}.live(each) })
	}
	group.Wait()
	if got := f.control("GET", "sandboxes", "").get("sandboxes.#").Int(); got != 1 {
		t.Errorf("%d sandboxes are left, want the default one", got)
	}
	if got := f.post(f.segment()).get("data.id").Int(); got != 2312 {
		t.Errorf("the default sandbox counts on from %d", got)
	}
}

// lonely is a client in a sandbox of its own, which it can tell by its number.
type lonely struct {
	fake
	id     string
	number int
}

func (c lonely) live(rounds int) {
	variant := []string{"null", "zero", "absent"}[c.number%3]
	if a := c.control("POST", "sandboxes", fmt.Sprintf(`{"id":%q,"ttl":"1h","gaps":{"page-ends":%q}}`, c.id, variant)); a.code != 201 {
		c.Error(a)
	}
	hours := time.Duration(c.number) * time.Hour
	c.control("POST", "clock/advance?sandbox="+c.id, fmt.Sprintf(`{"seconds":%g}`, hours.Seconds()))
	c.control("PUT", "transitions?sandbox="+c.id, fmt.Sprintf(`{"segment":{"reads":%d}}`, c.number+1))
	for range rounds {
		c.round(variant, hours)
	}
	if a := c.control("DELETE", "sandboxes/"+c.id, ""); a.code != 204 {
		c.Error(a)
	}
}

// round sees to it that everything is as only this client has made it, and
// resets the rows.
func (c lonely) round(variant string, hours time.Duration) {
	c.control("POST", "sandboxes/"+c.id+"/snapshots", fmt.Sprintf(`{"name":%q}`, c.id))
	created := c.do("POST", "/s/"+c.id+c.segments(), c.segment("name", quoted(c.id)), bearer(c.Ground().WorkspaceToken))
	if created.get("data.id").Int() != 2312 {
		c.Errorf("%s: another one created a segment here: %s", c.id, created)
	}
	if got := c.get("/s/" + c.id + c.segments() + "/2312").get("data.name").Str; got != c.id {
		c.Errorf("%s: the segment is %s's", c.id, got)
	}
	for read := range c.number + 2 {
		if got := c.get("/s/" + c.id + c.segments() + "/2312/source_status").get("status").Bool(); got != (read > c.number) {
			c.Errorf("%s: after %d reads the segment's status is %t", c.id, read, got)
		}
	}
	list := c.do("GET", "/s/"+c.id+invitations, "", bearer(c.Ground().PersonalToken))
	want := map[string]string{"null": "null", "zero": "0", "absent": ""}[variant]
	if got := list.get("pagination.prev_page").Raw; got != want {
		c.Errorf("%s: prev_page is %s, want %s", c.id, got, want)
	}
	now := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC).Add(hours)
	if got := c.control("GET", "clock?sandbox="+c.id, "").get("now").Time(); !got.Equal(now) {
		c.Errorf("%s: it is %s, want %s", c.id, got, now)
	}
	if a := c.control("POST", "sandboxes/"+c.id+"/restore", fmt.Sprintf(`{"snapshot":%q}`, c.id)); a.code != 200 {
		c.Error(a)
	}
}
