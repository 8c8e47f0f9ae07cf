package paging

import (
	"fmt"
	"slices"

	"understudy/steps/client"
	"understudy/steps/outcome"
)

// beside is the response to a request with a page of the same list before and
// after it.
type beside struct{ before, asked, after *Page }

// beginAlike reports whether the pages agree in the records of the shorter one.
func (b beside) beginAlike() bool {
	shorter := min(len(b.asked.IDs), len(b.before.IDs))
	return slices.Equal(b.asked.IDs[:shorter], b.before.IDs[:shorter])
}

// comparison compares the response to a query with a page: the response to the
// same query with a value for a parameter, page or per_page.
type comparison struct {
	query Query
	name  string
	value int64
}

func (c comparison) String() string { return fmt.Sprintf("%s %d", c.name, c.value) }

// hasPerPage reports whether the request of the pages names a size. How many records
// a page has by default is covered by another promise.
func (c comparison) hasPerPage() bool { return c.name == "per_page" || c.query.Get("per_page") != "" }

// number returns the number of the page that is compared.
func (c comparison) number() int64 {
	if c.name == "page" {
		return c.value
	}
	return c.query.Page()
}

// Compare checks that the response to a query has the records of a page, which
// is given by a parameter, page or per_page, and its value. If the response
// agrees with an earlier read of that page, this is enough. Otherwise Compare
// reads the page before and after the query. A difference must show repeatedly
// while the page does not change, without an explanation.
func (r *Reader) Compare(response *client.Exchange, q Query, name string, value int64) error {
	c := comparison{q, name, value}
	if r.compareWithEarlier(c, response) {
		return nil
	}
	var d differences
	for d.isUndecided() {
		b, err := r.readBeside(c)
		if err != nil {
			return err
		}
		if err := c.contradiction(b); err != nil {
			return err
		}
		if !c.beginsAlike(b) {
			if err := r.beginsDifferently(c, b); err != nil {
				return err
			}
		}
		d.notePage(b)
		switch {
		case !b.before.Same(b.after):
			continue
		case b.asked.Same(b.before):
			return b.goesOnAlike().Err()
		case !c.hasPerPage() && b.beginAlike():
			return nil
		}
		d.add(b)
		if len(d.rounds) == r.confirmations()-1 {
			if err := r.Pause(r.Settle); err != nil {
				return err
			}
		}
		d.dropExplained()
		if len(d.rounds) >= r.confirmations() {
			if r.takesTurns(c, b) {
				return ErrMoved
			}
			return broken("", b.asked.Exchange, fmt.Sprintf("the records of %s, %s", c, b.before.summary()), "%s", b.asked.summary())
		}
	}
	return ErrMoved
}

// differences are the rounds in which a response differed from the page beside it, as long as
// nothing explains that.
type differences struct {
	rounds []beside
	// pages are all reads of the page.
	pages []*Page
	// changes is how often the list was seen to change: within a round, between two rounds that
	// differ, or, for each difference that it explains, as the page had the records of the
	// response at another time.
	changes int
}

// The changes of a list that end a comparison: more are allowed while a difference is not confirmed.
const (
	mostChanges            = Tries
	mostChangesUnconfirmed = 8 * Tries
)

// isUndecided reports whether another round may decide: the list has not changed too often.
func (d *differences) isUndecided() bool {
	return d.changes < mostChanges || len(d.rounds) > 0 && d.changes < mostChangesUnconfirmed
}

// notePage remembers what the page showed in a round.
func (d *differences) notePage(b beside) {
	d.pages = append(d.pages, b.before, b.after)
	if !b.before.Same(b.after) {
		d.changes++
	}
}

// add adds a round with a difference. If the page is another than in those before, it starts
// again: the list changed, which a cache may show late.
func (d *differences) add(b beside) {
	if len(d.rounds) > 0 && !b.before.Same(d.rounds[0].before) {
		d.rounds = nil
		d.changes++
	}
	d.rounds = append(d.rounds, b)
}

// dropExplained drops the differences that a list would show that changes and changes back: the
// page itself had the records of the response at another time.
func (d *differences) dropExplained() {
	before := len(d.rounds)
	d.rounds = slices.DeleteFunc(d.rounds, func(b beside) bool { return slices.ContainsFunc(d.pages, b.asked.Same) })
	d.changes += before - len(d.rounds)
}

// confirmations is how often a difference has to show: more often in a list of which reads
// have differed in this run, as reads may fall in with its changes.
func (r *Reader) confirmations() int {
	if r.Motion.Moved(r.List.Operation) {
		return 2 * confirmations
	}
	return confirmations
}

// compareWithEarlier compares a response with an earlier read of the page, and reports whether they
// agree. A page that was not read yet is read now.
func (r *Reader) compareWithEarlier(c comparison, response *client.Exchange) bool {
	asked, err := ParsePage(r.List, response)
	if err != nil {
		return false
	}
	q := c.query.With(c.name, c.value)
	page := r.Motion.first(r.List, q)
	if page == nil && c.name == "per_page" {
		if begins := r.Motion.beginning(r.List, c.query, c.value); begins != nil && slices.Equal(asked.IDs, begins) {
			return true
		}
	}
	if page == nil {
		if page, err = r.Look(q); err != nil {
			return false
		}
	}
	b := beside{page, asked, page}
	return asked.Same(page) && c.contradiction(b) == nil && c.beginsAlike(b) && b.goesOnAlike() == nil
}

// beginsAlike reports whether page 0 has the prev_page of page 1. Which one that is, the document does
// not show, but page 0 is treated as page 1.
func (c comparison) beginsAlike(b beside) bool {
	return c.query.Get("page") != "0" || b.before.Size == 0 || b.asked.Total == 0 || b.asked.Pagination.Get(prevPage).Raw == b.before.Pagination.Get(prevPage).Raw
}

const prevPage = "prev_page"

// readsOfBegin is how often page 1 and page 0 are read for their prev_page, in turns.
const readsOfBegin = 16

// beginsDifferently returns the finding that page 0 has another prev_page than page 1; nil where one of
// them has several, as while two versions of a deployment take turns.
func (r *Reader) beginsDifferently(c comparison, b beside) error {
	want, own := b.before.Pagination.Get(prevPage), b.asked.Pagination.Get(prevPage)
	for n := range readsOfBegin {
		q, shown := c.query.With(c.name, c.value), want
		if n%2 > 0 {
			q, shown = c.query, own
		}
		page, err := r.fetch(q, atUnevenTimes)
		if err != nil {
			return err
		}
		r.done(page)
		if page.Pagination.Get(prevPage).Raw != shown.Raw {
			return nil
		}
	}
	return broken("", b.asked.Exchange, fmt.Sprintf("pagination.prev_page to be %s as on page %d", client.Shown(want), c.number()), "%s",
		client.Shown(own)).At("pagination." + prevPage)
}

// readBeside requests a page before and after a query, at uneven times.
func (r *Reader) readBeside(c comparison) (b beside, err error) {
	page := c.query.With(c.name, c.value)
	if b.before, err = r.fetch(page, atUnevenTimes); err != nil {
		return b, err
	}
	if b.asked, err = r.fetch(c.query, atUnevenTimes); err != nil {
		return b, err
	}
	if b.after, err = r.fetch(page, atUnevenTimes); err != nil {
		return b, err
	}
	r.done(b.before)
	r.done(b.after)
	return b, nil
}

// takesTurns reports whether the query has the records of the page after all when it is sent twice in a row: a
// list that changes and changes back with each request does so in step with the rounds.
func (r *Reader) takesTurns(c comparison, b beside) bool {
	for range 2 {
		again, err := r.fetch(c.query, atUnevenTimes)
		if err != nil || again.Same(b.before) {
			return err == nil
		}
		r.done(again)
	}
	return false
}

// contradiction finds where a response differs from the page beside it in a way
// that holds even if the list changed in between: changes do not affect the
// numbers of a first page.
func (c comparison) contradiction(b beside) error {
	n := c.number()
	page, err := b.before.number("page")
	if err != nil || b.before.Size == 0 || b.asked.Total == 0 || n > 1 && !b.before.Same(b.after) {
		return err
	}
	e := b.asked.Exchange
	if own := b.asked.Pagination.Get("page"); own.Num != page.Num {
		return broken("", e, fmt.Sprintf("pagination.page to be %s as on page %d", page.Raw, n), "%s", client.Shown(own)).At("pagination.page")
	}
	perPage := b.before.Pagination.Get("per_page")
	if own := b.asked.Pagination.Get("per_page"); own.Num != perPage.Num && c.hasPerPage() {
		return broken("", e, fmt.Sprintf("pagination.per_page to be %s as on page %d", perPage.Raw, n), "%s",
			client.Shown(own)).At("pagination.per_page")
	}
	if b.asked.Size == 0 {
		return broken("", e, fmt.Sprintf("records, as on page %d: total_records is %d", n, b.asked.Total), "none")
	}
	return nil
}

// goesOnAlike checks that a page with the same records names the same next
// page, if there is one.
func (b beside) goesOnAlike() *outcome.Finding {
	last := b.before.Pagination.Get("last_page")
	for _, member := range []string{"last_page", "next_page"} {
		want, own := b.before.Pagination.Get(member), b.asked.Pagination.Get(member)
		if last.Num > b.before.Pagination.Get("page").Num && own.Num != want.Num {
			return broken("", b.asked.Exchange, fmt.Sprintf("pagination.%s to be %s as on the page with the same records", member, want.Raw),
				"%s", client.Shown(own)).At("pagination." + member)
		}
	}
	return nil
}
