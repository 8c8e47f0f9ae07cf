package html

import (
	"fmt"
	"slices"
	"strings"

	"understudy/steps/report"
	"understudy/steps/report/view"
)

// tile counts the promises of a verdict, in words; stripe is its share of the bar, in percent,
// which is wide enough to be seen.
type (
	tile struct {
		Verdict report.Verdict
		Number  int
		Words   string
	}
	stripe struct {
		Verdict     report.Verdict
		From, Width string
	}
)

func tiles(s report.Summary) (all []tile, bar []stripe) {
	share := func(n int) float64 { return max(leastShare, float64(n)/float64(s.Total())) }
	whole := 0.0
	for _, v := range view.Verdicts(s) {
		if n := s.Of(v); n > 0 {
			whole += share(n)
		}
	}
	from := 0.0
	for _, v := range view.Verdicts(s) {
		n := s.Of(v)
		all = append(all, tile{v, n, inWords(v, n)})
		if n > 0 {
			width := 100 * share(n) / whole
			bar = append(bar, stripe{v, fmt.Sprintf("%.3f", from), fmt.Sprintf("%.3f", width)})
			from += width
		}
	}
	return all, bar
}

// leastShare is the smallest share of the bar: some 5 px on a phone, with the gap beside it.
const leastShare = 0.015

// inWords says what a verdict on a number of promises means.
func inWords(v report.Verdict, n int) string {
	switch v {
	case report.Pass:
		if n == 1 {
			return "promise kept"
		}
		return "promises kept"
	case report.Fail:
		return "broken"
	case report.Skip:
		return "not checked"
	case report.Known:
		return "known to be broken"
	}
	return "could not be verified"
}

// boxes are the verdicts by which the page can be filtered: those of promises, and of the
// user's own expectations where they have others.
func boxes(r *report.Run) []report.Verdict {
	all := view.Verdicts(r.Summary)
	for _, e := range r.Expectations {
		if !slices.Contains(all, e.Verdict) {
			all = append(all, e.Verdict)
		}
	}
	for _, s := range r.Scenarios {
		if !slices.Contains(all, s.Verdict) {
			all = append(all, s.Verdict)
		}
	}
	return all
}

// worstFirst are the verdicts in the order in which a reader looks for them.
var worstFirst = []report.Verdict{report.Fail, report.Error, report.Warn, report.Known, report.Skip, report.Pass}

// failuresFirst moves what failed or could not be verified to the front, and keeps the order
// of the rest.
func failuresFirst[T any](rows []T, verdict func(T) report.Verdict) {
	place := func(row T) int {
		if v := verdict(row); v == report.Fail || v == report.Error {
			return slices.Index(worstFirst, v)
		}
		return len(worstFirst)
	}
	slices.SortStableFunc(rows, func(a, b T) int { return place(a) - place(b) })
}

// tally counts promises or scenarios in words, failures first and without zero counts.
func tally(s report.Summary) string {
	var words []string
	for _, v := range worstFirst {
		if n := s.Of(v); n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, v))
		}
	}
	return strings.Join(words, ", ")
}
