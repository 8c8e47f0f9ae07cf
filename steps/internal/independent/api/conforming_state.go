package api

import (
	"maps"
	"strconv"
	"sync/atomic"
)

// stateVariations are about the effects of writes, and about how values that
// were sent are shown.
var stateVariations = []variation{
	{Switch{ID: "molecules-annotated", Says: "each molecule is shown with members of its own, one of which is another in each response"},
		func(c *choices) { c.molecules = annotated }},
	{Switch{ID: "molecules-in-a-group", Says: "the molecules are shown in one group"}, func(c *choices) {
		c.molecules = func(list []any) any { return []any{map[string]any{"kind": "group", "of": list}} }
	}},
	{Switch{ID: "molecules-in-an-object", Says: "the molecules are shown in an object with a version"}, func(c *choices) {
		c.molecules = func(list []any) any { return map[string]any{"version": int64(2), "tree": list} }
	}},
	{Switch{ID: "molecules-counted", Says: "of the molecules their number is shown"}, func(c *choices) {
		c.molecules = func(list []any) any { return int64(len(list)) }
	}},
	{Switch{ID: "molecules-not-shown", Says: "a segment shows null in place of its molecules"}, func(c *choices) {
		c.molecules = func([]any) any { return Null }
	}},
	{Switch{ID: "molecules-as-text", Says: "a molecule is shown as a text"}, func(c *choices) {
		c.molecules = func(list []any) any { return []any{strconv.Itoa(len(list)) + " molecules"} }
	}},
	{Switch{ID: "source-status-only", Says: "the source URL shows its status only, and no segment can be retrieved"},
		func(c *choices) { c.sourceBare, c.retrieval = true, false }},
	{Switch{ID: "link-uris-renewed", Says: "a second link of a segment is the first, with another uri"},
		func(c *choices) { c.link.renewedURIs = true }},
	{Switch{ID: "lenient-bodies", Says: "members that do not fit are left out of a body, and not rejected"},
		func(c *choices) { c.lenient = true }},
	{Switch{ID: "destination-retrieval-in-hours", Says: "the retrieval of a destination shows its created_at without minutes"},
		func(c *choices) { c.destination.shortTimes = true }},
	{Switch{ID: "destination-retrieval-masked", Says: "the retrieval of a destination shows its connection_details without the account"},
		func(c *choices) { c.destination.masked = true }},
	{Switch{ID: "republish-not-modified", Says: "a connector that is published already gets HTTP 304 when it is published again"},
		func(c *choices) { c.connector.republishedIs304 = true }},
}

// annotated returns molecules with members of their own, one of which is another in each
// response.
func annotated(list []any) any {
	shown := []any{}
	for i, m := range list {
		if own, ok := m.(map[string]any); ok {
			more := map[string]any{"id": int64(i + 1), "negated": false, "_meta": map[string]any{"estimate": estimates.Add(1)}}
			maps.Copy(more, own)
			m = more
		}
		shown = append(shown, m)
	}
	return shown
}

// estimates counts the molecules that were shown with members of their own.
var estimates atomic.Int64
