package state

import (
	"fmt"
	"iter"
	"strings"

	"understudy/server/resource"
	"understudy/server/store"
)

// delete deletes a row to which no other row refers.
func (k kind[S, R]) delete(tx *store.Tx, id string) error {
	s, ok := k.find(tx, id)
	if !ok {
		return ErrNoRow
	}
	if k.users != nil {
		if err := inUse(k.name, id, k.users(tx, s)); err != nil {
			return err
		}
	}
	k.remove(tx, s)
	return nil
}

// users are the ids of the rows of a table that refer to a row.
type users struct {
	table string
	ids   []string
}

// usersIn finds the rows of a table that refer to a row.
func usersIn[S any](table string, rows iter.Seq[S], refers func(S) bool, id func(S) string) users {
	found := users{table: table}
	for s := range rows {
		if refers(s) {
			found.ids = append(found.ids, id(s))
		}
	}
	return found
}

// maxUsers is how many ids of rows of a table inUse lists.
const maxUsers = 3

// inUse is the conflict of a deletion with the rows that refer to the row; nil if
// there are none.
func inUse(table, id string, by []users) error {
	var all []string
	for _, u := range by {
		if len(u.ids) == 0 {
			continue
		}
		ids := strings.Join(u.ids[:min(len(u.ids), maxUsers)], ", ")
		if len(u.ids) > maxUsers {
			ids += fmt.Sprintf(" and %d more", len(u.ids)-maxUsers)
		}
		all = append(all, fmt.Sprintf("%s (%s)", u.table, ids))
	}
	if len(all) == 0 {
		return nil
	}
	return conflict("%s/%s: other rows refer to it: delete these before: %s", table, id, strings.Join(all, ", "))
}

func usersOfConnector(tx *store.Tx, c resource.Connector) []users {
	return []users{usersIn("destinations", tx.AllDestinations(), func(d resource.Destination) bool { return d.Type == c.ServiceName }, destinationID)}
}

func usersOfSource(tx *store.Tx, s resource.Source) []users {
	return []users{
		usersIn("topics", tx.AllTopics(), func(o resource.Topic) bool { return o.SourceID == s.ID }, func(o resource.Topic) string { return numberID(o.ID) }),
		usersIn("segments", tx.AllSegments(), func(g resource.Segment) bool { return g.SourceID == s.ID }, func(g resource.Segment) string { return numberID(g.ID) }),
	}
}

func usersOfSegment(tx *store.Tx, s resource.Segment) []users {
	return []users{usersIn("links", tx.AllLinks(), func(l resource.SegmentManagementLink) bool { return l.SegmentID == s.ID },
		func(l resource.SegmentManagementLink) string { return numberID(l.ID) })}
}

func destinationID(d resource.Destination) string { return numberID(d.ID) }
