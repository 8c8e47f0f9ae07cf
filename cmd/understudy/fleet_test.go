//go:build unix

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"understudy/fixtures"
)

const fleetToken = "the-control-token-of-the-fleet"

// fleet is a load balancer before some fakes.
type fleet struct {
	*testing.T
	base   string
	client *http.Client
	fakes  []*fleetFake
}

// fleetFake is a fake of a fleet: a process of its own.
type fleetFake struct {
	cmd  *exec.Cmd
	addr string
	// state is the file of --state.
	state string
}

// startHAProxy starts HAProxy with the file of the repository before four addresses, and
// returns its base URL.
func startHAProxy(t *testing.T, fakes []string) string {
	t.Helper()
	hasProgram(t, "haproxy")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	inherited, err := l.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer inherited.Close()
	cmd := exec.CommandContext(t.Context(), "haproxy", "-db", "-f", filepath.Join(deploy, "haproxy", "haproxy.cfg"))
	cmd.ExtraFiles = []*os.File{inherited} // file descriptor 3
	cmd.Env = append(os.Environ(), "FLEET_LISTEN=fd@3")
	for i, addr := range fakes {
		cmd.Env = append(cmd.Env, fmt.Sprintf("FAKE_%d=%s", i+1, addr))
	}
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("HAProxy: %s", &said)
		}
	})
	return "http://" + l.Addr().String()
}

// openFleet starts four fakes and HAProxy before them.
func openFleet(t *testing.T) *fleet {
	t.Helper()
	hasProgram(t, "haproxy")
	f := &fleet{T: t, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}, Timeout: 30 * time.Second}}
	t.Cleanup(f.client.CloseIdleConnections)
	var at []string
	for range 4 {
		fake := &fleetFake{addr: "127.0.0.1:0", state: filepath.Join(t.TempDir(), "state.json")}
		f.start(fake)
		f.fakes, at = append(f.fakes, fake), append(at, fake.addr)
	}
	f.base = startHAProxy(t, at)
	return f
}

// start starts a fake at its address; a fake that was there before has it again.
func (f *fleet) start(fake *fleetFake) {
	f.Helper()
	fake.cmd = exec.CommandContext(f.Context(), commandFile(f.T), "serve", "--addr", fake.addr, "--state", fake.state)
	fake.cmd.Env = append(os.Environ(), "UNDERSTUDY_CONTROL_TOKEN="+fleetToken)
	out, err := fake.cmd.StdoutPipe()
	if err == nil {
		err = fake.cmd.Start()
	}
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { f.end(fake, syscall.SIGKILL) })
	at := controlURLIn(f.T, out)
	fake.addr = strings.TrimSuffix(strings.TrimPrefix(at, "http://"), "/_understudy")
	go func() { _, _ = io.Copy(io.Discard, out) }()
}

// end ends a fake by a signal, and waits for that.
func (f *fleet) end(fake *fleetFake, by os.Signal) {
	_ = fake.cmd.Process.Signal(by)
	_ = fake.cmd.Wait()
}

// ask sends a request and returns the HTTP status and the body; the status is 0 without a
// response. Requests of the control API have its token, others that of the world.
func (f *fleet) ask(method, url, body string) (int, string) {
	req, err := http.NewRequestWithContext(f.Context(), method, url, strings.NewReader(body))
	if err != nil {
		f.Error(err)
		return 0, ""
	}
	token := fleetToken
	if !strings.Contains(url, "/_understudy/") {
		w := fixtures.Default()
		if token = w.Workspaces[0].Token; strings.Contains(url, "/invitations") {
			token = w.Users[0].Token
		}
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", "application/json")
	res, err := f.client.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, err.Error()
	}
	return res.StatusCode, string(text)
}

// must is ask for a request that has to succeed.
func (f *fleet) must(method, url, body string) string {
	f.Helper()
	status, text := f.ask(method, url, body)
	if status/100 != 2 {
		f.Errorf("%s %s %s: %d %s", method, url, body, status, text)
	}
	return text
}

// poll repeats a request until its status is wanted; others that are in passing are
// allowed, and no further one.
func (f *fleet) poll(method, url string, wanted int, inPassing ...int) string {
	f.Helper()
	ctx, cancel := context.WithTimeout(f.Context(), 30*time.Second)
	defer cancel()
	for {
		status, text := f.ask(method, url, "")
		switch {
		case status == wanted:
			return text
		case !slices.Contains(inPassing, status), ctx.Err() != nil:
			f.Fatalf("%s %s: %d %s, want %d", method, url, status, text, wanted)
		}
	}
}

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

// TestAFleetKeepsTheDefaultWorldInARollingRestart restarts one fake after the other
// while a client writes to the default sandbox. What was confirmed must be there.
func TestAFleetKeepsTheDefaultWorldInARollingRestart(t *testing.T) {
	f := openFleet(t)
	segments := f.base + "/api/v1/sources/4120/filter_segments"
	confirmed, restarted := make(chan []string), make(chan struct{})
	go func() {
		var all []string
		for n, after := 0, false; !after || n < 20; n++ {
			select {
			case <-restarted:
				after = true
			default:
			}
			status, says := f.ask("POST", segments, fmt.Sprintf(`{"name":"written-%d","molecules":[],"dataset_id":8801}`, n))
			switch status {
			case http.StatusCreated:
				all = append(all, says)
			case 0, http.StatusBadGateway, http.StatusServiceUnavailable:
			default:
				t.Errorf("a write got %d %s", status, says)
			}
		}
		confirmed <- all
	}()
	for i, fake := range f.fakes {
		f.end(fake, syscall.SIGTERM)
		if code := fake.cmd.ProcessState.ExitCode(); code != 0 {
			t.Errorf("fake %d ended with exit code %d", i+1, code)
		}
		f.start(fake)
	}
	close(restarted)
	written := <-confirmed
	f.poll("GET", f.base+"/api/v1/invitations", 200, 502, 503)
	if len(written) < 20 {
		t.Errorf("only %d writes were confirmed", len(written))
	}
	for _, says := range written {
		var made struct{ Data struct{ ID int } }
		if err := json.Unmarshal([]byte(says), &made); err != nil || made.Data.ID == 0 {
			t.Fatalf("%s: %v", says, err)
		}
		f.must("GET", fmt.Sprintf("%s/%d", segments, made.Data.ID), "")
	}
	t.Logf("%d writes were confirmed during four restarts", len(written))
}
