package fault_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"understudy/server/api"
	"understudy/server/internal/testkit"
)

func TestAFaultDelaysTheResponse(t *testing.T) {
	for _, c := range []struct {
		fault string
		want  time.Duration
	}{
		{`{"latency":{"seconds":90}}`, 90 * time.Second},
		{`{"latency":"1m30s"}`, 90 * time.Second},
		{`{"latency":0.2}`, 200 * time.Millisecond},
		{`{"latency":{"normal":["200ms","0s"]}}`, 200 * time.Millisecond},
		{`{"latency":{"uniform":["2s",2]},"status":400}`, 2 * time.Second},
		{`{"latency":"2s","bytes_per_second":1}`, 19 * time.Second},
		{`{"bytes_per_second":1}`, 17 * time.Second},
		{`{"bytes_per_second":100}`, 100 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := testkit.OpenControlled(t)
			f.Choose("error-body=status-only") // 18 bytes
			f.SetFault(c.fault)
			start := time.Now()
			a := f.ListInvitations("?page=x")
			if took := time.Since(start); took != c.want {
				t.Errorf("%s: it took %s, want %s", c.fault, took, c.want)
			}
			if a.String() != `400 {"status":"error"}` {
				t.Error(a)
			}
		})
	}
}

func TestAStoppingServerEndsDelayedRequests(t *testing.T) {
	for rule, fault := range map[string]string{"silence": `{"silence":600}`, "latency": `{"latency":{"seconds":600}}`} {
		f := testkit.OpenControlled(t)
		f.SetFault(fault)
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		stopped := make(chan error, 1)
		go func() { stopped <- f.Serve(ctx, l) }()
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: 0\r\n\r\n", f.SegmentsPath(), f.TestData().WorkspaceToken)
		for f.Home().Faults().All()[0].Hits == 0 { // the request has arrived
		}
		stop()
		if err := <-stopped; err != nil {
			t.Errorf("%s: %v", rule, err)
		}
		if received, err := io.ReadAll(conn); len(received) > 0 {
			t.Errorf("%s: the server stops with %q, %v", rule, received, err)
		}
		if err := conn.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestACancelledRequestHasNoEffect(t *testing.T) {
	for rule, fault := range map[string]string{"silence": `{"silence":600}`, "latency": `{"latency":{"seconds":600}}`} {
		f := testkit.OpenControlled(t)
		f.SetFault(fault)
		site := httptest.NewServer(f)
		ctx, giveUp := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, "POST", site.URL+f.SegmentsPath(), strings.NewReader(f.SegmentBody()))
		if err != nil {
			t.Fatal(err)
		}
		testkit.Bearer(f.TestData().WorkspaceToken)(r)
		gone := make(chan error)
		go func() { _, err := site.Client().Do(r); gone <- err }()
		for f.Home().Faults().All()[0].Hits == 0 { // the request has arrived
		}
		giveUp()
		if err := <-gone; err == nil {
			t.Errorf("%s: there is a response", rule)
		}
		ended, cancel := context.WithTimeout(t.Context(), time.Minute)
		if !f.Home().Journal().Wait(ended, 0) {
			t.Fatalf("%s: the fake continues for a client that has disconnected", rule)
		}
		cancel()
		f.Control("DELETE", "faults", "")
		if a := f.Get(f.SegmentsPath() + "/2312"); a.Code != 404 {
			t.Errorf("%s: it is done: %s", rule, a)
		}
		site.Close()
	}
}

func TestADisconnectedClientIsNoticedAfterALargeBody(t *testing.T) {
	f := testkit.OpenControlled(t)
	f.SetFault(`{"silence":20}`)
	site := httptest.NewServer(f)
	defer site.Close()
	conn, err := net.Dial("tcp", site.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second)) // in case nobody reads
	const size = 5 * api.MaxBody
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", f.SegmentsPath(), size, strings.Repeat("x", size))
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if !f.Home().Journal().Wait(ended, 0) {
		t.Fatal("the fake continues for a client that has disconnected")
	}
	if got := f.Control("GET", "journal/1", "").Get("request.{size,cut}").Raw; got != fmt.Sprintf(`{"size":%d,"cut":true}`, size) {
		t.Errorf("the journal has %s", got)
	}
}
