package runner

import (
	"context"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"understudy/steps/feature"
	"understudy/steps/report"
)

// startSpan starts the span of a scenario, as a child of that in ctx; without one there,
// it does nothing.
func startSpan(ctx context.Context, text *feature.Scenario) (context.Context, trace.Span) {
	return trace.SpanFromContext(ctx).TracerProvider().Tracer("understudy").Start(ctx, "scenario "+text.Address)
}

// endSpan ends the span of a scenario with its verdict. It is an error where the scenario
// fails, or could not be run.
func endSpan(span trace.Span, s *report.Scenario) {
	defer span.End()
	if !span.IsRecording() {
		return
	}
	span.SetAttributes(attribute.String("understudy.scenario", s.Address), attribute.String("understudy.verdict", string(s.Verdict)),
		attribute.StringSlice("understudy.promises", s.Promises), attribute.StringSlice("understudy.gaps", s.Gaps))
	if s.Reason.Kind != "" {
		span.SetAttributes(attribute.String("understudy.reason", string(s.Reason.Kind)))
	}
	var broken []string
	for _, f := range s.Failures {
		if f.Promise != "" {
			broken = append(broken, f.Promise)
		}
	}
	if broken != nil {
		span.SetAttributes(attribute.StringSlice("understudy.broken_promises", broken))
	}
	switch s.Verdict {
	case report.Fail:
		span.SetStatus(codes.Error, "broken promises: "+strings.Join(broken, ", "))
	case report.Error:
		span.SetStatus(codes.Error, "the scenario could not be run")
	}
}
