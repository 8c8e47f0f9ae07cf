// Package client sends the harness's requests: it adds the token and the
// target's headers (to base_url's origin only), waits and retries within
// limits, records each exchange and can redact it for a report.
//
// Only the harness imports it. Start reading at Client.Do: send.go sends a request, backoff.go
// says when it is sent again, and fault.go why there is no response. An Exchange says what came
// back: value.go and effect.go have what a response shows or rejects, body.go its JSON. A Redactor
// removes secrets (redact.go, redact_json.go, secrets.go).
package client

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"understudy/spec"
	"understudy/steps/target"
)

// Client sends requests to one target.
type Client struct {
	target target.Target
	base   *url.URL
	// home sends to base_url's origin, otherOrigins to all others. single is home with a
	// connection for each request: see Separately.
	home, otherOrigins, single *http.Client
	// endsConnections says that a POST was lost on a connection that had been used before: the
	// deployment may end connections without saying so, and a POST is not sent again. Those after
	// it open their own.
	endsConnections atomic.Bool
	limiter         *rate.Limiter
	// wait pauses before a retry.
	wait func(context.Context, time.Duration) error
	// held is the total size of the bodies that the exchanges of the run keep.
	held atomic.Int64
	// redact is what spans show of a request.
	redact func() *Redactor
	*memory
}

// New makes a client of a target. It fails if a TLS file cannot be read.
func New(t target.Target) (*Client, error) {
	base, err := url.Parse(t.BaseURL)
	if err != nil {
		return nil, err
	}
	config, err := tlsConfig(t.TLS)
	if err != nil {
		return nil, err
	}
	c := &Client{target: t, base: base, limiter: rate.NewLimiter(rate.Inf, 1), wait: sleep, home: newHTTP(config),
		single: newHTTP(config), memory: newMemory(),
		redact: sync.OnceValue(func() *Redactor { return NewRedactor(t, false) })}
	c.single.Transport.(*http.Transport).DisableKeepAlives = true
	if c.otherOrigins = c.home; len(config.Certificates) > 0 {
		// The certificate identifies the operator, so it is left out. The
		// trusted authorities apply to other origins too: they are not secret.
		foreign := config.Clone()
		foreign.Certificates = nil
		c.otherOrigins = newHTTP(foreign)
	}
	if rps := t.Limits.RequestsPerSecond; rps > 0 {
		c.limiter = rate.NewLimiter(rate.Limit(rps), 1)
	}
	return c, nil
}

func newHTTP(config *tls.Config) *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = config
	transport.ForceAttemptHTTP2 = true
	transport.MaxIdleConnsPerHost = 32
	transport.MaxResponseHeaderBytes = maxHeader
	transport.DisableCompression = true // see readAll
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// Close ends the client's idle connections.
func (c *Client) Close() {
	c.home.CloseIdleConnections()
	c.otherOrigins.CloseIdleConnections()
}

// Separately makes each request open its own connection from now on: net/http
// hides a lost connection if the connection was used before.
func (c *Client) Separately() {
	for _, sender := range []*http.Client{c.home, c.otherOrigins} {
		sender.Transport.(*http.Transport).DisableKeepAlives = true
	}
}

func tlsConfig(t target.TLS) (*tls.Config, error) {
	config := &tls.Config{InsecureSkipVerify: t.InsecureSkipVerify} //nolint:gosec // the operator asked for it in the target file
	if t.CAFile != "" {
		pem, err := os.ReadFile(t.CAFile)
		if err != nil {
			return nil, fmt.Errorf("tls.ca_file of the target file: %w", err)
		}
		if config.RootCAs, err = x509.SystemCertPool(); err != nil {
			config.RootCAs = x509.NewCertPool() // there are none on this system
		}
		if !config.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("tls.ca_file: %s holds no PEM certificate", t.CAFile)
		}
	}
	if t.ClientCert != "" {
		pair, err := tls.LoadX509KeyPair(t.ClientCert, t.ClientKey)
		if err != nil {
			return nil, fmt.Errorf("tls.client_cert: %w", err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}

// Do sends a request. It waits, within limits, when the deployment asks to
// wait, on every method; a lost request is sent again as backoff says. When ctx
// ends, a write that was sent is still waited for, as long as for any response.
// It returns the last exchange, also without a response. An operation that
// timed out twice in a row gets no more requests.
func (c *Client) Do(ctx context.Context, r Request) *Exchange {
	began := time.Now()
	if c.isSilent(r) {
		return &Exchange{Request: r, Target: c.urlOf(r), Err: errNotAsked, Began: began}
	}
	backoff := c.newBackoff(r)
	var faults []int
	var firstFault time.Time
	for tries := 1; ; tries++ {
		e := c.Once(ctx, r)
		faults = appendFault(faults, e)
		if len(faults) == 1 && firstFault.IsZero() {
			firstFault = e.Received
		}
		e.Began, e.Tries, e.Failed, e.Faults, e.FirstFault = began, tries, len(faults), faults, firstFault
		if r.Method != http.MethodGet {
			e.Failed = min(1, len(faults))
		}
		// A write counts once, however often it was repeated.
		silent := r.Method == http.MethodGet && c.noteSilence(r, e)
		pause, again := backoff.next(e)
		if silent || !again || !c.mayWait(r, e, pause) || c.wait(ctx, pause) != nil {
			c.learn(r, e)
			return e
		}
		c.Release(e)
	}
}

// Single sends a request like Do, and never repeats it, whatever the response. It also sends
// one for an operation that timed out before.
func (c *Client) Single(ctx context.Context, r Request) *Exchange {
	began := time.Now()
	r.single = true
	e := c.Once(ctx, r)
	e.Faults = appendFault(nil, e)
	e.Began, e.Tries, e.Failed = began, 1, len(e.Faults)
	if e.Failed > 0 {
		e.FirstFault = e.Received
	}
	return e
}

// appendFault appends how a request failed, if it did: the code of a response, or 0 without
// one. One that asks to wait is no failure.
func appendFault(faults []int, e *Exchange) []int {
	switch {
	case e.Err != nil:
		return append(faults, 0)
	case e.Broken() && !e.Throttled():
		return append(faults, e.Status)
	}
	return faults
}

// Ask sends a request once, and again only where the response asks to wait:
// failures are not repeated.
func (c *Client) Ask(ctx context.Context, r Request) *Exchange {
	backoff := c.newBackoff(r)
	for {
		e := c.Once(ctx, r)
		pause, again := backoff.next(e)
		if !e.Throttled() || !again || !c.mayWait(r, e, pause) || c.wait(ctx, pause) != nil {
			return e
		}
		c.Release(e)
	}
}

// Once sends a request once, with any result. An allowed GET, or one of a source URL, follows redirects
// within its origin.
func (c *Client) Once(ctx context.Context, r Request) *Exchange {
	e := &Exchange{Request: r, Target: c.urlOf(r), isUpdate: c.updates(r)}
	if len(e.Target) > maxURL {
		e.Target, e.Err = e.Target[:maxURL], fmt.Errorf("the URL is %d bytes long: it was not requested", len(e.Target))
		return e
	}
	u, err := url.Parse(e.Target)
	if err != nil {
		e.Err = errors.New("the URL cannot be parsed")
		return e
	}
	for redirects := 0; ; redirects++ {
		c.send(ctx, e, u)
		next := redirectOf(e, u)
		if next == nil || redirects == 5 {
			return e
		}
		u = next
	}
}

// updates reports whether a request changes a resource, with the token that its operation takes.
func (c *Client) updates(r Request) bool {
	op := spec.OperationOf(r.Operation)
	token := c.target.Tokens.Workspace
	if op.Token == spec.PersonalToken {
		token = c.target.Tokens.Personal
	}
	return (r.Method == http.MethodPatch || r.Method == http.MethodPut) && r.Scheme == Bearer && r.Token == token && len(r.TokenHeaders) == 0
}

// maxURL limits the length of a URL that is requested: a deployment may give
// one of any length.
const maxURL = 64 << 10

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
