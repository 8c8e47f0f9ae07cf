// Package contract holds a success response against openapi.yaml and says which
// promise each fault breaks; CheckRequest does the like for a request.
//
// Check verifies the status code, the bytes (one JSON value in UTF-8, no member
// twice, nothing after it) and the schema. A fault is blamed on the nearest
// x-promise of the schema that it was found under; a missing member is blamed
// on that member's own. Members, Observe and Code tell others what the contract
// speaks about, and ParseTime reads the timestamps that it accepts.
//
// It is the only importer of pb33f. Nothing is built before first use, and all
// functions may be called from many goroutines. An unknown operation is a
// fault of the program and panics.
//
// Start reading at Check.
package contract

import (
	"cmp"
	"fmt"
	"slices"
)

// Answer is the part of an exchange that the contract speaks about.
type Answer struct {
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
	// Expected and Found are short phrases. Found may show a value of the
	// body: whoever writes it down redacts it.
	Expected string `json:"expected"`
	Found    string `json:"found"`
}

// Check holds a success response (2xx) against the contract of an operation.
// The result is sorted by promise and pointer, with no pair of them twice; it
// is nil for a response that is allowed or no success. A body that is not sound
// JSON is reported as that alone, for nothing in it can be trusted. A wrong
// success code does not keep the body from being judged.
func Check(operation string, a Answer) []Violation {
	faults, _ := CheckAndObserve(operation, a)
	return faults
}

// CheckAndObserve is Check and Observe of one response, whose body it reads once.
func CheckAndObserve(operation string, a Answer) ([]Violation, map[string]Seen) {
	if a.Status < 200 || a.Status > 299 {
		return nil, nil
	}
	c := find(operation)
	seen := map[string]Seen{}
	faults := c.checkCode(a.Status)
	value, unsound := decode(a.Body)
	if unsound != nil {
		unsound.Promise = c.wire
		faults = append(faults, *unsound)
	} else {
		faults = append(faults, c.checkValue(value)...)
		c.root.observe(value, seen)
	}
	for i := range faults {
		faults[i].Operation = operation
	}
	return tidy(faults), seen
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

// tidy sorts, and keeps the first of equal promise and pointer. The phrases
// take part in the order because the validator reports in random order.
func tidy(faults []Violation) []Violation {
	slices.SortFunc(faults, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(a.Promise, b.Promise), cmp.Compare(a.Pointer, b.Pointer),
			cmp.Compare(a.Expected, b.Expected), cmp.Compare(a.Found, b.Found))
	})
	return slices.CompactFunc(faults, func(a, b Violation) bool {
		return a.Promise == b.Promise && a.Pointer == b.Pointer
	})
}
