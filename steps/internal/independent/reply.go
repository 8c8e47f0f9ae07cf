package independent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// reply is a response before it is written.
type reply struct {
	code int
	// body is written as JSON; where it is nil, text is written.
	body     object
	text     string
	mime     string
	location string

	// garble changes the bytes of the body, and abort drops the connection in
	// its place: for violations only.
	garble func([]byte) []byte
	abort  bool
}

// success is a response of the document, with JSON in its body.
func (s *Server) success(code int, body object) reply {
	return reply{code: code, body: body, mime: s.choice.mime}
}

// rejections are the shapes of a response to a rejected request.
type rejections int

const (
	rejectionErrors rejections = iota // {"errors": […]}
	rejectionHTML
	rejectionEmpty
	rejection200      // HTTP 200 with status error
	rejectionNotFound // HTTP 200 with status not_found
)

// reject is a response that does nothing and shows nothing.
func (s *Server) reject(code int, why string) reply {
	switch s.choice.rejections {
	case rejectionHTML:
		return reply{code: code, mime: "text/html; charset=utf-8", text: "<!doctype html><title>Sorry</title><p>" + why + "</p>"}
	case rejectionEmpty:
		return reply{code: code}
	case rejection200:
		return s.success(http.StatusOK, object{{"reason", why}, {"status", "error"}})
	case rejectionNotFound:
		return s.success(http.StatusOK, object{{"data", null}, {"status", "not_found"}})
	default:
		return reply{code: code, mime: "application/problem+json", body: object{{"errors", []any{why}}}}
	}
}

func (s *Server) write(w http.ResponseWriter, rep reply) {
	if rep.abort {
		panic(http.ErrAbortHandler)
	}
	body := s.bytes(rep)
	h := w.Header()
	h["Content-Type"] = nil // else net/http would guess one
	if rep.mime != "" {
		h.Set("Content-Type", rep.mime)
	}
	if rep.location != "" {
		h.Set("Location", rep.location)
	}
	h.Set("X-Served-From", "eu-south-3")
	h.Set("Vary", "Authorization")
	if s.choice.chunked && len(body) > 1 {
		w.WriteHeader(rep.code)
		flushInTwo(w, body)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(rep.code)
	_, _ = w.Write(body) // a client that has gone is no concern of ours
}

// flushInTwo makes net/http send chunks, since no length was set.
func flushInTwo(w http.ResponseWriter, body []byte) {
	half := len(body) / 2
	_, _ = w.Write(body[:half])
	_ = http.NewResponseController(w).Flush()
	_, _ = w.Write(body[half:])
}

func (s *Server) bytes(rep reply) []byte {
	b := []byte(rep.text)
	if rep.body != nil {
		b = s.choice.script.append(nil, rep.body)
		if s.choice.chunked {
			b = indented(b)
		}
	}
	if rep.garble != nil {
		b = rep.garble(b)
	}
	return b
}

func indented(b []byte) []byte {
	var out bytes.Buffer
	if json.Indent(&out, b, "", "\t") != nil {
		return b // a violation wrote what is no JSON: it goes out as it is
	}
	out.WriteByte('\n')
	return out.Bytes()
}

// object is a JSON object whose members keep their order. A map would sort
// them, and could not hold a member twice as one of the violations does.
type object []member

type member struct {
	name  string
	value any
}

// raw is written as it stands, valid or not.
type raw string

const null raw = "null"

func (o object) get(name string) any {
	for _, m := range o {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// with changes a member in its place, or appends it.
func (o object) with(name string, value any) object {
	o = slices.Clone(o)
	for i := range o {
		if o[i].name == name {
			o[i].value = value
			return o
		}
	}
	return append(o, member{name, value})
}

func (o object) without(name string) object {
	return slices.DeleteFunc(slices.Clone(o), func(m member) bool { return m.name == name })
}

// script is how JSON is written; its zero value is the usual way.
type script struct {
	floats  bool // integers as 7.0
	escaped bool // strings all in \u escapes
	ascii   bool // what is beyond ASCII in \u escapes
	slashes bool // / as \/
}

func (f script) append(b []byte, v any) []byte {
	switch v := v.(type) {
	case object:
		return f.appendObject(b, v)
	case []object:
		return appendEach(b, v, func(b []byte, o object) []byte { return f.appendObject(b, o) })
	case []any:
		return appendEach(b, v, f.append)
	case int64:
		b = strconv.AppendInt(b, v, 10)
		if f.floats {
			b = append(b, ".0"...)
		}
		return b
	case string:
		return f.appendString(b, v)
	case raw:
		return append(b, v...)
	default:
		text, err := json.Marshal(v)
		if err != nil { // only decoded JSON, booleans and fractions come here
			panic(err)
		}
		return append(b, text...)
	}
}

func (f script) appendObject(b []byte, o object) []byte {
	b = append(b, '{')
	for i, m := range o {
		if i > 0 {
			b = append(b, ',')
		}
		b = f.appendString(b, m.name)
		b = append(b, ':')
		b = f.append(b, m.value)
	}
	return append(b, '}')
}

func appendEach[T any](b []byte, list []T, one func([]byte, T) []byte) []byte {
	b = append(b, '[')
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = one(b, v)
	}
	return append(b, ']')
}

func (f script) appendString(b []byte, s string) []byte {
	if f.escaped {
		b = append(b, '"')
		for _, unit := range utf16.Encode([]rune(s)) {
			b = fmt.Appendf(b, `\u%04x`, unit)
		}
		return append(b, '"')
	}
	if !f.slashes && !strings.ContainsFunc(s, needsEscape) {
		b = append(append(b, '"'), s...)
		return append(b, '"')
	}
	text, err := json.Marshal(s)
	if err != nil { // a string always marshals
		panic(err)
	}
	if !f.ascii && !f.slashes {
		return append(b, text...)
	}
	for _, unit := range utf16.Encode([]rune(string(text))) {
		switch {
		case f.slashes && unit == '/':
			b = append(b, `\/`...)
		case unit > '~':
			b = fmt.Appendf(b, `\u%04x`, unit)
		default:
			b = append(b, byte(unit))
		}
	}
	return b
}

func needsEscape(r rune) bool {
	return r < ' ' || r > '~' || r == '"' || r == '\\' || r == '<' || r == '>' || r == '&'
}

// outcome is the finished success response of one operation, and what a violation
// may want to know of it.
type outcome struct {
	rep *reply
	who bearer
	// before is the name or label from before the update, redirect the
	// redirect_uri that was sent.
	before, redirect string
}

func (o outcome) data() object {
	data, _ := o.rep.body.get("data").(object)
	return data
}

func (o outcome) set(name string, value any) {
	o.rep.body = o.rep.body.with("data", o.data().with(name, value))
}

// finish lets the violations that are on spoil a success response.
func (s *Server) finish(op operation, o outcome) reply {
	for _, f := range s.faults {
		if f.respond != nil && f.on == op {
			f.respond(o)
		}
	}
	return *o.rep
}
