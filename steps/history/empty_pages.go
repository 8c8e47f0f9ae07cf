package history

import (
	"slices"
	"time"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/paging"
)

// emptyPages are the responses that showed no record on page 1 and counted several, each sent after a right one
// that followed the one before: while a list changes, several requests may meet the same moment between two
// queries of the deployment.
type emptyPages struct {
	wrong []*client.Exchange
	// rightAt is when the first right response after the last wrong one was received.
	rightAt time.Time
}

// fewestCounted is how many records such a response has to count: a single one may be gone in between.
const fewestCounted = 2

func (s *emptyPages) note(l *paging.Listing, q paging.Query, p *paging.Page) {
	if l.Operation == spec.ListTopics || !q.Documented() || !slices.Contains([]string{"", "1"}, q.Get("page")) {
		return
	}
	e, met := p.Exchange, len(s.wrong) > 0
	switch isOver := !s.rightAt.IsZero(); {
	case p.Size > 0:
		if met && !isOver && isBefore(s.wrong[len(s.wrong)-1], e) {
			s.rightAt = e.Received
		}
	case p.Total >= fewestCounted && len(s.wrong) < mostDuplicates && (!met || isOver && e.LastSent().After(s.rightAt)):
		s.wrong, s.rightAt = append(s.wrong, withoutBody(e)), time.Time{}
	}
}

// EmptyPages are the responses of a list so far that showed no record on page 1 and counted several, at different
// times.
func (ls *Lists) EmptyPages(l *paging.Listing) []*client.Exchange {
	return ofList(ls, l, func(h *list) []*client.Exchange { return h.emptyPages.wrong })
}
