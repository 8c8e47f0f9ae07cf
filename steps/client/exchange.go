package client

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps/report"
)

// Scheme says how a token is put into the Authorization header.
type Scheme string

// The schemes. NoToken sends no Authorization header at all, NoScheme one with
// the token alone, Password one of HTTP Basic with the token as password. Any
// other word is sent in place of Bearer.
const (
	Bearer   Scheme = "Bearer"
	Password Scheme = "Basic password"
	NoToken  Scheme = ""
	NoScheme Scheme = "-"
)

// authorization returns the value of the header Authorization; empty for none.
func (s Scheme) authorization(token string) string {
	switch s {
	case NoToken:
		return ""
	case NoScheme:
		return token
	case Password:
		return "Basic " + token
	}
	return string(s) + " " + token
}

// Request is one request of the harness.
type Request struct {
	Operation string
	Method    string
	// Path is below base_url; URL, when set, is requested as it is instead.
	Path  string
	URL   string
	Query string
	// Body is sent as ContentType; nil is no body.
	Body        []byte
	ContentType string
	// Accept is application/json where it is empty.
	Accept string
	Token  string
	Scheme Scheme
	// TokenHeaders are headers that contain the token as it is, and Cookie
	// under several names, in addition to Authorization or instead of it.
	TokenHeaders []string
	// Cookies says that the request has the cookies that responses of the run set.
	Cookies bool
	// Header are further headers, sent to base_url's origin only.
	Header http.Header
	// Allowed says that the document allows the request: its failures count
	// against the operation, and GETs follow redirects within the origin, as those of a source URL always do.
	Allowed bool
	// Restores says that the request restores what the run changed: it is sent
	// even if no other requests of the operation are.
	Restores bool
	// single says that the request has a connection of its own.
	single bool
	// Carries is the kind of a text in the body that may carry a probe.
	Carries TextKind
	// CarriesAnyway says that it may carry one although the document does not allow the
	// request: a rejection is that of the request without it.
	CarriesAnyway bool
	// Unrepeated says that a valid write that is rejected is not sent again, as a step finds out
	// why it is.
	Unrepeated bool
	// Uses are the keys of the target file that the request uses.
	Uses []string
}

// ServiceName returns the service_name in the path of an update or a publishing of a
// connector.
func (r Request) ServiceName() string {
	service := path.Base(r.ConnectorPath())
	if name, err := url.PathUnescape(service); err == nil {
		return name
	}
	return service
}

// ConnectorPath returns the path of the connector that a request updates or publishes.
func (r Request) ConnectorPath() string {
	return strings.TrimSuffix(r.Path, "/publish_to_organization")
}

// Exchange is a request with its response.
type Exchange struct {
	Request
	// Target is the URL that was requested.
	Target string
	// LeftOut says what of the request was not sent, and why.
	LeftOut string
	Status  int
	Header  http.Header
	Body    []byte
	// Unread says why the body is not known, and is empty or truncated: it
	// exceeds a limit.
	Unread string
	// Violations and Seen are what the contract check found in the response and
	// which members it showed, if it was checked. They must not be changed.
	Violations []contract.Violation
	Seen       map[string]contract.Seen
	// Err says why there is no response.
	Err error
	// Tries counts the requests that were sent, Failed those of them that were
	// broken. A write counts as one, however often it was repeated. Faults are
	// the HTTP codes of the broken ones; 0 is no response.
	Tries, Failed int
	Faults        []int
	// Began is when it was first sent, Received when its last response arrived.
	Began, Received time.Time
	// FirstFault is when the first of Faults arrived; zero where there is none.
	FirstFault time.Time
	Duration   time.Duration

	check sync.Once
	// isJSON is the result of check, wasJSON that for a body of which Trim kept
	// only the start.
	isJSON, wasJSON bool
	// text is a body that is JSON, and members are those of one that is an object, by
	// their names; records are the elements of its data.
	text     string
	members  map[string]gjson.Result
	records  []gjson.Result
	redact   sync.Once
	redacted *report.Exchange
	// held is the size by which the body counts towards those that the run keeps.
	held int64
	// isUpdate says that the request changes a resource, with the token that its operation takes.
	isUpdate bool
	// timedOut says that Err is a timeout before or during the response.
	timedOut bool
}

// Waited is how long the request waited until the try that brought a response, mostly as the
// deployment asked to wait; 0 where it still asks to.
func (e *Exchange) Waited() time.Duration {
	if e.Tries < 2 || e.Throttled() {
		return 0
	}
	return e.Received.Sub(e.Began) - e.Duration
}

// Broken reports whether there was no usable response at all: a 5xx, a reset or
// no response.
func (e *Exchange) Broken() bool { return e.Err != nil || e.Status >= 500 }

// HasNoConnection reports whether the request was not sent, as there was no connection: none was accepted, or its
// certificate is not trusted. That does not depend on the operation.
func (e *Exchange) HasNoConnection() bool {
	var certificate *tls.CertificateVerificationError
	return isDial(e.Err) || errors.As(e.Err, &certificate)
}

// isDial reports whether an error is that no connection was accepted.
func isDial(err error) bool {
	var dial *net.OpError
	return errors.As(err, &dial) && dial.Op == "dial"
}

// BrokeOff reports whether a success response ended before its body did, or cannot be
// decompressed.
func (e *Exchange) BrokeOff() bool { return e.Err != nil && e.Status/100 == 2 && !e.timedOut }

// TimedOut reports whether the response did not arrive, or not completely, in time.
func (e *Exchange) TimedOut() bool { return e.timedOut }

// Throttled reports whether the deployment still asked to wait after the last try: with 429, or with
// Retry-After and another code by which services limit requests, none of which says that anything was
// done. Where the document does not allow the request, 403 and 420 reject it.
func (e *Exchange) Throttled() bool {
	asksToWait := false
	switch e.Status {
	case http.StatusTooManyRequests:
		return e.Err == nil
	case http.StatusServiceUnavailable, statusOverloaded:
		asksToWait = true
	case http.StatusForbidden, statusEnhanceYourCalm:
		asksToWait = e.Allowed
	}
	return e.Err == nil && asksToWait && e.Header.Get("Retry-After") != ""
}

// Codes that no standard names: 420 is of an old API of Twitter, 529 of several services.
const statusEnhanceYourCalm, statusOverloaded = 420, 529

// ServerError reports whether the deployment failed to serve the request, and does not ask
// to wait.
func (e *Exchange) ServerError() bool { return e.Err == nil && e.Status >= 500 && !e.Throttled() }

// NotModified reports whether a request that the document allows got HTTP 304, although no
// request of a run is conditional: an update that changes nothing gets the response of any other.
// That a connector is published already is a reason to reject another publishing.
func (e *Exchange) NotModified() bool {
	return e.Err == nil && e.Status == http.StatusNotModified && e.Allowed && effects[e.Operation] != nil &&
		e.Operation != spec.PublishConnector
}

// OK reports whether the HTTP code is a 2xx.
func (e *Exchange) OK() bool { return e.Err == nil && e.Status >= 200 && e.Status < 300 }

// Outcome says what came back in a few words.
func (e *Exchange) Outcome() string {
	if e.Err != nil {
		return "no response: " + e.Err.Error()
	}
	return fmt.Sprintf("HTTP %d", e.Status)
}

// FirstFailed returns when the first failure arrived of a request that failed: its repetition may be
// faster or slower.
func (e *Exchange) FirstFailed() time.Time {
	if e.FirstFault.IsZero() {
		return e.Began.Add(e.Duration)
	}
	return e.FirstFault
}

// LastSent returns when the request was sent for the last time.
func (e *Exchange) LastSent() time.Time { return e.Received.Add(-e.Duration) }

// RespondedAt returns the deployment's own time, or ours where it shows none.
func (e *Exchange) RespondedAt() time.Time {
	if at, err := http.ParseTime(e.Header.Get("Date")); err == nil {
		return at
	}
	return e.Received
}
