package client_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/target"
)

// echo responds with HTTP 503 to the path /broken, and records the headers traceparent.
func echo(t *testing.T) (url string, seen *[]string) {
	t.Helper()
	seen = new([]string)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*seen = append(*seen, r.Header.Get("Traceparent"))
		if r.URL.Path == "/broken" {
			w.WriteHeader(http.StatusNotImplemented)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL, seen
}

func TestRequestsHaveNoTraceparentWithoutASpan(t *testing.T) {
	url, seen := echo(t)
	c := newClient(t, url, nil)
	c.Once(t.Context(), client.Request{Method: "GET", Path: "/"})
	if len(*seen) != 1 || (*seen)[0] != "" {
		t.Errorf("the target gets %q", *seen)
	}
}

func TestEachRequestIsASpanOfItsScenario(t *testing.T) {
	url, seen := echo(t)
	elsewhere, foreign := echo(t)
	c := newClient(t, url, func(tg *target.Target) { tg.Tokens.Workspace = "CANARYtoken1" })
	recorded := tracetest.NewSpanRecorder()
	ctx, scenario := sdk.NewTracerProvider(sdk.WithSpanProcessor(recorded)).Tracer("test").Start(t.Context(), "scenario")
	for _, r := range []client.Request{
		{Method: "GET", Operation: spec.ListInvitations, Path: "/api/v1/invitations", Query: "token=CANARY2&email=CANARY3@CANARY4.com", Token: "CANARYtoken1", Scheme: client.Bearer},
		{Method: "PATCH", Path: "/CANARYtoken1", Body: []byte("CANARY5")},
		{Method: "GET", Path: "/broken"},
		{Method: "GET", URL: elsewhere + "/source?auth=CANARY6"},
		{Method: "GET", URL: "http://127.0.0.1:1/?auth=CANARY7"},
	} {
		c.Once(ctx, r)
	}
	spans := recorded.Ended()
	if len(spans) != 5 {
		t.Fatalf("%d spans", len(spans))
	}
	for i, s := range spans {
		shown := s.Name() + s.Status().Description
		for _, a := range s.Attributes() {
			shown += " " + string(a.Key) + "=" + a.Value.String()
		}
		if strings.Contains(shown, "CANARY") || !strings.Contains(shown, "url.full=http://") {
			t.Errorf("the span shows %s", shown)
		}
		if s.Parent().SpanID() != scenario.SpanContext().SpanID() || (s.Status().Code == codes.Error) != (i == 2 || i == 4) {
			t.Errorf("span %d has the parent %s and the status %v", i, s.Parent().SpanID(), s.Status())
		}
		if id := s.SpanContext().SpanID().String(); i < 3 && !strings.Contains((*seen)[i], s.SpanContext().TraceID().String()+"-"+id) {
			t.Errorf("request %d has traceparent %s, and not the span %s", i, (*seen)[i], id)
		}
	}
	if got := spans[0].Name(); got != "GET /api/v1/invitations" {
		t.Errorf("the name is %s", got)
	}
	if len(*foreign) != 1 || (*foreign)[0] != "" {
		t.Errorf("another origin gets %q", *foreign)
	}
}
