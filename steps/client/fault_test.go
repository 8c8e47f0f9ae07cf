package client_test

import (
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"slices"
	"strings"
	"testing"
	"time"

	"understudy/steps/client"
	"understudy/steps/target"
)

// talking writes a text on each connection to it, after it received data, and
// hangs up.
func talking(t *testing.T, says string) (url string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = c.Read(make([]byte, 64<<10))
			fmt.Fprint(c, says)
			c.Close()
		}
	}()
	return "http://" + l.Addr().String()
}

// serving serves HTTP, with TLS if it has a configuration.
func serving(t *testing.T, secure *tls.Config, h http.HandlerFunc) (url string) {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	t.Cleanup(s.Close)
	if secure == nil {
		s.Start()
		return s.URL
	}
	s.TLS = secure
	s.StartTLS()
	return s.URL
}

func TestAFaultIsReportedByItsKind(t *testing.T) {
	well := func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{}`) }
	untrusted := func(tg *target.Target) { tg.TLS.InsecureSkipVerify = true }
	impatient := func(tg *target.Target) { tg.Limits.RequestTimeout = target.Duration(50 * time.Millisecond) }
	halfOf := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "100")
		fmt.Fprint(w, `{"half":`)
	}
	silent := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	pausing := func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, `{"half":`)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}
	for rule, c := range map[string]struct {
		url    string
		change func(*target.Target)
		want   client.Fault
	}{
		"none":                            {serving(t, nil, well), nil, client.NoFault},
		"nobody listens":                  {"http://" + closedAddress(t), nil, client.ConnectionRefused},
		"the name is unknown":             {"http://deployment.invalid", nil, client.UnknownName},
		"nothing comes in time":           {serving(t, nil, silent), impatient, client.TimedOut},
		"the body stops":                  {serving(t, nil, pausing), impatient, client.TimedOut},
		"it hangs up":                     {talking(t, ""), nil, client.BrokeOff},
		"it hangs up in the header":       {talking(t, "HTTP/1.1 200 OK\r\nContent-Le"), nil, client.BrokeOff},
		"it hangs up in the body":         {serving(t, nil, halfOf), nil, client.BrokeOff},
		"it speaks another protocol":      {talking(t, "220 mail.example ESMTP\r\n"), nil, client.NoHTTP},
		"it sends a TLS alert":            {talking(t, "\x15\x03\x01\x00\x02\x02\x0a"), nil, client.SpeaksTLS},
		"it speaks TLS, and says so":      {"http" + serving(t, &tls.Config{}, well)[len("https"):], nil, client.SpeaksTLS},
		"nginx says that it speaks TLS":   {talking(t, "HTTP/1.1 400 Bad Request\r\n\r\n<html>The plain HTTP request was sent to HTTPS port</html>"), nil, client.SpeaksTLS},
		"Apache says that it speaks TLS":  {talking(t, "HTTP/1.1 400 Bad Request\r\n\r\nYou're speaking plain HTTP to an SSL-enabled server port."), nil, client.SpeaksTLS},
		"it does not speak TLS":           {"https" + serving(t, nil, well)[len("http"):], nil, client.SpeaksPlainHTTP},
		"it speaks neither TLS nor HTTP":  {"https" + talking(t, "220 mail.example ESMTP\r\n")[len("http"):], nil, client.NoHTTP},
		"its certificate is not trusted":  {serving(t, &tls.Config{}, well), nil, client.Untrusted},
		"it wants to see a certificate":   {serving(t, &tls.Config{ClientAuth: tls.RequireAnyClientCert}, well), untrusted, client.TLSRejected},
		"it wants to see one, by TLS 1.2": {serving(t, &tls.Config{ClientAuth: tls.RequireAnyClientCert, MaxVersion: tls.VersionTLS12}, well), untrusted, client.TLSRejected},
		"a 400 alone is not a fault":      {serving(t, nil, func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", 400) }), nil, client.NoFault},
	} {
		t.Run(rule, func(t *testing.T) {
			e := newClient(t, c.url, c.change).Once(t.Context(), client.Request{Method: "GET", Path: "/api/v1/invitations"})
			if got := e.Fault(); got != c.want {
				t.Errorf("%q, want %q: %s", got, c.want, e.Outcome())
			}
		})
	}
}

// speakingFirst writes a text on each connection to it before it receives anything, and sends
// nothing else. Its trace holds a request back until net/http has read that, and has hung up.
func speakingFirst(t *testing.T, says string) (url string, trace *httptrace.ClientTrace) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	hungUp := make(chan struct{})
	go func() {
		defer close(hungUp)
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		fmt.Fprint(c, says)
		_ = c.(*net.TCPConn).CloseWrite()
		_, _ = io.Copy(io.Discard, c)
	}()
	return "http://" + l.Addr().String(), &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { <-hungUp }}
}

// TestAFaultIsKnownByTheTextOfGo has a connection for each text of net/http by which Fault
// knows an error that has no type.
func TestAFaultIsKnownByTheTextOfGo(t *testing.T) {
	for text, c := range map[string]struct {
		says   string
		before bool // before the request
		want   client.Fault
	}{
		`malformed HTTP response "\x15\x03`:    {"\x15\x03\x01\x00\x02\x02\x0a", false, client.SpeaksTLS},
		`malformed HTTP response "hello"`:      {"hello\r\n", false, client.NoHTTP},
		"malformed HTTP status code":           {"HTTP/1.1 fine\r\n\r\n", false, client.NoHTTP},
		"malformed HTTP version":               {"HTTP/one 200 OK\r\n\r\n", false, client.NoHTTP},
		"readLoopPeekFailLocked: %!w(<nil>)":   {"220 mail.example ESMTP\r\n", true, client.NoHTTP},
		"server closed idle connection":        {"", true, client.BrokeOff},
		"malformed MIME header: missing colon": {"HTTP/1.1 200 OK\r\nContent-L", false, client.BrokeOff},
	} {
		t.Run(text, func(t *testing.T) {
			url, ctx := "", t.Context()
			if c.before {
				var trace *httptrace.ClientTrace
				url, trace = speakingFirst(t, c.says)
				ctx = httptrace.WithClientTrace(ctx, trace)
			} else {
				url = talking(t, c.says)
			}
			e := newClient(t, url, nil).Once(ctx, client.Request{Method: "GET", Path: "/api/v1/invitations"})
			if e.Err == nil || !strings.Contains(e.Err.Error(), text) || e.Fault() != c.want {
				t.Errorf("%q, want %q: %v", e.Fault(), c.want, e.Err)
			}
		})
	}
}

// closedAddress returns an address where nothing listens.
func closedAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	return l.Addr().String()
}

func TestAskRepeatsOnlyWhereTheResponseAsksToWait(t *testing.T) {
	for rule, c := range map[string]struct {
		codes  []int
		wait   string
		asked  int64
		pauses []time.Duration
	}{
		"a success":                          {[]int{200}, "", 1, nil},
		"a 500":                              {[]int{500}, "", 1, nil},
		"a plain 503":                        {[]int{503}, "", 1, nil},
		"a 503 that says when, then success": {[]int{503, 200}, "2", 2, []time.Duration{2e9}},
		"a reset":                            {[]int{0}, "", 1, nil},
		"a 429, then success":                {[]int{429, 200}, "2", 2, []time.Duration{2e9}},
	} {
		t.Run(rule, func(t *testing.T) {
			s, asked := responding(t, http.Header{"Retry-After": {c.wait}}, c.codes...)
			cl := newClient(t, s.URL, nil)
			pauses := cl.Pauses()
			cl.Ask(t.Context(), client.Request{Method: "GET", Path: "/", Allowed: true})
			if asked.Load() != c.asked || !slices.Equal(*pauses, c.pauses) {
				t.Errorf("asked %d times with pauses %v", asked.Load(), *pauses)
			}
		})
	}
}
