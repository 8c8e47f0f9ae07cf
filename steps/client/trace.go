package client

import (
	"context"
	"net/http"
	"net/url"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"understudy/spec"
)

// scope names what made the spans.
const scope = "understudy"

// startSpan starts the span of a request, as a child of that in ctx. Without one there,
// the request and the span stay empty. Its URL is redacted as in a report.
func (c *Client) startSpan(ctx context.Context, e *Exchange, u *url.URL) (context.Context, trace.Span) {
	ctx, span := trace.SpanFromContext(ctx).TracerProvider().Tracer(scope).Start(ctx, e.Method, trace.WithSpanKind(trace.SpanKindClient))
	if span.IsRecording() {
		span.SetAttributes(attribute.String("http.request.method", e.Method), attribute.String("url.full", c.redact().url(u.String())))
		if o, ok := spec.OperationByID(e.Operation); ok {
			span.SetName(e.Method + " " + o.Path)
			span.SetAttributes(attribute.String("understudy.operation", o.ID))
		}
	}
	return ctx, span
}

// inject adds the header traceparent to a request to base_url's origin, if ctx has a span.
func (c *Client) inject(ctx context.Context, r *http.Request) {
	if c.SameOrigin(r.URL) {
		propagation.TraceContext{}.Inject(ctx, propagation.HeaderCarrier(r.Header))
	}
}

// endSpan ends the span of a request with its response. A rejection is no error: many
// scenarios expect one.
func (c *Client) endSpan(span trace.Span, e *Exchange) {
	defer span.End()
	if !span.IsRecording() {
		return
	}
	if e.Status > 0 {
		span.SetAttributes(attribute.Int("http.response.status_code", e.Status))
	}
	switch {
	case e.Err != nil:
		span.SetStatus(codes.Error, c.redact().Text(e.Err.Error()))
	case e.Broken():
		span.SetStatus(codes.Error, "")
	}
}
