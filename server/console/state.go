package console

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"understudy/server/control"
	"understudy/server/resource"
	"understudy/server/sandbox"
	"understudy/server/state"
	"understudy/server/store"
)

// stateView is the rows of one table that were found, and one of them in full or a new
// one.
type stateView struct {
	// Tables have the numbers of rows that were found.
	Tables      []tableCount
	Find, Table string
	// ReadOnly says why rows cannot be changed, if they cannot.
	ReadOnly string
	Page     resource.Page
	Columns  []string
	Rows     []line
	Row      *fullRow
	New      *newRow
	// Needs is what must exist before a new row, if it does not yet.
	Needs string
	// StateFile is where the world can be saved; empty for nowhere.
	StateFile string
	// Completed is how segments that are created from now on are completed.
	Completed transitionView
}

type tableCount struct {
	Name string
	Rows int64
}

// line is a row in a table of the page.
type line struct {
	ID    string
	Cells []string
}

type transitionView struct{ Way, Amount, Says string }

// transition is the way to complete segments, or the typed one if it was rejected.
func (v *visit) transition() transitionView {
	view := transitionOf(v.sandbox.Transition())
	if typed := v.typed("transition"); typed != nil {
		view.Way, view.Amount = typed.Get("way"), typed.Get("amount")
	}
	return view
}

func transitionOf(t resource.Transition) transitionView {
	switch {
	case t.Held:
		return transitionView{"held", "", "when someone completes them"}
	case t.Reads > 0:
		return transitionView{"reads", fmt.Sprint(t.Reads), fmt.Sprintf("after %d reads", t.Reads)}
	}
	return transitionView{"after", t.After.String(), "after " + t.After.String()}
}

// number is that of the page of a table; an invalid one is 1.
func (v *visit) number() int64 {
	n, err := strconv.ParseInt(v.query.Get("page"), 10, 64)
	if err != nil || n < 1 || n > resource.MaxInteger {
		return 1
	}
	return n
}

func viewState(v *visit) (any, error) {
	s := stateView{Table: cmp.Or(v.query.Get("table"), "segments"), Find: strings.TrimSpace(v.query.Get("find")), Completed: v.transition()}
	if v.sandbox.ID() == sandbox.Default {
		s.StateFile = v.control.StateFile
	}
	tx := v.sandbox.Read()
	defer tx.Abort()
	for _, t := range state.Tables {
		count := tableCount{t.Name, 0}
		if s.Find == "" {
			count.Rows = t.Count(tx)
		} else {
			_, p := t.Search(tx, s.Find, 1)
			count.Rows = p.Total
		}
		s.Tables = append(s.Tables, count)
	}
	t, err := state.Find(s.Table)
	if err != nil {
		s.Table = ""
		return s, err
	}
	s.ReadOnly = control.ReadOnly(t)
	var rows []any
	rows, s.Page = t.Search(tx, s.Find, v.number())
	s.Columns, s.Rows = lines(rows)
	s.Needs = blank(tx, t.Name).Needs
	return s, s.open(v, tx, t)
}

// open opens a row, or a new one, beside the list. A rejected form keeps its values.
func (s *stateView) open(v *visit, tx *store.Tx, t state.Table) (err error) {
	if v.r.PostFormValue("do") == "remove" && !v.rejected && v.question == nil {
		v.query.Del("row")
	}
	id := v.query.Get("row")
	if _, _, err := t.Short(tx, s.Find); err == nil && id == "" && !v.query.Has("new") {
		id = s.Find // it is an id
	}
	switch {
	case v.r.PostFormValue("do") == "add" && v.made != nil:
		s.Row, err = v.added(tx, t)
	case v.query.Has("new") && s.Needs == "":
		s.New = new(blank(tx, t.Name))
	case id != "":
		s.Row, err = full(tx, t, id)
	}
	if s.Row != nil {
		if err := v.kept(t, s.Row.ID); err != nil {
			s.Row.Kept = err.Error()
		}
	}
	if typed := v.typed("put"); typed != nil && s.Row != nil {
		s.Row.Text, v.beside = typed.Get("text"), true
	}
	if typed := v.typed("add"); typed != nil && s.New != nil {
		s.New.Text, v.beside = typed.Get("text"), true
	}
	return err
}

func indented(row any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(row); err != nil {
		panic(err) // rows are JSON
	}
	return b.String()
}

// maxColumns is how many members of a row the table shows beside its id.
const maxColumns = 5

// lines are rows as a table: the members that are no lists or objects, names first, then the
// role, then the first others that occur.
func lines(rows []any) (columns []string, all []line) {
	var values []map[string]string
	for _, row := range rows {
		names, byName := scalars(row)
		for _, name := range names {
			if name != "id" && !slices.Contains(columns, name) {
				columns = append(columns, name)
			}
		}
		values = append(values, byName)
	}
	slices.SortStableFunc(columns, func(a, b string) int { return columnPlace(a) - columnPlace(b) })
	columns = columns[:min(len(columns), maxColumns)]
	for _, byName := range values {
		l := line{ID: byName["id"]}
		if l.ID == "" {
			l.ID = byName["service_name"] // a connector's id
		}
		for _, name := range columns {
			l.Cells = append(l.Cells, byName[name])
		}
		all = append(all, l)
	}
	return columns, all
}

// columnPlace orders the columns of a table of rows.
func columnPlace(name string) int {
	switch name {
	case "name", "label", "email":
		return 0
	case "role":
		return 1
	}
	return 2
}

// momentLayout is that of the instants in tables: to the second, with the zone.
const momentLayout = "2006-01-02 15:04:05Z07:00"

// moment returns an instant as the table shows it; empty for any other text.
func moment(text string) string {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return ""
	}
	return at.Format(momentLayout)
}

// scalars are the members of a row that are no lists or objects, in order, as text.
func scalars(row any) (names []string, byName map[string]string) {
	text, err := json.Marshal(row)
	if err != nil {
		panic(err) // rows are JSON
	}
	d := jsontext.NewDecoder(bytes.NewReader(text))
	byName = map[string]string{}
	_, err = d.ReadToken()
	for err == nil && d.PeekKind() == '"' {
		var name jsontext.Token
		var value jsontext.Value
		if name, err = d.ReadToken(); err != nil {
			break
		}
		key := name.String()
		if value, err = d.ReadValue(); err != nil || value.Kind() == '{' || value.Kind() == '[' {
			continue
		}
		names = append(names, key)
		byName[key] = string(value)
		if plain, err := jsontext.AppendUnquote(nil, value); err == nil {
			byName[key] = string(plain)
		}
	}
	return names, byName
}
