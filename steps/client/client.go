// Package client sends the harness's requests: it adds the token and the
// target's headers (to base_url's origin only), waits and retries as the law
// of judging says, records each exchange and can redact it for a report.
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
	"sync"
	"time"

	"golang.org/x/time/rate"

	"understudy/steps/target"
)

// maxBody bounds how much of an answer is read.
const maxBody = 32 << 20

// Scheme says how a token is put into the Authorization header.
type Scheme string

// The schemes. NoToken sends no Authorization header at all.
const (
	Bearer      Scheme = "Bearer"
	LowerBearer Scheme = "bearer"
	Basic       Scheme = "Basic"
	NoToken     Scheme = ""
)

// Request is one request of the harness.
type Request struct {
	Operation string
	Method    string
	// Path is below base_url; URL, when set, is followed instead as it is.
	Path  string
	URL   string
	Query string
	// Body is sent as ContentType; nil is no body.
	Body        []byte
	ContentType string
	Token       string
	Scheme      Scheme
	// Allowed says that the document allows the request: its failures count
	// against the operation, and GETs follow redirects within the origin.
	Allowed bool
	// Uses are the keys of the target file that the request uses.
	Uses []string
}

// Exchange is a request with its answer.
type Exchange struct {
	Request
	// Target is the URL that was asked.
	Target string
	Status int
	Header http.Header
	Body   []byte
	// Err tells why there is no answer.
	Err error
	// Tries counts the requests that were sent, Failed those of them that were
	// broken. Faults are the HTTP codes of these; 0 is no response.
	Tries, Failed int
	Faults        []int
	// Began is when it was first sent, Received when its last answer had come.
	Began, Received time.Time
	Duration        time.Duration
}

// Broken tells that there was no usable answer at all: a 5xx, a reset or
// silence.
func (e *Exchange) Broken() bool { return e.Err != nil || e.Status >= 500 }

// Throttled tells that the deployment still asked to wait after the last try.
func (e *Exchange) Throttled() bool { return e.Err == nil && e.Status == http.StatusTooManyRequests }

// OK tells that the HTTP code is a 2xx.
func (e *Exchange) OK() bool { return e.Err == nil && e.Status >= 200 && e.Status < 300 }

// Outcome tells what came back in a few words.
func (e *Exchange) Outcome() string {
	if e.Err != nil {
		return "no answer: " + e.Err.Error()
	}
	return fmt.Sprintf("HTTP %d", e.Status)
}

// AnsweredAt is the deployment's own time, or ours where it shows none.
func (e *Exchange) AnsweredAt() time.Time {
	if at, err := http.ParseTime(e.Header.Get("Date")); err == nil {
		return at
	}
	return e.Received
}

// Client sends requests to one target.
type Client struct {
	target  target.Target
	base    *url.URL
	http    *http.Client
	limiter *rate.Limiter
	// Wait pauses before a retry.
	wait func(context.Context, time.Duration) error
	// spent are the kinds of requests that were answered 429 to the last.
	spent sync.Map
}

// New makes a client of a target. It fails where a TLS file cannot be read.
func New(t target.Target) (*Client, error) {
	base, err := url.Parse(t.BaseURL)
	if err != nil {
		return nil, err
	}
	tlsConfig, err := tlsConfig(t.TLS)
	if err != nil {
		return nil, err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = tlsConfig
	transport.ForceAttemptHTTP2 = true
	transport.MaxIdleConnsPerHost = 32
	c := &Client{target: t, base: base, limiter: rate.NewLimiter(rate.Inf, 1), wait: sleep,
		http: &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	if rps := t.Limits.RequestsPerSecond; rps > 0 {
		c.limiter = rate.NewLimiter(rate.Limit(rps), 1)
	}
	return c, nil
}

// Close ends the client's idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

func tlsConfig(t target.TLS) (*tls.Config, error) {
	config := &tls.Config{InsecureSkipVerify: t.InsecureSkipVerify} //nolint:gosec // the operator asked for it in the target file
	if t.CAFile != "" {
		pem, err := os.ReadFile(t.CAFile)
		if err != nil {
			return nil, fmt.Errorf("tls.ca_file: %w", err)
		}
		config.RootCAs = x509.NewCertPool()
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

// SameOrigin tells whether a URL lies on base_url's origin.
func (c *Client) SameOrigin(u *url.URL) bool { return sameOrigin(u, c.base) }

func sameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && a.Hostname() == b.Hostname() && port(a) == port(b)
}

func port(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case u.Scheme == "https":
		return "443"
	}
	return "80"
}

// Do sends a request. It honours 429 on every method; a GET is sent again
// after a 503, a network fault (three tries) or another 5xx (two tries), a
// write never. When ctx ends, a write that was sent is still waited for, as
// long as for any answer. The last exchange is answered, also without an answer.
func (c *Client) Do(ctx context.Context, r Request) *Exchange {
	var e *Exchange
	kind, began := kindOf(r), time.Now()
	backoff := newBackoff(c.patience(kind))
	var faults []int
	for tries := 1; ; tries++ {
		e = c.Once(ctx, r)
		e.Began = began
		if e.Err != nil {
			faults = append(faults, 0)
		} else if e.Broken() {
			faults = append(faults, e.Status)
		}
		e.Tries, e.Failed, e.Faults = tries, len(faults), faults
		pause, again := backoff.next(e)
		if !again || c.wait(ctx, pause) != nil {
			c.learn(kind, e)
			return e
		}
	}
}

// Once sends a request once, whatever comes back. An allowed GET follows
// redirects within its origin.
func (c *Client) Once(ctx context.Context, r Request) *Exchange {
	e := &Exchange{Request: r, Target: r.URL}
	if e.Target == "" {
		e.Target = c.base.String() + r.Path
		if r.Query != "" {
			e.Target += "?" + r.Query
		}
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

// redirectOf answers where an allowed GET is sent on to, within its origin.
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
	if err := c.limiter.Wait(ctx); err != nil {
		e.Err = err
		return
	}
	if e.Method != http.MethodGet {
		// A write that is cut off may still be done, after what puts it back.
		ctx = context.WithoutCancel(ctx)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, time.Duration(c.target.Limits.RequestTimeout), errTooSlow)
	defer cancel()
	start := time.Now()
	defer func() { e.Received = time.Now(); e.Duration = e.Received.Sub(start) }()
	var body io.Reader
	if e.Request.Body != nil {
		body = bytes.NewReader(e.Request.Body)
	}
	req, err := http.NewRequestWithContext(ctx, e.Method, u.String(), body)
	if err != nil {
		e.Err = err
		return
	}
	c.setHeader(req, e.Request)
	resp, err := c.http.Do(req)
	if err != nil {
		e.Err = c.plain(ctx, err)
		return
	}
	defer resp.Body.Close()
	e.Status, e.Header, e.Err = resp.StatusCode, resp.Header, nil
	e.Body, err = readAll(resp)
	switch {
	case err != nil:
		e.Err = fmt.Errorf("the answer broke off: %w", c.plain(ctx, err))
	case len(e.Body) > maxBody:
		e.Err = fmt.Errorf("the answer is longer than %d bytes", maxBody)
	}
}

// trusted is how much room is made at once for an answer that announces its
// length.
const trusted = 1 << 20

func readAll(resp *http.Response) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(min(max(resp.ContentLength, 0), trusted)) + bytes.MinRead)
	_, err := b.ReadFrom(io.LimitReader(resp.Body, maxBody+1))
	return b.Bytes(), err
}

func (c *Client) setHeader(req *http.Request, r Request) {
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "understudy-verify")
	if r.ContentType != "" {
		req.Header.Set("Content-Type", r.ContentType)
	}
	if !c.SameOrigin(req.URL) {
		return
	}
	for k, v := range c.target.Headers {
		if http.CanonicalHeaderKey(k) == "Host" {
			req.Host = v
		}
		req.Header.Set(k, v)
	}
	switch r.Scheme {
	case Basic:
		req.Header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("bearer:"+r.Token)))
	case Bearer, LowerBearer:
		req.Header.Set("Authorization", string(r.Scheme)+" "+r.Token)
	}
}

// errTooSlow ends a request that took longer than the target file lets it.
var errTooSlow = errors.New("too slow")

// plain takes the URL out of a network error, as it may carry secrets, and names
// the key of the target file that bounds or steers what went wrong.
func (c *Client) plain(ctx context.Context, err error) error {
	if context.Cause(ctx) == errTooSlow {
		return fmt.Errorf("%w after %s (limits.request_timeout)", errTimedOut, time.Duration(c.target.Limits.RequestTimeout))
	}
	var ue *url.Error
	if errors.As(err, &ue) {
		if ue.Timeout() {
			return errTimedOut
		}
		err = ue.Err
	}
	var unknown x509.UnknownAuthorityError
	if errors.As(err, &unknown) {
		return fmt.Errorf("%w (tls.ca_file names the authority to trust)", err)
	}
	return err
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
