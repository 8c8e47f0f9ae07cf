package independent

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
)

// reply is an answer before it is written.
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

// success is an answer of the document, with JSON in its body.
func (s *Server) success(code int, body object) reply {
	return reply{code: code, body: body, mime: s.choice.mime}
}

// refusals are the shapes of an answer that refuses.
type refusals int

const (
	refusalErrors refusals = iota // {"errors": […]}
	refusalHTML
	refusalEmpty
	refusal200      // HTTP 200 with status error
	refusalNotFound // HTTP 200 with status not_found
)

// refuse is an answer that does nothing and shows nothing.
func (s *Server) refuse(code int, why string) reply {
	switch s.choice.refusals {
	case refusalHTML:
		return reply{code: code, mime: "text/html; charset=utf-8", text: "<!doctype html><title>Sorry</title><p>" + why + "</p>"}
	case refusalEmpty:
		return reply{code: code}
	case refusal200:
		return s.success(http.StatusOK, object{{"reason", why}, {"status", "error"}})
	case refusalNotFound:
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
