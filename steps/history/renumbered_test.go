package history

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/paging"
)

func TestARecordThatGetsAnotherIDIsCounted(t *testing.T) {
	const other = `{"id":8,"email":"b@example.com"}`
	record := func(id int) string { return fmt.Sprintf(`{"id":%d,"email":"a@example.com"}`, id) }
	for rule, c := range map[string]struct {
		responses []string
		times     int
		more      int // records on other pages
	}{
		"the same":                    {[]string{record(7), record(7)}, 0, 0},
		"another id each time":        {[]string{record(7), record(9), record(10)}, 2, 0},
		"two ids in turn":             {[]string{record(7) + "," + other, record(9) + "," + other, record(7) + "," + other}, 2, 0},
		"two records with one email":  {[]string{record(7) + "," + record(9), record(9) + "," + record(7), record(9), record(7)}, 0, 0},
		"one that came later":         {[]string{record(7), record(9) + "," + record(7), record(9), record(7)}, 0, 0},
		"a list that goes to another": {[]string{record(7), other, record(7)}, 0, 0},
		"the last of a page, with one like it on the next": {[]string{other + "," + record(7), other + "," + record(9), other + "," + record(7)}, 0, 1},
		"the first of a page":                              {[]string{record(7) + "," + other, record(9) + "," + other, record(7) + "," + other}, 2, 1},
		"the id at the end":                                {[]string{`{"email":"a","id":1}`, `{"email":"a","id":2}`, `{"email":"b","id":3}`}, 1, 0},
	} {
		s := Records{ByQuery: true}
		for i, data := range c.responses {
			s.Note(paging.ListingOf("invitations"), nil, &client.Exchange{
				Request: client.Request{Operation: spec.ListInvitations, Path: "/list", Allowed: true}, Status: 200,
				Received: time.Unix(int64(i), 0), Body: fmt.Appendf(nil, `{"data":[%s],"pagination":{"total_records":%d}}`, data, strings.Count(data, "email")+c.more)})
		}
		if all := s.Reversals("/list")["invitation-id"].Times; len(all) != c.times {
			t.Errorf("%s: %v", rule, all)
		}
	}
}
