// Package tracing sends traces to an OpenTelemetry collector, by OTLP over HTTP. It is
// off unless the environment variables of OpenTelemetry name an endpoint.
//
// The server and the harness make spans with OpenTelemetry's API; only this package
// knows the SDK. It sends by itself, because the official exporter over HTTP would
// link gRPC: 12 MB, of which nothing is used.
//
// The command alone imports it. Start reading at Start.
package tracing

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// scope names what made the spans.
const scope = "understudy"

// Bounds of what waits to be sent, in spans, and of the time that the last spans take
// at the end.
const (
	maxQueue = 1 << 14
	lastSend = 5 * time.Second
)

// Tracing sends the spans of a process. A nil Tracing makes none.
type Tracing struct {
	provider *sdk.TracerProvider
	warn     func(error)
}

// Start turns tracing on if the environment says so; else it returns nil. A service is
// the name of the process in traces, unless OTEL_SERVICE_NAME has another. What is wrong
// with the environment, and the first spans that cannot be sent, cost a line on stderr
// each, and never more.
func Start(ctx context.Context, service, version string, stderr io.Writer) *Tracing {
	if !wanted() {
		return nil
	}
	warn := once(stderr)
	send, err := newSender()
	if err != nil {
		warn(err)
		return nil
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(warn))
	about, err := resource.New(ctx,
		resource.WithAttributes(attribute.String("service.name", service), attribute.String("service.version", version)),
		resource.WithTelemetrySDK(), resource.WithFromEnv())
	if err != nil {
		warn(err)
	}
	var batch []sdk.BatchSpanProcessorOption
	if os.Getenv("OTEL_BSP_MAX_QUEUE_SIZE") == "" {
		// A run makes thousands of spans within a second: the usual 2048 would lose some.
		batch = append(batch, sdk.WithMaxQueueSize(maxQueue))
	}
	return &Tracing{sdk.NewTracerProvider(sdk.WithResource(about), sdk.WithBatcher(otlptrace.NewUnstarted(send), batch...)), warn}
}

// wanted reports whether the environment turns tracing on.
func wanted() bool {
	named := cmp.Or(os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"), os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT")) != ""
	return named && !strings.EqualFold(os.Getenv("OTEL_SDK_DISABLED"), "true") && os.Getenv("OTEL_TRACES_EXPORTER") != "none"
}

// once returns a function that prints the first error.
func once(stderr io.Writer) func(error) {
	var first sync.Once
	return func(err error) {
		first.Do(func() { fmt.Fprintf(stderr, "understudy: traces are not sent: %v\n", err) })
	}
}

// Tracer makes spans; nil where tracing is off.
func (t *Tracing) Tracer() trace.Tracer {
	if t == nil {
		return nil
	}
	return t.provider.Tracer(scope)
}

// begin begins the span of a command, as a child of that in the environment variable
// TRACEPARENT if it is set. Where tracing is off it returns ctx.
func (t *Tracing) begin(ctx context.Context, name string) (context.Context, trace.Span) {
	if t == nil {
		return ctx, trace.SpanFromContext(ctx)
	}
	parent := propagation.MapCarrier{"traceparent": os.Getenv("TRACEPARENT"), "tracestate": os.Getenv("TRACESTATE")}
	return t.Tracer().Start(propagation.TraceContext{}.Extract(ctx, parent), name)
}

// Stop sends what is left, for at most 5 seconds.
func (t *Tracing) Stop() {
	if t == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), lastSend)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		t.warn(err)
	}
}

// Run runs a command within a span, and sends it all. The span is an error where the exit
// code is not 0, or there is an error, whose text it does not have.
func Run(ctx context.Context, service, version string, stderr io.Writer, run func(context.Context) (exit int, err error)) (exit int, err error) {
	t := Start(ctx, service, version, stderr)
	defer t.Stop()
	ctx, span := t.begin(ctx, service)
	defer span.End()
	exit, err = run(ctx)
	switch {
	case err != nil:
		span.SetStatus(codes.Error, "the command ended with an error")
	case exit != 0:
		span.SetStatus(codes.Error, fmt.Sprintf("exit code %d", exit))
	}
	span.SetAttributes(attribute.Int("understudy.exit_code", exit))
	return exit, err
}
