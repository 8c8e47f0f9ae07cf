package state

import (
	"errors"
	"iter"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"understudy/fixtures"
	"understudy/server/resource"
	"understudy/server/store"
)

// kind is how rows of type S in the store are read and put as rows of type R.
type kind[S, R any] struct {
	name string
	all  func(*store.Tx) iter.Seq[S]
	// page and count are faster ways, or nil.
	page  func(*store.Tx, resource.Page, store.Order) []S
	count func(*store.Tx) int64
	// created is when a row was created, if the order of all differs.
	created func(S) time.Time
	find    func(tx *store.Tx, id string) (S, bool)
	show    func(*store.Tx, S) R
	// brief is a row as a page shows it, possibly without some of its parts, and
	// whether it is complete.
	brief func(*store.Tx, S) (row R, whole bool)
	// hide hides the secrets of a row, and keep restores those that are hidden in a
	// new row; old is zero if there is none.
	hide func(*store.Tx, *R)
	keep func(row *R, old R) error
	// put checks a row and stores it; old is nil if there is none.
	put func(tx *store.Tx, id string, row R, old *R) error
	// fresh has the values of members that a new row leaves out, and id is its id in
	// a path.
	fresh func(tx *store.Tx, wanted R) R
	id    func(R) string
	// users are the rows that refer to a row, nil if none can; remove removes it.
	users  func(*store.Tx, S) []users
	remove func(*store.Tx, S)
}

func (k kind[S, R]) table() Table {
	t := Table{Name: k.name, Count: k.total, Page: k.rows, Search: k.search, Row: k.row, Short: k.shortRow}
	if k.put != nil {
		t.Put, t.Patch, t.Add, t.Delete = k.putRow, k.patch, k.add, k.delete
	}
	return t
}

func (k kind[S, R]) total(tx *store.Tx) (n int64) {
	if k.count != nil {
		return k.count(tx)
	}
	for range k.all(tx) {
		n++
	}
	return n
}

func (k kind[S, R]) rows(tx *store.Tx, p resource.Page) []any {
	var found []S
	if k.page != nil {
		found = k.page(tx, p, store.Ascending)
	} else {
		found = window(k.all(tx), p)
	}
	return k.shortRows(tx, found)
}

func (k kind[S, R]) shortRows(tx *store.Tx, found []S) []any {
	rows := make([]any, len(found))
	for i, s := range found {
		rows[i], _ = k.short(tx, s)
	}
	return rows
}

// short is a row as a page shows it, and whether it is complete.
func (k kind[S, R]) short(tx *store.Tx, s S) (row R, whole bool) {
	if k.brief == nil {
		return k.hidden(tx, k.show(tx, s)), true
	}
	row, whole = k.brief(tx, s)
	return k.hidden(tx, row), whole
}

// window are the rows of a page.
func window[S any](all iter.Seq[S], p resource.Page) (found []S) {
	skip, more := p.Skip(), p.Len()
	for s := range all {
		switch {
		case more == 0:
			return found
		case skip > 0:
			skip--
		default:
			found, more = append(found, s), more-1
		}
	}
	return found
}

func (k kind[S, R]) hidden(tx *store.Tx, row R) R {
	if k.hide != nil {
		k.hide(tx, &row)
	}
	return row
}

func (k kind[S, R]) row(tx *store.Tx, id string) (any, error) {
	s, ok := k.find(tx, id)
	if !ok {
		return nil, ErrNoRow
	}
	return k.hidden(tx, k.show(tx, s)), nil
}

func (k kind[S, R]) shortRow(tx *store.Tx, id string) (row any, whole bool, err error) {
	s, ok := k.find(tx, id)
	if !ok {
		return nil, false, ErrNoRow
	}
	row, whole = k.short(tx, s)
	return row, whole, nil
}

func (k kind[S, R]) old(tx *store.Tx, id string) *R {
	s, ok := k.find(tx, id)
	if !ok {
		return nil
	}
	row := k.show(tx, s)
	return &row
}

func (k kind[S, R]) putRow(tx *store.Tx, id string, text []byte) error {
	var row, was R
	if err := fixtures.DecodeRow(text, &row); err != nil {
		return err
	}
	old := k.old(tx, id)
	if old != nil {
		was = *old
	}
	if k.keep != nil {
		if err := k.keep(&row, was); err != nil {
			return err
		}
	}
	return k.put(tx, id, row, old)
}

func (k kind[S, R]) patch(tx *store.Tx, id string, members []byte) error {
	old := k.old(tx, id)
	if old == nil {
		return ErrNoRow
	}
	text, err := jsonv2.Marshal(old, jsontext.AllowDuplicateNames(true))
	if err != nil {
		return err
	}
	if text, err = merge(text, members); err != nil {
		return err
	}
	return k.putRow(tx, id, text)
}

// merge merges members into an object: null removes a member, an object is merged
// into an object, and anything else replaces the value.
func merge(object, members jsontext.Value) (jsontext.Value, error) {
	var change map[string]jsontext.Value
	if err := jsonv2.Unmarshal(members, &change); err != nil || change == nil {
		return nil, errors.New("the row must be a JSON object that names each member once")
	}
	merged := map[string]jsontext.Value{}
	if object.Kind() == '{' {
		if err := jsonv2.Unmarshal(object, &merged); err != nil {
			return nil, err
		}
	}
	for name, value := range change {
		switch value.Kind() {
		case 'n':
			delete(merged, name)
		case '{':
			inner, err := merge(merged[name], value)
			if err != nil {
				return nil, err
			}
			merged[name] = inner
		default:
			merged[name] = value
		}
	}
	return jsonv2.Marshal(merged, jsontext.AllowDuplicateNames(true))
}
