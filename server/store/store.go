// Package store keeps the rows of one world in memory, in tables of go-memdb.
//
// A Store is opened empty, or as a Snapshot of another: a writable,
// independent copy that costs nothing until it is written to. All reading and
// writing goes through a Tx, which has one fixed Now. Rows are values: nobody
// changes one after it was inserted. Ids come from a table of the store, so
// copies and restored worlds count on from where they stand. Nothing that
// depends on the reader's Now, on a chosen variant or on a URL is stored.
//
// The sandboxes open stores and transactions, the API reads and writes through
// them; this package alone imports go-memdb. Start reading at Tx, then at the
// table files: each has its schema, its lookups and its writes.
package store

import (
	"time"

	"github.com/hashicorp/go-memdb"
)

// Store is the tables of one world. It is safe for concurrent use.
type Store struct {
	db *memdb.MemDB
}

var schema = &memdb.DBSchema{Tables: map[string]*memdb.TableSchema{
	workspaces:         workspacesSchema,
	users:              usersSchema,
	connectors:         connectorsSchema,
	destinations:       destinationsSchema,
	destinationObjects: destinationObjectsSchema,
	sources:            sourcesSchema,
	topics:             topicsSchema,
	segments:           segmentsSchema,
	links:              linksSchema,
	invitations:        invitationsSchema,
	sequences:          sequencesSchema,
	lists:              listsSchema,
}}

// New opens an empty store.
func New() *Store {
	db, err := memdb.NewMemDB(schema)
	must(err)
	return &Store{db}
}

// Snapshot is an independent copy: writes to either are not seen by the other.
func (s *Store) Snapshot() *Store { return &Store{s.db.Snapshot()} }

// Tx is one transaction. It must be ended by Commit or Abort.
type Tx struct {
	// Now is the one instant at which everything in the transaction happens.
	Now time.Time
	txn *memdb.Txn
	// grown and given are what the transaction changed of the lists and the
	// sequences. They are stored when it commits: once, however many rows it adds.
	grown map[string]list
	given map[string]int64
}

// Read opens a transaction that sees the store as it is now and cannot write.
func (s *Store) Read(clock func() time.Time) *Tx {
	txn := s.db.Txn(false)
	return &Tx{Now: clock(), txn: txn}
}

// Write opens a transaction that can write. It waits for the one before it to
// end, and reads the clock after that, so that Now grows from one to the next.
func (s *Store) Write(clock func() time.Time) *Tx {
	txn := s.db.Txn(true)
	return &Tx{Now: clock(), txn: txn, grown: map[string]list{}, given: map[string]int64{}}
}

// Commit ends the transaction and keeps what it wrote.
func (t *Tx) Commit() {
	for _, l := range t.grown {
		t.insert(lists, l)
	}
	for table, last := range t.given {
		t.insert(sequences, sequence{table, last})
	}
	clear(t.grown) // a second Commit writes nothing
	clear(t.given)
	t.txn.Commit()
}

// Abort ends the transaction and drops what it wrote; after a Commit it does
// nothing.
func (t *Tx) Abort() { t.txn.Abort() }

// must stops on an error of go-memdb. There are none but those of a wrong
// table name, index name or row type, which are faults of this package.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
