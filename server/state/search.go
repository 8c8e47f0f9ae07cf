package state

import (
	"iter"
	"slices"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"understudy/server/resource"
	"understudy/server/store"
)

// search reads a page of the rows that contain a text, the newest first, and returns
// which page it is. All rows contain the empty text.
func (k kind[S, R]) search(tx *store.Tx, text string, number int64) ([]any, resource.Page) {
	all, total := k.all(tx), k.total(tx)
	if text != "" {
		matching := slices.Collect(k.with(tx, strings.ToLower(text)))
		all, total = slices.Values(matching), int64(len(matching))
	}
	if k.created != nil {
		all = slices.Values(slices.SortedStableFunc(all, func(a, b S) int { return k.created(a).Compare(k.created(b)) }))
	}
	p := resource.NewPage(total, resource.DefaultPerPage, number, 1)
	if text == "" && k.page != nil {
		return k.shortRows(tx, k.page(tx, p, store.Descending)), p
	}
	// The page is as far from the end as it would be from the start.
	found, before := make([]S, 0, p.Len()), total-p.Skip()-p.Len()
	for s := range all {
		switch {
		case before > 0:
			before--
		case int64(len(found)) < p.Len():
			found = append(found, s)
		}
	}
	slices.Reverse(found)
	return k.shortRows(tx, found), p
}

// with are the rows that contain a text, in lower case, as a page shows them. Secrets
// are hidden there, so that nobody can guess one.
func (k kind[S, R]) with(tx *store.Tx, text string) iter.Seq[S] {
	return func(yield func(S) bool) {
		for s := range k.all(tx) {
			row, _ := k.short(tx, s)
			shown, err := jsonv2.Marshal(row, jsontext.AllowDuplicateNames(true))
			if err != nil {
				panic(err) // rows are JSON
			}
			if strings.Contains(strings.ToLower(string(shown)), text) && !yield(s) {
				return
			}
		}
	}
}
