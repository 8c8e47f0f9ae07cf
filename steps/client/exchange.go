package client

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"understudy/spec/contract"
	"understudy/steps/report"
)

// Scheme says how a token is put into the Authorization header.
type Scheme string

// The schemes. NoToken sends no Authorization header at all, NoScheme one that is
// the token alone, Password one of HTTP Basic whose password is the token. Any other
// word stands before the token as Bearer does.
const (
	Bearer      Scheme = "Bearer"
	LowerBearer Scheme = "bearer"
	Password    Scheme = "Basic password"
	NoToken     Scheme = ""
	NoScheme    Scheme = "-"
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
	// Path is below base_url; URL, when set, is followed instead as it is.
	Path  string
	URL   string
	Query string
	// Body is sent as ContentType; nil is no body.
	Body        []byte
	ContentType string
	Token       string
	Scheme      Scheme
	// TokenHeaders are headers that hold the token as it is, and Cookie under several
	// names, beside Authorization or in its place.
	TokenHeaders []string
	// Allowed says that the document allows the request: its failures count
	// against the operation, and GETs follow redirects within the origin.
	Allowed bool
	// Restores says that the request restores what the run changed: it is sent
	// also where the operation is not asked any more.
	Restores bool
	// Carries names the kind of a text in the body that may carry a probe: see
	// package probe. Empty where the body is to be sent as it is.
	Carries string
	// Uses are the keys of the target file that the request uses.
	Uses []string
}

// Exchange is a request with its response.
type Exchange struct {
	Request
	// Target is the URL that was asked.
	Target string
	// LeftOut says what of the request was not sent, and why.
	LeftOut string
	Status  int
	Header  http.Header
	Body    []byte
	// Unread says why nothing is known of the body, which then is empty or only
	// the start of it: it exceeds a bound.
	Unread string
	// Violations and Seen are what the contract check found in the response and
	// what that showed, where it was checked. Nobody changes them.
	Violations []contract.Violation
	Seen       map[string]contract.Seen
	// Err says why there is no response.
	Err error
	// Tries counts the requests that were sent, Failed those of them that were
	// broken. A write counts as one, however often it was repeated. Faults are
	// the HTTP codes of those that were broken; 0 is no response.
	Tries, Failed int
	Faults        []int
	// Began is when it was first sent, Received when its last response had come.
	Began, Received time.Time
	Duration        time.Duration

	check sync.Once
	// isJSON is the verdict of check, wasJSON that on what Trim left the start of.
	isJSON, wasJSON bool
	// members are those of a body that is a JSON object, by their names.
	members  map[string][]byte
	redact   sync.Once
	redacted *report.Exchange
	// held is for how much the body counts among those that the run holds.
	held int64
	// timedOut says that Err is that nothing, or not all, came in time.
	timedOut bool
}

// Broken reports that there was no usable response at all: a 5xx, a reset or
// silence.
func (e *Exchange) Broken() bool { return e.Err != nil || e.Status >= 500 }

// TimedOut reports whether nothing, or not all, came in time.
func (e *Exchange) TimedOut() bool { return e.timedOut }

// Throttled reports whether the deployment still asked to wait after the last try.
func (e *Exchange) Throttled() bool {
	return e.Err == nil && (e.Status == http.StatusTooManyRequests ||
		e.Status == http.StatusServiceUnavailable && e.Header.Get("Retry-After") != "")
}

// OK reports that the HTTP code is a 2xx.
func (e *Exchange) OK() bool { return e.Err == nil && e.Status >= 200 && e.Status < 300 }

// Outcome says what came back in a few words.
func (e *Exchange) Outcome() string {
	if e.Err != nil {
		return "no response: " + e.Err.Error()
	}
	return fmt.Sprintf("HTTP %d", e.Status)
}

// AnsweredAt returns the deployment's own time, or ours where it shows none.
func (e *Exchange) AnsweredAt() time.Time {
	if at, err := http.ParseTime(e.Header.Get("Date")); err == nil {
		return at
	}
	return e.Received
}
