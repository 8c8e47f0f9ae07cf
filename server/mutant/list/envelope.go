package list

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"

	"understudy/server/mutant/edit"
)

func envelopes() []listRow {
	return []listRow{
		{"list-status-success", nil, withBody(func(body object, _ url.Values) { body["status"] = "ok" }), map[string]named{
			invites:   {"list-status-ok", "a list's status is ok"},
			objects:   {"objects-status-ok", `/status is "ok"`},
			topicList: {"topics-status-ok", `/status is "ok"`}}},
		{"list-pagination", nil, withBody(func(body object, _ url.Values) {
			maps.Copy(body, body["pagination"].(object))
			delete(body, "pagination")
		}), map[string]named{invites: {"list-pagination-beside", "the numbers of pagination stand beside data"}}},
		{"list-pagination", nil, withBody(func(body object, _ url.Values) { delete(body, "pagination") }), map[string]named{
			objects:   {"objects-without-pagination", "/pagination is missing"},
			topicList: {"topics-without-pagination", "/pagination is missing"}}},
		{"list-data", nil, keyed("id"), map[string]named{invites: {"list-data-by-id", "data is an object keyed by id"}}},
		{"list-data", nil, keyed("name"), map[string]named{topicList: {"topics-data-by-name", "topics are an object keyed by name"}}},
		{"list-data", nil, withBody(func(body object, _ url.Values) { body["data"] = nil }), map[string]named{
			objects: {"objects-data-null", "/data is null"}}},
		{"list-pagination", nil, withBody(func(body object, _ url.Values) {
			if pastEnd(body) {
				body["pagination"] = nil
			}
		}), map[string]named{invites: {"list-without-pagination-past-the-end", "after the last page pagination is null"}}},
		{"list-data", nil, withBody(func(body object, _ url.Values) {
			if pastEnd(body) {
				delete(body, "data")
			}
		}), map[string]named{objects: {"objects-without-data-past-the-end", "after the last page there is no data"}}},
		{"list-code", nil, withCode(http.StatusPartialContent), map[string]named{
			invites: {"list-partial-content", "a list gets HTTP 206"}}},
		{"list-code", nil, withCode(http.StatusNonAuthoritativeInfo), map[string]named{
			objects: {"objects-answer-203", "a list of objects gets HTTP 203"}}},
		{"bodies-are-json", nil, withBytes(func([]byte) []byte { return nil }), map[string]named{
			invites:   {"list-empty-body", "a list's success has no body"},
			objects:   {"objects-empty-body", "a list of objects has no body"},
			topicList: {"topics-empty-body", "a list of topics has no body"}}},
		{"bodies-are-json", nil, withBytes(func(b []byte) []byte { return append(b, "{}"...) }), map[string]named{
			invites: {"list-trailing-bytes", "a list is followed by a second value"}}},
		{"bodies-are-json", nil, replaced(`"email":"`, "\"email\":\"\xe9"), map[string]named{
			invites: {"list-invalid-utf8", "an address is in Latin-1"}}},
		{"bodies-are-json", nil, replaced(`"role":`, `"role":"member","role":`), map[string]named{
			invites: {"list-duplicate-key", "a record names its role twice"}}},
		{"bodies-are-json", nil, withBytes(func([]byte) []byte { return []byte("<html><body>invitations</body></html>") }), map[string]named{
			invites: {"list-html", "a list is a page of HTML"}}},
		{"bodies-are-json", nil, withHeader("Content-Length", "100000"), map[string]named{invites: {"list-cut-off", "the body of a list is shorter than its Content-Length"}}},
		{"bodies-are-json", nil, withHeader("Content-Encoding", "gzip"), map[string]named{topicList: {"topics-not-gzip", "topics have Content-Encoding: gzip and are not compressed"}}},
		{"invitations-are-listed", nil, fails, map[string]named{invites: {"list-fails", "a list gets HTTP 500"}}},
		{"objects-are-listed", nil, fails, map[string]named{objects: {"objects-fail", "a list of objects gets HTTP 500"}}},
		{"topics-are-listed", nil, fails, map[string]named{topicList: {"topics-fail", "a list of topics gets HTTP 500"}}},
		{"invitations-are-listed", nil, edit.Resets, map[string]named{invites: {"list-resets", "a list breaks off the connection"}}},
	}
}

func fails(operation string) wrapper { return edit.Always(operation, http.StatusInternalServerError) }

func withCode(code int) listWrapper {
	return func(list string) wrapper { return edit.OnCode(list, code) }
}

// withHeader sets a header of each response.
func withHeader(name, value string) listWrapper {
	return func(list string) wrapper {
		return edit.On(list, func(w http.ResponseWriter, r *http.Request, next http.Handler, _ *edit.Lab) {
			rec := edit.Record(next, r)
			maps.Copy(w.Header(), rec.Header())
			w.Header().Set(name, value)
			w.WriteHeader(rec.Code)
			w.Write(rec.Body.Bytes())
		})
	}
}

// pastEnd reports whether a page is after the last.
func pastEnd(body object) bool {
	p, _ := body["pagination"].(object)
	return p != nil && edit.Number(p["page"]) > max(1, edit.Number(p["last_page"]))
}

// withBytes changes the bytes of a list.
func withBytes(change func([]byte) []byte) listWrapper {
	return func(list string) wrapper { return edit.OnBytes(list, change) }
}

// replaced replaces the first occurrence of a text.
func replaced(old, by string) listWrapper {
	return withBytes(func(b []byte) []byte { return bytes.Replace(b, []byte(old), []byte(by), 1) })
}

// keyed makes data an object with the records by one of their members.
func keyed(member string) listWrapper {
	return withBody(func(body object, _ url.Values) {
		byMember := object{}
		for _, r := range edit.Records(body) {
			switch key := r[member].(type) {
			case string:
				byMember[key] = r
			case json.Number:
				byMember[key.String()] = r
			}
		}
		body["data"] = byMember
	})
}
