package store

import (
	"slices"
	"time"

	"understudy/server/resource"
)

const lists = "lists"

// list counts the rows of a list, in the order of their creation. The rows of a
// list have the ordinals 1 to Total, by which a page is found.
type list struct {
	Name  listName
	Total int64
	// Last is the creation time of the row with the ordinal Total.
	Last time.Time
}

// listName identifies a list: by its table, and by the id of its owner, which
// is 0 for a single list of all rows.
type listName struct {
	table string
	of    int64
}

func (n listName) key() key {
	return make(key, 0, textSize(n.table)+digits).text(n.table).number(n.of)
}

var listsSchema = table(lists,
	unique("id", func(l list) key { return l.Name.key() }))

func (t *Tx) list(name listName) list {
	if l, ok := t.grown[name]; ok { // nil if nothing grew
		return l
	}
	l, _ := first[list](t, lists, "id", name.key())
	return l
}

// grow adds a row to a list and gives it an ordinal and a creation time, never
// before that of the row before it.
func (t *Tx) grow(name listName, at time.Time) (ordinal int64, createdAt time.Time) {
	l := t.list(name)
	l = list{Name: name, Total: l.Total + 1, Last: latest(l.Last, at)}
	t.setList(l)
	t.counters().rows++
	return l.Total, l.Last
}

// listed is a row of a list.
type listed[T any] interface {
	// place returns its ordinal and its creation time.
	place() (ordinal int64, createdAt time.Time)
	// moved returns a copy with another ordinal.
	moved(ordinal int64) T
}

// shrink removes a row from a list: those after it move up. The list's ordinals
// follow a key in the index.
func shrink[T listed[T]](t *Tx, name listName, index string, of key, row T) {
	of = slices.Clip(of)
	ordinal, _ := row.place()
	total := t.list(name).Total
	l := list{Name: name, Total: total - 1}
	if before, ok := first[T](t, name.table, index, of.number(ordinal-1)); ok {
		_, l.Last = before.place()
	}
	found, err := t.txn.LowerBound(name.table, index, of.number(ordinal+1))
	must(err)
	after := make([]T, total-ordinal)
	for i := range after {
		after[i] = found.Next().(T)
	}
	t.delete(name.table, row)
	t.counters().rows--
	for _, r := range after {
		t.delete(name.table, r)
		t.insert(name.table, r.moved(ordinal))
		ordinal++
		_, l.Last = r.place()
	}
	t.setList(l)
}

func (t *Tx) setList(l list) {
	if t.grown == nil {
		t.grown = map[listName]list{}
	}
	t.grown[l.Name] = l
}

// Order is the order of a list by creation time.
type Order bool

// The two orders.
const (
	Ascending  Order = false
	Descending Order = true
)

// page reads the rows of a page. In the index, the list's ordinals follow a key.
//
// The rows of a page are adjacent in the index, so both orders look up the
// first one and go forward, which costs less than going back.
func page[T, R any](t *Tx, table, index string, list key, p resource.Page, order Order, of func(T) R) []R {
	rows := make([]R, p.Len())
	if len(rows) == 0 {
		return rows
	}
	from := p.Skip() + 1
	if order == Descending {
		from = p.Total - p.Skip() - p.Len() + 1
	}
	found, err := t.txn.LowerBound(table, index, list.number(from))
	must(err)
	for i := range rows {
		if order == Descending {
			i = len(rows) - 1 - i
		}
		rows[i] = of(found.Next().(T))
	}
	return rows
}

// whole returns the page that contains every row of a list.
func (t *Tx) whole(name listName) resource.Page {
	total := t.list(name).Total
	return resource.NewPage(total, max(1, total), 1, 1)
}
