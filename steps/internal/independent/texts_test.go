package independent

import (
	"fmt"
	"strings"
	"testing"
)

// textShows report whether the switches of texts do what they say.
var textShows = map[string]func(c client) bool{
	"texts-ascii-only":      labels(map[string]int{"é": 422, "e": 200}),
	"texts-without-emoji":   labels(map[string]int{"😀": 422, "漢": 200}),
	"texts-without-control": labels(map[string]int{"a\nb": 422, "a b": 200}),
	"texts-without-markup":  labels(map[string]int{"<b>": 422, "b": 200}),
	"texts-up-to-100":       labels(map[string]int{strings.Repeat("é", 101): 422, strings.Repeat("é", 100): 200}),
	"texts-up-to-40":        labels(map[string]int{strings.Repeat("é", 41): 422, strings.Repeat("é", 40): 200}),
	"names-of-letters":      labels(map[string]int{"it's": 422, "its 2": 200}),
	"redirects-registered": func(c client) bool {
		id, _ := c.create().get("data.id").(float64)
		return c.linkAs(workspaceToken, int64(id), marshal(map[string]any{"redirect_uri": registeredRedirect + "#a"})).code == 422 && c.link(int64(id)).code == 201
	},
	"texts-composed": func(c client) bool {
		return c.rename(mainDestination, "Cafe\u0301").get("data.name") == "Café"
	},
	"texts-trimmed": func(c client) bool { return c.rename(mainDestination, " a  b\n").get("data.name") == "a  b" },
	"ascii-json": func(c client) bool {
		return strings.Contains(c.rename(mainDestination, "é😀").text, `"\u00e9\ud83d\ude00"`)
	},
	"slashes-escaped": func(c client) bool { return strings.Contains(c.rename(mainDestination, "a/b").text, `"a\/b"`) },
}

// labels reports whether requests with new labels get these codes.
func labels(codes map[string]int) func(c client) bool {
	return func(c client) bool {
		for label, code := range codes {
			form := sampleConnector()
			form["service_name"], form["label"] = fmt.Sprint("t", code), label
			if c.connectorAs(workspaceToken, "POST", "", form).code != code {
				return false
			}
		}
		return true
	}
}

// TestTextViolations checks what violations say that change a text.
func TestTextViolations(t *testing.T) {
	named := func(sent, kept string) func(c client) bool {
		return func(c client) bool {
			return c.rename(mainDestination, sent).get("data.name") == kept && c.destination(mainDestination).get("data.name") == kept
		}
	}
	backTo := func(sent, kept string) func(c client) bool {
		return func(c client) bool {
			id, _ := c.create().get("data.id").(float64)
			return c.linkAs(workspaceToken, int64(id), marshal(map[string]any{"redirect_uri": sent})).get("data.redirect_uri") == kept
		}
	}
	doWhatTheySay(t, map[string]func(c client) bool{
		"label-apostrophe": func(c client) bool {
			return c.changeConnector(firstConnector, map[string]any{"label": "=1+1"}).get("data.label") == "'=1+1" && c.publish(firstConnector).get("data.label") == "'=1+1"
		},
		"new-label-unquoted": func(c client) bool {
			form := sampleConnector()
			form["label"] = `"a "b""`
			return c.connectorAs(workspaceToken, "POST", "", form).get("data.label") == `a "b"`
		},
		"destination-name-no-angles":     named(`a\  <b>`, `a\  b`),
		"destination-name-no-backslash":  named(`a\  <b>`, `a  <b>`),
		"destination-name-single-spaced": named(`a\  <b>`, `a\ <b>`),
		"redirect-https":                 backTo("http://a.invalid/http://b", "https://a.invalid/http://b"),
		"redirect-no-dots":               backTo("https://a.invalid/x/a/../b/./c//d?e=/./", "https://a.invalid/x/b/c//d?e=/./"),
		"redirect-ascii":                 backTo("https://a.invalid/é%20b//漢?c=%c3", "https://a.invalid/%C3%A9%20b//%E6%BC%A2?c=%c3"),
	})
}
