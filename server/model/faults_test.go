package model

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"understudy/server/internal/testkit"
	"understudy/spec"
	"understudy/spec/contract"
)

// modelFault is a rule of a sandbox with its counters. The fault is a status,
// with or without Retry-After, or a reset if that is 0.
type modelFault struct {
	id           int
	operation    string
	first, every int
	status       int
	retryAfter   *int
	after        bool
	calls, hits  int
}

// lossless are the operations whose responses the model does not need.
var lossless = []string{spec.CreateSegment, spec.UpdateDestination, spec.CreateConnector, spec.UpdateConnector, spec.PublishConnector, spec.ReadSegmentSource, spec.SaveEditor}

func drawFault(t *rapid.T) (f modelFault) {
	f.status = rapid.SampledFrom([]int{400, 429, 429, 503, 0}).Draw(t, "status")
	if f.status == 429 && rapid.Bool().Draw(t, "retry_after") {
		f.retryAfter = new(3)
	}
	switch rapid.SampledFrom([]string{"all", "first", "every"}).Draw(t, "when") {
	case "first":
		f.first = rapid.IntRange(1, 3).Draw(t, "first")
	case "every":
		f.every = rapid.IntRange(1, 3).Draw(t, "every")
	}
	if f.after = rapid.Bool().Draw(t, "after"); f.after {
		f.operation = rapid.SampledFrom(lossless).Draw(t, "operation")
		return f
	}
	f.operation = rapid.SampledFrom(append([]string{"", ""}, spec.Callable()...)).Draw(t, "operation") // none for every request
	return f
}

// rule returns the fault in the form of the control API.
func (f modelFault) rule() string {
	members, when := map[string]any{}, map[string]int{}
	if f.operation != "" {
		members["operation"] = f.operation
	}
	if f.first > 0 {
		when["first"] = f.first
	}
	if f.every > 0 {
		when["every"] = f.every
	}
	members["when"], members["after"] = when, f.after
	if f.status == 0 {
		members["reset"] = true
	} else {
		members["status"] = f.status
	}
	if f.retryAfter != nil {
		members["retry_after"] = *f.retryAfter
	}
	text, err := json.Marshal(members)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func (f modelFault) picks() bool {
	switch {
	case f.first > 0:
		return f.calls <= f.first
	case f.every > 0:
		return f.calls%f.every == 0
	}
	return true
}

// SetFault sets a fault for the following calls, or tries to with an invalid rule.
func (m *machine) SetFault(t *rapid.T) {
	id, b := m.box(t)
	if rapid.IntRange(0, 9).Draw(t, "bad") == 0 {
		m.want(t, m.Control("POST", "faults?sandbox="+id, `{"status":200}`), 400, nil)
		return
	}
	f := drawFault(t)
	b.lastFault++
	f.id = b.lastFault
	b.faults = append(b.faults, f)
	m.want(t, m.Control("POST", "faults?sandbox="+id, f.rule()), 201, shows{"id": f.id, "calls": 0, "hits": 0})
}

// RemoveFault removes a fault that may not exist, or all.
func (m *machine) RemoveFault(t *rapid.T) {
	id, b := m.box(t)
	n := rapid.IntRange(0, b.lastFault+1).Draw(t, "fault")
	if n == 0 {
		m.removeFaults(id)
		return
	}
	before := len(b.faults)
	b.faults = slices.DeleteFunc(b.faults, func(f modelFault) bool { return f.id == n })
	m.want(t, m.Control("DELETE", fmt.Sprintf("faults/%d?sandbox=%s", n, id), ""), codeIf(len(b.faults) < before, 200), nil)
}

func (m *machine) removeFaults(id string) {
	m.boxes[id].faults = nil
	m.want(m.t, m.Control("DELETE", "faults?sandbox="+id, ""), 200, shows{"faults": []any{}})
}

// arm gives a sandbox the rules of others, as a fork or a reset does.
func (b *modelBox) arm(faults []modelFault) {
	b.armed, b.faults = faults, nil
	for _, f := range faults {
		f.calls, f.hits = 0, 0
		b.faults = append(b.faults, f)
		b.lastFault = max(b.lastFault, f.id)
	}
}

func (b *modelBox) showFaults() shows {
	ids, calls, hits := []int{}, []int{}, []int{}
	for _, f := range b.faults {
		ids, calls, hits = append(ids, f.id), append(calls, f.calls), append(hits, f.hits)
	}
	return shows{"faults.#.id": ids, "faults.#.calls": calls, "faults.#.hits": hits}
}

// strike counts a request of an operation, and returns its fault; nil for none.
func (b *modelBox) strike(operation string) (struck *modelFault) {
	for i := range b.faults {
		f := &b.faults[i]
		if f.operation != "" && f.operation != operation {
			continue
		}
		if f.calls++; struck == nil && f.picks() {
			f.hits++
			struck = f
		}
	}
	return struck
}

// patience is how often a request is sent again before its client has the
// faults removed.
const patience = 2

// insist sends a request, and again after each fault that replaced it: the
// world must be unchanged, and respond as if it were the first request. A
// response that was lost after the request was executed has no header, and is
// all that the model has of it. undone says that the fake does not execute it
// in any case.
func (m *machine) insist(id, operation string, undone bool, send func() testkit.Response) testkit.Response {
	for try := 0; ; try++ {
		f := m.boxes[id].strike(operation)
		a, reset := m.send(id, send)
		switch {
		case f == nil && reset:
			m.t.Fatal("the connection is reset without a fault")
		case f == nil:
			return a
		case reset != (f.status == 0):
			m.t.Fatalf("the model has %s: reset is %t, %s", f.rule(), reset, a)
		case !reset:
			m.hasFault(a, f)
		}
		if f.after && !undone {
			return testkit.Response{}
		}
		if try == patience {
			m.removeFaults(id)
		}
	}
}

// hasFault compares the response of a fault with its rule.
func (m *machine) hasFault(a testkit.Response, f *modelFault) {
	m.want(m.t, a, f.status, nil)
	want := ""
	if f.retryAfter != nil {
		want = strconv.Itoa(*f.retryAfter)
	}
	if got := a.Header.Get("Retry-After"); got != want {
		m.t.Fatalf("Retry-After is %q with %s", got, f.rule())
	}
}

// send sends a request, and reports whether its connection was reset.
func (m *machine) send(id string, send func() testkit.Response) (a testkit.Response, reset bool) {
	m.boxes[id].requests++
	defer func() {
		switch fault := recover(); fault {
		case nil:
		case http.ErrAbortHandler:
			reset = true
		default:
			panic(fault)
		}
	}()
	return send(), false
}

// askAs sends a request of the API. If a strict fake rejects it, the action
// ends: what follows shows that nothing changed.
func (m *machine) askAs(token, id, method, path, body string) testkit.Response {
	breaks := m.breaks(token, method, path, body)
	a := m.insist(id, modelOperation(method, path), breaks, func() testkit.Response {
		return m.Do(method, modelPath(id)+"/api/v1"+path, body, testkit.Bearer(token))
	})
	if !breaks {
		return a
	}
	m.rejected(m.t, a, 400)
	if says := a.Get("message").Str; !strings.HasPrefix(says, "outside the contract: ") {
		m.t.Fatalf("a strict fake responds %s", a)
	}
	m.t.Skip("a strict fake rejects it")
	return a
}

// breaks reports whether the fake is strict and a request outside the contract.
func (m *machine) breaks(token, method, path, body string) bool {
	if !m.strict {
		return false
	}
	path, query, _ := strings.Cut(path, "?")
	h := http.Header{"Authorization": {"Bearer " + token}}
	if body != "" {
		h.Set("Content-Type", "application/json")
	}
	r := contract.Request{Method: method, Path: "/api/v1" + path, RawQuery: query, Header: h, Body: []byte(body)}
	return slices.ContainsFunc(contract.CheckRequest(r), func(b contract.RequestViolation) bool { return !b.Note })
}

// modelOperation returns the operation that a request is for; empty for none.
func modelOperation(method, path string) string {
	path, _, _ = strings.Cut("/api/v1"+path, "?")
	for _, o := range spec.Operations {
		parts, segments := strings.Split(o.Path, "/"), strings.Split(path, "/")
		if o.Method == method && slices.EqualFunc(parts, segments, func(part, segment string) bool {
			return part == segment || strings.HasPrefix(part, "{") && segment != ""
		}) {
			return o.ID
		}
	}
	return ""
}
