package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"time"

	"understudy/spec"
)

func (c *Client) urlOf(r Request) string {
	switch {
	case r.URL != "":
		return r.URL
	case r.Query != "":
		return c.base.String() + r.Path + "?" + r.Query
	}
	return c.base.String() + r.Path
}

// redirectOf returns where an allowed GET is redirected to, within its origin, or one of a source URL, which may
// take no token.
func redirectOf(e *Exchange, from *url.URL) *url.URL {
	follows := e.Allowed || e.Operation == spec.ReadSegmentSource
	if !follows || e.Method != http.MethodGet || e.Err != nil || e.Status < 300 || e.Status > 399 {
		return nil
	}
	to, err := from.Parse(e.Header.Get("Location"))
	if err != nil || e.Header.Get("Location") == "" || !sameOrigin(to, from) {
		return nil
	}
	return to
}

// asBrowsersSend writes a URL as browsers send it: with white space, quotes and letters
// beyond ASCII that stand in its query percent-encoded. A deployment's links may hold
// what a client sent.
func asBrowsersSend(u *url.URL) string {
	sent := *u
	var query strings.Builder
	for _, b := range []byte(u.RawQuery) {
		if b > ' ' && b < 0x7f && !strings.ContainsRune(`"<>`, rune(b)) {
			query.WriteByte(b)
			continue
		}
		fmt.Fprintf(&query, "%%%02X", b)
	}
	sent.RawQuery = query.String()
	return sent.String()
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
	spanned, span := c.startSpan(ctx, e, u)
	timed, cancel := context.WithTimeoutCause(spanned, time.Duration(c.target.Limits.RequestTimeout), errTooSlow)
	defer cancel()
	start := time.Now()
	e.Err = c.roundTrip(timed, e, u)
	e.Received = time.Now()
	e.Duration = e.Received.Sub(start)
	e.timedOut = ctx.Err() == nil && e.Err != nil && timeFault(e.Err) != NoFault
	c.endSpan(span, e)
}

// roundTrip sends one request and reads its response into the exchange.
func (c *Client) roundTrip(ctx context.Context, e *Exchange, u *url.URL) error {
	var body io.Reader
	if e.Request.Body != nil {
		body = bytes.NewReader(e.Request.Body)
	}
	req, err := http.NewRequestWithContext(ctx, e.Method, asBrowsersSend(u), body)
	if err != nil {
		return brief(c.plain(ctx, err))
	}
	c.inject(ctx, req)
	e.LeftOut = c.setHeader(req, e.Request)
	isReused := false
	if e.Method == http.MethodPost {
		trace := &httptrace.ClientTrace{GotConn: func(i httptrace.GotConnInfo) { isReused = i.Reused }}
		req = req.WithContext(httptrace.WithClientTrace(req.Context(), trace))
	}
	resp, err := c.senderOf(e, u).Do(req)
	if err != nil {
		if isReused && ctx.Err() == nil {
			c.endsConnections.Store(true)
		}
		return brief(c.plain(ctx, err))
	}
	defer resp.Body.Close()
	c.noteCookies(u, resp)
	e.Status, e.Header, e.Body = resp.StatusCode, resp.Header, nil
	if err := e.read(resp, &c.held); err != nil {
		return fmt.Errorf("the response broke off: %w", brief(c.plain(ctx, err)))
	}
	return nil
}

// senderOf returns the HTTP client that sends a request.
func (c *Client) senderOf(e *Exchange, u *url.URL) *http.Client {
	switch {
	case !c.SameOrigin(u):
		return c.otherOrigins
	case e.single, e.Method == http.MethodPost && c.endsConnections.Load():
		return c.single
	}
	return c.home
}

// setHeader sets the header of a request, and records what it leaves out.
func (c *Client) setHeader(req *http.Request, r Request) (leftOut string) {
	req.Header.Set("Accept", cmp.Or(r.Accept, "application/json"))
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
			value = fmt.Sprintf("access_token=%[1]s; token=%[1]s; auth_token=%[1]s; session=%[1]s; Authorization=%[1]s; jwt=%[1]s; "+
				"api_token=%[1]s", r.Token)
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
