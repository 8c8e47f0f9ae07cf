// Package lists has the built-in steps on lists: their requests, pages and records, and
// the pagination of topics.
//
// Start reading at List, then at ask in reading.go, which every request of a list goes through;
// once.go shares the responses between scenarios. page_checks.go has the steps on pages, whose
// checks are those of package paging, and records.go those on one response. What responses
// contradict in each other is found by package history; contradictions.go, returns.go, others.go
// and places.go read again and decide.
package lists

import (
	"fmt"
	"time"

	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/vocabulary"
)

// Rows are the steps that read lists.
var Rows = rows.Group{
	Given: []vocabulary.Step{
		{
			Pattern: `^at least (\d+)(?: of the)? ` + rows.Nouns + `$`, Example: `at least 26 invitations`,
			Doc:         "The list has at least that many records, by its total_records; else the scenario is skipped: missing test data.",
			FootprintOf: ofCounting,
			Func:        atLeast,
		},
		{
			Pattern: `^an empty list of ` + rows.Nouns + `$`, Example: `an empty list of invitations`,
			Doc:         "The list has no record; else the scenario is skipped: missing test data.",
			FootprintOf: ofCounting,
			Func:        empty,
		},
	},
	When: []vocabulary.Step{
		{
			Pattern: `^I list the ` + rows.Nouns + `$`, Example: `I list the invitations`,
			Doc:      "Requests the list without a query.",
			Provides: []vocabulary.Thing{rows.AListResponse}, Footprint: vocabulary.Footprint{Requests: 2},
			Func: List,
		},
		{
			Pattern:  `^I list the ` + rows.Nouns + ` once more at the end of the run$`,
			Example:  `I list the invitations once more at the end of the run`,
			Doc:      "Requests the list without a query, although others did before; or takes a response that another scenario tagged @last got.",
			Provides: []vocabulary.Thing{rows.AListResponse},
			Func:     listOnceMore,
		},
		{
			Pattern: `^I list the ` + rows.Nouns + ` with ((?:(?:page|per_page|order) (?:"[^"]*"|[^\s"]+)(?: and )?)+)$`,
			Example: `I list the invitations with page 0 and per_page 1`,
			Doc: "Requests the list with page, per_page or order, joined by `and`, in that order and as often as written. A " +
				"value with spaces, or an empty one, is quoted.",
			Provides: []vocabulary.Thing{rows.AListResponse}, Check: checkQuery,
			Func: listWith,
		},
		{
			Pattern: `^I list the ` + rows.Nouns + ` (` + oneQuery + `(?:, then ` + oneQuery + `)+)$`,
			Example: `I list the invitations with page 0, then with page 0 and per_page 1`,
			Aliases: []string{`^I list the ` + rows.Nouns + ` (` + oneQuery + `(?:, (?:and )?` + oneQuery + `)+)$`,
				`^I list the ` + rows.Nouns + ` with each of: (.+)$`}, Rewrite: rewriteQueries,
			Doc: "Requests the list once per query; one may be `without a query`. What is checked then has to hold for each " +
				"response.",
			Provides: []vocabulary.Thing{rows.AListResponse}, FootprintOf: ofQueries, Check: checkQuery,
			Func: listWithEach,
		},
		{
			Pattern: `^I list the ` + rows.Nouns + ` after the last page$`, Example: `I list the invitations after the last page`,
			Doc:      "Requests the page that is a thousand pages after the last one.",
			Provides: []vocabulary.Thing{rows.AListResponse}, Footprint: vocabulary.Footprint{Requests: 2},
			Func: listPastEnd,
		},
		{
			Pattern:  `^I list the ` + rows.Nouns + `(?: with (.+) and)? without an Authorization header$`,
			Example:  `I list the invitations with page 2 and per_page 1 and without an Authorization header`,
			Doc:      "Requests the list, with a query or without one, and without a token.",
			Provides: []vocabulary.Thing{rows.AListResponse},
			Func:     listWithoutToken,
		},
		{
			Pattern: `^I list the topics of a source that does not exist$`, Example: `I list the topics of a source that does not exist`,
			Operations: []string{spec.ListTopics},
			Doc:        "GET of the topics of a random source_id below 2^31.",
			Func:       topicsOfUnknown,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern: `^the ` + rows.Nouns + ` differ from the ` + rows.Nouns + `$`,
			Example: `the objects of the empty destination differ from the destination objects`,
			Aliases: []string{`^the ` + rows.Nouns + ` are not the ` + rows.Nouns + `$`},
			Doc: "What the target file calls empty lists no record of the other, and the other lists its own, also when both " +
				"are requested at the same time or one after the other.",
			Footprint: vocabulary.Footprint{Requests: 4},
			Func:      listsDiffer,
		},
		{
			Pattern: `^the ` + rows.Nouns + ` did not go back and forth$`, Example: `the invitations did not go back and forth`,
			Doc: "In the responses of the whole run, no value or record went away and came back. A violation has to show more than " +
				"once, and for longer than limits.settle.",
			Func: doesNotGoBack,
		},
	},
}

func atLeast(w *world.World, count int64, noun string) error {
	w.List = paging.ListingOf(noun)
	have, err := lengthOf(w, noun)
	if err == nil && have < count {
		return outcome.Skip(report.MissingTestData, "too few %s: the scenario needs %d, the deployment has %d", noun, count, have)
	}
	return err
}

func empty(w *world.World, noun string) error {
	w.List = paging.ListingOf(noun)
	have, err := lengthOf(w, noun)
	if err == nil && have > 0 {
		if w.List.Resource != "" {
			w.Run.TestData.Contradict(w.List.Resource, w.List.Operation, "the list has "+client.Records(have)+", and has to be empty")
		}
		return outcome.Skip(report.MissingTestData, "the list of %s has to be empty for the scenario, and has %s", noun, client.Records(have))
	}
	return err
}

func listWith(w *world.World, noun, text string) error {
	q, err := paging.ParseQuery(text)
	if err != nil {
		return err
	}
	return listAs(w, noun, q)
}

// listAs sends the request of a list, whose response the next Then checks, or takes
// the response that another scenario got.
func listAs(w *world.World, noun string, q paging.Query) error {
	w.List, w.Query = paging.ListingOf(noun), q
	e, sent, err := once(w, listRequest{noun, q.Key()}, func() (*client.Exchange, error) { return ask(w, w.List, q) })
	return listedAs(w, e, sent, err)
}

// List requests a list without a query, or takes the response that another scenario got.
func List(w *world.World, noun string) error { return listAs(w, noun, nil) }

func listWithoutToken(w *world.World, noun, text string) error {
	r, err := Faulty(w, noun, text)
	if err != nil {
		return err
	}
	r.Scheme = client.NoToken
	w.Send(r)
	return nil
}

// Faulty makes the request of a list with a query in words, or "" for none, that gets a
// fault of its token. The list is the one that the next Then checks.
func Faulty(w *world.World, noun, text string) (r client.Request, err error) {
	w.List, w.Query = paging.ListingOf(noun), nil
	if text != "" {
		if w.Query, err = paging.ParseQuery(text); err != nil {
			return r, err
		}
	}
	r, err = w.ListRequest(w.List, w.Query)
	r.Allowed = false
	return r, err
}

// listPastEnd requests a page after the last. The document does not say whether that is
// rejected; if it is not, the response is a list.
func listPastEnd(w *world.World, noun string) error {
	w.List = paging.ListingOf(noun)
	total, err := lengthOf(w, noun)
	if err != nil {
		return err
	}
	w.Query = paging.Query{}.With("page", paging.PageCount(total, 25)+1000)
	e, sent, err := once(w, listRequest{noun, "after the last page"}, func() (*client.Exchange, error) {
		r, err := w.ListRequest(w.List, w.Query)
		if err != nil {
			return nil, err
		}
		r.Allowed = false
		e := w.Exchange(r)
		if e.Accepted() {
			w.CheckEnvelope(e)
			noteNumbers(w, w.List, w.Query, e)
			return e, countsAll(w, e, total)
		}
		return e, nil
	})
	return listedAs(w, e, sent, err)
}

// countsAll checks that a page without records, after the last, counts all that were counted
// before. A difference has to show again between two equal reads of page 1, and once more after
// limits.settle.
//
// Promise total-records-counts-all
func countsAll(w *world.World, e *client.Exchange, total int64) error {
	p, err := paging.ParsePage(w.List, e)
	if err != nil || p.Size > 0 || p.Total == total {
		return nil // what is left is for the gap
	}
	for n := range 2 {
		if n > 0 {
			if err := w.Pause(time.Duration(w.Run.Target.Limits.Settle)); err != nil {
				return err
			}
		}
		before, err := Fetch(w, w.List, nil)
		if err != nil {
			return err
		}
		p, err = paging.ParsePage(w.List, w.Exchange(e.Request))
		changes := n > 0 && before.Total != total // the total of page 1 may come from a cache
		if err != nil || p.Size > 0 || p.Total == before.Total || changes {
			return nil
		}
		for range 3 { // replicas may take turns
			after, err := Fetch(w, w.List, nil)
			if err != nil || !after.Same(before) {
				return err
			}
		}
		total = before.Total
	}
	w.Run.Accuse(outcome.Found(p.Exchange, fmt.Sprintf("total_records to be %d after the last page, too", total),
		"%d", p.Total).About(paging.TotalCountsAll))
	return nil
}

// AskUnknown requests the list of an id that probably no resource has, and of another
// id where the first shows records, as it may belong to a resource. What calls itself a
// success has a list as its data, be it empty.
//
// Promise list-data
func AskUnknown(w *world.World, operation string) {
	for range 2 {
		r := w.Request(operation, scenario.RandomID())
		r.Allowed = false
		e := w.Send(r)
		if e.OK() && e.Get("status").String() == "success" {
			w.CheckOnly(e, "/data")
		}
		if e.Effect() == "" {
			return
		}
	}
}

func topicsOfUnknown(w *world.World) error {
	w.List = paging.ListingOf("topics")
	AskUnknown(w, spec.ListTopics)
	return nil
}

func ofCounting(u vocabulary.Use) vocabulary.Footprint {
	return vocabulary.Once(vocabulary.CountOfList, u.Groups[len(u.Groups)-1], rows.OfAsking)
}
