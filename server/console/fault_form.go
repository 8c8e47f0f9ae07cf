package console

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"understudy/server/fault"
)

// faultForm is the form for a new fault, with the typed values if they were rejected.
type faultForm struct{ typed url.Values }

// option is one of a list to choose from.
type option struct {
	Value, Says string
	Selected    bool
}

// entry is a field for a number, which is shown if an option of Of is chosen.
type entry struct {
	Of, Name, Says, Value string
	// Blank is the meaning of an empty field.
	Blank string
}

// Whats are the kinds of faults, and Whiches the ways to select calls.
func (f faultForm) Whats() []option {
	return f.choose("what", []option{{Value: "status", Says: "an HTTP status"}, {Value: "latency", Says: "latency, always the same"},
		{Value: "uniform", Says: "latency, anything between two"}, {Value: "normal", Says: "latency, around a mean"}, {Value: "bytes_per_second", Says: "a slow body"},
		{Value: "cut_after", Says: "a body that breaks off"}, {Value: "reset", Says: "a connection reset"}, {Value: "silence", Says: "silence"}})
}

func (f faultForm) Whiches() []option {
	return f.choose("which", []option{{Value: "all", Says: "all calls"}, {Value: "first", Says: "the first ones"}, {Value: "every", Says: "every so many"}, {Value: "probability", Says: "some, by chance"}})
}

// Amounts are the fields of the kinds of faults, and Counts those of selections.
func (f faultForm) Amounts() []entry {
	return f.fill([]entry{
		{"status", "status", "Code", "503", ""}, {"status", "retry_after", "Retry-After, in seconds", "", "none"},
		{"latency", "latency", "Seconds, or like 200ms", "1", ""},
		{"uniform", "shortest", "Shortest, in seconds", "0.1", ""}, {"uniform", "longest", "Longest", "0.5", ""},
		{"normal", "mean", "Mean, in seconds", "0.2", ""}, {"normal", "deviation", "Deviation", "0.05", ""},
		{"uniform normal", "latency_seed", "Seed", "", "0"},
		{"bytes_per_second", "bytes_per_second", "Bytes per second", "100", ""}, {"cut_after", "cut_after", "After so many bytes", "10", ""},
		{"silence", "silence", "Seconds, or like 2m", "30", ""},
		{"status bytes_per_second cut_after reset silence", "wait", "After a latency: seconds, or like 200ms", "", "none"},
	})
}

// Texts are the fields of the response with a status.
func (f faultForm) Texts() []entry {
	return f.fill([]entry{
		{"status", "body", "Body, JSON or text", "", "in the form of the API's failures"},
		{"status", "headers", "Headers, a line each", "", "X-Reason: limit"},
	})
}

func (f faultForm) Counts() []entry {
	return f.fill([]entry{
		{"first", "first", "How many", "1", ""}, {"every", "every", "How many", "2", ""},
		{"probability", "probability", "Probability", "0.5", ""}, {"probability", "seed", "Seed", "", "0"},
	})
}

// Chose reports whether the typed form has a value of a field.
func (f faultForm) Chose(name, value string) bool { return f.typed.Get(name) == value }

func (f faultForm) choose(name string, all []option) []option {
	for i := range all {
		all[i].Selected = f.Chose(name, all[i].Value)
	}
	return all
}

func (f faultForm) fill(all []entry) []entry {
	for i := range all {
		if f.typed.Has(all[i].Name) {
			all[i].Value = f.typed.Get(all[i].Name)
		}
	}
	return all
}

// values are the fields of the form as a browser sends them.
func (f faultForm) values() url.Values {
	if f.typed != nil {
		return f.typed
	}
	all := url.Values{"what": {f.Whats()[0].Value}, "which": {f.Whiches()[0].Value}}
	for _, e := range slices.Concat(f.Amounts(), f.Counts()) {
		all.Set(e.Name, e.Value)
	}
	return all
}

// setFault is the body that sets the fault of a form.
func setFault(form url.Values) (any, error) { return newFault(form) }

// newFault is the rule that a form describes.
func newFault(form url.Values) (fault.Rule, error) {
	f := fields{Values: form}
	r := fault.Rule{Operation: form.Get("operation"), When: f.when()}
	after := form.Has("after")
	switch what := form.Get("what"); what {
	case "status":
		r.Status, r.After = f.whole("status", 1), after
		if form.Get("retry_after") != "" {
			r.RetryAfter = new(f.whole("retry_after", 0))
		}
		r.Body, r.Headers = f.body(), f.headers()
	case "latency":
		r.Latency = &fault.Latency{Seconds: f.span("latency", "latency")}
	case "uniform":
		r.Latency = &fault.Latency{Uniform: &[2]float64{f.number("shortest"), f.number("longest")}, Seed: f.seed("latency_seed")}
	case "normal":
		r.Latency = &fault.Latency{Normal: &[2]float64{f.number("mean"), f.number("deviation")}, Seed: f.seed("latency_seed")}
	case "bytes_per_second":
		r.BytesPerSecond = f.whole(what, 1)
	case "cut_after":
		r.CutAfter = new(f.whole(what, 0))
	case "reset":
		r.Reset, r.After = true, after
	case "silence":
		r.Silence, r.After = f.span(what, what), after
	}
	if r.Latency == nil && form.Get("wait") != "" {
		r.Latency = &fault.Latency{Seconds: f.span("wait", "latency")}
	}
	return r, f.err
}

// fields are those of a form, with the first error in them.
type fields struct {
	url.Values
	err error
}

func (f *fields) when() fault.When {
	switch which := f.Get("which"); which {
	case "first":
		return fault.When{First: f.whole(which, 1)}
	case "every":
		return fault.When{Every: f.whole(which, 1)}
	case "probability":
		return fault.When{Probability: f.above0(which), Seed: f.seed("seed")}
	}
	return fault.When{}
}

// body is the body of a response: JSON if the text is JSON, else a string; nil for none.
func (f *fields) body() json.RawMessage {
	text := strings.TrimSpace(f.Get("body"))
	switch {
	case text == "":
		return nil
	case json.Valid([]byte(text)):
		return json.RawMessage(text)
	}
	quoted, _ := json.Marshal(text) // a string has no error
	return quoted
}

// headers are those of lines like "Name: value"; nil for none.
func (f *fields) headers() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(f.Get("headers")) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		f.must(ok, "headers", "a line each, like X-Reason: limit")
		all[strings.TrimSpace(name)] = strings.TrimSpace(value)
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

func (f *fields) must(ok bool, name, give string) {
	if !ok && f.err == nil {
		f.err = fmt.Errorf("%s: give %s", strings.ReplaceAll(name, "_", " "), give)
	}
}

// whole is a whole number, at least least.
func (f *fields) whole(name string, least int) int {
	n, err := strconv.Atoi(strings.TrimSpace(f.Get(name)))
	f.must(err == nil && n >= least, name, fmt.Sprintf("a whole number from %d on", least))
	return n
}

func (f *fields) number(name string) float64 {
	n, err := number(f.Values, name)
	f.must(err == nil && n >= 0 && !math.IsInf(n, 0), name, "a number from 0 on")
	return n
}

func (f *fields) above0(name string) float64 {
	n := f.number(name)
	f.must(n > 0, name, "a number above 0")
	return n
}

// span is a length of time above 0, in seconds, such as 0.2 or 200ms; as is what an error
// calls it.
func (f *fields) span(name, as string) float64 {
	d, err := time.ParseDuration(strings.TrimSpace(f.Get(name)))
	if err == nil {
		f.must(d > 0, as, "a time above 0")
		return d.Seconds()
	}
	n, err := number(f.Values, name)
	f.must(err == nil && n > 0 && !math.IsInf(n, 0), as, "seconds above 0, such as 0.2, or a time such as 200ms")
	return n
}

// seed is 0 if none is given.
func (f *fields) seed(name string) uint64 {
	text := strings.TrimSpace(f.Get(name))
	if text == "" {
		return 0
	}
	n, err := strconv.ParseUint(text, 10, 64)
	f.must(err == nil, name, "a whole number from 0 on, or nothing")
	return n
}
