package tracing

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

// sender sends spans to a collector: OTLP over HTTP, in protocol buffers.
type sender struct {
	endpoint *url.URL
	headers  map[string]string
	timeout  time.Duration
	gzip     bool
	client   *http.Client
}

var _ otlptrace.Client = (*sender)(nil)

// setting returns the environment variable OTEL_EXPORTER_OTLP_TRACES_NAME, or else
// OTEL_EXPORTER_OTLP_NAME.
func setting(name string) string {
	return cmp.Or(os.Getenv("OTEL_EXPORTER_OTLP_TRACES_"+name), os.Getenv("OTEL_EXPORTER_OTLP_"+name))
}

// newSender reads the environment. An error never contains a value that may be secret.
func newSender() (*sender, error) {
	if exporter := os.Getenv("OTEL_TRACES_EXPORTER"); exporter != "" && exporter != "otlp" {
		return nil, errors.New("OTEL_TRACES_EXPORTER: there are otlp and none only")
	}
	if protocol := setting("PROTOCOL"); protocol != "" && protocol != "http/protobuf" {
		return nil, errors.New("OTEL_EXPORTER_OTLP_PROTOCOL: there is http/protobuf only: give the collector's port for HTTP, often 4318")
	}
	endpoint, err := endpoint()
	if err != nil {
		return nil, err
	}
	headers, err := headers(setting("HEADERS"))
	if err != nil {
		return nil, err
	}
	timeout := 10 * time.Second
	if text := setting("TIMEOUT"); text != "" {
		ms, err := strconv.Atoi(text)
		if err != nil || ms <= 0 {
			return nil, errors.New("OTEL_EXPORTER_OTLP_TIMEOUT: must be a number of milliseconds above 0")
		}
		timeout = time.Duration(ms) * time.Millisecond
	}
	compression := setting("COMPRESSION")
	if compression != "" && compression != "gzip" && compression != "none" {
		return nil, errors.New("OTEL_EXPORTER_OTLP_COMPRESSION: there are gzip and none only")
	}
	config, err := tlsConfig()
	if err != nil {
		return nil, err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = config
	client := &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return &sender{endpoint, headers, timeout, compression == "gzip", client}, nil
}

// endpoint is the URL that spans are sent to: that of the traces as it is, or the
// general one with /v1/traces.
func endpoint() (*url.URL, error) {
	name := "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
	text := os.Getenv(name)
	if text == "" {
		name = "OTEL_EXPORTER_OTLP_ENDPOINT"
		text = strings.TrimRight(os.Getenv(name), "/") + "/v1/traces"
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("%s: must be a URL such as http://localhost:4318", name)
	}
	return u, nil
}

// headers reads NAME=VALUE pairs with commas between them, percent-encoded.
func headers(text string) (map[string]string, error) {
	all := map[string]string{}
	for pair := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(pair) == "" {
			continue
		}
		name, value, ok := strings.Cut(pair, "=")
		value, err := url.PathUnescape(strings.TrimSpace(value))
		if name = strings.TrimSpace(name); !ok || err != nil || name == "" {
			return nil, errors.New("OTEL_EXPORTER_OTLP_HEADERS: must be NAME=VALUE pairs with commas between them, percent-encoded")
		}
		all[name] = value
	}
	return all, nil
}

// tlsConfig reads the files with certificates.
func tlsConfig() (*tls.Config, error) {
	config := &tls.Config{}
	if file := setting("CERTIFICATE"); file != "" {
		pem, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_CERTIFICATE: %w", err)
		}
		if config.RootCAs = x509.NewCertPool(); !config.RootCAs.AppendCertsFromPEM(pem) {
			return nil, errors.New("OTEL_EXPORTER_OTLP_CERTIFICATE: the file has no PEM certificate")
		}
	}
	if file := setting("CLIENT_CERTIFICATE"); file != "" {
		pair, err := tls.LoadX509KeyPair(file, setting("CLIENT_KEY"))
		if err != nil {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: %w", err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}

// Start does nothing: connections are opened when they are needed.
func (s *sender) Start(context.Context) error { return nil }

// Stop closes the connections.
func (s *sender) Stop(context.Context) error {
	s.client.CloseIdleConnections()
	return nil
}

// firstPause is the pause before the first retry; each further one is twice as long.
const firstPause = 500 * time.Millisecond

// UploadTraces sends spans. Where the collector asks for it they are sent again, until
// the timeout.
func (s *sender) UploadTraces(ctx context.Context, spans []*tracepb.ResourceSpans) error {
	// ExportTraceServiceRequest, which has the same fields, would link gRPC.
	body, err := proto.Marshal(&tracepb.TracesData{ResourceSpans: spans})
	if err == nil && s.gzip {
		body, err = compressed(body)
	}
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	for pause := firstPause; ; pause *= 2 {
		after, err := s.post(ctx, body)
		if err == nil || after < 0 {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(max(pause, after)):
		}
	}
}

// post sends a body once. After an error, the duration is how long to wait at least
// before the next time; negative for never.
func (s *sender) post(ctx context.Context, body []byte) (after time.Duration, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.endpoint.String(), bytes.NewReader(body))
	if err != nil {
		return -1, err
	}
	r.Header.Set("Content-Type", "application/x-protobuf")
	if s.gzip {
		r.Header.Set("Content-Encoding", "gzip")
	}
	for name, value := range s.headers {
		r.Header.Set(name, value)
	}
	resp, err := s.client.Do(r)
	if err != nil {
		var wrapped *url.Error
		if errors.As(err, &wrapped) {
			err = wrapped.Err // without the URL, which may have a password
		}
		return 0, fmt.Errorf("%s: %w", s.endpoint.Host, err)
	}
	defer resp.Body.Close()
	said, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<20)) // all of it, so that the connection is used again
	if resp.StatusCode/100 == 2 {
		if n := rejected(said); n > 0 {
			return -1, fmt.Errorf("%s rejects %d spans", s.endpoint.Host, n)
		}
		return 0, nil
	}
	err = fmt.Errorf("%s responds with HTTP %d", s.endpoint.Host, resp.StatusCode)
	switch resp.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		return time.Duration(max(0, seconds)) * time.Second, err
	}
	return -1, err
}

// rejected is the number of spans that an ExportTraceServiceResponse rejects: the field
// rejected_spans in its field partial_success, both of which have the number 1. The
// generated type would link gRPC.
func rejected(response []byte) uint64 {
	if number, kind, n := protowire.ConsumeTag(response); n > 0 && number == 1 && kind == protowire.BytesType {
		partial, _ := protowire.ConsumeBytes(response[n:])
		if number, kind, n := protowire.ConsumeTag(partial); n > 0 && number == 1 && kind == protowire.VarintType {
			spans, _ := protowire.ConsumeVarint(partial[n:])
			return spans
		}
	}
	return 0
}

func compressed(body []byte) ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	err := w.Close()
	return b.Bytes(), err
}
