// Package collector is an OpenTelemetry collector for tests: it decodes the spans that
// it gets by OTLP over HTTP.
//
// Only tests import it. Start reading at Start.
package collector

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	commonpb "go.opentelemetry.io/proto/otlp/common/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// Collector receives spans.
type Collector struct {
	URL string

	mu sync.Mutex
	// statuses are the HTTP codes of the next responses; then it is 200.
	statuses []int
	requests []*http.Request
	bodies   [][]byte
	received []*tracepb.ResourceSpans
	faults   []error
}

// Start starts a collector that responds with these HTTP codes first, and sets the
// environment variable with its address.
func Start(t *testing.T, statuses ...int) *Collector {
	t.Helper()
	c := &Collector{statuses: statuses}
	s := httptest.NewServer(c)
	t.Cleanup(s.Close)
	c.URL = s.URL
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", s.URL)
	return c
}

// ServeHTTP receives spans.
func (c *Collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := read(r)
	var sent tracepb.TracesData
	if err == nil {
		err = proto.Unmarshal(body, &sent)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests = append(c.requests, r)
	if err != nil {
		c.faults = append(c.faults, err)
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if len(c.statuses) > 0 {
		status := c.statuses[0]
		c.statuses = c.statuses[1:]
		if status != http.StatusOK {
			w.WriteHeader(status)
			return
		}
	}
	c.bodies = append(c.bodies, body)
	c.received = append(c.received, sent.ResourceSpans...)
}

func read(r *http.Request) ([]byte, error) {
	body := io.Reader(r.Body)
	if r.Header.Get("Content-Encoding") == "gzip" {
		unzipped, err := gzip.NewReader(r.Body)
		if err != nil {
			return nil, err
		}
		body = unzipped
	}
	return io.ReadAll(body)
}

// Requests are those that it got.
func (c *Collector) Requests() []*http.Request {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.requests
}

// Bytes are all bodies that it accepted.
func (c *Collector) Bytes() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bytes.Join(c.bodies, nil)
}

// Span is a span with its attributes by name.
type Span struct {
	*tracepb.Span
	// Resource are the attributes of the process.
	Attributes, Resource map[string]*commonpb.AnyValue
}

// Text is an attribute that is a text.
func (s Span) Text(name string) string { return s.Attributes[name].GetStringValue() }

// List is an attribute that is a list of texts.
func (s Span) List(name string) (all []string) {
	for _, v := range s.Attributes[name].GetArrayValue().GetValues() {
		all = append(all, v.GetStringValue())
	}
	return all
}

// Failed reports whether its status is an error.
func (s Span) Failed() bool { return s.Status.GetCode() == tracepb.Status_STATUS_CODE_ERROR }

// Spans are all that it accepted.
func (c *Collector) Spans(t *testing.T) (all []Span) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.faults) > 0 {
		t.Errorf("it cannot decode what is sent: %v", c.faults)
	}
	for _, r := range c.received {
		for _, scope := range r.ScopeSpans {
			for _, s := range scope.Spans {
				all = append(all, Span{s, byName(s.Attributes), byName(r.Resource.Attributes)})
			}
		}
	}
	return all
}

func byName(attributes []*commonpb.KeyValue) map[string]*commonpb.AnyValue {
	all := map[string]*commonpb.AnyValue{}
	for _, a := range attributes {
		all[a.Key] = a.Value
	}
	return all
}
