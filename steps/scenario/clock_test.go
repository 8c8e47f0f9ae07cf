package scenario

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"understudy/steps/client"
	"understudy/steps/target"
)

func TestTheControlAPIHasToRespondInTime(t *testing.T) {
	ended := make(chan struct{})
	silent := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-ended }))
	defer silent.Close()
	defer close(ended)
	s := controlled(t, silent.URL, time.Millisecond)
	if err := s.Advance(time.Hour); err == nil || !strings.Contains(err.Error(), "control_url: POST /clock/advance: no response") || !strings.Contains(err.Error(), "limits.request_timeout") {
		t.Error(err)
	}
}

func TestAFaultOfAnInterruptedScenarioIsRemoved(t *testing.T) {
	var requests []string
	fake := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests = append(requests, r.Method+" "+r.URL.String())
		_, _ = w.Write([]byte(`{"id":3}`))
	}))
	defer fake.Close()
	s := controlled(t, fake.URL+"/_understudy?sandbox=a", time.Minute)
	var interrupt context.CancelFunc
	s.Ctx, interrupt = context.WithCancel(s.Ctx)
	if err := s.SetFault(`{"status":503}`); err != nil {
		t.Fatal(err)
	}
	interrupt()
	s.runEndings()
	if got := strings.Join(requests, ", "); got != "POST /_understudy/faults?sandbox=a, DELETE /_understudy/faults/3?sandbox=a" {
		t.Error(got)
	}
}

// controlled is a scenario on a target with a control_url.
func controlled(t *testing.T, control string, timeout time.Duration) *Scenario {
	t.Helper()
	tg := target.Target{BaseURL: "http://127.0.0.1:1", ControlURL: control, Limits: target.Limits{RequestTimeout: target.Duration(timeout)}}
	c, err := client.New(tg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return &Scenario{Ctx: t.Context(), run: &Run{Target: tg, Client: c}}
}
