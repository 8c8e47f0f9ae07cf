package console

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"understudy/server/control"
	"understudy/server/resource"
	"understudy/server/state"
	"understudy/server/store"
)

// stateView is the rows of one table, and one of them in full.
type stateView struct {
	Tables []tableCount
	Table  string
	// ReadOnly says why rows cannot be changed, if they cannot.
	ReadOnly string
	Page     resource.Page
	Columns  []string
	Rows     []line
	Row      *fullRow
	// Completed is how segments are completed that are created from now on.
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

// fullRow is a row as JSON. Kept is what was typed and could not be saved.
type fullRow struct {
	ID, Text   string
	Changeable bool
	Buttons    []button
}

// button is an action on a row.
type button struct{ Do, Says string }

// buttons are those of the tables that have some.
var buttons = map[string][]button{
	"invitations":  {{"claim", "Claim now"}},
	"links":        {{"revoke", "Revoke now"}},
	"segments":     {{"complete", "Complete now"}, {"hold", "Hold"}},
	"destinations": {{"fail-test", "Fail its test"}, {"pass-test", "Pass its test"}},
}

type transitionView struct{ Way, Amount, Says string }

func (v *visit) transition() transitionView {
	t := v.sandbox.Transition()
	switch {
	case t.Held:
		return transitionView{"held", "", "when someone completes them"}
	case t.Reads > 0:
		return transitionView{"reads", fmt.Sprint(t.Reads), fmt.Sprintf("after %d reads", t.Reads)}
	}
	return transitionView{"after", t.After.String(), "after " + t.After.String()}
}

// number is that of the page of a table; what is none is 1.
func (v *visit) number() int64 {
	n, err := strconv.ParseInt(v.query.Get("page"), 10, 64)
	if err != nil || n < 1 || n > resource.MaxInteger {
		return 1
	}
	return n
}

func viewState(v *visit) (any, error) {
	name := v.query.Get("table")
	if name == "" {
		name = "segments"
	}
	tx := v.sandbox.Read()
	defer tx.Abort()
	s := stateView{Table: name, Completed: v.transition()}
	for _, t := range state.Tables {
		s.Tables = append(s.Tables, tableCount{t.Name, t.Count(tx)})
	}
	t, err := state.Find(name)
	if err != nil {
		s.Table = ""
		return s, err
	}
	s.ReadOnly = control.ReadOnly(t)
	s.Page = resource.NewPage(t.Count(tx), resource.DefaultPerPage, v.number(), 1)
	s.Columns, s.Rows = lines(t.Page(tx, s.Page))
	if id := v.query.Get("row"); id != "" {
		s.Row, err = full(tx, t, id)
	}
	if v.r.PostFormValue("do") == "put" && s.Row != nil && !json.Valid([]byte(v.r.PostFormValue("text"))) {
		s.Row.Text = v.r.PostFormValue("text")
	}
	return s, err
}

func full(tx *store.Tx, t state.Table, id string) (*fullRow, error) {
	row, whole, err := t.Short(tx, id)
	if errors.Is(err, state.ErrNoRow) {
		return nil, fmt.Errorf("the table %s has no row %.40q", t.Name, id)
	} else if err != nil {
		return nil, err
	}
	r := &fullRow{ID: id, Text: indented(row), Changeable: t.Put != nil && whole, Buttons: buttons[t.Name]}
	if !whole { // a browser would choke on the rest
		r.Text += fmt.Sprintf("\nThis is its beginning. Read and change all of it at state/%s/%s of the control API.\n", t.Name, id)
	}
	return r, nil
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

// lines are rows as a table: the members that are no lists or objects, the
// first ones that occur.
func lines(rows []any) (columns []string, all []line) {
	var values []map[string]string
	for _, row := range rows {
		names, byName := scalars(row)
		for _, name := range names {
			if name != "id" && len(columns) < maxColumns && !slices.Contains(columns, name) {
				columns = append(columns, name)
			}
		}
		values = append(values, byName)
	}
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

// parts are those of an instant between which its text may go on to the next
// line; nil where a text is none.
func parts(text string) []string {
	if _, err := time.Parse(time.RFC3339, text); err != nil {
		return nil
	}
	return []string{text[:len(time.DateOnly)], text[len(time.DateOnly):]}
}

// scalars are the members of a row that are no lists or objects, in order, as
// text.
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
