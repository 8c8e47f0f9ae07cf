package evidence

import (
	"sync"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
)

// Coverage counts the responses of operations and the members that they showed.
type Coverage struct {
	mu   sync.Mutex
	rows map[coverageKey]*report.Coverage
}

type coverageKey struct {
	operation string
	status    int
	member    string
}

// Count counts a response of an operation, whatever was requested and whatever
// it says. Requests to its URL with another method do not belong to the
// operation.
func (c *Coverage) Count(e *client.Exchange, rejected bool) {
	if o, ok := spec.OperationByID(e.Operation); !ok || o.Method != e.Method {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	row := c.row(e, "")
	row.Seen++
	if rejected {
		row.Rejected++
	}
}

// Collect counts the members that a response showed.
func (c *Coverage) Collect(e *client.Exchange) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for member, s := range e.Seen {
		c.row(e, member).Seen += s.Present
	}
}

func (c *Coverage) row(e *client.Exchange, member string) *report.Coverage {
	k := coverageKey{e.Operation, e.Status, member}
	if c.rows[k] == nil {
		c.rows[k] = &report.Coverage{Operation: k.operation, Status: k.status, Member: k.member}
	}
	return c.rows[k]
}

// All returns the rows in any order.
func (c *Coverage) All() (all []report.Coverage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, row := range c.rows {
		all = append(all, *row)
	}
	return all
}
