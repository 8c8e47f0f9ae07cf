package server_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"understudy/server"
	"understudy/server/internal/testkit"
	"understudy/server/journal"
)

// traced opens a fake that records its spans.
func traced(t *testing.T, o server.Options) (testkit.Fake, *tracetest.SpanRecorder) {
	t.Helper()
	recorded := tracetest.NewSpanRecorder()
	o.Control, o.Tracer = true, sdk.NewTracerProvider(sdk.WithSpanProcessor(recorded)).Tracer("test")
	return testkit.Open(t, o), recorded
}

// attributesOf are the attributes of a span, as texts.
func attributesOf(s sdk.ReadOnlySpan) map[string]string {
	all := map[string]string{}
	for _, a := range s.Attributes() {
		all[string(a.Key)] = a.Value.String()
	}
	return all
}

func TestEachRequestIsASpan(t *testing.T) {
	for _, limits := range []*journal.Limits{nil, {}} {
		f, recorded := traced(t, server.Options{Journal: limits})
		f.Control("POST", "sandboxes", `{"id":"other"}`)
		f.PostSegment(f.SegmentBody())
		f.ListInvitations("?per_page=500")
		f.Do("GET", "/s/other/api/v1/nothing", "")
		f.Do("GET", "/s/nobody/api/v1/invitations", "")
		f.Get("/embed/segment")
		f.SetFault(`{"latency":"1ms","status":503}`)
		f.ListInvitations("")
		want := []struct{ name, operation, status, sandbox string }{
			{"POST /api/v1/sources/{source_id}/filter_segments", "create-segment", "201", "default"},
			{"GET /api/v1/invitations", "list-invitations", "200", "default"},
			{"GET", "", "404", "other"},
			{"GET", "", "404", "default"},
			{"GET /embed/segment", "editor:load", "404", "default"},
			{"GET /api/v1/invitations", "list-invitations", "503", "default"},
		}
		spans := recorded.Ended()
		if len(spans) != len(want) {
			t.Fatalf("%d spans, want %d", len(spans), len(want))
		}
		for i, s := range spans {
			a := attributesOf(s)
			if s.Name() != want[i].name || a["understudy.operation"] != want[i].operation || a["http.response.status_code"] != want[i].status ||
				a["understudy.sandbox"] != want[i].sandbox || !s.EndTime().After(s.StartTime()) {
				t.Errorf("the span is %s %v, want %v", s.Name(), a, want[i])
			}
		}
		if gaps := attributesOf(spans[1])["understudy.gaps"]; !strings.Contains(gaps, `"per-page-over-max=clamp"`) {
			t.Errorf("the gaps are %s", gaps)
		}
		failed := spans[5]
		if failed.Status().Code != codes.Error || attributesOf(failed)["understudy.faults"] != `["latency","status"]` || spans[2].Status().Code == codes.Error {
			t.Errorf("the fault is %v %v", failed.Status(), attributesOf(failed))
		}
	}
}

func TestASpanContinuesTheTraceOfItsClient(t *testing.T) {
	f, recorded := traced(t, server.Options{})
	f.ListInvitations("")
	f.Do("GET", testkit.InvitationsPath, "", testkit.AddHeader("Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"))
	f.Do("GET", testkit.InvitationsPath, "", testkit.AddHeader("Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"))
	f.Do("GET", testkit.InvitationsPath, "", testkit.AddHeader("Traceparent", "nonsense"))
	spans := recorded.Ended()
	if len(spans) != 3 { // the client does not sample the third
		t.Fatalf("%d spans", len(spans))
	}
	for i, want := range []string{"", "b7ad6b7169203331", ""} {
		parent := spans[i].Parent()
		if got := parent.SpanID().String(); parent.IsValid() != (want != "") || want != "" && got != want {
			t.Errorf("the parent of span %d is %s, want %q", i, got, want)
		}
	}
}

func TestNoSpanHasASecret(t *testing.T) {
	f, recorded := traced(t, server.Options{})
	secrets := append(f.SendSecrets(), "example.com", "Reachable")
	f.PostSegment(f.SegmentBody("name", testkit.Quoted("Reachable")))
	f.Do("SECRET-METHOD", "/api/v1/SECRET-PATH?SECRET-QUERY", "SECRET-BODY", testkit.AddHeader("X-Note", "SECRET-HEADER"))
	spans := recorded.Ended()
	if len(spans) < 20 {
		t.Fatalf("%d spans only", len(spans))
	}
	for _, s := range spans {
		shown := fmt.Sprint(s.Name(), s.Status(), s.Events(), attributesOf(s))
		if i := slices.IndexFunc(append(secrets, "SECRET"), func(secret string) bool { return strings.Contains(shown, secret) }); i >= 0 {
			t.Errorf("%s shows a secret", shown)
		}
	}
}

func TestAHandlerThatBreaksDownEndsItsSpan(t *testing.T) {
	f, recorded := traced(t, server.Options{})
	f.SetFault(`{"silence":"1ms"}`)
	func() {
		defer func() { _ = recover() }()
		f.ListInvitations("")
	}()
	if spans := recorded.Ended(); len(spans) != 1 || spans[0].Status().Code != codes.Error || spans[0].Status().Description != "no response" {
		t.Errorf("the spans are %v", spans)
	}
}
