package features_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
)

// whereRejected changes a response only where it is a rejection.
func whereRejected(change func(*httptest.ResponseRecorder)) func(*httptest.ResponseRecorder) {
	return func(a *httptest.ResponseRecorder) {
		if a.Code >= 400 {
			change(a)
		}
	}
}

func query(pairs string) func(*http.Request, string) bool {
	return func(r *http.Request, _ string) bool {
		return strings.HasSuffix(r.URL.Path, "/invitations") && r.URL.RawQuery == pairs
	}
}

// everyList matches each request for invitations, so that a record is the same in all responses.
func everyList(r *http.Request, _ string) bool { return strings.HasSuffix(r.URL.Path, "/invitations") }

func posts(part string) func(*http.Request, string) bool {
	return func(r *http.Request, body string) bool { return r.Method == "POST" && strings.Contains(body, part) }
}

func noToken(method string) func(*http.Request, string) bool {
	return func(r *http.Request, _ string) bool {
		return r.Method == method && r.Header.Get("Authorization") == "" && !strings.Contains(r.URL.Path, "source_status")
	}
}

func everyGet(r *http.Request, _ string) bool { return r.Method == "GET" }

// code responds with an HTTP code and no body.
func code(n int) func(*httptest.ResponseRecorder) {
	return func(a *httptest.ResponseRecorder) { a.Code = n; a.Body.Reset() }
}

func says(status int, body string) func(*httptest.ResponseRecorder) {
	return func(a *httptest.ResponseRecorder) { a.Code = status; a.Body.Reset(); a.Body.WriteString(body) }
}

func header(value string) func(*httptest.ResponseRecorder) {
	return func(a *httptest.ResponseRecorder) { a.Header().Set("Content-Type", value) }
}

// edited changes the JSON of the response.
func edited(change func(body map[string]any)) func(*httptest.ResponseRecorder) {
	return func(a *httptest.ResponseRecorder) {
		var body map[string]any
		dec := json.NewDecoder(bytes.NewReader(a.Body.Bytes()))
		dec.UseNumber()
		if dec.Decode(&body) != nil {
			return
		}
		change(body)
		b, _ := json.Marshal(body)
		a.Body.Reset()
		a.Body.Write(b)
	}
}

func paging(member string, value any) func(*httptest.ResponseRecorder) {
	return edited(func(b map[string]any) { b["pagination"].(map[string]any)[member] = value })
}

func eachRecord(change func(r map[string]any)) func(*httptest.ResponseRecorder) {
	return edited(func(b map[string]any) {
		data, _ := b["data"].([]any)
		for _, r := range data {
			change(r.(map[string]any))
		}
	})
}

// secondOfAName matches a creation whose body was sent before.
func secondOfAName() func(*http.Request, string) bool {
	seen := map[string]bool{}
	return func(r *http.Request, body string) bool {
		again := seen[body]
		seen[body] = r.Method == "POST"
		return again
	}
}

// firstLook matches the first request for each source URL, however long the client
// took to send it.
func firstLook() func(*http.Request, string) bool {
	seen := map[string]bool{}
	return func(r *http.Request, _ string) bool {
		again := seen[r.Host+r.URL.Path]
		seen[r.Host+r.URL.Path] = true
		return !again && strings.HasSuffix(r.URL.Path, "source_status")
	}
}

func aPost(r *http.Request, _ string) bool { return r.Method == "POST" }

// withoutName matches a creation whose body has no name, or null.
func withoutName(r *http.Request, body string) bool {
	return r.Method == "POST" && (!strings.Contains(body, `"name"`) || strings.Contains(body, `"name":null`))
}

// method matches requests by method and a part of the path.
func method(name, part string) func(*http.Request, string) bool {
	return func(r *http.Request, _ string) bool { return r.Method == name && strings.Contains(r.URL.Path, part) }
}

// lacks matches the creation of a connector without one member.
func lacks(member string) func(*http.Request, string) bool {
	return func(r *http.Request, body string) bool {
		var sent struct{ Connector map[string]any }
		if r.Method != "POST" || !strings.HasSuffix(r.URL.Path, "/connectors") || json.Unmarshal([]byte(body), &sent) != nil {
			return false
		}
		_, has := sent.Connector[member]
		return !has
	}
}

// first returns the first object of a list in a response, or an invented one where
// the response has none.
func first(b map[string]any, path ...string) map[string]any {
	var v any = b
	for _, name := range path {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	if list, ok := v.([]any); ok && len(list) > 0 {
		return list[0].(map[string]any)
	}
	return map[string]any{}
}
