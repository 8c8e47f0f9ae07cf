package tokens

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/paging"
	"understudy/steps/target"
)

func TestTwoTokensAreShownDestinationsOfTwoNames(t *testing.T) {
	for rule, c := range map[string]struct {
		ours, theirs string
		want         bool
	}{
		"two names":                 {"A", "B", true},
		"one name":                  {"A", "A", false},
		"ours is not shown":         {"", "B", false},
		"theirs is not shown":       {"A", "", false},
		"none is shown":             {"", "", false},
		"names that differ in case": {"A", "a", true},
	} {
		for _, hidden := range []bool{false, true} {
			if got := (names{ours: c.ours, theirs: c.theirs, hidden: hidden}).apart(); got != c.want {
				t.Errorf("%s: %t, want %t", rule, got, c.want)
			}
		}
	}
}

// listOf returns the response to the request of a list.
func listOf(status int, body string) *client.Exchange {
	return &client.Exchange{Request: client.Request{Operation: spec.ListTopics, Method: http.MethodGet}, Status: status, Body: []byte(body)}
}

func TestAResponseShowsAListWhereItSucceeds(t *testing.T) {
	for rule, c := range map[string]struct {
		e       *client.Exchange
		records int
		shown   bool
	}{
		"some records":          {listOf(200, `{"status":"success","data":[{"id":1},{"id":2}]}`), 2, true},
		"no records":            {listOf(200, `{"status":"success","pagination":{"page":1},"data":[]}`), 0, true},
		"a rejection":           {listOf(404, `{"status":"error","data":[]}`), 0, false},
		"a rejection with 200":  {listOf(200, `{"status":"error","data":null}`), 0, false},
		"data that is an error": {listOf(200, `{"status":"success","data":{"id":1}}`), 1, false},
		"no data":               {listOf(200, `{"status":"success"}`), 0, false},
		"a server error":        {listOf(500, `{"data":[]}`), 0, false},
	} {
		records, shown := recordsIn(c.e)
		if shown != c.shown || shown && len(records) != c.records {
			t.Errorf("%s: %d records, shown %t; want %d, %t", rule, len(records), shown, c.records, c.shown)
		}
	}
}

func TestTwoListsShareARecordHoweverItIsWritten(t *testing.T) {
	for rule, c := range map[string]struct {
		a, b string
		want bool
	}{
		"the same record":              {`[{"id":1},{"id":2}]`, `[{"id":2}]`, true},
		"members in another order":     {`[{"id":1,"name":"a"}]`, `[{"name":"a","id":1}]`, true},
		"within an object, too":        {`[{"id":1,"more":{"a":1,"b":2}}]`, `[{"more":{"b":2,"a":1},"id":1}]`, true},
		"a number in another notation": {`[{"id":1,"size":20}]`, `[{"id":1.0,"size":2e1}]`, true},
		"a text in another notation":   {`[{"name":"\u00e9"}]`, "[{\"name\": \"\u00e9\"}]", true},
		"another id beyond 2^53":       {`[{"id":9007199254740993}]`, `[{"id":9007199254740992}]`, false},
		"another id":                   {`[{"id":1,"name":"a"}]`, `[{"id":2,"name":"a"}]`, false},
		"one member more":              {`[{"id":1}]`, `[{"id":1,"name":"a"}]`, false},
		"a number as a text":           {`[{"id":1}]`, `[{"id":"1"}]`, false},
		"lists in another order":       {`[{"ids":[1,2]}]`, `[{"ids":[2,1]}]`, false},
		"no records in one":            {`[]`, `[{"id":1}]`, false},
		"no records in both":           {`[]`, `[]`, false},
	} {
		a, b := gjson.Parse(c.a).Array(), gjson.Parse(c.b).Array()
		if got := shareOne(a, b); got != c.want {
			t.Errorf("%s: %t, want %t", rule, got, c.want)
		}
		if got := shareOne(b, a); got != c.want {
			t.Errorf("%s, the other way round: %t, want %t", rule, got, c.want)
		}
	}
}

func TestTwoListsHaveAnotherLengthByTheirTotals(t *testing.T) {
	of := func(total string) *client.Exchange {
		return listOf(200, `{"data":[],"pagination":{"total_records":`+total+`}}`)
	}
	for rule, c := range map[string]struct {
		a, b string
		want bool
	}{
		"as many":                 {"3", "3", false},
		"as many, written as 3.0": {"3", "3.0", false},
		"one more":                {"3", "4", true},
		"none in one of them":     {"0", "3", true},
		"none in both":            {"0", "0", false},
	} {
		if got := isOfAnotherLength(of(c.a), of(c.b)); got != c.want {
			t.Errorf("%s: %t, want %t", rule, got, c.want)
		}
	}
}

// bothWorkspaces is a deployment that shows two workspaces what they ask for, by the token and the path: the
// body of a success, or else a rejection. Any other id is that of id 0.
type bothWorkspaces map[string]string

func (b bothWorkspaces) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	steps := strings.Split(strings.TrimPrefix(r.URL.Path, "/api/v1/"), "/")
	if len(steps) > 1 && len(steps[1]) > 2 {
		steps[1] = "0"
	}
	body, ok := b[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")+" "+strings.Join(steps, "/")]
	w.Header().Set("Content-Type", "application/json")
	if !ok {
		w.WriteHeader(http.StatusNotFound)
	}
	fmt.Fprint(w, body)
}

// worldOn returns the world of a target with two workspaces, whose destinations and sources are 7 and 8.
func worldOn(t *testing.T, b bothWorkspaces, resources target.Resources) *world.World {
	t.Helper()
	s := httptest.NewServer(b)
	t.Cleanup(s.Close)
	tokens := target.Tokens{Workspace: "ours", OtherWorkspace: "theirs"}
	return worldtest.On(t, target.Target{BaseURL: s.URL, Tokens: tokens, Resources: resources})
}

// What the two workspaces ask for.
const (
	ourTopics, theirTopics   = "ours sources/7/topics", "theirs sources/7/topics"
	ourObjects, theirObjects = "ours destinations/7/objects", "theirs destinations/7/objects"
	ourName, theirName       = "ours destinations/7", "theirs destinations/7"
)

const (
	theList   = `{"status":"success","data":[{"id":1,"full_name":"a"}],"pagination":{"total_records":1,"page":1}}`
	longer    = `{"status":"success","data":[{"id":1,"full_name":"a"}],"pagination":{"total_records":9,"page":1}}`
	otherList = `{"status":"success","data":[{"id":2,"full_name":"b"}],"pagination":{"total_records":1,"page":1}}`
	emptyList = `{"status":"success","data":[],"pagination":{"total_records":0,"page":1}}`
	itsName   = `{"status":"success","data":{"id":7,"name":"A"}}`
	otherName = `{"status":"success","data":{"id":7,"name":"B"}}`
)

func TestAnIDThatLeadsTheOtherWorkspaceToAnotherListIsCountedPerWorkspace(t *testing.T) {
	topics, objects := target.Resources{SourceID: 7}, target.Resources{DestinationID: 7}
	for rule, c := range map[string]struct {
		list      string
		resources target.Resources
		shows     bothWorkspaces
		apart     bool
		accused   bool
	}{
		"theirs is rejected":                         {spec.ListTopics, topics, bothWorkspaces{ourTopics: theList}, false, false},
		"both show one record":                       {spec.ListTopics, topics, bothWorkspaces{ourTopics: theList, theirTopics: theList}, false, false},
		"both show one record, of different numbers": {spec.ListTopics, topics, bothWorkspaces{ourTopics: theList, theirTopics: longer}, false, false},
		"each shows another":                         {spec.ListTopics, topics, bothWorkspaces{ourTopics: theList, theirTopics: otherList}, true, false},
		"theirs alone is shown":                      {spec.ListTopics, topics, bothWorkspaces{theirTopics: otherList}, true, false},
		"theirs is empty":                            {spec.ListTopics, topics, bothWorkspaces{ourTopics: theList, theirTopics: emptyList}, true, false},
		"theirs is empty, as each is that is not there": {spec.ListTopics, topics, bothWorkspaces{ourTopics: theList,
			theirTopics: emptyList, "theirs sources/0/topics": emptyList}, false, false},
		"one of two ids, where the other shares a record": {spec.ListTopics, target.Resources{SourceID: 7, TopicsSourceID: 8},
			bothWorkspaces{ourTopics: theList, theirTopics: otherList, "ours sources/8/topics": theList,
				"theirs sources/8/topics": theList}, false, false},
		"the second of two ids": {spec.ListTopics, target.Resources{SourceID: 8, TopicsSourceID: 7},
			bothWorkspaces{"ours sources/8/topics": theList, "theirs sources/8/topics": otherList}, true, false},
		"no id is given": {spec.ListTopics, target.Resources{}, bothWorkspaces{"theirs sources/0/topics": otherList}, false, false},
		"objects of two names": {spec.ListDestinationObjects, objects, bothWorkspaces{ourObjects: theList,
			theirObjects: theList, ourName: itsName, theirName: otherName}, true, false},
		"objects of one name": {spec.ListDestinationObjects, objects, bothWorkspaces{ourObjects: theList,
			theirObjects: theList, ourName: itsName, theirName: itsName}, false, false},
		"the same objects, but another number": {spec.ListDestinationObjects, objects, bothWorkspaces{ourObjects: theList,
			theirObjects: longer}, true, false},
		"the objects of a destination that is not theirs": {spec.ListDestinationObjects, objects, bothWorkspaces{
			ourObjects: theList, theirObjects: theList, ourName: itsName}, false, true},
		"some of its objects": {spec.ListDestinationObjects, objects, bothWorkspaces{ourObjects: longer,
			theirObjects: theList, ourName: itsName}, false, true},
	} {
		w := worldOn(t, c.shows, c.resources)
		apart := idsApart(w, c.list)
		accused := false
		for _, v := range w.Run.Violations.All() {
			accused = accused || v.Promise == "workspace-token-own"
		}
		if apart != c.apart || accused != c.accused {
			t.Errorf("%s: apart %t, accused %t; want %t, %t", rule, apart, accused, c.apart, c.accused)
		}
	}
}

// The other workspace is shown an empty list of ours.
func TestTheOtherWorkspaceMayHaveAListOfItsOwn(t *testing.T) {
	near := func(ours, theirs int) bothWorkspaces {
		return bothWorkspaces{fmt.Sprintf("ours sources/%d/topics", ours): theList, fmt.Sprintf("theirs sources/%d/topics", theirs): emptyList}
	}
	for rule, c := range map[string]struct {
		id    int64
		shows bothWorkspaces
		want  bool
	}{
		"the first id, which each workspace has": {1, nil, true},
		"an id that nothing is near":             {50, nil, false},
		"both have one near it":                  {50, near(55, 55), true},
		"each has another near it":               {50, near(55, 54), false},
		"both have one that is not near it":      {50, near(56, 56), false},
		"both have one below it":                 {3, near(1, 1), true},
	} {
		w := worldOn(t, c.shows, target.Resources{TopicsSourceID: c.id})
		if got := MayHaveItsOwn(w, paging.ListingOf("topics")); got != c.want {
			t.Errorf("%s: %t, want %t", rule, got, c.want)
		}
	}
}

func TestAResponseToTheOtherTokenIsUsedForTheSameRequest(t *testing.T) {
	for rule, c := range map[string]struct {
		change func(r *client.Request)
		found  bool
	}{
		"the same":             {func(*client.Request) {}, true},
		"another token":        {func(r *client.Request) { r.Token = "ours" }, false},
		"another scheme":       {func(r *client.Request) { r.Scheme = client.NoScheme }, false},
		"another path":         {func(r *client.Request) { r.Path += "0" }, false},
		"with a query":         {func(r *client.Request) { r.Query = "page=1" }, false},
		"another method":       {func(r *client.Request) { r.Method = http.MethodHead }, false},
		"not sent by it again": {func(r *client.Request) { r.Path = "/api/v1/sources/9/topics" }, false},
	} {
		w := worldOn(t, bothWorkspaces{theirTopics: theList}, target.Resources{})
		sent := listFor(w, spec.ListTopics, "7", "theirs")
		listFor(w, spec.ListTopics, "7", "ours")
		listFor(w, spec.ListTopics, "9", "ours")
		r := sent.Request
		c.change(&r)
		if e := SentAsOther(w, r); (e == sent) != c.found || e != nil && !c.found {
			t.Errorf("%s: found %t, want %t", rule, e != nil, c.found)
		}
	}
}

func TestAnIDOfItsOwnSkipsTheTokenOfTheOtherWorkspace(t *testing.T) {
	w := worldOn(t, bothWorkspaces{ourTopics: theList, theirTopics: otherList}, target.Resources{SourceID: 7})
	for operation, skips := range map[string]bool{spec.CreateSegment: true, spec.ListTopics: true, spec.ListDestinationObjects: false,
		spec.CreateConnector: false, spec.ListInvitations: false} {
		w.Operation = operation
		if token, err := Wrong(w, OtherWorkspace); (err != nil) != skips || !skips && token != "theirs" || skips && !isSkip(err) {
			t.Errorf("%s: %q, %v; skips: want %t", operation, token, err, skips)
		}
	}
}
