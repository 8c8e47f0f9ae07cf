package destinations

import (
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/lists"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/vocabulary"
)

// ObjectRows are the steps on destination objects.
var ObjectRows = rows.Group{
	When: []vocabulary.Step{
		{
			Pattern: `^I list the objects of a destination that does not exist$`, Example: `I list the objects of a destination that does not exist`,
			Operations: []string{spec.ListDestinationObjects},
			Doc:        "GET of the objects of a random destination_id below 2^31.",
			Func:       objectsOfUnknown,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern: `^its objects match its list of objects$`, Example: `its objects match its list of objects`,
			Aliases:    []string{`^its objects are those that it lists$`},
			Operations: []string{spec.ListDestinationObjects},
			Doc:        "At least one object is both in the response to an update and in the destination's list.",
			Requires:   []vocabulary.Thing{rows.ADestination}, Footprint: rows.OfAsking,
			Checks: "objects-of-the-destination",
			Func:   objectsAgree,
		},
	},
}

// objectList is the list of the objects of the destination that the run renames.
func objectList() *paging.Listing { return paging.ListingOf("objects of the destination") }

// pageReader reads a page of a list: lists.Look, or lists.Fetch.
type pageReader func(*world.World, *paging.Listing, paging.Query) (*paging.Page, error)

// readObjects reads a page of that list with as many objects as a page may have.
func readObjects(w *world.World, read pageReader, page int64) (*paging.Page, error) {
	return read(w, objectList(), paging.Query{}.With("page", page).With("per_page", paging.MostPerPage))
}

func objectsOfUnknown(w *world.World) error {
	w.List = paging.ListingOf("destination objects")
	lists.AskUnknown(w, spec.ListDestinationObjects)
	return nil
}

// objectsAgree checks that the objects in the response to an update and those in the
// list of the same destination are not completely different. Where they are, the
// update is repeated between two reads of the list.
func objectsAgree(w *world.World) error {
	last := w.Last
	if last.Rejected() { // a new name, say
		var err error
		if last, err = updated(w); err != nil {
			return err
		}
	}
	var before *paging.Page
	read := lists.Look
	for range paging.Tries {
		if err := w.Usable(last); err != nil {
			return err
		}
		listed, err := readObjects(w, read, 1)
		if err != nil {
			return err
		}
		read = lists.Fetch
		agree, err := shareObjects(w, last, listed)
		if agree || err != nil {
			return err
		}
		if before != nil && before.Same(listed) {
			return outcome.Found(listed.Exchange, "objects of the destination, such as "+last.Get("data.objects.0.full_name").String(),
				"%s", paging.Some(listed.IDs))
		}
		before = listed
		if last, err = updated(w); err != nil {
			return err
		}
	}
	return lists.Verdict(w, paging.ErrMoved)
}

// shareObjects reports whether an object is in both the response to an update and the list, or may be.
func shareObjects(w *world.World, update *client.Exchange, listed *paging.Page) (bool, error) {
	data, err := w.Value(update, "data.objects", scenario.Array)
	if err != nil {
		return false, err
	}
	for i := range min(paging.MostPerPage, len(listed.IDs)) {
		if _, err := w.Value(listed.Exchange, fmt.Sprintf("data.%d.full_name", i), scenario.String); err != nil {
			return false, err
		}
	}
	own := data.Array()
	switch {
	case len(own) == 0 && len(listed.IDs) == 0:
		return false, outcome.Skip(report.MissingTestData, "the destination has no objects")
	case len(own) == 0 || len(listed.IDs) == 0: // that both show them is another promise
		w.Unseen("objects-of-the-destination", report.Reason{Kind: report.NoItemSeen, Text: "only one of the update and the list shows objects"})
		return true, nil
	}
	return sharesOnAnyPage(w, own, listed)
}

// mostOfList is how many pages of the list are searched at most.
const mostOfList = 20

// sharesOnAnyPage reports whether one of some objects is on the first page of the list or on a later one, or
// may be on one that is not read.
func sharesOnAnyPage(w *world.World, own []gjson.Result, first *paging.Page) (bool, error) {
	pages := paging.PageCount(first.Total, paging.MostPerPage)
	for number, page := int64(1), first; ; number++ {
		if slices.ContainsFunc(own, func(o gjson.Result) bool { return slices.Contains(page.IDs, o.Get("full_name").String()) }) {
			return true, nil
		}
		if number >= pages {
			return false, nil
		}
		if isShort := page.Size < paging.MostPerPage; isShort || number == mostOfList {
			return true, nil // the one may be on a page that is not read
		}
		var err error
		if page, err = readObjects(w, lists.Fetch, number+1); err != nil {
			return false, err
		}
	}
}
