// Package state is the rows of a world in their readable form, that of fixtures:
// all of them as in a file (Fill and Export) or in the built-in world (OpenDefault),
// and single ones as the control API reads and changes them (Tables).
//
// A world that is exported and then filled into a store responds as before. A changed
// row must follow the rules of fixtures. Secrets are written to a file, which only
// its owner may read, and are hidden in rows that are shown.
//
// The server and the control API import it. Start reading at Export, then at
// Tables.
package state

import (
	"io"
	"iter"
	"slices"
	"sync"
	"time"

	"understudy/fixtures"
	"understudy/server/resource"
	"understudy/server/store"
)

// OpenDefault is a store with the rows of fixtures.Default, and with these
// workspaces and users. All are copies of one filled store.
func OpenDefault(workspaces []resource.Workspace, users []resource.User) *store.Store {
	return filled().SnapshotOf(workspaces, users)
}

// filled is a store that nobody writes to.
var filled = sync.OnceValue(func() *store.Store {
	s := store.New()
	tx := s.Write(time.Now) // the rows have their own times
	Fill(tx, fixtures.Default(), nil)
	tx.Commit()
	return s
})

// Fill inserts the rows of a world, except its workspaces and users. It calls report,
// unless nil, from time to time with the numbers of inserted rows and of all rows.
func Fill(tx *store.Tx, w *fixtures.World, report func(done, total int)) {
	f := &filling{report: report, total: w.Rows() - len(w.Workspaces) - len(w.Users)}
	fill(f, slices.Values(w.ConnectorRows()), tx.PutConnector)
	for i, destination := range w.DestinationRows() {
		tx.AddDestination(destination)
		f.step()
		fill(f, slices.Values(w.Destinations[i].ObjectRows()), func(o resource.DestinationObject) { tx.AddDestinationObject(destination.ID, o) })
	}
	fill(f, slices.Values(w.SourceRows()), tx.AddSource)
	fill(f, w.TopicRows(), func(o resource.Topic) { tx.AddTopic(o) })
	fill(f, w.SegmentRows(), func(s resource.Segment) { tx.AddSegment(s) })
	fill(f, w.LinkRows(), func(l resource.SegmentManagementLink) { tx.AddLink(l) })
	fill(f, w.InvitationRows(), func(i resource.Invitation) { tx.AddInvitation(i) })
	if w.State != nil {
		for table, last := range w.State.LastIDs {
			tx.SkipIDs(table, last)
		}
	}
}

func fill[T any](f *filling, rows iter.Seq[T], add func(T)) {
	for row := range rows {
		add(row)
		f.step()
	}
}

// filling counts the inserted rows.
type filling struct {
	report      func(done, total int)
	done, total int
}

func (f *filling) step() {
	const often = 1 << 10
	if f.done++; f.report != nil && f.done%often == 0 {
		f.report(f.done, f.total)
	}
}

// Export adds the rows of a store to a world, except the workspaces and the users: the
// store has only hashes of their tokens.
func Export(tx *store.Tx, w *fixtures.World) {
	r := rowsOf(tx)
	w.Connectors = slices.Collect(r.connectors)
	w.Destinations = slices.Collect(r.destinations)
	w.Sources = slices.Collect(r.sources)
	w.Segments = slices.Collect(r.segments)
	w.Links = slices.Collect(r.links)
	w.Invitations = slices.Collect(r.invitations)
}

// Write writes what Export adds to a world, and its owners and state, as JSON. It
// makes one row at a time, so that not all are in memory at once.
func Write(out io.Writer, tx *store.Tx, w *fixtures.World) error {
	to, r := fixtures.NewWriter(out), rowsOf(tx)
	to.Owners(w)
	fixtures.Rows(to, "connectors", r.connectors)
	fixtures.Rows(to, "destinations", r.destinations)
	fixtures.Rows(to, "sources", r.sources)
	fixtures.Rows(to, "segments", r.segments)
	fixtures.Rows(to, "links", r.links)
	fixtures.Rows(to, "invitations", r.invitations)
	return to.Close()
}

// rows are those of a store in their readable form.
type rows struct {
	connectors   iter.Seq[fixtures.Connector]
	destinations iter.Seq[fixtures.Destination]
	sources      iter.Seq[fixtures.Source]
	segments     iter.Seq[fixtures.Segment]
	links        iter.Seq[fixtures.Link]
	invitations  iter.Seq[fixtures.Invitation]
}

func rowsOf(tx *store.Tx) rows {
	return rows{
		connectors:   readable(tx.AllConnectors(), fixtures.ConnectorOf),
		destinations: readable(tx.AllDestinations(), func(d resource.Destination) fixtures.Destination { return destinationOf(tx, d) }),
		sources:      readable(tx.AllSources(), func(s resource.Source) fixtures.Source { return fixtures.SourceOf(s, tx.Topics(s.ID)) }),
		segments:     readable(tx.AllSegments(), fixtures.SegmentOf),
		links:        readable(tx.AllLinks(), fixtures.LinkOf),
		invitations:  readable(tx.AllInvitations(), fixtures.InvitationOf),
	}
}

func readable[S, R any](all iter.Seq[S], of func(S) R) iter.Seq[R] {
	return func(yield func(R) bool) {
		for s := range all {
			if !yield(of(s)) {
				return
			}
		}
	}
}

func destinationOf(tx *store.Tx, d resource.Destination) fixtures.Destination {
	return destinationWith(tx, d, max(1, tx.CountDestinationObjects(d.ID)))
}

// destinationWith is a destination with its first objects, at most so many.
func destinationWith(tx *store.Tx, d resource.Destination, most int64) fixtures.Destination {
	p := resource.NewPage(tx.CountDestinationObjects(d.ID), most, 1, 1)
	return fixtures.DestinationOf(d, tx.DestinationObjects(d.ID, p, store.Ascending))
}
