package main

import (
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// served runs a handler in place of a server process: its process is the test's own.
func served(t *testing.T, h http.HandlerFunc) *process {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return &process{address: s.Listener.Addr().String(), command: &exec.Cmd{Process: &os.Process{Pid: os.Getpid()}}}
}

func TestAnUnexpectedResponseEndsTheRun(t *testing.T) {
	for name, c := range map[string]struct {
		respond http.HandlerFunc
		says    string
	}{
		"a rejection":    {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusUnauthorized) }, "HTTP 401, want 200: no"},
		"a short body":   {responding("pag"), "a body of 3 bytes that differs from the first one of 4"},
		"another body":   {responding("pagE"), "differs from the first one"},
		"chunks":         {chunked, "without a Content-Length"},
		"a cut off body": {cutOff, "a body of 4 bytes"},
		"a hang-up":      {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "EOF"},
	} {
		t.Run(name, func(t *testing.T) {
			p := served(t, c.respond)
			e := exchange{request("GET", p.address, "/", "", ""), 200, []byte("page"), 0}
			_, err := drive(p, [][]exchange{{e}, {e}}, time.Millisecond)
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, want %q", err, c.says)
			}
		})
	}
}

func responding(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(body)) }
}

func chunked(w http.ResponseWriter, _ *http.Request) {
	w.(http.Flusher).Flush()
	w.Write([]byte("page"))
}

func cutOff(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "4")
	w.Write([]byte("pa"))
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

func TestABodyThatVariesMustBeLongEnough(t *testing.T) {
	e := exchange{status: 201, atLeast: 4}
	if err := e.check(201, []byte("1234")); err != nil {
		t.Error(err)
	}
	if err := e.check(201, []byte("123")); err == nil {
		t.Error("a short one passed")
	}
}

func TestEachConnectionSendsItsScriptInTurn(t *testing.T) {
	var got []string
	p := served(t, func(w http.ResponseWriter, r *http.Request) {
		if len(got) == 3 {
			panic(http.ErrAbortHandler) // so that it ends, long before its time
		}
		got = append(got, r.Method+" "+r.URL.Path+" "+r.Header.Get("Authorization"))
		w.Write([]byte("page"))
	})
	c, err := dial(p.address, []exchange{
		{request("GET", p.address, "/a", "secret", ""), 200, []byte("page"), 0},
		{request("POST", p.address, "/b", "secret", "{}"), 200, nil, 4},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer c.conn.Close()
	if err := c.work(time.Now().Add(time.Hour)); err == nil || !strings.Contains(err.Error(), "response 4") {
		t.Error(err)
	}
	if want := []string{"GET /a Bearer secret", "POST /b Bearer secret", "GET /a Bearer secret"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if len(c.took) != len(got) {
		t.Errorf("%d times of %d responses", len(c.took), len(got))
	}
}

func TestAServerThatIsGoneIsAnError(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if _, err := drive(&process{address: l.Addr().String()}, [][]exchange{{{}}}, time.Millisecond); err == nil {
		t.Error("no error")
	}
}
