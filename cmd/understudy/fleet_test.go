//go:build unix

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// each calls do with each id, by 64 clients.
func each(ids []string, do func(id string)) {
	work := make(chan string)
	var clients sync.WaitGroup
	for range 64 {
		clients.Go(func() {
			for id := range work {
				do(id)
			}
		})
	}
	for _, id := range ids {
		work <- id
	}
	close(work)
	clients.Wait()
}

// use creates a sandbox and sends it a request of each kind.
func (f *fleet) use(id string) {
	control := f.base + "/_understudy/"
	if len(id)%2 == 0 {
		f.must("PUT", control+"sandboxes/"+id, "")
	} else {
		f.must("POST", control+"sandboxes", fmt.Sprintf(`{"ttl":"1h","id":%q}`, id))
	}
	f.read(id)
	made := f.must("POST", f.base+"/s/"+id+"/api/v1/sources/4120/filter_segments", fmt.Sprintf(`{"name":%q,"molecules":[],"dataset_id":8801}`, id))
	f.must("PATCH", control+"state/invitations/5310?sandbox="+id, fmt.Sprintf(`{"email":"%s@example.com"}`, id))
	f.must("POST", control+"sandboxes/"+id+"/snapshots", fmt.Sprintf(`{"name":%q}`, id))
	f.must("POST", control+"sandboxes/"+id+"/restore", fmt.Sprintf(`{"snapshot":%q}`, id))
	f.must("POST", control+"clock/freeze?sandbox="+id, "")
	if row := f.must("GET", control+"state/invitations/5310?sandbox="+id, ""); !strings.Contains(row, id+"@example.com") {
		f.Errorf("%s: its invitation is %s", id, row)
	}
	if journal := f.must("GET", control+"journal?sandbox="+id, ""); !strings.Contains(journal, "/s/"+id+"/") || made == "" {
		f.Errorf("%s: its journal is %s", id, journal)
	}
}

// read reads a list of a sandbox.
func (f *fleet) read(id string) { f.must("GET", f.base+"/s/"+id+"/api/v1/invitations", "") }

// held are the sandboxes of a fake, without the default one.
func (f *fleet) held(fake *fleetFake) (ids []string) {
	f.Helper()
	var all struct{ Sandboxes []struct{ ID string } }
	if err := json.Unmarshal([]byte(f.must("GET", "http://"+fake.addr+"/_understudy/sandboxes", "")), &all); err != nil {
		f.Fatal(err)
	}
	for _, sb := range all.Sandboxes {
		if sb.ID != "default" {
			ids = append(ids, sb.ID)
		}
	}
	return ids
}

func TestAFleetKeepsEachSandboxOnOneFake(t *testing.T) {
	f := openFleet(t)
	var ids []string
	for i := range 1000 {
		ids = append(ids, fmt.Sprintf("test-%d", i))
	}
	each(ids, f.use)
	var found []string
	for i, fake := range f.fakes {
		held := f.held(fake)
		found = append(found, held...)
		t.Logf("fake %d has %d sandboxes", i+1, len(held))
		if len(held) < 100 {
			t.Errorf("fake %d has only %d sandboxes", i+1, len(held))
		}
		if journal := f.must("GET", "http://"+fake.addr+"/_understudy/journal", ""); strings.Contains(journal, `"seq"`) {
			t.Errorf("the default sandbox of fake %d got requests: %s", i+1, journal)
		}
	}
	slices.Sort(ids)
	if slices.Sort(found); !slices.Equal(found, ids) {
		t.Errorf("the fakes have %d sandboxes, not each of %d once", len(found), len(ids))
	}

	lost := f.held(f.fakes[2])
	kept := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return slices.Contains(lost, id) })
	f.end(f.fakes[2], syscall.SIGKILL)
	each(kept, f.read)
	if says := f.poll("GET", f.base+"/s/"+lost[0]+"/api/v1/invitations", 404, 503); !strings.Contains(says, "create it: PUT /_understudy/sandboxes/ID") {
		t.Errorf("a lost sandbox is reported as %s", says)
	}
	each(lost, func(id string) {
		if status, says := f.ask("GET", f.base+"/s/"+id+"/api/v1/invitations", ""); status != 404 {
			t.Errorf("%s was lost: %d %s", id, status, says)
		}
	})
	each(lost, f.use)
	each(kept, f.read)
}

// segmentsPath is the path of the segments of the default world's first source.
const segmentsPath = "/api/v1/sources/4120/filter_segments"

// write creates segments in the default sandbox until enough says so, and returns the
// ids of those that were confirmed.
func (f *fleet) write(enough func(confirmed int) bool) (ids []int) {
	ctx, cancel := context.WithTimeout(f.Context(), 2*time.Minute)
	defer cancel()
	for !enough(len(ids)) {
		if ctx.Err() != nil {
			f.Errorf("only %d writes were confirmed", len(ids))
			return ids
		}
		status, says := f.ask("POST", f.base+segmentsPath, `{"name":"written","molecules":[],"dataset_id":8801}`)
		switch status {
		case http.StatusCreated:
			var made struct{ Data struct{ ID int } }
			if err := json.Unmarshal([]byte(says), &made); err != nil {
				f.Errorf("%s: %v", says, err)
			}
			ids = append(ids, made.Data.ID)
		case 0, http.StatusBadGateway, http.StatusServiceUnavailable: // the first fake is away
		default:
			f.Errorf("a write got %d %s", status, says)
		}
	}
	return ids
}

// TestAFleetKeepsTheDefaultWorldInARollingRestart restarts one fake after the other
// while clients write to the default sandbox. What was confirmed must be there.
func TestAFleetKeepsTheDefaultWorldInARollingRestart(t *testing.T) {
	const writers = 8
	f := openFleet(t)
	some := func(confirmed int) bool { return confirmed >= 20 }
	before := f.write(some)
	restarted, meanwhile := make(chan struct{}), make(chan []int)
	untilRestarted := func(int) bool {
		select {
		case <-restarted:
			return true
		default:
			return false
		}
	}
	for range writers {
		go func() { meanwhile <- f.write(untilRestarted) }()
	}
	for i, fake := range slices.Backward(f.fakes) { // as a StatefulSet does
		f.end(fake, syscall.SIGTERM)
		if code := fake.cmd.ProcessState.ExitCode(); code != 0 {
			t.Errorf("fake %d ended with exit code %d", i+1, code)
		}
		f.start(fake)
	}
	close(restarted)
	written := slices.Concat(before, f.write(some))
	for range writers {
		written = append(written, <-meanwhile...)
	}
	for _, id := range written {
		f.must("GET", fmt.Sprintf("%s%s/%d/source_status", f.base, segmentsPath, id), "")
	}
	slices.Sort(written)
	if len(slices.Compact(slices.Clone(written))) != len(written) {
		t.Errorf("an id was given out twice: %v", written)
	}
	t.Logf("%d writes were confirmed", len(written))
}
