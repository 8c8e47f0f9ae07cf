package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"understudy/cmd/understudy/internal/tracing/collector"
	"understudy/server"
	"understudy/server/mutant"
	"understudy/steps/target"
)

// parents records the headers traceparent of the requests to a deployment.
type parents struct {
	mu  sync.Mutex
	all []string
}

func (p *parents) before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		p.all = append(p.all, r.Header.Get("Traceparent"))
		p.mu.Unlock()
		next.ServeHTTP(w, r)
	})
}

func TestVerifySendsNoTraceparentWhereTracingIsOff(t *testing.T) {
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "")
	var p parents
	code, _, stderr := commandLine(t, "verify", "--target", deployment(t, p.before), "--tags", "@promise:page-zero-is-one")
	if code != 0 && code != 3 || len(p.all) < 5 || slices.ContainsFunc(p.all, func(s string) bool { return s != "" }) {
		t.Errorf("exit code %d, %q: %s", code, p.all, stderr)
	}
}

// TestVerifyIsATrace verifies a mutant, so that there is a failure.
func TestVerifyIsATrace(t *testing.T) {
	c := collector.Start(t)
	var p parents
	code, _, stderr := commandLine(t, "verify", "--quiet", "--tags", "@operation:list-invitations and not @writes", "--target", deployment(t, func(next http.Handler) http.Handler {
		m, ok := mutant.ByID("page-zero-is-two")
		if !ok {
			t.Fatal("the mutant is gone")
		}
		return p.before(m.Wrap(next.(*server.Server)))
	}))
	if code != 1 {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	byID, children := map[string]collector.Span{}, map[string]int{}
	var runs, scenarios, failed, requests int
	for _, s := range c.Spans(t) {
		byID[string(s.SpanId)] = s
		children[string(s.ParentSpanId)]++
	}
	for _, s := range byID {
		switch {
		case s.Name == "understudy-verify":
			runs++
			if len(s.ParentSpanId) != 0 || !s.Failed() || s.Attributes["understudy.exit_code"].GetIntValue() != 1 || s.Attributes["understudy.promises.fail"].GetIntValue() != 1 {
				t.Errorf("the run is %v", s)
			}
		case strings.HasPrefix(s.Name, "scenario "):
			scenarios++
			if byID[string(s.ParentSpanId)].Name != "understudy-verify" || s.Text("understudy.verdict") == "" || len(s.List("understudy.promises"))+len(s.List("understudy.gaps")) == 0 {
				t.Errorf("the scenario is %v", s)
			}
			if s.Text("understudy.verdict") == "fail" {
				failed++
				if !s.Failed() || !slices.Equal(s.List("understudy.broken_promises"), []string{"page-zero-is-one"}) || children[string(s.SpanId)] == 0 {
					t.Errorf("the failure is %v", s)
				}
			} else if s.Failed() {
				t.Errorf("an error without a failure: %v", s)
			}
		default:
			requests++
			if _, ok := byID[string(s.ParentSpanId)]; !ok || !strings.Contains(s.Name, " /api/v1/") || s.Text("url.full") == "" {
				t.Errorf("the request is %v", s)
			}
			if parent := fmt.Sprintf("00-%x-%x-01", s.TraceId, s.SpanId); !slices.Contains(p.all, parent) {
				t.Errorf("no request to the target has the traceparent %s", parent)
			}
		}
	}
	if runs != 1 || scenarios < 10 || failed != 1 || requests != len(p.all) {
		t.Errorf("%d runs, %d scenarios, %d of them failed, %d requests of %d", runs, scenarios, failed, requests, len(p.all))
	}
}

// TestNoTraceHasASecret verifies a whole deployment, and searches what is sent to the
// collector.
func TestNoTraceHasASecret(t *testing.T) {
	c := collector.Start(t)
	t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "api-key=CANARY1")
	var links sync.Map
	file := deployment(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			seen := httptest.NewRecorder()
			next.ServeHTTP(seen, r)
			if _, after, ok := strings.Cut(seen.Body.String(), "auth="); ok {
				auth, _, _ := strings.Cut(after, `"`)
				links.Store(auth, true)
			}
			maps.Copy(w.Header(), seen.Header())
			w.WriteHeader(seen.Code)
			_, _ = w.Write(seen.Body.Bytes())
		})
	})
	tg, err := target.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := commandLine(t, "verify", "--quiet", "--target", file); code != 0 && code != 3 {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	secrets := []string{tg.Tokens.Workspace, tg.Tokens.Personal, tg.Tokens.OtherWorkspace, tg.Tokens.Revoked, "CANARY", "account_id", "Bearer ", "@example"}
	for auth := range links.Range {
		secrets = append(secrets, auth.(string))
	}
	if len(secrets) < 9 || len(c.Spans(t)) < 500 {
		t.Fatalf("%d secrets, %d spans", len(secrets), len(c.Spans(t)))
	}
	for _, s := range secrets {
		if i := bytes.Index(c.Bytes(), []byte(s)); i >= 0 {
			t.Errorf("%q is sent: %q", s, c.Bytes()[max(0, i-100):i+len(s)])
		}
	}
}

func TestServeMakesASpanOfEachRequest(t *testing.T) {
	c := collector.Start(t)
	ready := filepath.Join(t.TempDir(), "ready.json")
	ctx, stop := context.WithCancel(t.Context())
	read, write := io.Pipe()
	done := make(chan int, 1)
	var stderr bytes.Buffer
	go func() {
		done <- run(ctx, []string{"serve", "--addr", "127.0.0.1:0", "--ready-file", ready}, strings.NewReader(""), write, &stderr)
		write.Close()
	}()
	banner := make([]byte, 1)
	_, _ = read.Read(banner) // it comes after the file
	go io.Copy(io.Discard, read)
	text, err := os.ReadFile(ready)
	if err != nil {
		t.Fatal(err)
	}
	base, _, _ := strings.Cut(strings.TrimPrefix(string(text), `{"base_url":"`), `"`)
	r, err := http.NewRequestWithContext(t.Context(), "GET", base+"/api/v1/invitations", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	stop()
	if code := <-done; code != 0 {
		t.Errorf("exit code %d: %s", code, stderr.String())
	}
	spans := c.Spans(t)
	if len(spans) != 1 || spans[0].Name != "GET /api/v1/invitations" || spans[0].TraceId[0] != 0x0a || spans[0].Attributes["http.response.status_code"].GetIntValue() != 401 ||
		spans[0].Resource["service.name"].GetStringValue() != "understudy" || len(spans[0].List("understudy.gaps")) == 0 {
		t.Errorf("the spans are %v: %s", spans, stderr.String())
	}
}
