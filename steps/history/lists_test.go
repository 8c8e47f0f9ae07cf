package history

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/paging"
)

func TestAListThatGoesBackIsCounted(t *testing.T) {
	for _, c := range []struct {
		rule, query string
		shown       []string // the total and the ids of each response
		want        int
	}{
		{"empty between the same records", "", []string{"2: 1 2", "0:", "2: 1 2"}, 1},
		{"empty twice", "", []string{"2: 1 2", "0:", "0:", "2: 1 2"}, 2},
		{"all deleted and new ones created", "", []string{"2: 1 2", "0:", "2: 3 4"}, 0},
		{"all deleted", "", []string{"2: 1 2", "0:", "0:"}, 0},
		{"empty at first", "", []string{"0:", "2: 1 2", "2: 1 2"}, 0},
		{"a single record that comes and goes", "", []string{"1: 1", "0:", "1: 1"}, 0},
		{"a page after the last", "", []string{"2: 1 2", "2:", "2: 1 2"}, 0},
		{"a lower total on the same page", "", []string{"9: 1 2", "8: 1 2", "9: 1 2"}, 1},
		{"a total that flaps", "", []string{"9: 1 2", "8: 1 2", "9: 1 2", "8: 1 2", "9: 1 2"}, 2},
		{"a record is deleted", "", []string{"9: 1 2", "8: 1 2", "8: 1 2"}, 0},
		{"records with earlier instants are added", "", []string{"8: 1 2", "9: 1 2", "10: 1 2"}, 0},
		{"the newest record comes and goes", "", []string{"9: 3 2", "8: 2 1", "9: 3 2"}, 0},
		{"a lower total on the same later page", "page=3", []string{"9: 1 2", "8: 1 2", "9: 1 2"}, 0},
		{"in order asc, a new record stands at the end", "order=asc", []string{"9: 1 2", "8: 1 2", "9: 1 2"}, 0},
		{"page 0", "page=0", []string{"9: 1 2", "8: 1 2", "9: 1 2"}, 0},
	} {
		t.Run(c.rule, func(t *testing.T) {
			var ls Lists
			l, q, at := paging.ListingOf("invitations"), paging.Query(nil), time.Unix(1_000_000, 0)
			if name, value, ok := strings.Cut(c.query, "="); ok {
				q = q.With(name, value)
			}
			for _, shown := range c.shown {
				at = at.Add(time.Second)
				ls.Note(l, q, listResponse(shown, at))
			}
			if got := len(ls.Reversals(l)); got != c.want {
				t.Errorf("%d reversals, want %d", got, c.want)
			}
		})
	}
}

func TestAReplacedListIsCounted(t *testing.T) {
	const many = " 11 12 13 14 15 16 17 18"
	for _, c := range []struct {
		rule  string
		shown []string // the total and the ids of each response
		want  int
	}{
		{"two lists in turn", []string{"99: 1 2" + many, "3: 7 8", "99: 1 2" + many, "3: 7 8", "99: 1 2" + many}, 3},
		{"two others one after the other", []string{"99: 1 2" + many, "3: 7 8", "4: 5 6", "99: 1 2" + many}, 1},
		{"all replaced once", []string{"99: 1 2" + many, "3: 7 8", "3: 7 8"}, 0},
		{"replaced again by others", []string{"99: 1 2" + many, "3: 7 8", "99: 3 4"}, 0},
		{"one record in common", []string{"99: 1 2" + many, "98: 2 3", "99: 1 2" + many}, 0},
		{"a few records", []string{"9: 1 2", "7: 3 4", "9: 1 2"}, 0},
		{"the same total: another order", []string{"99: 1 2" + many, "99: 7 8", "99: 1 2" + many}, 0},
	} {
		t.Run(c.rule, func(t *testing.T) {
			var ls Lists
			l, at := paging.ListingOf("destination objects"), time.Unix(1_000_000, 0)
			for _, shown := range c.shown {
				at = at.Add(time.Second)
				e := listResponse(shown, at)
				e.Body = []byte(strings.ReplaceAll(string(e.Body), `"id": `, `"full_name": `))
				ls.Note(l, nil, e)
			}
			if got := len(ls.Replaced(l)); got != c.want {
				t.Errorf("%d, want %d", got, c.want)
			}
		})
	}
}

func TestRecordsThatGoAndComeBackTogetherAreCounted(t *testing.T) {
	for _, c := range []struct {
		rule, list string
		shown      []string // the total and the ids of each response
		want       int
	}{
		{"on a later page, as two were deleted and others created", "invitations page 3", []string{"9: 1 2 3", "7: 3 4 5", "9: 1 2 3", "7: 3 4 5", "9: 1 2 3"}, 0},
		{"two of them", "invitations", []string{"9: 1 2 3", "7: 3 4 5", "9: 1 2 3", "7: 3 4 5", "9: 1 2 3"}, 2},
		{"two that are deleted", "invitations", []string{"9: 1 2 3", "7: 3 4 5", "7: 3 4 5"}, 0},
		{"two that are deleted, and others created", "invitations", []string{"9: 1 2 3", "7: 3 4 5", "9: 8 9 3"}, 0},
		{"the newest alone", "invitations", []string{"9: 1 2 3", "8: 2 3 4", "9: 1 2 3"}, 0},
		{"the last two of a page, as two were created and deleted", "invitations", []string{"9: 1 2 3", "11: 8 9 1", "9: 1 2 3"}, 0},
		{"objects, which have no ids", "destination objects", []string{"9: 1 2 3", "7: 3 4 5", "9: 1 2 3"}, 0},
	} {
		t.Run(c.rule, func(t *testing.T) {
			var ls Lists
			list, page, isLater := strings.Cut(c.list, " page ")
			l, q, at := paging.ListingOf(list), paging.Query{}.With("order", "desc"), time.Unix(1_000_000, 0)
			if isLater {
				q = q.With("page", page)
			}
			for _, shown := range c.shown {
				at = at.Add(time.Second)
				e := listResponse(shown, at)
				e.Body = []byte(strings.ReplaceAll(string(e.Body), `"id": `, `"`+l.Key+`": `))
				ls.Note(l, q, e)
			}
			if got := len(ls.Reversals(l)); got != c.want {
				t.Errorf("%d, want %d", got, c.want)
			}
		})
	}
}

func TestAPageOutOfOrderCountsNoTotals(t *testing.T) {
	var ls Lists
	l := paging.ListingOf("invitations")
	for i, total := range []int{9, 8, 9} {
		body := fmt.Sprintf(`{"status":"success","pagination":{"total_records":%d},"data":[{"id":1,"created_at":"2024-05-01T10:00:00Z"},{"id":2,"created_at":"2024-05-02T10:00:00Z"}]}`, total)
		ls.Note(l, paging.Query{}.With("order", "desc"), &client.Exchange{Request: client.Request{Allowed: true}, Status: 200, Body: []byte(body), Received: time.Unix(int64(i), 0)})
	}
	if all := ls.Reversals(l); len(all) > 0 {
		t.Errorf("%v: the oldest record comes first, and a new one may stand on another page", all)
	}
}

func TestAnyEmptyBesideRecords(t *testing.T) {
	l := paging.ListingOf("topics")
	for shown, want := range map[string]bool{"2: 1 2|2: 1 2": false, "0:|0:": false, "0:|2: 1 2": true, "2: 1 2|0:": true, "2: 1 2|0:|2: 1 2": true} {
		var ls Lists
		for i, response := range strings.Split(shown, "|") {
			ls.Note(l, nil, listResponse(response, time.Unix(int64(i), 0)))
		}
		if got := ls.AnyEmpty(l); got != want {
			t.Errorf("%s: %t", shown, got)
		}
	}
}

func TestResponsesThatOverlapProveNothing(t *testing.T) {
	var ls Lists
	l := paging.ListingOf("invitations")
	for _, shown := range []string{"9: 1 2", "8: 1 2", "9: 1 2", "0:", "9: 1 2"} {
		e := listResponse(shown, time.Unix(1_000_000, 0))
		e.Duration = time.Second
		ls.Note(l, nil, e)
	}
	if all := ls.Reversals(l); len(all) > 0 {
		t.Errorf("%v", all)
	}
}

func TestReversalsOutlastReplicas(t *testing.T) {
	var ls Lists
	l, at := paging.ListingOf("topics"), time.Unix(1_000_000, 0)
	for i, shown := range []string{"2: 1 2", "0:", "2: 1 2", "0:", "2: 1 2"} {
		ls.Note(l, nil, listResponse(shown, at.Add(time.Duration(i)*time.Second)))
	}
	if all := ls.Reversals(l); Outlasts(all, 3*time.Second) != nil || Outlasts(all, time.Second) == nil {
		t.Errorf("of reversals that are 2 s apart, %v and %v outlast 3 s and 1 s", Outlasts(all, 3*time.Second), Outlasts(all, time.Second))
	}
}

// TestChangesThatReplicasShowLateAreNoReversals has two records deleted, 10 s apart, each of which one
// replica shows a second later than the other.
func TestChangesThatReplicasShowLateAreNoReversals(t *testing.T) {
	var ls Lists
	l, at := paging.ListingOf("invitations"), time.Unix(1_000_000, 0)
	for _, shown := range []string{"0 9: 1 2", "1 8: 1 2", "2 9: 1 2", "5 8: 1 2", "11 7: 1 2", "12 8: 1 2"} {
		second, response, _ := strings.Cut(shown, " ")
		after, _ := strconv.Atoi(second)
		ls.Note(l, nil, listResponse(response, at.Add(time.Duration(after)*time.Second)))
	}
	if all := ls.Reversals(l); len(all) != 2 || Outlasts(all, 3*time.Second) != nil {
		t.Errorf("%v", all)
	}
	for n, shown := range []string{"7: 1 2", "8: 1 2"} {
		ls.Note(l, nil, listResponse(shown, at.Add(time.Duration(20+n)*time.Second)))
	}
	if all := ls.Reversals(l); Outlasts(all, 3*time.Second) == nil {
		t.Errorf("a total that is shown again after 10 s is no reversal: %v", all)
	}
}

// listResponse is a response of a list, from its total and ids.
func listResponse(shown string, at time.Time) *client.Exchange {
	total, ids, _ := strings.Cut(shown, ":")
	var records []string
	for id := range strings.FieldsSeq(ids) {
		records = append(records, fmt.Sprintf(`{"id": %s}`, id))
	}
	body := fmt.Sprintf(`{"status": "success", "pagination": {"total_records": %s}, "data": [%s]}`, total, strings.Join(records, ", "))
	return &client.Exchange{Request: client.Request{Operation: spec.ListInvitations, Allowed: true}, Status: 200, Body: []byte(body), Received: at, Duration: time.Millisecond}
}
