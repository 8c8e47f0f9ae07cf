package paging

import (
	"fmt"
	"slices"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec/contract"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// OrderPromise returns the promise of an order that was requested, which may be none.
func OrderPromise(order string) string {
	if order == "" {
		return "order-default-desc"
	}
	return "order-" + order
}

// NewestFirst checks that creation times never rise.
//
// Promise order-desc
// Promise order-default-desc
func NewestFirst(s *Snapshot) error { return s.ordered("newest") }

// OldestFirst checks that creation times never fall.
//
// Promise order-asc
func OldestFirst(s *Snapshot) error { return s.ordered("oldest") }

// ordered checks the order by creation time: inside every page first, then from
// page to page, if no record repeats.
func (s *Snapshot) ordered(first string) error {
	lines, err := s.lines()
	if err != nil {
		return err
	}
	different := false
	for i, line := range lines {
		// The first line spans the pages, the others are single pages.
		across := i > 0 || !s.Moved && s.repeats() == nil && s.sizes() == nil
		different = different || slices.ContainsFunc(line, func(m moment) bool { return !m.at.Equal(line[0].at) })
		if x, y := misplaced(line, first, across); y.on != nil {
			return broken(OrderPromise(s.Order), y.on.Exchange, fmt.Sprintf("the %s record first", first), "%s before %s", x.text, y.text)
		}
	}
	if !different {
		return errOneInstant
	}
	return s.Trusted()
}

// InOrder checks that creation times never rise on a page of a list that was requested in an
// order, or never fall in the order asc.
//
// Promise order-default-desc
// Promise order-desc
// Promise order-asc
func (p *Page) InOrder(l *Listing, order string) error {
	first := "newest"
	if order == "asc" {
		first = "oldest"
	}
	s, zones := &Snapshot{List: l}, map[bool]bool{}
	line, err := s.creationTimes(p, zones)
	switch {
	case err != nil:
		return err
	case len(zones) > 1:
		return errMixedZones
	case !slices.ContainsFunc(line, func(m moment) bool { return !m.at.Equal(line[0].at) }):
		return errOneInstant
	}
	if x, y := misplaced(line, first, true); y.on != nil {
		return broken(OrderPromise(order), p.Exchange, fmt.Sprintf("the %s record first", first), "%s before %s", x.text, y.text)
	}
	return nil
}

// The reasons why creation times show no order.
var (
	errMixedZones = outcome.Skip(report.MissingTestData, "some timestamps have an offset and some have none: they cannot be compared")
	errOneInstant = outcome.Skip(report.MissingTestData, "the records that were read show no two different instants")
)

// misplaced finds the first two neighbours on a line that are in the wrong
// order. Where times show no offset, one step back of less than an hour is
// accepted: clocks may have been set back.
func misplaced(line []moment, first string, across bool) (x, y moment) {
	setBack := false
	for i := 1; i < len(line); i++ {
		x, y := line[i-1], line[i]
		ahead := y.at.Sub(x.at)
		if first == "oldest" {
			ahead = -ahead
		}
		if x.on != y.on && contract.SameInstant(x.text, y.text) {
			continue // two responses may cut off other parts of a second
		}
		if ahead > 0 && ahead < time.Hour && !x.zoned && !setBack {
			setBack = true
			continue
		}
		if ahead > 0 && (across || x.on == y.on) {
			return x, y
		}
	}
	return moment{}, moment{}
}

// moment is one record's creation time on its page.
type moment struct {
	at    time.Time
	zoned bool
	text  string
	on    *Page
}

// lines returns the creation times that were read: of the pages in question one
// after another, and of each other page in the list's order separately.
func (s *Snapshot) lines() (lines [][]moment, err error) {
	zones := map[bool]bool{}
	var through []moment
	for _, p := range s.inQuestion() {
		line, err := s.creationTimes(p.Page, zones)
		if err != nil {
			return nil, err
		}
		through = append(through, line...)
	}
	lines = append(lines, through)
	for _, p := range s.Pages {
		if p.Order != s.Order || p.PerPage == s.PerPage {
			continue
		}
		line, err := s.creationTimes(p.Page, zones)
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	if len(zones) > 1 {
		return nil, errMixedZones
	}
	return lines, nil
}

// creationTimes returns the creation times of a page; zones collects whether they
// have an offset.
func (s *Snapshot) creationTimes(p *Page, zones map[bool]bool) (line []moment, err error) {
	for i, v := range p.Instants {
		path := fmt.Sprintf("data.%d.%s", i, s.List.Instant)
		if v.Type != gjson.String {
			return nil, outcome.Unlike(p.Exchange, path, "a string")
		}
		at, zoned, err := contract.ParseTime(v.String())
		if err != nil {
			return nil, outcome.BlockedAt(p.Exchange, client.PointerOf(path))
		}
		zones[zoned] = true
		line = append(line, moment{at, zoned, v.String(), p})
	}
	return line, nil
}

// inOrder reports whether the creation times of the pages, and of each page
// separately, all rise or all fall; lists without creation times are in order.
func (s *Snapshot) inOrder() bool {
	if s.List.Instant == "" {
		return true
	}
	var through []time.Time
	rising, falling := true, true
	note := func(line []time.Time) {
		rising = rising && slices.IsSortedFunc(line, time.Time.Compare)
		falling = falling && slices.IsSortedFunc(line, func(a, b time.Time) int { return b.Compare(a) })
	}
	for _, p := range s.inQuestion() {
		through = append(through, p.times()...)
	}
	note(through)
	for _, p := range s.pagesWithPerPage() {
		note(p.times())
	}
	return rising || falling
}

// times returns the creation times of a page; one that cannot be read is the zero
// time.
func (p *Page) times() (all []time.Time) {
	for _, v := range p.Instants {
		all = append(all, instant(v))
	}
	return all
}

// instantOf returns the creation time of a record of the pages in question;
// zero where it cannot be read.
func (s *Snapshot) instantOf(id string) time.Time {
	for _, p := range s.inQuestion() {
		if i := slices.Index(p.IDs, id); i >= 0 {
			return instant(p.Instants[i])
		}
	}
	return time.Time{}
}

func instant(v gjson.Result) time.Time {
	t, _, _ := contract.ParseTime(v.String())
	return t
}
