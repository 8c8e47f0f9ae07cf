//go:build unix

package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
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
	ctx, cancel := context.WithTimeout(f.Context(), 2*time.Minute)
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
