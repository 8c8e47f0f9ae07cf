package steps

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"understudy/steps/report"
	"understudy/steps/variant"
)

// Lists may change while they are read, also there and back again: two equal
// reads do not show that nothing moved in between. So whatever speaks against a
// list is looked at again, at uneven times, before it counts.

// confirmations is how often a difference between two pages has to show, and
// maxStep bounds the pauses between.
const (
	confirmations = 5
	maxStep       = 300 * time.Millisecond
)

// breakStep pauses for a part of what an answer takes, by chance: a list that
// changes at regular times is else met in the same state by each round.
func (w *world) breakStep() error {
	if !w.uneven || w.last == nil {
		return nil
	}
	return w.pause(time.Duration(rand.Float64() * float64(min(w.last.Duration, maxStep))))
}

// beside is an answer with a page of the same list before and after it.
type beside struct{ before, asked, after *page }

// explained tells that a list which moves there and back would show this: the
// page itself held the answer's records at another time.
func (b beside) explained(seen []*page) bool { return slices.ContainsFunc(seen, b.asked.same) }

func (w *world) readBeside(q query) (b beside, err error) {
	if b.before, err = w.fetch(w.list, q); err != nil {
		return b, err
	}
	if b.asked, err = w.fetch(w.list, w.query); err != nil {
		return b, err
	}
	if b.after, err = w.fetch(w.list, q); err != nil {
		return b, err
	}
	w.run.client.Trim(b.before.e)
	w.run.client.Trim(b.after.e)
	return b, nil
}

// holdsPage compares the last answer with a page of the same list, reading
// that page before and after a repetition of the request. A difference has to
// show again and again while the page stands still, and never to be explained.
func (w *world) holdsPage(n int64) error { return w.compares("page", n) }

// holdsPerPage compares it with the same page of a size that is asked for.
func (w *world) holdsPerPage(n int64) error { return w.compares("per_page", n) }

func (w *world) compares(name string, n int64) error {
	if err := w.usable(w.last); err != nil {
		return err
	}
	w.uneven = true
	defer func() { w.uneven = false }()
	var seen []*page
	var odd []beside
	for moved := 0; moved < tries || len(odd) > 0 && moved < 4*tries; {
		b, err := w.readBeside(w.query.with(name, n))
		if err != nil {
			return err
		}
		if err := w.atOdds(b, name, n); err != nil {
			return err
		}
		if seen = append(seen, b.before, b.after); !b.before.same(b.after) {
			moved++
			continue
		}
		w.last = b.asked.e
		switch {
		case b.asked.same(b.before):
			return goesOnAlike(b)
		case !w.sized(name) && b.beginAlike():
			return nil
		}
		odd = append(odd, b)
		before := len(odd)
		odd = slices.DeleteFunc(odd, func(b beside) bool { return b.explained(seen) })
		if moved += before - len(odd); len(odd) == confirmations {
			return found(b.asked.e, fmt.Sprintf("what %s %d holds, %s", name, n, b.before.told()), "%s", b.asked.told())
		}
	}
	return errMoved
}

// sized tells whether the size of the pages that are compared is asked for. How
// many records a page has by default is for another promise.
func (w *world) sized(name string) bool { return name == "per_page" || w.query.get("per_page") != "" }

// beginAlike tells that the shorter page has the first records of the longer.
func (b beside) beginAlike() bool {
	shorter := min(len(b.asked.ids), len(b.before.ids))
	return slices.Equal(b.asked.ids[:shorter], b.before.ids[:shorter])
}

// pageAsked is the number of the page that is compared.
func (w *world) pageAsked(name string, n int64) int64 {
	if name == "page" {
		return n
	}
	number, err := strconv.ParseInt(w.query.get("page"), 10, 64)
	if err != nil {
		return 1
	}
	return number
}

// atOdds finds what an answer says otherwise than the page beside it, whether
// or not the list moved in between: that changes no number of a first page.
func (w *world) atOdds(b beside, name string, n int64) error {
	n = w.pageAsked(name, n)
	echo, err := w.echo(b.before, "page")
	if err != nil || b.before.size == 0 || b.asked.total == 0 || n > 1 && !b.before.same(b.after) {
		return err
	}
	if own := b.asked.pagination.Get("page"); own.Num != echo.Num {
		return found(b.asked.e, fmt.Sprintf("pagination.page to be %s as on page %d", echo.Raw, n), "%s", orAbsent(own))
	}
	perPage := b.before.pagination.Get("per_page")
	if own := b.asked.pagination.Get("per_page"); own.Num != perPage.Num && w.sized(name) {
		return found(b.asked.e, fmt.Sprintf("pagination.per_page to be %s as on page %d", perPage.Raw, n), "%s", orAbsent(own))
	}
	if b.asked.size == 0 {
		return found(b.asked.e, fmt.Sprintf("records, as on page %d: total_records is %d", n, b.asked.total), "none")
	}
	return nil
}

// goesOnAlike judges that a page with the same records names the same next page,
// where there is one.
func goesOnAlike(b beside) error {
	last := b.before.pagination.Get("last_page")
	for _, member := range []string{"last_page", "next_page"} {
		want, own := b.before.pagination.Get(member), b.asked.pagination.Get(member)
		if last.Num > b.before.pagination.Get("page").Num && own.Num != want.Num {
			return found(b.asked.e, fmt.Sprintf("pagination.%s to be %s as on the page with the same records", member, want.Raw), "%s", orAbsent(own))
		}
	}
	return nil
}

// told is what a page holds, in few words.
func (p *page) told() string {
	return fmt.Sprintf("%d records of %d: %s", len(p.ids), p.total, some(p.ids))
}

// motion is what the run has seen of the lists that move.
type motion struct {
	// shown are the pages that were read, by list and query.
	shown map[[2]string]*page
	// moving are the operations with a list of which two readings differed.
	moving map[string]bool
}

// noteMotion remembers what a page showed.
func (r *run) noteMotion(l *listing, q query, p *page) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := [2]string{l.noun, q.encode()}
	if before := r.motion.shown[k]; before == nil {
		r.motion.shown[k] = &page{ids: p.ids, total: p.total}
	} else if !before.same(p) {
		r.motion.moving[l.operation] = true
	}
}

// lookForMotion reads the list a few times more, at uneven times.
func (w *world) lookForMotion() error {
	w.uneven = true
	defer func() { w.uneven = false }()
	for range confirmations {
		if _, err := w.fetch(w.list, nil); err != nil {
			return err
		}
	}
	return nil
}

// blurred reports whether a gap cannot be observed on a list that moves.
func (r *run) blurred(g report.Gap) bool {
	return variant.ComparesPages(g.ID) && r.motion.moving[g.Operation]
}
