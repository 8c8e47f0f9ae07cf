package state

import (
	"errors"
	"fmt"
	"strings"

	"understudy/server/resource"
	"understudy/server/store"
	"understudy/spec/suggest"
)

// ErrNoRow means that a table has no row with an id.
var ErrNoRow = errors.New("no such row")

// Table is one kind of rows. Its rows are those of fixtures, except that a topic names
// its source; ids are as in a path.
type Table struct {
	Name  string
	Count func(*store.Tx) int64
	// Page reads rows in a stable order, with their secrets hidden. Of a row with many
	// parts it shows the first ones.
	Page func(*store.Tx, resource.Page) []any
	// Search reads page number of the rows that contain a text, the newest first.
	Search func(tx *store.Tx, text string, number int64) ([]any, resource.Page)
	// Row finds a row, with its secrets hidden.
	Row func(tx *store.Tx, id string) (any, error)
	// Short finds a row as a page shows it, and reports whether it is complete.
	Short func(tx *store.Tx, id string) (row any, whole bool, err error)
	// Put replaces the row with the id by a whole row, as JSON, or adds it. An error
	// starts with the path of the problem in the row. It is nil if rows of the table
	// cannot be put.
	Put func(tx *store.Tx, id string, row []byte) error
	// Patch merges members into a row (RFC 7396).
	Patch func(tx *store.Tx, id string, members []byte) error
	// Add adds a row, as JSON, and returns its id. An error is like that of Put, or a
	// Conflict. Add and Delete are nil if Put is.
	Add func(tx *store.Tx, row []byte) (id string, err error)
	// Delete deletes a row to which no other row refers, or else returns a Conflict.
	// The objects of a destination are deleted with it.
	Delete func(tx *store.Tx, id string) error
	// Owned adds and deletes rows if Put is nil.
	Owned Owned
}

// Tables are all of them.
var Tables = []Table{
	owned(workspaceKind.table(), ownedWorkspaces), owned(userKind.table(), ownedUsers), connectorKind.table(), destinationKind.table(), sourceKind.table(),
	topicKind.table(), segmentKind.table(), linkKind.table(), invitationKind.table(),
}

func owned(t Table, by Owned) Table {
	t.Owned = by
	return t
}

// Find finds a table.
func Find(name string) (Table, error) {
	var names []string
	for _, t := range Tables {
		if t.Name == name {
			return t, nil
		}
		names = append(names, t.Name)
	}
	return Table{}, fmt.Errorf("there is no table %.40q: %suse one of %s", name, suggest.DidYouMean(name, names), strings.Join(names, ", "))
}
