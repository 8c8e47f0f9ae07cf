// Package store keeps the rows of one world in memory, in tables of go-memdb.
//
// A Store is opened empty, or as a Snapshot of another: a writable,
// independent copy that costs nothing until it is written to. All reading and
// writing goes through a Tx, which has one fixed Now. Rows are values: nobody
// changes one after it was inserted. Ids come from counters of the store, so
// copies and restored worlds count on from where they stand. Nothing that
// depends on the reader's Now, on a chosen variant or on a URL is stored.
//
// The sandboxes open stores and transactions, the API reads and writes through
// them; this package alone imports go-memdb and btree. Start reading at Tx, then
// at the table files: each has its schema, its lookups and its writes.
package store

import (
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-memdb"

	"understudy/server/resource"
)

// Store is the tables of one world. It is safe for concurrent use.
type Store struct {
	db      *memdb.MemDB
	counted atomic.Pointer[counter]
	names   names
	owners  atomic.Pointer[owners]
}

var schema = &memdb.DBSchema{Tables: map[string]*memdb.TableSchema{
	connectors:         connectorsSchema,
	destinations:       destinationsSchema,
	destinationObjects: destinationObjectsSchema,
	sources:            sourcesSchema,
	topics:             topicsSchema,
	segments:           segmentsSchema,
	links:              linksSchema,
	invitations:        invitationsSchema,
	lists:              listsSchema,
}}

// New opens an empty store, in which no token opens anything.
func New() *Store { return Open(nil, nil) }

// Open opens a store that is empty but for its workspaces and users. They bring
// their own ids, and their tokens differ.
func Open(workspaces []resource.Workspace, users []resource.User) *Store {
	db, err := memdb.NewMemDB(schema)
	must(err)
	// A copy is as good as the first one, but that nobody can watch its rows
	// change: nobody does, and to keep track of who might costs each commit.
	s := &Store{db: db.Snapshot(), names: newNames()}
	s.owners.Store(newOwners(workspaces, users))
	s.counted.Store(&counter{})
	return s
}

// Snapshot is an independent copy: writes to either are not seen by the other.
func (s *Store) Snapshot() *Store { return s.copyWith(s.owners.Load()) }

// SnapshotOf is a Snapshot with other workspaces and users, given as to Open.
func (s *Store) SnapshotOf(workspaces []resource.Workspace, users []resource.User) *Store {
	return s.copyWith(newOwners(workspaces, users))
}

func (s *Store) copyWith(o *owners) *Store {
	none := s.db.Txn(true) // nobody writes meanwhile: rows and names belong together
	defer none.Abort()
	c := &Store{db: s.db.Snapshot(), names: s.names.copy()}
	c.owners.Store(o)
	c.counted.Store(s.counted.Load())
	return c
}

// Tx is one transaction. It must be ended by Commit or Abort.
type Tx struct {
	// Now is the one instant at which everything in the transaction happens.
	Now   time.Time
	store *Store
	txn   *memdb.Txn
	// grown and counted are what the transaction changed of the lists and the
	// counters. They are stored when it commits: once, however many rows it adds.
	grown   map[listName]list
	counted *counter
	// owners are those that it sees, and owned reports whether it changed them.
	owners *owners
	owned  bool
	// renamed is what it changed of the names already.
	renamed []renaming
}

// Read opens a transaction that sees the store as it is now and cannot write.
func (s *Store) Read(clock func() time.Time) *Tx { return s.open(false, clock) }

// Write opens a transaction that can write. It waits for the one before it to
// end, and reads the clock after that, so that Now grows from one to the next.
func (s *Store) Write(clock func() time.Time) *Tx { return s.open(true, clock) }

func (s *Store) open(write bool, clock func() time.Time) *Tx {
	txn := s.db.Txn(write)
	return &Tx{Now: clock(), store: s, txn: txn, owners: s.owners.Load()}
}

// Of reports whether the transaction is one of a store.
func (t *Tx) Of(s *Store) bool { return t.store == s }

// Commit ends the transaction and keeps what it wrote.
func (t *Tx) Commit() {
	for _, l := range t.grown {
		t.insert(lists, l)
	}
	if t.counted != nil {
		t.store.counted.Store(t.counted) // before the rows: see counter
	}
	if t.owned {
		t.store.owners.Store(t.owners)
	}
	t.grown, t.counted, t.renamed, t.owned = nil, nil, nil, false // a second Commit writes nothing
	t.txn.Commit()
}

// Abort ends the transaction and drops what it wrote; after a Commit it does
// nothing.
func (t *Tx) Abort() {
	t.unname()
	t.txn.Abort()
}

// must stops on an error of go-memdb. There are none but those of a wrong
// table name, index name or row type, which are faults of this package.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
