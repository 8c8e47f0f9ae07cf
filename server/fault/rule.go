// Package fault makes a fake fail on purpose: by rules that say which calls of
// which operation get which fault. A Rule is a value; Faults are the rules of
// one sandbox, with their counters; a Strike is the faults of one request.
//
// Everything is deterministic: the same rules and the same requests, in the
// same order, give the same faults, even if a rule has a probability. Latency,
// slow and cut bodies affect only the response: the request is executed. A
// status, a reset and silence replace the request, so that the world does not
// change, unless the rule says after.
//
// The sandbox has the Faults, the server applies them to requests, and the
// control API sets them. Start reading at Rule.
package fault

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"understudy/spec"
	"understudy/spec/suggest"
)

// Rule says which calls get which fault: at most one of Status, BytesPerSecond,
// CutAfter, Reset and Silence is set, and Latency with one of them or alone. In JSON each
// time is a text such as 200ms, or a number of seconds: see UnmarshalJSONFrom.
type Rule struct {
	// Operation is the id of the operation, or spec.LoadEditor or SaveEditor
	// for requests to the editor's page; empty for every request.
	Operation string `json:"operation,omitzero"`
	When      When   `json:"when,omitzero"`

	// Status, 400 to 599, has the form of the API's errors, or of a page of the
	// editor, with the header Retry-After if RetryAfter, in seconds, is set.
	Status     int  `json:"status,omitzero"`
	RetryAfter *int `json:"retry_after,omitzero"`
	// Body replaces that form, with any Status from 200 on: JSON as it is, or a
	// text if it is a string. Headers are set with any body.
	Body    json.RawMessage   `json:"body,omitzero"`
	Headers map[string]string `json:"headers,omitzero"`
	// Latency is the time to wait before the request is executed.
	Latency *Latency `json:"latency,omitzero"`
	// BytesPerSecond is the speed of the response's body.
	BytesPerSecond int `json:"bytes_per_second,omitzero"`
	// CutAfter is the number of bytes of the response's body before the
	// connection is closed.
	CutAfter *int `json:"cut_after,omitzero"`
	// Reset closes the connection without a response.
	Reset bool `json:"reset,omitzero"`
	// Silence is for how many seconds there is no response, at most: then the
	// connection is closed.
	Silence float64 `json:"silence,omitzero"`

	// After executes the request before its response is lost to a Status, a
	// Reset or a Silence.
	After bool `json:"after,omitzero"`
}

// When selects calls, counted from 1: at most one member is set; none selects all.
type When struct {
	// First selects the first calls, Every every n-th one.
	First int `json:"first,omitzero"`
	Every int `json:"every,omitzero"`
	// Probability, up to 1, selects calls at random, always the same ones for a Seed.
	Probability float64 `json:"probability,omitzero"`
	Seed        uint64  `json:"seed,omitzero"`
}

// Latency is a duration in seconds: fixed, or drawn between the two values of
// Uniform, or from a normal distribution with the mean and standard deviation
// of Normal. A Seed always draws the same.
type Latency struct {
	Seconds float64     `json:"seconds,omitzero"`
	Uniform *[2]float64 `json:"uniform,omitzero"`
	Normal  *[2]float64 `json:"normal,omitzero"`
	Seed    uint64      `json:"seed,omitzero"`
}

// longest is how long a request may be delayed, in seconds.
const longest = 600

// Check reports what is wrong with a rule, after the path of the member.
func (r Rule) Check() error {
	if r.Operation != "" && !spec.IsCallable(r.Operation) {
		return fmt.Errorf("operation: %.60q is unknown: %sgive one such as %s or %s, or leave it out for every request",
			r.Operation, suggest.DidYouMean(r.Operation, spec.Callable()), spec.ListInvitations, spec.SaveEditor)
	}
	if err := r.When.check(); err != nil {
		return err
	}
	if err := r.checkKinds(); err != nil {
		return err
	}
	if r.Latency != nil {
		if err := r.Latency.check(); err != nil {
			return err
		}
	}
	return errors.Join(r.checkStatus(), r.checkRest())
}

// checkKinds rejects a rule without a fault, and one with two that exclude each other.
func (r Rule) checkKinds() error {
	var given []string
	for _, kind := range []struct {
		name    string
		isGiven bool
	}{{"status", r.Status != 0}, {"bytes_per_second", r.BytesPerSecond != 0}, {"cut_after", r.CutAfter != nil}, {"reset", r.Reset}, {"silence", r.Silence != 0}} {
		if kind.isGiven {
			given = append(given, kind.name)
		}
	}
	const rule = "give one of status, bytes_per_second, cut_after, reset and silence, or latency, which also goes with each of them"
	switch {
	case len(given) > 1:
		return fmt.Errorf("%s: %s are given", rule, strings.Join(given, " and "))
	case len(given) == 0 && r.Latency == nil:
		return errors.New(rule + ": none is given")
	}
	return nil
}

func (r Rule) checkStatus() error {
	switch {
	case r.Status != 0 && r.Body != nil && (r.Status < 200 || r.Status > 599):
		return fmt.Errorf("status: %d is out of range: give 200 to 599", r.Status)
	case (r.Status == http.StatusNoContent || r.Status == http.StatusNotModified) && r.Body != nil && string(r.Body) != `""`:
		return fmt.Errorf("body: a response with HTTP %d has none: leave it empty, or give another status", r.Status)
	case r.Status != 0 && r.Body == nil && (r.Status < 400 || r.Status > 599):
		return fmt.Errorf("status: %d is not a failure: give 400 to 599, or a body", r.Status)
	case r.Status == 0 && r.Body != nil:
		return errors.New("body: goes with a status")
	case r.Status == 0 && r.Headers != nil:
		return errors.New("headers: goes with a status")
	case r.RetryAfter != nil && (r.Status == 0 || *r.RetryAfter < 0):
		return errors.New("retry_after: goes with a status, and is a number of seconds from 0 on")
	}
	return r.checkHeaders()
}

func (r Rule) checkRest() error {
	switch {
	case r.BytesPerSecond < 0:
		return errors.New("bytes_per_second: must be at least 1")
	case r.CutAfter != nil && *r.CutAfter < 0:
		return errors.New("cut_after: must be at least 0")
	case r.Silence < 0 || r.Silence > longest:
		return fmt.Errorf("silence: must be a time from 0s to %ds", longest)
	case r.After && r.Status == 0 && !r.Reset && r.Silence == 0:
		return errors.New("after: goes with status, reset and silence: the others concern the response only")
	}
	return nil
}

// checkHeaders rejects headers that HTTP does not allow, and those that the server
// sets itself.
func (r Rule) checkHeaders() error {
	for name, value := range r.Headers {
		switch {
		case name == "" || strings.ContainsFunc(name, func(c rune) bool { return c <= ' ' || c > '~' || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, c) }):
			return fmt.Errorf("headers: %.60q is not a name of a header", name)
		case strings.ContainsFunc(value, func(c rune) bool { return c < ' ' && c != '\t' || c == 0x7f }):
			return fmt.Errorf("headers: the value of %.60s has characters that no header may have", name)
		case slices.Contains([]string{"content-length", "transfer-encoding", "connection"}, strings.ToLower(name)):
			return fmt.Errorf("headers: the fake sets %.60s itself", name)
		}
	}
	return nil
}

func (w When) check() error {
	switch {
	case count(w.First != 0, w.Every != 0, w.Probability != 0) > 1:
		return errors.New("when: is one thing: give one of first, every, probability, or leave it out for all calls")
	case w.First < 0:
		return errors.New("when.first: must be a number of calls from 1 on")
	case w.Every < 0:
		return errors.New("when.every: must be a number of calls from 1 on")
	case w.Probability < 0, w.Probability > 1:
		return errors.New("when.probability: must be above 0, and 1 at most")
	case w.Seed != 0 && w.Probability == 0:
		return errors.New("when.seed: goes with a probability")
	}
	return nil
}

func (l Latency) check() error {
	switch {
	case count(l.Seconds != 0, l.Uniform != nil, l.Normal != nil) != 1:
		return errors.New("latency: give a time such as 200ms, or one of seconds, uniform and normal")
	case l.Seed != 0 && l.Seconds != 0:
		return errors.New("latency.seed: goes with uniform or normal")
	case l.Uniform != nil:
		if err := checkSpans("latency.uniform", l.Uniform[:]...); err != nil {
			return err
		}
		if l.Uniform[0] > l.Uniform[1] {
			return errors.New("latency.uniform: give the shorter time first")
		}
		return nil
	case l.Normal != nil:
		return checkSpans("latency.normal", l.Normal[:]...)
	}
	return checkSpans("latency", l.Seconds)
}

func checkSpans(path string, all ...float64) error {
	for _, seconds := range all {
		if seconds < 0 || seconds > longest {
			return fmt.Errorf("%s: %gs is out of range: give a time from 0s to %ds", path, seconds, longest)
		}
	}
	return nil
}

func count(given ...bool) int {
	return len(slices.DeleteFunc(given, func(b bool) bool { return !b }))
}
