package api

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
)

// Reply is a response before it is written.
type Reply struct {
	Code int
	// Body is written as JSON; where it is nil, text is written.
	Body     Object
	text     string
	mime     string
	location string

	// Garble changes the bytes of the body, and abort drops the connection
	// instead: for violations only.
	Garble func([]byte) []byte
	Abort  bool
}

// Success returns a response of the document, with JSON in its body.
func (s *Server) Success(code int, body Object) Reply {
	return Reply{Code: code, Body: body, mime: s.choice.mime}
}

// rejections are the shapes of a response to a rejected request.
type rejections int

const (
	rejectionErrors rejections = iota // {"errors": […]}
	rejectionHTML
	rejectionEmpty
	rejection200      // HTTP 200 with status error
	rejectionAlone    // HTTP 200 with errors and no status
	rejectionNotFound // HTTP 200 with status not_found
	rejectionRecord   // an error with members as records have
)

// Reject returns a response that does and shows nothing.
func (s *Server) Reject(code int, why string) Reply {
	switch s.choice.rejections {
	case rejectionHTML:
		return Reply{Code: code, mime: "text/html; charset=utf-8", text: "<!doctype html><title>Sorry</title><p>" + why + "</p>"}
	case rejectionEmpty:
		return Reply{Code: code}
	case rejection200:
		return s.Success(http.StatusOK, Object{{"reason", why}, {"status", "error"}})
	case rejectionAlone:
		return s.Success(http.StatusOK, Object{{"errors", Object{{"base", []any{why}}}}})
	case rejectionNotFound:
		return s.Success(http.StatusOK, Object{{"data", Null}, {"status", "not_found"}})
	case rejectionRecord:
		at := s.Stamp(s.Now())
		return s.Success(code, Object{{"status", "error"}, {"data", Object{{"id", 7}, {"name", "rejected"}}},
			{"error", Object{{"id", 7}, {"name", "rejected"}, {"label", "Rejected"}, {"type", "client"}, {"description", why},
				{"email", "help@example.com"}, {"role", "none"}, {"uri", "https://example.com/errors?auth=none"}, {"expired", false},
				{"revoked", false},
				{"created_at", at}, {"updated_at", at}, {"schema", Object{{"code", "string"}}}}}})
	default:
		return Reply{Code: code, mime: "application/problem+json", Body: Object{{"errors", []any{why}}}}
	}
}

func (s *Server) write(w http.ResponseWriter, rep Reply) {
	if rep.Abort {
		panic(http.ErrAbortHandler)
	}
	body := s.bytes(rep)
	h := w.Header()
	h["Content-Type"] = nil // otherwise net/http would guess one
	if rep.mime != "" {
		h.Set("Content-Type", rep.mime)
	}
	if rep.location != "" {
		h.Set("Location", rep.location)
	}
	h.Set("X-Served-From", "eu-south-3")
	h.Set("Vary", "Authorization")
	if s.choice.chunked && len(body) > 1 {
		w.WriteHeader(rep.Code)
		flushInTwo(w, body)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(rep.Code)
	_, _ = w.Write(body) // ignore a client that has disconnected
}

// flushInTwo makes net/http send chunks, since no length was set.
func flushInTwo(w http.ResponseWriter, body []byte) {
	half := len(body) / 2
	_, _ = w.Write(body[:half])
	_ = http.NewResponseController(w).Flush()
	_, _ = w.Write(body[half:])
}

func (s *Server) bytes(rep Reply) []byte {
	b := []byte(rep.text)
	if rep.Body != nil {
		b = s.choice.script.Append(nil, rep.Body)
		if s.choice.chunked {
			b = indented(b)
		}
	}
	if rep.Garble != nil {
		b = rep.Garble(b)
	}
	return b
}

func indented(b []byte) []byte {
	var out bytes.Buffer
	if json.Indent(&out, b, "", "\t") != nil {
		return b // a violation wrote invalid JSON: send it as it is
	}
	out.WriteByte('\n')
	return out.Bytes()
}

// Outcome is the finished success response of one operation, and what a
// violation may need to know about it.
type Outcome struct {
	Rep *Reply
	Who Bearer
	// Before is the name or label from before the update, redirect the
	// redirect_uri that was sent.
	Before, Redirect string
}

// finish lets the violations that are on change a success response.
func (s *Server) finish(op Operation, o Outcome) Reply {
	for _, f := range s.faults {
		if f.Respond != nil && f.On == op {
			f.Respond(o)
		}
	}
	return *o.Rep
}

// Done reports whether a request succeeded with a JSON body.
func (rep Reply) Done() bool { return rep.Code/100 == 2 && rep.Body != nil }

// Invalid reports whether a request was rejected for its body, and not for the
// token or the path.
func (rep Reply) Invalid() bool { return rep.Code == http.StatusUnprocessableEntity }

// Data returns the member data, or nil where it is not an object.
func (rep *Reply) Data() Object {
	data, _ := rep.Body.Get("data").(Object)
	return data
}

// Set changes a member of data.
func (rep *Reply) Set(name string, value any) {
	rep.Body = rep.Body.With("data", rep.Data().With(name, value))
}
