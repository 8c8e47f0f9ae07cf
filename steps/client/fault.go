package client

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"

	"understudy/steps/report/prose"
)

// Fault is the kind of reason for which a request got no response.
type Fault string

// The faults. Other is none of them.
const (
	NoFault           Fault = ""
	ConnectionRefused Fault = "refused"
	UnknownName       Fault = "unknown name"
	Unreachable       Fault = "unreachable"
	ViaProxy          Fault = "proxy"
	TimedOut          Fault = "timed out"
	Untrusted         Fault = "untrusted"
	WrongName         Fault = "wrong name"
	OutOfDate         Fault = "out of date"
	TLSRejected       Fault = "TLS rejected"
	SpeaksPlainHTTP   Fault = "plain HTTP behind https://"
	SpeaksTLS         Fault = "TLS behind http://"
	NoHTTP            Fault = "no HTTP"
	BrokeOff          Fault = "broke off"
	Other             Fault = "other"
)

// errTimedOut replaces every timeout error: the originals name the URL, or
// internals of Go.
var errTimedOut = errors.New("timed out")

// Fault returns why there is no response, or none that HTTP explains: a server
// that expects TLS may report plain HTTP in plain HTTP.
func (e *Exchange) Fault() Fault {
	if e.Err == nil {
		if e.Status == http.StatusBadRequest && strings.HasPrefix(e.Target, "http:") && complainsOfPlainHTTP(e.Body) {
			return SpeaksTLS
		}
		return NoFault
	}
	for _, find := range []func(error) Fault{timeFault, certificateFault, schemeFault, networkFault} {
		if f := find(e.Err); f != NoFault {
			return f
		}
	}
	return Other
}

// complainsOfPlainHTTP matches the texts of Go, nginx and Apache.
func complainsOfPlainHTTP(body []byte) bool {
	for _, words := range []string{"HTTP request to an HTTPS server", "plain HTTP request was sent to HTTPS port",
		"plain HTTP to an SSL-enabled server port"} {
		if bytes.Contains(body, []byte(words)) {
			return true
		}
	}
	return false
}

func timeFault(err error) Fault {
	var timed net.Error
	if errors.Is(err, errTimedOut) || errors.Is(err, context.DeadlineExceeded) || errors.As(err, &timed) && timed.Timeout() {
		return TimedOut
	}
	return NoFault
}

// certificateFault says what is wrong with the server's certificate, or that
// the server ended the handshake: it may require a client certificate.
func certificateFault(err error) Fault {
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var failed *tls.CertificateVerificationError
	var alert *net.OpError
	switch {
	case errors.As(err, &name):
		return WrongName
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return OutOfDate
	case errors.As(err, &failed):
		return Untrusted
	case errors.As(err, &alert) && alert.Op == "remote error":
		return TLSRejected
	}
	return NoFault
}

// Texts of errors for which net/http has no type, as of Go 1.26. The tests have a connection that ends
// with each of them: they fail with a version of Go that says something else.
const (
	textTLSAlert    = `malformed HTTP response "\x15\x03`  // the server responds with a TLS alert
	textNoHTTP      = "malformed HTTP"                     // the first line of the response is none of HTTP
	textSpokeFirst  = "readLoopPeekFailLocked: %!w(<nil>)" // the server sends something before the request
	textClosedFirst = "server closed idle connection"      // the server closes the connection before the request
	textHalfHeader  = "malformed MIME header"              // the header breaks off within a line
)

// schemeFault recognises a server that speaks another protocol than base_url says.
func schemeFault(err error) Fault {
	var record tls.RecordHeaderError
	switch text := err.Error(); {
	case errors.Is(err, http.ErrSchemeMismatch):
		return SpeaksPlainHTTP
	case strings.Contains(text, textTLSAlert):
		return SpeaksTLS
	case errors.As(err, &record), strings.Contains(text, textNoHTTP), strings.Contains(text, textSpokeFirst):
		return NoHTTP
	}
	return NoFault
}

func networkFault(err error) Fault {
	var operation *net.OpError
	var lookup *net.DNSError
	switch text := err.Error(); {
	case errors.As(err, &operation) && operation.Op == "proxyconnect":
		return ViaProxy
	case errors.As(err, &lookup):
		return UnknownName
	case errors.Is(err, syscall.ECONNREFUSED):
		return ConnectionRefused
	case errors.As(err, &operation) && operation.Op == "dial":
		return Unreachable
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), operation != nil,
		strings.Contains(text, textClosedFirst), strings.Contains(text, textHalfHeader):
		return BrokeOff
	}
	return NoFault
}

// errTooSlow ends a request that took longer than the target file lets it.
var errTooSlow = errors.New("too slow")

// plain removes the URL from a network error, because it may contain secrets,
// and names the key of the target file that would fix the problem.
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

// printableError is a network error whose text is safe to print: a deployment may have
// written most of it.
type printableError struct {
	text string
	error
}

func (t printableError) Error() string { return t.text }
func (t printableError) Unwrap() error { return t.error }

// mostOfError limits the text of such an error, in bytes.
const mostOfError = 300

func brief(err error) error {
	return printableError{strings.ReplaceAll(start(prose.Visible(err.Error()), mostOfError), "##[", "# #["), err}
}
