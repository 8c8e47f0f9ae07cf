package testkit

import (
	"net/http"
	"testing"
	"time"

	"understudy/server"
)

// FromAddress sets the address that a request comes from.
func FromAddress(address string) Edit { return func(r *http.Request) { r.RemoteAddr = address } }

// ToHost sets the Host of a request.
func ToHost(host string) Edit { return func(r *http.Request) { r.Host = host } }

// Addresses that requests come from, and the Host that they name.
const (
	ThisMachine    = "127.0.0.1:50000"
	AnotherMachine = "192.0.2.7:50000"
	LocalHost      = "localhost:8080"
)

// OpenControlled opens a fake whose control API is on, its clock frozen.
func OpenControlled(t *testing.T) Fake {
	t.Helper()
	return Open(t, server.Options{Control: true, Now: func() time.Time { return time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC) }})
}

// Control sends a request to the control API, from this machine unless an edit
// says otherwise.
func (f Fake) Control(method, path, body string, edits ...Edit) Response {
	f.Helper()
	return f.Do(method, "/_understudy/"+path, body, append([]Edit{FromAddress(ThisMachine), ToHost(LocalHost)}, edits...)...)
}

// SetFault sets a fault of the default sandbox.
func (f Fake) SetFault(rule string) Response {
	f.Helper()
	a := f.Control("POST", "faults", rule)
	if a.Code != 201 {
		f.Fatal(a)
	}
	return a
}

// OpenStrict opens a fake that rejects requests that violate the contract.
func OpenStrict(t *testing.T) Fake {
	t.Helper()
	return Open(t, server.Options{Control: true, StrictClient: true})
}
