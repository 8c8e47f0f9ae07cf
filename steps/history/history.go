// Package history remembers what the lists of a run showed, response by response, and
// finds what no change of the data explains: Records looks at each record, and Lists at each
// list as a whole.
//
// It sends nothing. Package lists of the built-in steps reads again where it finds
// something, and decides.
//
// What it finds, each with an example:
//
//   - A contradiction: two responses show other values of a record. Invitation 7 has the role
//     admin on page 1, and owner on page 2.
//   - A reversal: a response between two others that show the same, while it shows something
//     else. Values: invitation 7 is claimed, unclaimed, and claimed again. Records: a list has
//     invitations 1 and 2, none, and 1 and 2 again. An id that changes counts as one, too, as
//     nothing gives a record another id.
//   - A replaced list: a reversal of all records. A list has objects a to k, then x and y with
//     another total, and a to k again.
//   - A mixed-up list: the objects of one destination are shown as those of another one.
//   - A mismatch: two queries show another total, or another record at the same place. The first
//     record of page 2 with per_page 1 is not the second one of page 1 with per_page 5.
//   - A duplicate: one response shows a record twice.
//
// Start reading at Records.Note: reversals.go has values that go back, missing.go topics that do,
// renumbered.go and inner_ids.go ids that change. Then read Lists.Note: each of empty.go, totals.go,
// first_pages.go, places.go and duplicates.go has a register of what one list showed.
package history

import (
	"slices"
	"time"

	"understudy/steps/client"
	"understudy/steps/paging"
)

// Reversal is one response that the ones before and after it contradict, which show the same.
type Reversal struct {
	Says string
	// Query is that of the response; it is not given for a whole list.
	Query    paging.Query
	Exchange *client.Exchange
	// Lasted is, for a whole list, how long after the first response with the later state one
	// with the earlier was sent, which a replica shows only for a while; 0 for a record.
	Lasted time.Duration
}

// Outlasts returns the last of some reversals that came later after the first one than a
// time, in which replicas may show a change late; nil where none did. That of a whole list has
// to have lasted longer, too: several changes may come one after another.
func Outlasts(all []Reversal, settle time.Duration) *Reversal {
	for _, r := range slices.Backward(all) {
		if r.Exchange.Received.Sub(all[0].Exchange.Received) > settle && (r.Lasted == 0 || r.Lasted > settle) {
			return &r
		}
	}
	return nil
}

// isBefore reports whether a response was received before the request of another was sent:
// where both were under way at a time, they prove nothing.
func isBefore(a, b *client.Exchange) bool { return a.Received.Before(b.LastSent()) }

// withoutBody is an exchange without its body.
func withoutBody(e *client.Exchange) *client.Exchange {
	return &client.Exchange{Request: e.Request, Target: e.Target, Status: e.Status, Header: e.Header,
		Received: e.Received, Duration: e.Duration}
}
