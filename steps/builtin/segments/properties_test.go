package segments

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/outcome"
	"understudy/steps/target"
)

func TestTheMembersOfAResponseAreThoseAtItsTopAndInData(t *testing.T) {
	for rule, c := range map[string]struct {
		body string
		want []string
	}{
		"in the order of their names":     {`{"status":true,"id":1}`, []string{"id", "status"}},
		"those in data":                   {`{"data":{"name":"a","id":1},"status":true}`, []string{"data", "data.id", "data.name", "status"}},
		"none that is null":               {`{"id":1,"size":null,"data":{"name":null}}`, []string{"data", "id"}},
		"an empty text is a value":        {`{"name":"","size":0,"done":false}`, []string{"done", "name", "size"}},
		"none of a list":                  {`{"data":[{"id":1}]}`, []string{"data"}},
		"none within another member":      {`{"source":{"id":1}}`, []string{"source"}},
		"none of a body that is a text":   {`"complete"`, nil},
		"none of a body that is not JSON": {`{"id":1`, nil},
	} {
		if got := members(shows(c.body)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", rule, got, c.want)
		}
	}
}

// Each case has the complete segments of a run, and those that show less than another one as they are
// noted, one after the other.
func TestASegmentThatShowsLessThanAnotherIsReturnedOnce(t *testing.T) {
	for rule, c := range map[string]struct{ bodies, less []string }{
		"all show the same":               {[]string{`{"a":1,"b":1}`, `{"b":2,"a":2}`}, []string{"", ""}},
		"the later one shows less":        {[]string{`{"a":1,"b":1}`, `{"a":1}`}, []string{"", "1"}},
		"the earlier one shows less":      {[]string{`{"a":1}`, `{"a":1,"b":1}`}, []string{"", "0"}},
		"all earlier ones show less":      {[]string{`{"a":1}`, `{"a":1}`, `{"a":1,"b":1}`}, []string{"", "", "0 1"}},
		"each lacks what the other shows": {[]string{`{"a":1}`, `{"b":1}`}, []string{"", "0 1"}},
		"not again after that":            {[]string{`{"a":1}`, `{"a":1,"b":1}`, `{"a":1,"b":1}`}, []string{"", "0", ""}},
		"again where a later one shows more": {
			[]string{`{"a":1,"b":1}`, `{"a":1}`, `{"a":1,"b":1,"c":1}`}, []string{"", "1", "0"}},
		"less than one that is no longer compared": {
			[]string{`{"a":1,"b":1}`, `{"c":1}`, `{"a":1,"b":1}`}, []string{"", "0 1", "2"}},
		"a null is nothing": {[]string{`{"a":1,"b":null}`, `{"a":1}`}, []string{"", ""}},
		"in data":           {[]string{`{"data":{"a":1}}`, `{"data":{"a":1,"b":1}}`}, []string{"", "0"}},
	} {
		var p properties
		for i, body := range c.bodies {
			var less []string
			for _, s := range p.note(world.Segment{ID: fmt.Sprint(i), Complete: shows(body)}) {
				less = append(less, s.ID)
			}
			if got := strings.Join(less, " "); got != c.less[i] {
				t.Errorf("%s: after segment %d, %q show less, want %q", rule, i, got, c.less[i])
			}
		}
	}
}

func TestTheObjectWithTheMostPropertiesIsTheSegment(t *testing.T) {
	wanted := gjson.Parse(`{"id":1,"name":"a","dataset_id":5}`).Map()
	for rule, c := range map[string]struct{ body, want string }{
		"within the body":                  {`{"status":true,"data":{"id":1,"name":"a"}}`, "id name"},
		"at any depth":                     {`{"data":{"items":[{"more":{"id":1,"name":"a","size":3}}]}}`, "id name size"},
		"not the source, which shows less": {`{"source":{"id":4},"segment":{"id":1,"name":"a"}}`, "id name"},
		"the first of two like it":         {`{"one":{"id":1,"x":1},"other":{"id":2,"y":1}}`, "id x"},
		"the outer of two like it":         {`{"one":{"id":1,"inner":{"id":2}}}`, "id inner"},
		"not the body itself":              {`{"id":1,"name":"a","dataset_id":5,"source":{"id":4}}`, "id"},
		"none that shows none of them":     {`{"data":{"size":3}}`, ""},
		"none of texts":                    {`{"id":1,"name":"a"}`, ""},
	} {
		w := worldtest.On(t, target.Target{})
		var names []string
		for name := range mostOf(w, wanted, gjson.Parse(c.body)) {
			names = append(names, name)
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s: %q, want %q", rule, got, c.want)
		}
	}
}

func TestAPropertyIsMissingWhereNeitherTheBodyNorTheSegmentShowsIt(t *testing.T) {
	wanted := gjson.Parse(`{"id":1,"name":"a","size":3}`).Map()
	for rule, c := range map[string]struct{ body, missing string }{
		"all in one place":             {`{"data":{"id":1,"name":"a","size":3}}`, ""},
		"one beside the segment":       {`{"size":3,"data":{"id":1,"name":"a"}}`, ""},
		"in the order of their names":  {`{"data":{"id":1}}`, "name size"},
		"one that another thing shows": {`{"data":{"id":1,"name":"a"},"file":{"size":3}}`, "size"},
		"one that is null is there":    {`{"data":{"id":1,"name":"a","size":null}}`, ""},
		"all":                          {`{"status":true}`, "id name size"},
	} {
		w := worldtest.On(t, target.Target{})
		if _, missing := propertiesIn(w, shows(c.body), wanted); strings.Join(missing, " ") != c.missing {
			t.Errorf("%s: %q are missing, want %q", rule, missing, c.missing)
		}
	}
}

// Each case is what the source URL of a complete segment showed first and shows later, and what its
// retrieval shows; the empty text where that is rejected.
func TestACompleteSegmentLosesOnlyWhatItsRetrievalLacks(t *testing.T) {
	const first = `{"status":true,"data":{"id":1,"name":"a","dataset_id":5,"url":"b"}}`
	for rule, c := range map[string]struct {
		later, retrieved string
		lost             bool
	}{
		"the same members":                    {first, ``, false},
		"a member more":                       {`{"status":true,"more":1,"data":{"id":1,"name":"a","dataset_id":5,"url":"b","size":3}}`, ``, false},
		"another value":                       {`{"status":true,"data":{"id":1,"name":"a","dataset_id":5,"url":"c"}}`, ``, false},
		"one less, without a retrieval":       {`{"status":true,"data":{"id":1,"name":"a","dataset_id":5}}`, ``, true},
		"one that is null, without one":       {`{"status":true,"data":{"id":1,"name":"a","dataset_id":5,"url":null}}`, ``, true},
		"one that the retrieval lacks":        {`{"status":true,"data":{"id":1,"name":"a","dataset_id":5}}`, `{"data":{"id":1,"name":"a"}}`, false},
		"one that the retrieval has":          {`{"status":true,"data":{"id":1,"name":"a","dataset_id":5}}`, `{"data":{"id":1,"url":"b"}}`, true},
		"one that is beside it now":           {`{"status":true,"url":"b","data":{"id":1,"name":"a","dataset_id":5}}`, `{"data":{"id":1,"url":"b"}}`, true},
		"the name, which both lack":           {`{"status":true,"data":{"id":1,"dataset_id":5,"url":"b"}}`, `{"data":{"id":1}}`, true},
		"the dataset, which both lack":        {`{"status":true,"data":{"id":1,"name":"a","url":"b"}}`, `{"data":{"id":1}}`, true},
		"two, one of which the retrieval has": {`{"status":true,"data":{"id":1,"dataset_id":5}}`, `{"data":{"id":1,"name":"a"}}`, true},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if c.retrieved == "" {
				w.WriteHeader(http.StatusNotFound)
			}
			fmt.Fprint(w, c.retrieved)
		}))
		w := worldtest.On(t, target.Target{BaseURL: server.URL, Tokens: target.Tokens{Workspace: "workspace"}})
		err := keepsMembers(w, world.Segment{ID: "1", Complete: shows(first)}, shows(c.later))
		server.Close()
		if f := (*outcome.Finding)(nil); errors.As(err, &f) != c.lost || err != nil && !c.lost {
			t.Errorf("%s: lost %t, want %t: %v", rule, !c.lost, c.lost, err)
		}
	}
}
