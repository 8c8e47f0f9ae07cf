//go:build unix

package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"understudy/fixtures"
)

// underWay is a running fake with a request whose body it waits for.
type underWay struct {
	cmd  *exec.Cmd
	conn net.Conn
	// state is the file that it saves to.
	state string
}

// startUnderWay starts a fake and the request, and terminates the fake: it says that it
// shuts down.
func startUnderWay(t *testing.T, signal syscall.Signal) underWay {
	t.Helper()
	u := underWay{state: filepath.Join(t.TempDir(), "state.json")}
	cmd, said := startSaying(t, "serve", "--addr", "127.0.0.1:0", "--drain", "1h", "--state", u.state)
	u.cmd = cmd
	control := controlURLIn(t, said)
	conn, err := net.Dial("tcp", strings.TrimSuffix(strings.TrimPrefix(control, "http://"), "/_understudy"))
	if err != nil {
		t.Fatal(err)
	}
	u.conn = conn
	t.Cleanup(func() { conn.Close() })
	// A server that waits for a body which is announced in this way asks for it.
	fmt.Fprintf(conn, "POST /api/v1/sources/4120/filter_segments HTTP/1.1\r\nHost: fake\r\nAuthorization: Bearer secret-token:EXAMPLEproduction0000701\r\n"+
		"Content-Type: application/json\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", len(underWayBody))
	if line, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.Contains(line, "100 Continue") {
		t.Fatalf("%q, %v", line, err)
	}
	if err := cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(said)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "understudy: shutting down") {
	}
	go func() { _, _ = io.Copy(io.Discard, said) }()
	return u
}

const underWayBody = `{"name":"Under way","dataset_id":8801,"molecules":[]}`

func TestARequestUnderWayIsCompletedAndSavedBeforeTheFakeEnds(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		u := startUnderWay(t, signal)
		if _, err := io.WriteString(u.conn, underWayBody); err != nil {
			t.Fatal(err)
		}
		resp, err := http.ReadResponse(bufio.NewReader(u.conn), nil)
		if err != nil || resp.StatusCode != http.StatusCreated {
			t.Fatalf("%v, %v", resp, err)
		}
		if err := u.cmd.Wait(); err != nil {
			t.Errorf("%s: it ended by %v", signal, err)
		}
		w, err := fixtures.LoadState(u.state)
		if err != nil {
			t.Fatal(err)
		}
		if last := w.Segments[len(w.Segments)-1]; last.Name != "Under way" {
			t.Errorf("the last segment that was saved is %q", last.Name)
		}
	}
}

func TestASecondSignalDoesNotWaitForRequests(t *testing.T) {
	u := startUnderWay(t, syscall.SIGTERM)
	if err := u.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = u.cmd.Wait()
	if status, ok := u.cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() {
		t.Errorf("it ended by %v", u.cmd.ProcessState)
	}
}
