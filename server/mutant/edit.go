package mutant

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"understudy/spec"
)

// object is a JSON object of a response.
type object = map[string]any

// wrapper is the form of Mutant.Change.
type wrapper = func(next http.Handler, lab *Lab) http.Handler

// is reports whether a request is one of an operation.
func is(r *http.Request, operation string) bool {
	o, _ := spec.OperationByID(operation)
	return r.Method == o.Method && slices.EqualFunc(strings.Split(o.Path, "/"), strings.Split(r.URL.Path, "/"), func(template, step string) bool {
		return template == step || isParameter(template) && step != ""
	})
}

// isParameter reports whether a step of an operation's path stands for a value.
func isParameter(step string) bool { return strings.HasPrefix(step, "{") }

// on wraps the requests of one operation and leaves the others alone.
func on(operation string, serve func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab)) wrapper {
	return func(next http.Handler, lab *Lab) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !is(r, operation) {
				next.ServeHTTP(w, r)
				return
			}
			serve(w, r, next, lab)
		})
	}
}

// record serves a request into memory.
func record(next http.Handler, r *http.Request) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	next.ServeHTTP(rec, r)
	return rec
}

// reply sends a recorded response on with another body.
func reply(w http.ResponseWriter, rec *httptest.ResponseRecorder, body []byte) {
	maps.Copy(w.Header(), rec.Header())
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(rec.Code)
	w.Write(body)
}

// onBytes changes the bytes of an operation's success responses.
func onBytes(operation string, change func([]byte) []byte) wrapper {
	return on(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
		rec := record(next, r)
		body := rec.Body.Bytes()
		if rec.Code/100 == 2 {
			body = change(body)
		}
		reply(w, rec, body)
	})
}

// onBody changes the JSON of an operation's success responses. The request's
// query is at hand, as the client sent it.
func onBody(operation string, change func(body object, q url.Values)) wrapper {
	return on(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
		rec := record(next, r)
		body := rec.Body.Bytes()
		if rec.Code/100 == 2 {
			v := decode(body)
			change(v, r.URL.Query())
			body = encode(v)
		}
		reply(w, rec, body)
	})
}

// onCode changes the code of an operation's success responses.
func onCode(operation string, code int) wrapper {
	return on(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *Lab) {
		rec := record(next, r)
		if rec.Code/100 == 2 {
			rec.Code = code
		}
		reply(w, rec, rec.Body.Bytes())
	})
}

// onQuery changes the query before the fake sees it.
func onQuery(operation string, change func(url.Values)) wrapper {
	return onRequest(operation, func(r *http.Request, _ *Lab) {
		q := r.URL.Query()
		change(q)
		r.URL.RawQuery = q.Encode()
	})
}

// onRequest changes a request before the fake sees it.
func onRequest(operation string, change func(r *http.Request, lab *Lab)) wrapper {
	return on(operation, func(w http.ResponseWriter, r *http.Request, next http.Handler, lab *Lab) {
		r = r.Clone(r.Context())
		change(r, lab)
		next.ServeHTTP(w, r)
	})
}

// onInput changes the JSON that a client sends. A body that is no object goes
// through unchanged.
func onInput(operation string, change func(body object, lab *Lab)) wrapper {
	return onRequest(operation, func(r *http.Request, lab *Lab) {
		raw, _ := io.ReadAll(r.Body)
		var body object
		if json.Unmarshal(raw, &body) == nil && body != nil {
			change(body, lab)
			raw = encode(body)
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(raw)), int64(len(raw))
	})
}

// always serves an operation with a code and nothing else.
func always(operation string, code int) wrapper {
	return on(operation, func(w http.ResponseWriter, _ *http.Request, _ http.Handler, _ *Lab) { w.WriteHeader(code) })
}

func whole(text string, otherwise int) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return otherwise
	}
	return n
}

func number(v any) int {
	n, _ := strconv.Atoi(strings.TrimSpace(v.(json.Number).String()))
	return n
}
