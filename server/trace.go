package server

import (
	"net/http"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"understudy/server/api"
	"understudy/server/journal"
	"understudy/server/sandbox"
	"understudy/spec"
)

// span starts the span of a request, as a child of the span that its header traceparent
// names. It has nothing that a client sent but the method, and the path as logs show it.
func (s *Server) span(r *http.Request, prefix string, start time.Time) trace.Span {
	ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
	_, span := s.tracer.Start(ctx, safeMethod(r), trace.WithSpanKind(trace.SpanKindServer), trace.WithTimestamp(start))
	if span.IsRecording() {
		id := strings.TrimPrefix(prefix, sandboxPrefix)
		if id == "" {
			id = sandbox.Default
		}
		span.SetAttributes(attribute.String("http.request.method", safeMethod(r)), attribute.String("url.path", s.safePath(r)),
			attribute.String("understudy.sandbox", id))
	}
	return span
}

// endSpan ends the span of a request with what its exchange shows.
func endSpan(span trace.Span, method string, e *journal.Exchange) {
	defer span.End()
	if !span.IsRecording() {
		return
	}
	if route := routeOf(e.Operation); route != "" {
		span.SetName(method + " " + route)
		span.SetAttributes(attribute.String("http.route", route), attribute.String("understudy.operation", e.Operation))
	}
	if e.Status > 0 {
		span.SetAttributes(attribute.Int("http.response.status_code", e.Status))
	}
	var gaps []string
	for _, d := range e.Dependences() {
		gaps = append(gaps, d.Gap+"="+d.Variant)
	}
	if gaps != nil {
		span.SetAttributes(attribute.StringSlice("understudy.gaps", gaps))
	}
	if e.FaultKinds != nil {
		span.SetAttributes(attribute.StringSlice("understudy.faults", e.FaultKinds))
	}
	switch {
	case e.Status == 0:
		span.SetStatus(codes.Error, "no response")
	case e.Status >= http.StatusInternalServerError:
		span.SetStatus(codes.Error, "")
	}
}

// routeOf is the template of an operation's path; empty for no operation.
func routeOf(operation string) string {
	if o, ok := spec.OperationByID(operation); ok {
		return o.Path
	}
	if spec.IsCallable(operation) {
		return api.EditorPath
	}
	return ""
}
