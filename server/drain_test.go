package server_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"understudy/server"
	"understudy/server/internal/testkit"
)

// pipes is a listener whose connections are pipes, for a bubble of synctest.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error { close(p.closed); return nil }

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }

// dial is how a client connects.
func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case p.conns <- far:
		return near, nil
	case <-p.closed:
		return nil, errors.New("nobody listens")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// draining is a fake that serves until stop is called.
type draining struct {
	*testing.T
	client *http.Client
	stop   context.CancelFunc
	// ended gets the error of Serve.
	ended chan error
	log   *bytes.Buffer
}

// drain serves a fake whose path /slow takes a while.
func drain(t *testing.T, d server.Drain, slow time.Duration) draining {
	f := testkit.OpenControlled(t)
	p := &pipes{make(chan net.Conn), make(chan struct{})}
	ctx, stop := context.WithCancel(t.Context())
	served := draining{t, &http.Client{Transport: &http.Transport{DialContext: p.dial}}, stop, make(chan error, 1), new(bytes.Buffer)}
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			time.Sleep(slow) // in the bubble's time
		}
		f.ServeHTTP(w, r)
	})
	go func() { served.ended <- server.Serve(ctx, p, h, slog.New(slog.NewTextHandler(served.log, nil)), d) }()
	synctest.Wait()
	return served
}

// get returns the status of a response, whether it closes its connection, and its body.
func (d draining) get(path string) (status int, closes bool, body string) {
	resp, err := d.client.Get("http://fake" + path)
	if err != nil {
		return 0, true, err.Error()
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, resp.Close, string(text)
}

func TestAStoppingFakeIsNotReadyAndServesOnForTheDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := drain(t, server.Drain{Delay: 5 * time.Second, Limit: time.Second}, 0)
		const ready, health, list = "/_understudy/readyz", "/_understudy/healthz", "/api/v1/invitations"
		for path, want := range map[string]int{ready: 200, health: 200, list: 401} {
			if got, closes, _ := d.get(path); got != want || closes {
				t.Errorf("%s: HTTP %d, want %d; it closes the connection: %t", path, got, want, closes)
			}
		}
		start := time.Now()
		d.stop()
		for path, want := range map[string]int{ready: 503, health: 200, list: 401} {
			if got, closes, body := d.get(path); got != want || !closes || want == 503 && !strings.Contains(body, "the fake is stopping") {
				t.Errorf("while it stops, %s: HTTP %d %s, want %d; it closes the connection: %t", path, got, body, want, closes)
			}
		}
		err := <-d.ended
		if took := time.Since(start); err != nil || took < 5*time.Second || took > 6*time.Second {
			t.Errorf("it ended after %s: %v", took, err)
		}
		if got, _, _ := d.get(health); got != 0 {
			t.Errorf("it still responds with HTTP %d", got)
		}
	})
}

func TestAStoppingFakeWaitsForRequestsUnderWay(t *testing.T) {
	for rule, c := range map[string]struct {
		limit, takes time.Duration
		status       int
		logs         bool
	}{
		"one within the limit is completed": {10 * time.Second, 9 * time.Second, 404, false},
		"one beyond it is cut off":          {10 * time.Second, time.Minute, 0, true},
		"without a limit all are cut off":   {0, time.Minute, 0, true},
	} {
		t.Run(rule, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := drain(t, server.Drain{Limit: c.limit}, c.takes)
				status := make(chan int)
				go func() { got, _, _ := d.get("/slow"); status <- got }()
				synctest.Wait()
				start := time.Now()
				d.stop()
				if got := <-status; got != c.status {
					t.Errorf("HTTP %d, want %d", got, c.status)
				}
				err := <-d.ended
				if took := time.Since(start); err != nil || took > c.limit {
					t.Errorf("it ended after %s: %v", took, err)
				}
				if logs := strings.Contains(d.log.String(), "requests were cut off"); logs != c.logs {
					t.Errorf("it logs %q", d.log)
				}
				time.Sleep(c.takes) // in the bubble's time, until the handler ends
			})
		})
	}
}
