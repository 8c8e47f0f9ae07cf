package lists

import (
	"slices"
	"time"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
)

// listsDiffer checks that what the target file calls empty does not list the
// records of what it calls full, and that neither gets the other's list where both are
// requested at the same time, or after the other.
//
// Promise objects-of-the-destination
// Promise topics-are-listed
func listsDiffer(w *world.World, empty, full string) error {
	// A list that changes may be read in two states, although it is one list.
	var last *paging.Page
	mixedUp := 0
	// What was mixed up once is tried more often: the requests do not always meet.
	for try := 0; try < paging.Tries || mixedUp > 0 && try < 2*paging.Tries; try++ {
		// One directly after the other: what a cache keeps for a moment only shows, too.
		of, err := firstPage(w, full)
		if err != nil {
			return err
		}
		if len(of.IDs) == 0 { // it had records when the scenario began: it changes, or a cache shows it late
			if err := w.Pause(time.Duration(w.Run.Target.Limits.Settle) / paging.Tries); err != nil {
				return err
			}
			continue
		}
		none, beside, err := bothAtOnce(w, empty, full)
		if err != nil {
			return err
		}
		if len(none.IDs) > 0 && slices.Equal(of.IDs, none.IDs) {
			return outcome.Found(none.Exchange, "none of the "+full, "the same records as there")
		}
		after := of
		if len(none.IDs) > 0 || mixedUp > 0 || beside != nil && len(beside.IDs) == 0 {
			if after, err = firstPage(w, full); err != nil {
				return err
			}
		}
		if beside != nil && slices.Equal(beside.IDs, none.IDs) && !slices.Equal(beside.IDs, of.IDs) {
			if !after.Same(of) {
				continue // the list changes
			}
			if mixedUp++; mixedUp == 2 {
				return outcome.Found(beside.Exchange, "the "+full+" to be the same as alone, before and after: "+paging.Some(of.IDs),
					"those of the %s, which were requested at the same time: %s", empty, paging.Some(none.IDs))
			}
			// A replica that is late may give both to the first: it is up to date then.
			if err := w.Pause(time.Duration(w.Run.Target.Limits.Settle) / paging.Tries); err != nil {
				return err
			}
			continue
		}
		shared := slices.ContainsFunc(none.IDs, func(id string) bool { return slices.Contains(of.IDs, id) || slices.Contains(after.IDs, id) })
		if mixedUp == 0 && (!shared || last != nil && last.Same(of)) {
			leaveOne(w, paging.ListingOf(empty), nil, none.Exchange)
			return nil
		}
		last = of
	}
	return Verdict(w, paging.ErrMoved)
}

// bothAtOnce requests two lists at the same time, without a query. Where that is left out, or
// the deployment does not respond to both, the first is requested alone, and there is no other.
func bothAtOnce(w *world.World, first, second string) (a, b *paging.Page, err error) {
	if _, err := w.HowManyAtOnce(); err == nil {
		var requests []client.Request
		for _, noun := range []string{first, second} {
			r, err := w.ListRequest(paging.ListingOf(noun), nil)
			if err != nil {
				return nil, nil, err
			}
			requests = append(requests, r)
		}
		responses := w.AtOnce(requests)
		a, b = pageOf(w, first, responses[0]), pageOf(w, second, responses[1])
	}
	if a == nil || b == nil {
		b = nil
		a, err = firstPage(w, first)
	}
	return a, b, err
}

// pageOf reads a page from a response, nil where it shows none.
func pageOf(w *world.World, noun string, e *client.Exchange) *paging.Page {
	if w.Usable(e) != nil {
		return nil
	}
	p, err := paging.ParsePage(paging.ListingOf(noun), e)
	if err != nil {
		return nil
	}
	return p
}
