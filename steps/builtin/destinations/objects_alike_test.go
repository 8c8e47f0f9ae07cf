package destinations

import (
	"fmt"
	"testing"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/paging"
)

func TestAnUpdateShowsEachObjectOfAShortList(t *testing.T) {
	for rule, c := range map[string]struct {
		listed, shown int
		lacks         bool
	}{
		"all of them":         {25, 25, false},
		"none of them":        {4, 0, true},
		"some of them":        {25, 24, true},
		"a page of many":      {26, 25, true},
		"no object and so on": {0, 0, false},
	} {
		var all []gjson.Result
		for i := range c.listed {
			all = append(all, gjson.Parse(fmt.Sprintf(`{"full_name": "o%d"}`, i)))
		}
		if f := missingObject(&client.Exchange{}, all, jsonvalue.ByName(all[:c.shown], "full_name")); (f != nil) != c.lacks {
			t.Errorf("%s: %v", rule, f)
		}
	}
}

func TestAnUpdateShowsAsManyObjectsAsALongList(t *testing.T) {
	for rule, c := range map[string]struct {
		shown, total, last int64
		lacks              bool
	}{
		"a page of many":                      {25, 110, 10, true},
		"all but one":                         {109, 110, 10, true},
		"many whole pages":                    {100, 200, 100, true},
		"a list that counts more than it has": {100, 110, 0, false},
	} {
		read := func(_ *world.World, _ *paging.Listing, q paging.Query) (*paging.Page, error) {
			if want := (c.total + 99) / 100; q.Page() != want {
				t.Errorf("%s: page %d, want %d", rule, q.Page(), want)
			}
			return &paging.Page{Size: int(c.last)}, nil
		}
		f, err := fewerObjects(nil, &client.Exchange{}, c.shown, c.total, read)
		if err != nil || (f != nil) != c.lacks {
			t.Errorf("%s: %v, %v", rule, f, err)
		}
	}
}

func TestTheSecondUpdateThatShowsAnObjectTwiceIsNoticed(t *testing.T) {
	var s shownObjects
	for i, c := range []struct {
		names []string
		want  string
	}{{nil, ""}, {[]string{"a", "b"}, ""}, {[]string{"a", "a", "b"}, ""}, {[]string{"a"}, ""}, {[]string{"a", "b", "b"}, "b"}} {
		if got := s.repeats(c.names); got != c.want {
			t.Errorf("update %d: %q", i+1, got)
		}
	}
}

func TestOtherObjectsAreNoticedAtTheSecondUpdateThatShowsThem(t *testing.T) {
	var s shownObjects
	for i, c := range []struct {
		names  string
		differ bool
	}{{"a", false}, {"a", false}, {"b", false}, {"a", false}, {"b", true}, {"b", true}, {"c", true}, {"b", false}} {
		if got := s.differ([]string{c.names}); got != c.differ {
			t.Errorf("update %d, of %s: %v", i+1, c.names, got)
		}
	}
	s.beginWith([]string{"b"})
	if s.isFirst([]string{"a"}) || !s.isFirst([]string{"b"}) || s.differ([]string{"a"}) {
		t.Error("it does not begin again")
	}
}
