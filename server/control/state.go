package control

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"understudy/server/resource"
	"understudy/server/sandbox"
	"understudy/server/state"
	"understudy/server/store"
)

var stateRoutes = []route{
	{http.MethodGet, "state", onSandbox(listTables), plain},
	{http.MethodPost, "state/save", save, plain},
	{http.MethodGet, "state/{table}", listRows, plain},
	{http.MethodPost, "state/{table}", addRow, hasBody | adds},
	{http.MethodGet, "state/{table}/{row}", reading(readRow), plain},
	{http.MethodPut, "state/{table}/{row}", writing(putRow), hasBody | adds},
	{http.MethodPatch, "state/{table}/{row}", writing(patchRow), hasBody | adds},
	{http.MethodDelete, "state/{table}/{row}", deleteRow, frees},
	{http.MethodPost, "state/invitations/{row}/claim", writing(claimInvitation), hasBody | adds},
	{http.MethodPost, "state/links/{row}/revoke", writing(revokeLink), adds},
	{http.MethodPost, "state/segments/{row}/complete", writing(completing(resource.Completion{})), adds},
	{http.MethodPost, "state/segments/{row}/hold", writing(completing(resource.Completion{Held: true})), adds},
	{http.MethodPost, "state/destinations/{row}/fail-test", writing(failTest), hasBody | adds},
	{http.MethodPost, "state/destinations/{row}/pass-test", writing(passTest), adds},
}

// tableCount is a table and how many rows it has.
type tableCount struct {
	Name     string `json:"name"`
	Rows     int64  `json:"rows"`
	ReadOnly bool   `json:"read_only"`
}

// ReadOnly says why no row of a table can be changed, and what to do instead; it is
// empty if rows can be changed. Rows of any table can be added and deleted.
func ReadOnly(t state.Table) string {
	if t.Put != nil {
		return ""
	}
	return t.Name + " cannot be changed, as they hold the tokens of the world: add a row, or delete one"
}

func listTables(sb *sandbox.Sandbox, _ []byte) (any, error) {
	tx := sb.Read()
	defer tx.Abort()
	var counts []tableCount
	for _, t := range state.Tables {
		counts = append(counts, tableCount{t.Name, t.Count(tx), ReadOnly(t) != ""})
	}
	return map[string]any{"tables": counts}, nil
}

// rowPage is a page of a table.
type rowPage struct {
	Table   string `json:"table"`
	Total   int64  `json:"total"`
	Page    int64  `json:"page"`
	PerPage int64  `json:"per_page"`
	Rows    []any  `json:"rows"`
}

func listRows(c *call) (reply, error) {
	table, err := c.table()
	if err != nil {
		return reply{}, err
	}
	sb, err := c.sandbox()
	if err != nil {
		return reply{}, err
	}
	number, err := c.positive("page", 1, resource.MaxInteger)
	if err != nil {
		return reply{}, err
	}
	perPage, err := c.positive("per_page", resource.DefaultPerPage, resource.MaxPerPage)
	if err != nil {
		return reply{}, err
	}
	tx := sb.Read()
	defer tx.Abort()
	total := table.Count(tx)
	rows := table.Page(tx, resource.NewPage(total, perPage, number, 1))
	return reply{http.StatusOK, rowPage{table.Name, total, number, perPage, rows}}, nil
}

// positive reads a number of the query, from 1 to most.
func (c *call) positive(name string, otherwise, most int64) (int64, error) {
	if !c.query.Has(name) {
		return otherwise, nil
	}
	n, err := strconv.ParseInt(c.query.Get(name), 10, 64)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("%s: must be an integer from 1 to %d", name, most)
	}
	return n, nil
}

func (c *call) table() (state.Table, error) {
	t, err := state.Find(c.ids["table"])
	if err != nil {
		return t, &failure{status: http.StatusNotFound, says: err.Error()}
	}
	return t, nil
}

// noRow is the failure for an id of the path that no row of a table has.
func (c *call) noRow(table string) error {
	return &failure{status: http.StatusNotFound, says: fmt.Sprintf("there is no row %.40q in %s: GET state/%s lists them", c.ids["row"], table, table)}
}

// reading makes a handler of a function on a read transaction.
func reading(do func(c *call, tx *store.Tx) (reply, error)) handler {
	return func(c *call) (reply, error) { return c.in((*sandbox.Sandbox).Read, do) }
}

// writing makes a handler of a function on a write transaction, which is committed
// unless the function fails.
func writing(do func(c *call, tx *store.Tx) (reply, error)) handler {
	return func(c *call) (reply, error) { return c.in((*sandbox.Sandbox).Write, do) }
}

func (c *call) in(open func(*sandbox.Sandbox) *store.Tx, do func(c *call, tx *store.Tx) (reply, error)) (reply, error) {
	sb, err := c.sandbox()
	if err != nil {
		return reply{}, err
	}
	tx := open(sb)
	defer tx.Abort()
	response, err := do(c, tx)
	if err == nil {
		err = sb.View().CheckRows(tx)
	}
	if err != nil {
		return reply{}, c.rowFailure(err)
	}
	tx.Commit()
	return response, nil
}

// rowFailure is the failure of an error about rows.
func (c *call) rowFailure(err error) error {
	var conflict state.Conflict
	switch {
	case errors.Is(err, state.ErrNoRow):
		return c.noRow(c.ids["table"])
	case errors.As(err, &conflict):
		return &failure{status: http.StatusConflict, says: conflict.Says}
	}
	return err
}

// shown is the response with a row as it is now.
func shown(tx *store.Tx, table, id string, status int) (reply, error) {
	t, err := state.Find(table)
	if err != nil {
		return reply{}, err
	}
	row, err := t.Row(tx, id)
	return reply{status, row}, err
}

func readRow(c *call, tx *store.Tx) (reply, error) {
	if _, err := c.table(); err != nil {
		return reply{}, err
	}
	return shown(tx, c.ids["table"], c.ids["row"], http.StatusOK)
}

func putRow(c *call, tx *store.Tx) (reply, error) {
	return changeRow(c, tx, func(t state.Table) func(*store.Tx, string, []byte) error { return t.Put })
}

func patchRow(c *call, tx *store.Tx) (reply, error) {
	return changeRow(c, tx, func(t state.Table) func(*store.Tx, string, []byte) error { return t.Patch })
}

func changeRow(c *call, tx *store.Tx, way func(state.Table) func(*store.Tx, string, []byte) error) (reply, error) {
	t, err := c.table()
	if err != nil {
		return reply{}, err
	}
	if says := ReadOnly(t); says != "" {
		return reply{}, &failure{status: http.StatusMethodNotAllowed, allow: http.MethodGet, says: says}
	}
	change := way(t)
	status := http.StatusOK
	if _, err := t.Row(tx, c.ids["row"]); errors.Is(err, state.ErrNoRow) {
		status = http.StatusCreated
	}
	if err := change(tx, c.ids["row"], c.body); err != nil {
		return reply{}, err
	}
	return shown(tx, t.Name, c.ids["row"], status)
}

// save saves the default sandbox.
func save(c *call) (reply, error) {
	if c.query.Has("sandbox") && c.query.Get("sandbox") != sandbox.Default {
		return reply{}, errors.New("sandbox: the default one alone has a file: leave it out")
	}
	if err := c.control.Save(); err != nil {
		return reply{}, &failure{status: http.StatusConflict, says: err.Error()}
	}
	return reply{http.StatusOK, map[string]bool{"saved": true}}, nil
}
