package state

import (
	"errors"
	"fmt"
	"strings"

	"understudy/server/resource"
	"understudy/server/store"
	"understudy/spec/suggest"
)

// ErrNoRow is that a table has no row of an id.
var ErrNoRow = errors.New("no such row")

// Table is one kind of rows. Its rows are those of fixtures, but that a topic
// tells its source; ids are as in a path.
type Table struct {
	Name  string
	Count func(*store.Tx) int64
	// Page reads rows of an order that stays, their secrets hidden. Of a row with
	// many parts it shows the first ones.
	Page func(*store.Tx, resource.Page) []any
	// Search reads page number of the rows that have a text, the newest first.
	Search func(tx *store.Tx, text string, number int64) ([]any, resource.Page)
	// Row finds a row, its secrets hidden.
	Row func(tx *store.Tx, id string) (any, error)
	// Short finds a row as a page shows it, and tells whether that is all of it.
	Short func(tx *store.Tx, id string) (row any, whole bool, err error)
	// Put puts a whole row, as JSON, in the place of the one that has its id, or
	// adds it. An error starts with the path of what is wrong in the row. It is
	// nil where rows of the table cannot be put.
	Put func(tx *store.Tx, id string, row []byte) error
	// Patch merges members into a row (RFC 7396).
	Patch func(tx *store.Tx, id string, members []byte) error
	// Add adds a row, as JSON, and returns its id. An error is as that of Put, or a
	// Conflict. It is nil, as Delete is, where Put is.
	Add func(tx *store.Tx, row []byte) (id string, err error)
	// Delete deletes a row to which no other row refers, or else returns a Conflict.
	// The objects of a destination go with it.
	Delete func(tx *store.Tx, id string) error
	// Owned adds and deletes rows where Put is nil.
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
