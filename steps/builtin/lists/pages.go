package lists

import (
	"errors"

	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/scenario"
	"understudy/steps/vocabulary"
)

// PageRows are the steps that read the pages of a list.
var PageRows = rows.Group{
	When: []vocabulary.Step{
		{
			Pattern: `^I read the pages of the ` + rows.Nouns + `()$`, Example: `I read the pages of the invitations`,
			Doc: "Reads page 1, the other pages (of more than six: page 2 and the last two), pages of other sizes, and page 1 " +
				"again. If page 1 has changed, it starts again, up to four times.",
			Provides:    []vocabulary.Thing{rows.PagesRead},
			FootprintOf: ofPages,
			Func:        readPages,
		},
		{
			Pattern: `^I read the pages of the ` + rows.Nouns + ` in order (asc|desc)$`, Example: `I read the pages of the invitations in order asc`,
			Doc:         "Reads the same pages with an order.",
			Provides:    []vocabulary.Thing{rows.PagesRead},
			FootprintOf: ofPages,
			Func:        readPages,
		},
		{
			Pattern: `^I read the pages of the ` + rows.Nouns + ` in every order$`, Example: `I read the pages of the invitations in every order`,
			Doc: "Reads the list without an order, with desc and with asc. What is checked then has to hold in each; an order " +
				"that cannot be read is left out, with a remark.",
			Provides:    []vocabulary.Thing{rows.PagesRead},
			FootprintOf: ofEveryOrder,
			Func:        readEveryOrder,
		},
	},
}

// snapshotRequests is the number of requests for a snapshot of a list that does not change, by
// the order.
var snapshotRequests = map[string]int{"": 28, "desc": 14, "asc": 16}

// orders are the orders in which a list can be requested; the first is none.
var orders = []string{"", "desc", "asc"}

// snapshotKey is a list in an order. Scenarios on it share one snapshot: it is read
// once in a run.
type snapshotKey struct{ noun, order string }

// readPages reads a list page by page, or takes what another scenario has read.
func readPages(w *world.World, noun, order string) error {
	s, err := pagesIn(w, noun, order)
	if err != nil {
		return err
	}
	readPagesOf(w, s)
	return nil
}

// readEveryOrder reads a list in each order. One that ends in a skip is left out where
// another can be read.
func readEveryOrder(w *world.World, noun string) error {
	var read []*paging.Snapshot
	var skips []error
	for _, order := range orders {
		s, err := pagesIn(w, noun, order)
		var skip *outcome.Skipped
		switch {
		case errors.As(err, &skip) && order == "":
			return err // a rejection of another order is not relevant then
		case errors.As(err, &skip):
			skips = append(skips, err)
			w.Remark("not checked %s: %v", paging.InOrder(order), err)
		case err != nil:
			return err
		default:
			read = append(read, s)
		}
	}
	if len(read) == 0 {
		return skips[0]
	}
	readPagesOf(w, read...)
	return nil
}

// pagesIn are the pages of a list in an order.
func pagesIn(w *world.World, noun, order string) (*paging.Snapshot, error) {
	w.List, w.Query = paging.ListingOf(noun), nil
	if order != "" {
		w.Query = w.Query.With("order", order)
	}
	from := len(w.Exchanges)
	s, err := ofRun(w.Run).snapshots.Of(snapshotKey{noun, order}).Get(func() (*paging.Snapshot, error) {
		s, err := snapshot(w, order)
		if err == nil && !s.Moved {
			leave(w, s)
		}
		return s, err
	})
	w.Exchanges = w.Exchanges[:from] // what was read again is not the scenario's
	return s, Verdict(w, err)
}

// readPagesOf makes what was read the pages that the next Then checks.
func readPagesOf(w *world.World, read ...*paging.Snapshot) {
	w.Pages, w.Shown = read, true
	w.Take(read[0].First().Exchange)
	for _, s := range read {
		w.Exchanges = append(w.Exchanges, s.Exchanges()...)
	}
}

// snapshot returns the scenario's list in an order.
func snapshot(w *world.World, order string) (*paging.Snapshot, error) {
	r := Reader(w, w.List)
	r.Done = func(e *client.Exchange) { w.Run.Keep(e, scenario.MaxKeptPages) }
	s, err := r.Read(order)
	if err == nil {
		w.Run.Keep(s.First().Exchange, scenario.MaxKept)
	}
	return s, err
}

func ofPages(u vocabulary.Use) vocabulary.Footprint {
	return ofPagesIn(u.Groups[0], u.Groups[1])
}

func ofEveryOrder(u vocabulary.Use) (all vocabulary.Footprint) {
	for _, order := range orders {
		all = all.Plus(ofPagesIn(u.Groups[0], order))
	}
	return all
}

func ofPagesIn(noun, order string) vocabulary.Footprint {
	return vocabulary.Once(vocabulary.PagesOfList, noun+" in order "+order, vocabulary.Footprint{Requests: snapshotRequests[order]})
}
