package client

import (
	"net/http"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// Accepted reports whether a response is a success, by its code and by its status member.
func (e *Exchange) Accepted() bool { return e.OK() && !e.Rejected() }

// Rejected reports whether a response rejects the request, whatever its code: a
// code that is not 2xx, or an object that shows no resource and whose status is error or
// not_found, or that shows errors alone. A response that is Broken, Throttled or NotModified is not a rejection.
func (e *Exchange) Rejected() bool {
	if e.Broken() || e.Throttled() || e.NotModified() {
		return false
	}
	if !e.OK() {
		return true
	}
	body := e.JSON()
	return e.saysRejected() && body.IsObject() && e.showsNothing(body)
}

// showsNothing reports whether a body has no resource and no record: its data may be what
// describes an error, and its pagination that of no page. No write responds with a list.
func (e *Exchange) showsNothing(body gjson.Result) bool {
	switch data := body.Get("data"); {
	case data.IsArray():
		return e.Effect() == "" && (len(data.Array()) > 0 || e.Method != http.MethodGet || body.Get("pagination.page").Int() < 1)
	case data.IsObject():
		return e.Effect() == "" && (e.KnowsEffect() || !isText(data.Get("id")) && !isText(data.Get("name")))
	}
	return true
}

func isText(v gjson.Result) bool { return v.Type == gjson.String || v.Type == gjson.Number }

// PointerOf converts a plain gjson path to a JSON pointer.
func PointerOf(path string) string { return "/" + strings.ReplaceAll(path, ".", "/") }

// BrokenAt returns the promise that the response breaks at a JSON pointer or at
// one of its parents; "" where the contract check found nothing there.
func (e *Exchange) BrokenAt(pointer string) string {
	for _, v := range e.Violations {
		if pointer == v.Pointer || strings.HasPrefix(pointer, v.Pointer+"/") {
			return v.Promise
		}
	}
	return ""
}

// Shown returns a value of a response as findings write it.
func Shown(v gjson.Result) string {
	if !v.Exists() {
		return "no such member"
	}
	return v.Raw
}

// IsNoValue reports whether a text is empty, or what some languages write for no value.
func IsNoValue(text string) bool {
	return slices.Contains([]string{"", "undefined", "null", "NaN", "None", "nil", "<nil>", "[object Object]", "[object Promise]"}, text)
}
