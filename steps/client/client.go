// Package client sends the harness's requests: it adds the token and the
// target's headers (to base_url's origin only), waits and retries within
// limits, records each exchange and can redact it for a report.
//
// Only the harness imports it. Start reading at Client.Do.
package client

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"understudy/steps/target"
)

// Client sends requests to one target.
type Client struct {
	target target.Target
	base   *url.URL
	// home sends to base_url's origin, otherOrigins to all others.
	home, otherOrigins *http.Client
	limiter            *rate.Limiter
	// Wait pauses before a retry.
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
	c := &Client{target: t, base: base, limiter: rate.NewLimiter(rate.Inf, 1), wait: sleep, home: newHTTP(config), memory: newMemory(),
		redact: sync.OnceValue(func() *Redactor { return NewRedactor(t, false) })}
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

func tlsConfig(t target.TLS) (*tls.Config, error) {
	config := &tls.Config{InsecureSkipVerify: t.InsecureSkipVerify} //nolint:gosec // the operator asked for it in the target file
	if t.CAFile != "" {
		pem, err := os.ReadFile(t.CAFile)
		if err != nil {
			return nil, fmt.Errorf("tls.ca_file: %w", err)
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
	for tries := 1; ; tries++ {
		e := c.Once(ctx, r)
		switch {
		case e.Err != nil:
			faults = append(faults, 0)
		case e.Broken() && !e.Throttled():
			faults = append(faults, e.Status)
		}
		e.Began, e.Tries, e.Failed, e.Faults = began, tries, len(faults), faults
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

// Once sends a request once, with any result. An allowed GET follows redirects
// within its origin.
func (c *Client) Once(ctx context.Context, r Request) *Exchange {
	e := &Exchange{Request: r, Target: c.urlOf(r)}
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

// maxURL limits the length of a URL that is requested: a deployment may give
// one of any length.
const maxURL = 64 << 10

func (c *Client) urlOf(r Request) string {
	switch {
	case r.URL != "":
		return r.URL
	case r.Query != "":
		return c.base.String() + r.Path + "?" + r.Query
	}
	return c.base.String() + r.Path
}

// redirectOf returns where an allowed GET is redirected to, within its origin.
func redirectOf(e *Exchange, from *url.URL) *url.URL {
	if !e.Allowed || e.Method != http.MethodGet || e.Err != nil || e.Status < 300 || e.Status > 399 {
		return nil
	}
	to, err := from.Parse(e.Header.Get("Location"))
	if err != nil || e.Header.Get("Location") == "" || !sameOrigin(to, from) {
		return nil
	}
	return to
}

func (c *Client) send(ctx context.Context, e *Exchange, u *url.URL) {
	c.Release(e)
	if err := c.limiter.Wait(ctx); err != nil {
		e.Err = err
		return
	}
	if e.Method != http.MethodGet {
		// A write that is cut off may still take effect, after the request that
		// restores.
		ctx = context.WithoutCancel(ctx)
	}
	run := ctx
	ctx, span := c.startSpan(ctx, e, u)
	defer func() { c.endSpan(span, e) }()
	ctx, cancel := context.WithTimeoutCause(ctx, time.Duration(c.target.Limits.RequestTimeout), errTooSlow)
	defer cancel()
	start := time.Now()
	defer func() { e.timedOut = run.Err() == nil && e.Err != nil && timeFault(e.Err) != NoFault }()
	defer func() { e.Received = time.Now(); e.Duration = e.Received.Sub(start) }()
	var body io.Reader
	if e.Request.Body != nil {
		body = bytes.NewReader(e.Request.Body)
	}
	req, err := http.NewRequestWithContext(ctx, e.Method, u.String(), body)
	if err != nil {
		e.Err = brief(c.plain(ctx, err))
		return
	}
	c.inject(ctx, req)
	e.LeftOut = c.setHeader(req, e.Request)
	sender := c.home
	if !c.SameOrigin(u) {
		sender = c.otherOrigins
	}
	resp, err := sender.Do(req)
	if err != nil {
		e.Err = brief(c.plain(ctx, err))
		return
	}
	defer resp.Body.Close()
	c.noteCookies(u, resp)
	e.Status, e.Header, e.Body, e.Err = resp.StatusCode, resp.Header, nil, nil
	if err := e.read(resp, &c.held); err != nil {
		e.Err = fmt.Errorf("the response broke off: %w", brief(c.plain(ctx, err)))
	}
}

// setHeader sets the header of a request, and records what it leaves out.
func (c *Client) setHeader(req *http.Request, r Request) (leftOut string) {
	req.Header.Set("Accept", "application/json")
	req.Header.Set("Accept-Encoding", "gzip")
	req.Header.Set("User-Agent", "understudy-verify")
	if r.ContentType != "" {
		req.Header.Set("Content-Type", r.ContentType)
	}
	if !c.SameOrigin(req.URL) {
		return c.leftOut(r)
	}
	for k, v := range c.target.Headers {
		if http.CanonicalHeaderKey(k) == "Host" {
			req.Host = v
		}
		req.Header.Set(k, v)
	}
	for name, values := range r.Header {
		req.Header[name] = values
	}
	for _, name := range r.TokenHeaders {
		value := r.Token
		if name == "Cookie" {
			value = fmt.Sprintf("access_token=%[1]s; token=%[1]s; auth_token=%[1]s; session=%[1]s", r.Token)
		}
		req.Header.Set(name, value)
	}
	if r.Cookies {
		req.Header.Set("Cookie", c.cookieHeader(req.Header.Get("Cookie")))
	}
	token := r.Token
	if r.Scheme == Password {
		token = base64.StdEncoding.EncodeToString([]byte("bearer:" + token))
	}
	if text := r.Scheme.authorization(token); text != "" {
		req.Header.Set("Authorization", text)
	}
	return ""
}

// leftOut lists what is not sent to another origin than base_url's.
func (c *Client) leftOut(r Request) string {
	var what []string
	if r.Scheme != NoToken {
		what = append(what, "Authorization")
	}
	if len(c.target.Headers) > 0 {
		what = append(what, "the headers of the target file")
	}
	if len(what) == 0 {
		return ""
	}
	return strings.Join(what, " and ") + ": the URL lies on another origin than base_url"
}

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
