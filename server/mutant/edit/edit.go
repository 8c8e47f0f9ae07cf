// Package edit has the tools for mutants: wrappers that change the requests and
// the responses of one operation of the fake.
//
// Start reading at On, then OnBody, OnInput and Lab.
package edit

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
)

// Object is a JSON object of a response.
type Object = map[string]any

// Wrapper is the form of a mutant: it wraps the whole handler of the fake.
type Wrapper = func(next http.Handler, lab *Lab) http.Handler

// Is reports whether a request belongs to an operation.
func Is(r *http.Request, operation string) bool {
	o := spec.OperationOf(operation)
	return r.Method == o.Method && o.IsAt(r.URL.Path)
}

// IsParameter reports whether a step of an operation's path is a parameter.
func IsParameter(step string) bool { return strings.HasPrefix(step, "{") }

// On wraps the requests of one operation and leaves the others alone.
func On(operation string, serve func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab)) Wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !Is(r, operation) {
				next.ServeHTTP(w, r)
				return
			}
			serve(w, r, next, lab)
		})
	}
}

// Record serves a request into memory.
func Record(next http.Handler, r *http.Request) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	next.ServeHTTP(rec, r)
	return rec
}

// Succeeds reports whether a recorded response is a success: a rejection may be HTTP 200 with
// the status error or not_found.
func Succeeds(rec *httptest.ResponseRecorder) bool {
	status := gjson.GetBytes(rec.Body.Bytes(), "status").Str
	return rec.Code/100 == 2 && status != "error" && status != "not_found"
}

// Reply sends a recorded response with another body.
func Reply(w http.ResponseWriter, rec *httptest.ResponseRecorder, body []byte) {
	maps.Copy(w.Header(), rec.Header())
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(rec.Code)
	w.Write(body)
}

// OnBytes changes the bytes of an operation's success responses.
func OnBytes(operation string, change func([]byte) []byte) Wrapper {
	return On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
		rec := Record(next, r)
		body := rec.Body.Bytes()
		if Succeeds(rec) {
			body = change(body)
		}
		Reply(w, rec, body)
	})
}

// OnBody changes the JSON of an operation's success responses. It gets the
// request's query, as the client sent it.
func OnBody(operation string, change func(body Object, q url.Values)) Wrapper {
	return On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
		rec := Record(next, r)
		body := rec.Body.Bytes()
		if Succeeds(rec) {
			v := Decode(body)
			change(v, r.URL.Query())
			body = Encode(v)
		}
		Reply(w, rec, body)
	})
}

// OnCode changes the code of an operation's success responses.
func OnCode(operation string, code int) Wrapper {
	return On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
		rec := Record(next, r)
		if Succeeds(rec) {
			rec.Code = code
		}
		Reply(w, rec, rec.Body.Bytes())
	})
}

// OnRequest changes a request before the fake sees it.
func OnRequest(operation string, change func(r *http.Request, lab *Lab)) Wrapper {
	return On(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab) {
		r = r.Clone(r.Context())
		change(r, lab)
		next.ServeHTTP(w, r)
	})
}

// OnInput changes the JSON that a client sends. A body that is not an Object
// stays unchanged.
func OnInput(operation string, change func(body Object, lab *Lab)) Wrapper {
	return OnRequest(operation, func(r *http.Request, lab *Lab) {
		raw, _ := io.ReadAll(r.Body)
		var body Object
		if json.Unmarshal(raw, &body) == nil && body != nil {
			change(body, lab)
			raw = Encode(body)
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(raw)), int64(len(raw))
	})
}

// Always serves an operation with a code and nothing else.
func Always(operation string, code int) Wrapper {
	return On(operation, func(w http.ResponseWriter, _ *http.Request, _ http.Handler, _ *Lab) { w.WriteHeader(code) })
}

// Number returns the integer value of a json.Number of Decode, 0 if it is not
// an integer.
func Number(v any) int {
	n, _ := strconv.Atoi(strings.TrimSpace(v.(json.Number).String()))
	return n
}

// Resets closes the connection at an operation.
func Resets(operation string) Wrapper {
	return On(operation, func(http.ResponseWriter, *http.Request, http.Handler, *Lab) { panic(http.ErrAbortHandler) })
}

// Records returns the items of a list's response.
func Records(body Object) []Object {
	var out []Object
	for _, r := range body["data"].([]any) {
		out = append(out, r.(Object))
	}
	return out
}
