package lists

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/history"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/target"
)

// atSeconds returns reversals that were received at some seconds, with the queries page=1 and so on. Those of a
// whole list lasted as long as is given.
func atSeconds(lasted time.Duration, seconds ...int) (all []history.Reversal) {
	for i, s := range seconds {
		all = append(all, history.Reversal{Query: paging.Query{}.With("page", i+1), Lasted: lasted,
			Exchange: &client.Exchange{Received: time.Unix(int64(s), 0)}})
	}
	return all
}

// values returns what went back of records: the reversals of each promise.
func values(of ...[]history.Reversal) map[string]history.RecordReversals {
	all := map[string]history.RecordReversals{}
	for i, times := range of {
		promise := fmt.Sprint("promise ", i)
		all[promise] = history.RecordReversals{Promise: promise, Times: times}
	}
	return all
}

func TestAListThatWentBackIsReadAgain(t *testing.T) {
	once, twice := values(atSeconds(0, 1)), values(atSeconds(0, 1, 2))
	for rule, c := range map[string]struct {
		back wentBack
		want bool
	}{
		"nothing went back":                     {wentBack{}, false},
		"the list, once":                        {wentBack{list: atSeconds(0, 1)}, true},
		"it may have":                           {wentBack{mayGoBack: true}, true},
		"a value, once":                         {wentBack{values: valuesThatWentBack{ofQuery: once, ofList: once}}, false},
		"values of two members, once each":      {wentBack{values: valuesThatWentBack{ofQuery: values(atSeconds(0, 1), atSeconds(0, 2))}}, false},
		"a value, twice for one query":          {wentBack{values: valuesThatWentBack{ofQuery: twice}}, true},
		"a value, twice for two queries":        {wentBack{values: valuesThatWentBack{ofList: twice}}, true},
		"one value once, and another one twice": {wentBack{values: valuesThatWentBack{ofList: values(atSeconds(0, 1), atSeconds(0, 1, 2))}}, true},
	} {
		if got := c.back.isToBeReadAgain(); got != c.want {
			t.Errorf("%s: %t, want %t", rule, got, c.want)
		}
	}
}

func TestWhatWentBackHasToDoSoForLongerThanReplicasLag(t *testing.T) {
	const settle = 3 * time.Second
	for rule, c := range map[string]struct {
		back wentBack
		want bool
	}{
		"nothing went back":                {wentBack{}, false},
		"a value, once":                    {wentBack{values: valuesThatWentBack{ofQuery: values(atSeconds(0, 1))}}, false},
		"a value, twice at once":           {wentBack{values: valuesThatWentBack{ofQuery: values(atSeconds(0, 1, 2))}}, false},
		"a value, until that time":         {wentBack{values: valuesThatWentBack{ofQuery: values(atSeconds(0, 1, 4))}}, false},
		"a value, for longer":              {wentBack{values: valuesThatWentBack{ofQuery: values(atSeconds(0, 1, 5))}}, true},
		"the second of two values":         {wentBack{values: valuesThatWentBack{ofQuery: values(atSeconds(0, 1), atSeconds(0, 1, 5))}}, true},
		"two values, each once":            {wentBack{values: valuesThatWentBack{ofQuery: values(atSeconds(0, 1), atSeconds(0, 5))}}, false},
		"a value for different queries":    {wentBack{values: valuesThatWentBack{ofList: values(atSeconds(0, 1, 5))}}, false},
		"the list, for longer":             {wentBack{list: atSeconds(4*time.Second, 1, 5)}, true},
		"the list, once":                   {wentBack{list: atSeconds(4*time.Second, 1)}, false},
		"the list, several times, shortly": {wentBack{list: atSeconds(2*time.Second, 1, 5)}, false},
		"it may have":                      {wentBack{mayGoBack: true}, false},
	} {
		if got := c.back.outlasts(settle); got != c.want {
			t.Errorf("%s: %t, want %t", rule, got, c.want)
		}
	}
}

func TestTheQueryOfTheValueThatWentBackMostOftenIsReadAgain(t *testing.T) {
	for rule, c := range map[string]struct {
		back valuesThatWentBack
		want string
		all  int
	}{
		"none went back":               {valuesThatWentBack{}, "", 0},
		"the last of one value":        {valuesThatWentBack{ofQuery: values(atSeconds(0, 1, 2))}, "page=2", 1},
		"of the value that did most":   {valuesThatWentBack{ofQuery: values(atSeconds(0, 1), atSeconds(0, 1, 2, 3), atSeconds(0, 1, 2))}, "page=3", 3},
		"of one for different queries": {valuesThatWentBack{ofQuery: values(atSeconds(0, 1)), ofList: values(atSeconds(0, 1, 2))}, "page=2", 2},
		"of one for one query that did so": {
			valuesThatWentBack{ofQuery: values(atSeconds(0, 1, 2)), ofList: values(atSeconds(0, 1))}, "page=2", 2},
	} {
		if got := c.back.query().Encode(); got != c.want || len(c.back.all()) != c.all {
			t.Errorf("%s: %q, want %q; %d values, want %d", rule, got, c.want, len(c.back.all()), c.all)
		}
	}
}

// Each case is the topics that a run saw, ten seconds apart, before its list was asked for: the list shows two
// topics each time from then on. Of those that were gone for long, one more request shows that none is there twice.
func TestTopicsThatComeAndGoAreReadUntilThatIsClear(t *testing.T) {
	const two, none = `{"pagination":{"total_records":2},"data":[{"id":1,"name":"a"},{"id":2,"name":"b"}]}`,
		`{"pagination":{"total_records":0},"data":[]}`
	for rule, c := range map[string]struct {
		seen    []string
		asked   int
		wrong   bool
		remarks int
	}{
		"they were always there":         {[]string{two, two, two}, 0, false, 0},
		"they were not there at first":   {[]string{none, two, two}, mostWatched, false, 0},
		"they were gone once":            {[]string{two, none, two}, mostWatched, false, 1},
		"they were gone twice":           {[]string{two, none, two, none, two}, 1, true, 0},
		"they were gone when last shown": {[]string{two, none}, mostWatched, false, 0},
	} {
		asked := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			asked++
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, strings.Replace(two, `{`, `{"status":"success",`, 1))
		}))
		w := worldtest.On(t, target.Target{BaseURL: server.URL, Tokens: target.Tokens{Workspace: "workspace"},
			Resources: target.Resources{TopicsSourceID: 7}, Limits: target.Limits{Settle: target.Duration(time.Millisecond)}})
		noteTopicsOf(t, w, c.seen)
		err := doesNotGoBack(w, "topics")
		server.Close()
		wrong := errors.As(err, new(*outcome.Finding))
		if wrong != c.wrong || err != nil && !wrong || asked != c.asked || len(w.Result.Remarks) != c.remarks {
			t.Errorf("%s: %d requests, want %d; remarks %q, want %d: %v", rule, asked, c.asked, w.Result.Remarks, c.remarks, err)
		}
	}
}

// noteTopicsOf records responses of a list of topics, ten seconds apart.
func noteTopicsOf(t *testing.T, w *world.World, bodies []string) {
	t.Helper()
	r, err := w.ListRequest(paging.ListingOf("topics"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, body := range bodies {
		NoteTopics(w, &client.Exchange{Request: r, Status: http.StatusOK, Body: []byte(body), Duration: time.Second,
			Received: time.Unix(int64(10*i), 0)})
	}
}
