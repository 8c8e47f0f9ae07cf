package paging

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
)

func TestAListIsReadBetweenTwoReadsOfItsFirstPage(t *testing.T) {
	m := newMemory(23)
	s := m.read(t, "desc")
	if first := "per_page=10&page=1&order=desc"; m.asked[0] != "order=desc" || m.asked[1] != first || m.asked[len(m.asked)-1] != first {
		t.Errorf("asked for %q", m.asked)
	}
	if s.Moved || !s.Whole || s.Last != 3 || len(s.Exchanges()) != len(m.asked)-1 {
		t.Errorf("%+v", s)
	}
}

func TestOfALongListPagesAtBothEndsAreRead(t *testing.T) {
	m := newMemory(620)
	s := m.read(t, "asc")
	var read []int64
	for _, p := range s.inQuestion() {
		read = append(read, p.Number)
	}
	if !slices.Equal(read, []int64{1, 2, 12, 13}) || s.Whole {
		t.Errorf("read the pages %d of %d", read, s.Last)
	}
}

func TestAListThatDoesNotChangeIsReadInFewRequests(t *testing.T) {
	for total := 0; total <= 700; total += 7 {
		for order, most := range map[string]int{"": 28, "asc": 16, "desc": 14} {
			m := newMemory(total)
			if m.read(t, order); len(m.asked) > most {
				t.Errorf("%d records in order %q take %d requests, want at most %d", total, order, len(m.asked), most)
			}
		}
	}
}

func TestAListIsReadAgainWhereItChanges(t *testing.T) {
	for rule, c := range map[string]struct {
		spoil           func(n int, q Query, r *response)
		moved, shuffled bool
	}{
		"it does not change": {nil, false, false},
		"it grows at first, and then does not change": {func(n int, _ Query, r *response) {
			if n < 10 {
				r.Pagination["total_records"] = 100 + n
			}
		}, false, false},
		"it grows all the time": {func(n int, _ Query, r *response) { r.Pagination["total_records"] = 100 + n }, true, false},
		"it is in another order on each read": {func(n int, _ Query, r *response) {
			if by := (n + n/8) % max(1, len(r.Data)); by > 0 {
				r.Data = append(r.Data[by:], r.Data[:by]...)
			}
		}, true, true},
		"a page contradicts the others once": {func(n int, q Query, r *response) {
			if n < 10 && q.Get("page") == "2" {
				r.Data = r.Data[:1]
			}
		}, false, false},
	} {
		m := newMemory(23)
		m.spoil = c.spoil
		s := m.read(t, "")
		if s.Moved != c.moved || s.Shuffled != c.shuffled {
			t.Errorf("%s: moved %t, shuffled %t", rule, s.Moved, s.Shuffled)
		}
		if !s.Moved && !s.sound() {
			t.Errorf("%s: the pages contradict each other", rule)
		}
	}
}

// turning returns a list of that many records in another order on each read; if
// it moves, the newest record goes and another comes at each read.
func turning(total int, moves bool) *memory {
	m := newMemory(total)
	m.spoil = func(n int, q Query, r *response) {
		page, perPage := max(1, number(q, "page", 1)), number(q, "per_page", 25)
		if moves {
			m.records[n%total] = record{1000 + n, m.records[0].Created}
		}
		rand.New(rand.NewPCG(uint64(n), 7)).Shuffle(total, func(i, j int) { m.records[i], m.records[j] = m.records[j], m.records[i] })
		r.Data = m.window("", page, perPage)
	}
	return m
}

func TestALongListIsInAnotherOrderOnEachRead(t *testing.T) {
	for rule, c := range map[string]struct {
		total           int
		moves, shuffled bool
	}{
		"its records stay":                {131, false, true},
		"its records come and go":         {131, true, false},
		"it is too long to be read whole": {900, false, false},
	} {
		m := turning(c.total, c.moves)
		r := m.reader()
		r.List = &Listing{Noun: "records", Operation: spec.ListInvitations, Key: "id"}
		s, err := r.Read("")
		if err != nil || !s.Moved || s.Shuffled != c.shuffled {
			t.Errorf("%s: moved %t, shuffled %t, %v", rule, s.Moved, s.Shuffled, err)
		}
	}
}

func TestPagesThatOverlapInAnotherWayEachTime(t *testing.T) {
	for rule, c := range map[string]struct {
		firstStays bool
		moved      bool
	}{"page 1 stays": {true, false}, "page 1 changes, too": {false, true}} {
		m := newMemory(137)
		m.spoil = func(n int, q Query, r *response) {
			switch {
			case q.Get("page") == "2" && q.PerPage() == 25:
				r.Data[24] = m.records[50+n%20] // of page 3
			case q.Page() == 1 && !c.firstStays:
				r.Data[0].ID += n
			}
		}
		s, err := m.reader().Read("")
		if err != nil || s.Moved != c.moved || !s.Moved && s.partition() == nil {
			t.Errorf("%s: moved %t, want %t; %v", rule, s.Moved, c.moved, err)
		}
	}
}

func TestRecordsOfEqualInstantsComeInAnotherOrderEachTime(t *testing.T) {
	for rule, c := range map[string]struct {
		alone, replaced bool
		moved           bool
	}{
		"nothing is added or removed":    {false, false, false},
		"a record is replaced each time": {false, true, true},
		"each record has its own":        {true, false, true},
	} {
		m := newMemory(60)
		for i := 1; i < 60 && !c.alone; i += 2 {
			m.records[i].Created = m.records[i-1].Created
		}
		m.spoil = func(n int, q Query, r *response) {
			page, perPage := max(1, number(q, "page", 1)), number(q, "per_page", 25)
			for i := 0; i < 60; i += 2 {
				if rand.New(rand.NewPCG(uint64(n), uint64(i))).IntN(2) == 0 {
					m.records[i], m.records[i+1] = m.records[i+1], m.records[i]
				}
			}
			r.Data = m.window(q.Get("order"), page, perPage)
			if c.replaced {
				r.Data[0].ID = 1000 + n
			}
		}
		r, paused := m.reader(), 0
		r.Settle, r.Pause = time.Minute, func(d time.Duration) error {
			if d == r.Settle {
				paused++
			}
			return nil
		}
		s, err := r.Read("")
		if c.alone == (paused > 0) && !c.replaced || paused > 1 {
			t.Errorf("%s: settled %d times", rule, paused)
		}
		if err != nil || s.Moved != c.moved || !c.moved && ending(OnePageEach(s)) != "broken "+Partition {
			t.Errorf("%s: moved %t, %v, %v", rule, s.Moved, err, ending(OnePageEach(s)))
		}
	}
}

func TestAFindingIsConfirmed(t *testing.T) {
	m := newMemory(28) // read in pages of 5
	m.spoil = func(_ int, q Query, r *response) {
		if q.Get("page") == "2" && q.Get("per_page") == "5" {
			r.Data = r.Data[:3]
		}
	}
	s := m.read(t, "")
	if s.Moved || s.sizes() == nil {
		t.Errorf("%+v", s.sizes())
	}
	if reads := strings.Count(strings.Join(m.asked, " ")+" ", "page=2&per_page=5 "); reads != 3 {
		t.Errorf("read %d times", reads)
	}
}

// rejects makes a list reject some queries.
func rejects(which func(q Query) bool) *memory {
	m := newMemory(23)
	m.spoil = func(_ int, q Query, r *response) {
		if which(q) {
			r.status = http.StatusBadRequest
		}
	}
	return m
}

func TestARejectedPageBreaksAPromise(t *testing.T) {
	for rule, c := range map[string]struct {
		order   string
		rejects func(q Query) bool
		want    string
	}{
		"an order":                      {"asc", func(q Query) bool { return q.Get("order") == "asc" }, "blocked by order-asc"},
		"a size":                        {"", func(q Query) bool { return q.Get("per_page") == "100" }, "blocked by " + PerPageHonoured},
		"the list itself shows nothing": {"", func(q Query) bool { return len(q) == 0 }, string(report.MissingTestData)},
	} {
		m := rejects(c.rejects)
		m.records = newMemory(60).records
		if _, err := m.reader().Read(c.order); ending(err) != c.want {
			t.Errorf("%s: %v", rule, err)
		}
	}
	for rule, which := range map[string]func(q Query) bool{
		"page 3":                func(q Query) bool { return q.Get("page") == "3" },
		"page 2 without a size": func(q Query) bool { return q.Get("page") == "2" && q.Get("per_page") == "" },
	} {
		m := rejects(which)
		m.records = newMemory(60).records
		if s := m.read(t, ""); s.Whole == (rule == "page 3") || ending(OnePageEach(s)) != "broken "+Partition {
			t.Errorf("%s: %v", rule, OnePageEach(s))
		}
	}
}

func TestAListIsCounted(t *testing.T) {
	none := func(Query) bool { return false }
	for rule, c := range map[string]struct {
		rejects func(q Query) bool
		want    string
	}{
		"it is counted":                     {none, "kept"},
		"it is rejected without a page":     {func(q Query) bool { return q.Get("page") == "" }, "blocked by page-default-one"},
		"it is rejected without a per_page": {func(q Query) bool { return q.Get("per_page") == "" }, "blocked by per-page-default-25"},
		"it is rejected without an order":   {func(q Query) bool { return q.Get("order") == "" }, "blocked by order-default-desc"},
		"it is rejected":                    {func(Query) bool { return true }, string(report.MissingTestData)},
	} {
		n, err := rejects(c.rejects).reader().Count()
		if ending(err) != c.want || err == nil && n != 23 {
			t.Errorf("%s: %d, %v", rule, n, err)
		}
	}
	r := rejects(func(q Query) bool { return len(q) == 0 }).reader()
	r.List = ListingOf("topics")
	if _, err := r.Count(); ending(err) != string(report.MissingTestData) {
		t.Errorf("topics, of which the document shows no parameters: %v", err)
	}
}

func TestReadingEndsWithTheErrorOfAsk(t *testing.T) {
	stopped := errors.New("interrupted")
	for rule, r := range map[string]*Reader{
		"no response": {List: ListingOf("invitations"), Ask: func(Query) (*client.Exchange, error) { return nil, stopped }},
		"silence": {List: ListingOf("invitations"), Ask: func(Query) (*client.Exchange, error) {
			return &client.Exchange{Err: stopped}, stopped
		}},
	} {
		if _, err := r.Read(""); !errors.Is(err, stopped) {
			t.Errorf("%s: %v", rule, err)
		}
		if _, err := r.Count(); !errors.Is(err, stopped) {
			t.Errorf("%s: %v", rule, err)
		}
		if err := r.Compare(&client.Exchange{}, nil, "page", 1); !errors.Is(err, stopped) {
			t.Errorf("%s: %v", rule, err)
		}
	}
}

func TestAPauseEndsReading(t *testing.T) {
	stopped := errors.New("interrupted")
	r := newMemory(23).reader()
	r.Pause = func(time.Duration) error { return stopped }
	if err := r.Compare(&client.Exchange{}, Query{}.With("page", 0), "page", 1); !errors.Is(err, stopped) {
		t.Error(err)
	}
}

func TestMotionIsSeen(t *testing.T) {
	for _, moves := range []bool{false, true} {
		var motion Motion
		m := newMemory(23)
		m.spoil = func(n int, _ Query, r *response) {
			if moves {
				r.Pagination["total_records"] = n
			}
		}
		r := m.reader()
		r.Motion = &motion
		if err := r.Watch(0); err != nil || len(m.asked) != watches {
			t.Fatal(err, m.asked)
		}
		if motion.Moved(spec.ListInvitations) != moves || motion.Moved(spec.ListTopics) {
			t.Errorf("moves %t: moved %t", moves, motion.Moved(spec.ListInvitations))
		}
	}
}

func TestAPageIsRead(t *testing.T) {
	for rule, c := range map[string]struct{ body, want string }{
		"a page":                    {`{"data":[{"id":7,"created_at":"2026-03-01"}],"pagination":{"total_records":1}}`, "kept"},
		"ids may be strings":        {`{"data":[{"id":"a"}],"pagination":{"total_records":1}}`, "kept"},
		"data is not an array":      {`{"data":{},"pagination":{"total_records":1}}`, string(report.MissingTestData)},
		"total_records is missing":  {`{"data":[],"pagination":{}}`, string(report.MissingTestData)},
		"total_records is text":     {`{"data":[],"pagination":{"total_records":"1"}}`, string(report.MissingTestData)},
		"a record has no id":        {`{"data":[{}],"pagination":{"total_records":1}}`, string(report.MissingTestData)},
		"a record is not an object": {`{"data":["a"],"pagination":{"total_records":1}}`, string(report.MissingTestData)},
	} {
		_, err := ParsePage(ListingOf("invitations"), &client.Exchange{Status: 200, Body: []byte(c.body)})
		if ending(err) != c.want {
			t.Errorf("%s: %v", rule, err)
		}
	}
}
