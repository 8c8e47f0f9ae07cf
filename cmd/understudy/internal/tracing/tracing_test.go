package tracing_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"understudy/cmd/understudy/internal/tracing"
	"understudy/cmd/understudy/internal/tracing/collector"
)

// trace makes one span, and returns what was printed.
func trace(t *testing.T) string {
	t.Helper()
	var stderr bytes.Buffer
	if _, err := tracing.Run(t.Context(), "test", "1.0", &stderr, func(context.Context) (int, error) { return 0, nil }); err != nil {
		t.Fatal(err)
	}
	return stderr.String()
}

func TestTracingIsOffUnlessAnEndpointIsNamed(t *testing.T) {
	for rule, env := range map[string]map[string]string{
		"without an endpoint": {"OTEL_EXPORTER_OTLP_ENDPOINT": "", "OTEL_SERVICE_NAME": "other"},
		"where it is off":     {"OTEL_SDK_DISABLED": "TRUE"},
		"without an exporter": {"OTEL_TRACES_EXPORTER": "none"},
	} {
		t.Run(rule, func(t *testing.T) {
			c := collector.Start(t)
			for name, value := range env {
				t.Setenv(name, value)
			}
			if tr := tracing.Start(t.Context(), "test", "1.0", nil); tr != nil || tr.Tracer() != nil {
				t.Error("it is on")
			}
			if said := trace(t); said != "" || len(c.Requests()) > 0 {
				t.Errorf("it sends %d requests and prints %q", len(c.Requests()), said)
			}
		})
	}
}

func TestTheEnvironmentIsFollowed(t *testing.T) {
	for rule, c := range map[string]struct {
		env   map[string]string
		check func(r *http.Request, s collector.Span) bool
	}{
		"the default": {nil, func(r *http.Request, s collector.Span) bool {
			return r.URL.Path == "/v1/traces" && r.Header.Get("Content-Type") == "application/x-protobuf" && r.Header.Get("Content-Encoding") == "" &&
				s.Resource["service.name"].GetStringValue() == "test" && s.Resource["service.version"].GetStringValue() == "1.0" &&
				len(s.ParentSpanId) == 0 && s.Name == "test"
		}},
		"the endpoint of traces": {map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "URL/own"}, func(r *http.Request, _ collector.Span) bool { return r.URL.Path == "/own" }},
		"headers": {map[string]string{"OTEL_EXPORTER_OTLP_HEADERS": "api-key=a%20b, x=1"}, func(r *http.Request, _ collector.Span) bool {
			return r.Header.Get("Api-Key") == "a b" && r.Header.Get("X") == "1"
		}},
		"compression": {map[string]string{"OTEL_EXPORTER_OTLP_COMPRESSION": "gzip"}, func(r *http.Request, _ collector.Span) bool {
			return r.Header.Get("Content-Encoding") == "gzip"
		}},
		"the name": {map[string]string{"OTEL_SERVICE_NAME": "other"}, func(_ *http.Request, s collector.Span) bool {
			return s.Resource["service.name"].GetStringValue() == "other"
		}},
		"attributes": {map[string]string{"OTEL_RESOURCE_ATTRIBUTES": "team=a,service.version=2"}, func(_ *http.Request, s collector.Span) bool {
			return s.Resource["team"].GetStringValue() == "a" && s.Resource["service.version"].GetStringValue() == "2"
		}},
		"the parent": {map[string]string{"TRACEPARENT": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}, func(_ *http.Request, s collector.Span) bool {
			return s.ParentSpanId[0] == 0xb7 && s.TraceId[0] == 0x0a
		}},
	} {
		t.Run(rule, func(t *testing.T) {
			got := collector.Start(t)
			for name, value := range c.env {
				t.Setenv(name, strings.ReplaceAll(value, "URL", got.URL))
			}
			if said := trace(t); said != "" {
				t.Errorf("it prints %s", said)
			}
			if spans := got.Spans(t); len(spans) != 1 || !c.check(got.Requests()[0], spans[0]) {
				t.Errorf("%v %v %v", got.Requests()[0].URL, got.Requests()[0].Header, spans)
			}
		})
	}
}

func TestASamplerIsFollowed(t *testing.T) {
	c := collector.Start(t)
	t.Setenv("OTEL_TRACES_SAMPLER", "always_off")
	if said := trace(t); said != "" || len(c.Requests()) > 0 {
		t.Errorf("it sends %d requests and prints %s", len(c.Requests()), said)
	}
}

func TestAnInvalidEnvironmentCostsOneLine(t *testing.T) {
	for name, value := range map[string]string{
		"OTEL_EXPORTER_OTLP_ENDPOINT": "localhost:4318-SECRET", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc", "OTEL_EXPORTER_OTLP_HEADERS": "SECRET",
		"OTEL_EXPORTER_OTLP_TIMEOUT": "soon", "OTEL_EXPORTER_OTLP_COMPRESSION": "zstd", "OTEL_TRACES_EXPORTER": "zipkin",
		"OTEL_EXPORTER_OTLP_CERTIFICATE": "missing.pem", "OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE": "missing.pem",
	} {
		t.Run(name, func(t *testing.T) {
			c := collector.Start(t)
			t.Setenv(name, value)
			said := trace(t)
			if !strings.HasPrefix(said, "understudy: traces are not sent: "+name+": ") || strings.Count(said, "\n") != 1 || strings.Contains(said, "SECRET") || len(c.Requests()) > 0 {
				t.Errorf("it prints %q and sends %d requests", said, len(c.Requests()))
			}
		})
	}
}

func TestSpansAreSentAgainWhereTheCollectorAsksForIt(t *testing.T) {
	c := collector.Start(t, http.StatusServiceUnavailable)
	if said := trace(t); said != "" || len(c.Requests()) != 2 || len(c.Spans(t)) != 1 {
		t.Errorf("%d requests, %d spans: %s", len(c.Requests()), len(c.Spans(t)), said)
	}
}

func TestACollectorThatFailsCostsOneLine(t *testing.T) {
	for rule, c := range map[string]struct {
		url  func(t *testing.T) string
		want string
	}{
		"rejection": {func(t *testing.T) string { return collector.Start(t, http.StatusForbidden).URL }, "responds with HTTP 403"},
		"redirect":  {func(t *testing.T) string { return collector.Start(t, http.StatusFound).URL }, "responds with HTTP 302"},
		"partly": {func(t *testing.T) string {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				_, _ = w.Write([]byte{0x0a, 0x05, 0x08, 0x03, 0x12, 0x01, 'x'}) // partial_success: {rejected_spans: 3, error_message: "x"}
			}))
			t.Cleanup(s.Close)
			return s.URL
		}, "rejects 3 spans"},
		"no server": {func(t *testing.T) string {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			return "http://user:SECRET@" + l.Addr().String()
		}, "connection refused"},
	} {
		t.Run(rule, func(t *testing.T) {
			t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", c.url(t))
			said := trace(t)
			if !strings.Contains(said, c.want) || strings.Count(said, "\n") != 1 || strings.Contains(said, "SECRET") {
				t.Errorf("it prints %q", said)
			}
		})
	}
}

func TestASilentCollectorHoldsUpTheEndForSecondsOnly(t *testing.T) {
	silent := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-silent }))
	defer s.Close()
	defer close(silent)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", s.URL)
	start := time.Now()
	said := trace(t)
	if took := time.Since(start); took > time.Minute || said != "understudy: traces are not sent: the collector takes longer than 5s\n" {
		t.Errorf("after %s it prints %q", took, said)
	}
}

func TestAFailureOfTheCommandIsAnError(t *testing.T) {
	c := collector.Start(t)
	for _, result := range []struct {
		exit int
		err  error
	}{{0, nil}, {1, nil}, {0, errors.New("SECRET")}} {
		exit, err := tracing.Run(t.Context(), "test", "1.0", nil, func(context.Context) (int, error) { return result.exit, result.err })
		if exit != result.exit || err != result.err {
			t.Errorf("it returns %d, %v", exit, err)
		}
	}
	spans := c.Spans(t)
	if len(spans) != 3 || spans[0].Failed() || !spans[1].Failed() || !spans[2].Failed() || bytes.Contains(c.Bytes(), []byte("SECRET")) {
		t.Errorf("the spans are %v", spans)
	}
}
