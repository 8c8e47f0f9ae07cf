// Package contract checks a success response against openapi.yaml and reports
// which promise each fault breaks; CheckRequest does the same for a request.
//
// Check verifies the status code, the bytes (one JSON value in UTF-8, no
// duplicate members, nothing after it) and the schema. A fault breaks the
// nearest x-promise of the schema where it was found; a missing member breaks
// that member's own promise. Members, Observe and Code report what the contract
// covers, and ParseTime reads the timestamps that it accepts.
//
// It is the only importer of pb33f. Nothing is built before first use, and all
// functions are safe for concurrent use. An unknown operation is a bug of the
// caller and panics.
//
// Start reading at Check.
package contract

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"

	"understudy/spec"
)

// Response is the part of a response that the contract covers.
type Response struct {
	Status int
	Body   []byte
}

// Violation is one promise that a response breaks.
type Violation struct {
	Promise   string `json:"promise"`
	Operation string `json:"operation"`
	// Pointer is the JSON pointer of the place in the body: of the member
	// itself where a member is missing, empty for the whole response.
	Pointer string `json:"pointer"`
	// Expected and Found are short phrases. Found may show a value of the body:
	// redact it before it is written anywhere.
	Expected string `json:"expected"`
	Found    string `json:"found"`
}

// Check compares a success response (2xx) with the contract of an operation.
// The result is sorted by promise and pointer, without duplicates; it is nil
// for a response that is allowed, and for one that is not 2xx. Of a body that
// is not valid JSON only that is reported, because nothing in it can be
// trusted. A wrong success code does not stop the check of the body.
func Check(operation string, a Response) []Violation {
	faults, _ := CheckAndObserve(operation, a)
	return faults
}

// CheckAndObserve is Check and Observe of one response, whose body it reads once.
func CheckAndObserve(operation string, a Response) ([]Violation, map[string]Seen) {
	if a.Status < 200 || a.Status > 299 {
		return nil, nil
	}
	c := find(operation)
	seen := map[string]Seen{}
	faults := c.checkCode(a.Status)
	value, unsound := decode(a.Body)
	if unsound != nil {
		faults = append(faults, c.unsound(a.Status, *unsound))
	} else {
		value = statusInPlace(operation, value)
		faults = append(faults, c.checkValue(value)...)
		c.root.observe(value, seen)
	}
	for i := range faults {
		faults[i].Operation = operation
	}
	return tidy(faults), seen
}

// statusInPlace returns the object that has the status of a segment's source URL: data, where it has one
// and only the word of an envelope stands beside it (gap source-properties-place), or else the body, as
// of any other operation.
func statusInPlace(operation string, body any) any {
	outer, _ := body.(map[string]any)
	data, _ := outer["data"].(map[string]any)
	if _, inside := data["status"]; inside && operation == spec.ReadSegmentSource && slices.Contains([]any{nil, "success", "ok"}, outer["status"]) {
		return data
	}
	return body
}

// Code returns the promised success code of an operation, 0 where any 2xx is
// allowed.
func Code(operation string) int { return find(operation).code }

func (c *clause) checkCode(status int) []Violation {
	if c.code == 0 || c.code == status {
		return nil
	}
	return []Violation{{
		Promise:  c.codePromise,
		Expected: fmt.Sprintf("HTTP %d", c.code),
		Found:    fmt.Sprintf("HTTP %d", status),
	}}
}

// unsound says who owns that a body is no JSON. A 204 has no body that could be JSON:
// where any 2xx is allowed, the response itself is what is missing.
func (c *clause) unsound(status int, fault Violation) Violation {
	fault.Promise = c.wire
	if status == http.StatusNoContent && c.code == 0 {
		fault.Promise, fault.Found = c.codePromise, "HTTP 204, which has no body"
	}
	return fault
}

// tidy sorts, and keeps the first violation of each promise and pointer. The
// phrases are part of the order because the validator reports in random order.
func tidy(faults []Violation) []Violation {
	slices.SortFunc(faults, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(a.Promise, b.Promise), cmp.Compare(a.Pointer, b.Pointer),
			cmp.Compare(a.Expected, b.Expected), cmp.Compare(a.Found, b.Found))
	})
	return slices.CompactFunc(faults, func(a, b Violation) bool {
		return a.Promise == b.Promise && a.Pointer == b.Pointer
	})
}
