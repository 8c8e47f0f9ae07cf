package paging

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/outcome"
)

// FirstPages are the records of page 1 of lists, as they were shown last. Its zero value is
// empty.
type FirstPages struct {
	mu sync.Mutex
	of map[string]pageOne // by the list's path and the query without page
}

// pageOne is what a request for page 1 showed that was sent at a time.
type pageOne struct {
	sent time.Time
	ids  []string
}

// fewestOnPageOne is how many records two pages have to share at least: a single one may
// move from one to the other.
const fewestOnPageOne = 2

// Note remembers the records of a response to a request for page 1. Which page is the default is
// another promise.
func (fs *FirstPages) Note(l *Listing, q Query, e *client.Exchange) {
	p, err := ParsePage(l, e)
	if err != nil || !q.Documented() || q.Get("page") != "1" {
		return
	}
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if fs.of == nil {
		fs.of = map[string]pageOne{}
	}
	if at := sizeAndOrder(q, e); !e.Began.Before(fs.of[at].sent) {
		fs.of[at] = pageOne{e.Began, p.IDs}
	}
}

// Again returns the finding that a page after the first, up to the last by its own total,
// holds the very records of page 1; nil where it does not. The document shows no parameters
// of topics.
//
// Promise pages-partition-the-list
func (fs *FirstPages) Again(l *Listing, q Query, e *client.Exchange) *outcome.Finding {
	if l.Operation == spec.ListTopics || !q.Documented() || q.Page() < 2 || !e.Accepted() {
		return nil
	}
	p, err := ParsePage(l, e)
	if err != nil || len(p.IDs) < fewestOnPageOne || q.Page() > PageCount(p.Total, q.PerPage()) {
		return nil
	}
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if !slices.Equal(fs.of[sizeAndOrder(q, e)].ids, p.IDs) {
		return nil
	}
	return broken(Partition, e, fmt.Sprintf("other records on page %d than on page 1", q.Page()), "the same: %s", Some(p.IDs))
}

// sizeAndOrder identifies the list and the parameters of a request but its page.
func sizeAndOrder(q Query, e *client.Exchange) string {
	other := slices.DeleteFunc(slices.Clone(q), func(p Parameter) bool { return p.Name == "page" })
	return e.Path + "?" + other.Key()
}
