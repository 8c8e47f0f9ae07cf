package steps_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/target"
)

// TestTheTextOfANetworkErrorIsBoundedAndPlain serves garbage instead of a status
// line.
func TestTheTextOfANetworkErrorIsBoundedAndPlain(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	garbage := "##[set-output name=INJ]pwned \u009b31m\u202e" + strings.Repeat("garbage ", 10_000) + "\r\n\r\n"
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				_, _ = c.Read(make([]byte, 4096))
				_, _ = io.WriteString(c, garbage)
			}()
		}
	}()
	_, tg := recorded(t, nil)
	tg.BaseURL = "http://" + l.Addr().String()
	r := verify(t, tg, steps.Options{Tags: "@operation:list-topics"})
	for _, text := range texts(t, r) {
		if len(text) > 1000 || strings.Contains(text, "##[") || strings.ContainsAny(text, "\u009b\u202e") {
			t.Errorf("%q", text)
		}
	}
	if !strings.Contains(r.Closing(), "could be reached") {
		t.Error(r.Closing())
	}
}

// TestAnOperationThatIsSilentIsNotAskedAgain has one operation never respond: two
// timeouts decide its verdict, and the scenarios that need it are skipped.
func TestAnOperationThatIsSilentIsNotAskedAgain(t *testing.T) {
	rec, tg := recorded(t, nil)
	next := rec.next
	rec.next = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/topics") {
			<-r.Context().Done()
			return
		}
		next.ServeHTTP(w, r)
	})
	tg.Limits.RequestTimeout, tg.Limits.Concurrency = target.Duration(500*time.Millisecond), 1
	r := verify(t, tg, steps.Options{Tags: "@operation:list-topics or @promise:page-zero-is-one"})
	asked := 0
	for _, s := range rec.requests(http.MethodGet) {
		if strings.HasSuffix(s.path, "/topics") {
			asked++
		}
	}
	if asked != 2 {
		t.Errorf("it was asked %d times", asked)
	}
	for _, p := range r.Promises {
		if p.ID == "topics-are-listed" && p.Verdict != report.Fail {
			t.Errorf("%s: %s", p.Verdict, p.Reason)
		}
	}
	blocked := 0
	for _, s := range r.Scenarios {
		if s.Reason.Kind == report.Blocked && s.Reason.By == "topics-are-listed" && s.Reason.Text != "" {
			blocked++
		}
		if s.Verdict == report.Pass && len(s.Operations) == 1 && s.Operations[0] == spec.ListTopics {
			t.Errorf("%s passes", s.Address)
		}
	}
	if blocked < 5 {
		t.Errorf("%d scenarios are blocked", blocked)
	}
}

// TestAnInterruptedRunBlamesNoOperationForAnOutage ends a run after the first
// operation failed twice: whether the others fail too is unknown.
func TestAnInterruptedRunBlamesNoOperationForAnOutage(t *testing.T) {
	for _, interrupted := range []bool{true, false} {
		ctx, stop := context.WithCancel(t.Context())
		failed := 0
		_, tg := recorded(t, func(w http.ResponseWriter, r *http.Request, _ string) bool {
			if !strings.HasSuffix(r.URL.Path, "/topics") {
				return false
			}
			w.WriteHeader(http.StatusInternalServerError)
			failed++
			return true
		})
		tg.Limits.Concurrency = 1
		r := verifyUntil(ctx, t, tg, steps.Options{Tags: "@operation:list-topics or @promise:page-zero-is-one", OnScenario: func(report.Scenario) {
			if failed >= 2 && interrupted {
				stop()
			}
		}})
		stop()
		if r.Interrupted != interrupted || (r.Summary.Fail > 0) == interrupted {
			t.Errorf("interrupted %t: %+v", interrupted, r.Summary)
		}
	}
}

// TestALostPublishingIsNoRejection loses the response to the first publishing of the
// connector: the rejection of its retry proves nothing.
func TestALostPublishingIsNoRejection(t *testing.T) {
	lost := false
	rec, tg := recorded(t, nil)
	next := rec.next
	rec.next = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r)
		if r.Method == http.MethodPut && !lost && w.(*httptest.ResponseRecorder).Code < 300 {
			lost = true
			panic(http.ErrAbortHandler)
		}
		if r.Method == http.MethodPut && lost {
			w.Header().Del("Content-Length")
			w.(*httptest.ResponseRecorder).Code = http.StatusConflict
			w.(*httptest.ResponseRecorder).Body = bytes.NewBufferString(`{"status":"error"}`)
		}
	})
	r := verify(t, tg, steps.Options{Tags: "@operation:publish-connector and not @operation:update-connector", Concurrency: 1})
	said := false
	for _, s := range r.Scenarios {
		if s.Verdict == report.Fail {
			t.Errorf("%s: %s", s.Address, s.Reason)
		}
		said = said || strings.Contains(s.Reason.Text, "it may have been done")
	}
	if !lost || !said {
		t.Errorf("lost %t, said %t", lost, said)
	}
}

// TestALimitOfUpdatesIsNotTheFaultOfWhatCameBefore has a deployment that accepts some updates of
// connectors and none after them, as where a plan is used up.
func TestALimitOfUpdatesIsNotTheFaultOfWhatCameBefore(t *testing.T) {
	for _, most := range []int64{5, 12, 40} {
		rec, tg := recorded(t, nil)
		next := rec.next
		var updates atomic.Int64
		rec.next = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPatch && strings.Contains(r.URL.Path, "/connectors/") && updates.Add(1) > most {
				http.Error(w, `{"status":"error"}`, http.StatusPaymentRequired)
				return
			}
			next.ServeHTTP(w, r)
		})
		r := verify(t, tg, steps.Options{Tags: "@operation:update-connector or @operation:publish-connector"})
		for _, p := range r.Promises {
			if p.Verdict == report.Fail {
				t.Errorf("%d updates: %s: %s", most, p.ID, p.Reason.Text)
			}
		}
	}
}
