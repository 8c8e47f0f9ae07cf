package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"understudy/server"
	"understudy/server/internal/testkit"
)

// TestAClientSeesEveryRecordOnce runs clients as users write them on lists that
// take page and per_page.
func TestAClientSeesEveryRecordOnce(t *testing.T) {
	for name, l := range userLists(t) {
		for rule, c := range map[string]struct {
			read func(userList, *testing.T, string) []userPage
			// query is the client's, and most the greatest number of records on
			// a page.
			query string
			most  int
		}{
			"counting up to the null of next_page": {userList.byNumber, "", 25},
			"counting 30 records at a time":        {userList.byNumber, "per_page=30", 30},
			"counting 250 records at a time":       {userList.byNumber, "per_page=250", 100},
			"following next":                       {userList.byURL, "", 25},
			"following next, 30 records at a time": {userList.byURL, "per_page=30", 30},
			"following next, 250 at a time":        {userList.byURL, "per_page=250", 100},
		} {
			t.Run(name+"/"+rule, func(t *testing.T) {
				pages := c.read(l, t, c.query)
				if got := l.seen(pages); !slices.Equal(got, slices.Sorted(slices.Values(l.records))) {
					t.Errorf("it saw %d records, of %d: %v", len(got), len(l.records), got)
				}
				if first := pages[0]; first.Pagination.PerPage != c.most || len(first.Data) != min(c.most, len(l.records)) {
					t.Errorf("the first page has %d records, per_page is %d, want %d", len(first.Data), first.Pagination.PerPage, c.most)
				}
				if want := max(1, (len(l.records)+c.most-1)/c.most); len(pages) != want {
					t.Errorf("it read %d pages, want %d", len(pages), want)
				}
			})
		}
	}
}

// userList is a list as a user knows it: where it is, the token that it takes,
// and the member that identifies its records, with all its values.
type userList struct {
	url, token, key string
	records         []string
}

// userLists returns one of each kind with more records than fit on a page, and
// one without records.
func userLists(t *testing.T) map[string]userList {
	t.Helper()
	url, g := listen(t, server.Options{})
	emptyURL, empty := listen(t, server.Options{World: testkit.EmptyWorld(t)})
	objects := func(id int64) string { return fmt.Sprintf("%s/api/v1/destinations/%d/objects", url, id) }
	var ids []string
	for _, id := range sorted("asc") {
		ids = append(ids, fmt.Sprint(id))
	}
	return map[string]userList{
		"invitations":         {url + testkit.InvitationsPath, g.PersonalToken, "id", ids},
		"no invitations":      {emptyURL + testkit.InvitationsPath, empty.PersonalToken, "id", nil},
		"destination objects": {objects(g.ObjectsDestinationID), g.WorkspaceToken, "full_name", objectNames("asc")},
		"no objects":          {objects(g.EmptyDestinationID), g.WorkspaceToken, "full_name", nil},
	}
}

// listen serves a fake and returns its address.
func listen(t *testing.T, o server.Options) (url string, g server.TestData) {
	t.Helper()
	f := testkit.Open(t, o)
	listener := httptest.NewServer(f)
	t.Cleanup(listener.Close)
	return listener.URL, f.TestData()
}

// userPage is what a user reads of a response.
type userPage struct {
	Pagination struct {
		PerPage  int  `json:"per_page"`
		NextPage *int `json:"next_page"`
	} `json:"pagination"`
	Next *string          `json:"next"`
	Data []map[string]any `json:"data"`
}

// byNumber follows a list by page numbers: while page is not null, page = pagination.next_page.
func (l userList) byNumber(t *testing.T, query string) (pages []userPage) {
	t.Helper()
	for page := new(1); page != nil; page = pages[len(pages)-1].Pagination.NextPage {
		pages = append(pages, l.read(t, fmt.Sprintf("%s?%s&page=%d", l.url, query, *page), len(pages)))
	}
	return pages
}

// byURL follows a list by URLs: while url is not null, url = next.
func (l userList) byURL(t *testing.T, query string) (pages []userPage) {
	t.Helper()
	for url := new(l.url + "?" + query); url != nil; url = pages[len(pages)-1].Next {
		pages = append(pages, l.read(t, *url, len(pages)))
	}
	return pages
}

// read reads a page with the token, and stops a client that would never end.
func (l userList) read(t *testing.T, url string, before int) (p userPage) {
	t.Helper()
	if before > len(l.records) {
		t.Fatalf("it does not end: after %d pages it asks for %s", before, url)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Bearer(l.token)(r)
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if err := json.NewDecoder(a.Body).Decode(&p); err != nil || a.StatusCode != http.StatusOK {
		t.Fatalf("%s: HTTP %d, %v", url, a.StatusCode, err)
	}
	return p
}

// seen returns the records of pages, sorted.
func (l userList) seen(pages []userPage) (records []string) {
	for _, p := range pages {
		for _, record := range p.Data {
			records = append(records, fmt.Sprint(record[l.key]))
		}
	}
	slices.Sort(records)
	return records
}
