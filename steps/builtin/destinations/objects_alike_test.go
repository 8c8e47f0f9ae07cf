package destinations

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
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

// Each case is the objects of an update and those of its list, by name and label.
func TestAnObjectOfAnUpdateIsInItsListWithTheSameValues(t *testing.T) {
	objects := func(text string) (all []gjson.Result) {
		for name, label := range eachLabel(text) {
			all = append(all, gjson.Parse(fmt.Sprintf(`{"full_name":%q,"label":%q}`, name, label)))
		}
		return all
	}
	for rule, c := range map[string]struct {
		own, listed string
		whole       bool
		found       string // the member or the object that the finding is about
		blocked     bool
	}{
		"the same":                                 {own: "a=A b=B", listed: "a=A b=B", whole: true},
		"in another order":                         {own: "b=B a=A", listed: "a=A b=B", whole: true},
		"fewer than the list":                      {own: "a=A", listed: "a=A b=B", whole: true},
		"one that the whole list lacks":            {own: "a=A b=B", listed: "a=A", whole: true, found: "b, which is not"},
		"the first of two that it lacks":           {own: "b=B c=C a=A", listed: "a=A", whole: true, found: "b, which is not"},
		"one that may be on a later page":          {own: "a=A b=B", listed: "a=A", whole: false},
		"another value":                            {own: "a=A", listed: "a=X", whole: true, found: `"A"`},
		"another value on a page":                  {own: "a=A b=B", listed: "a=X", whole: false, found: `"A"`},
		"the first of two other values":            {own: "a=A b=B", listed: "a=X b=X", whole: true, found: `"A"`},
		"another value rather than one it lacks":   {own: "c=C a=A", listed: "a=X", whole: true, found: `"A"`},
		"none in common: it is another list":       {own: "a=A b=B", listed: "c=C", whole: true, blocked: true},
		"none in common with the first page":       {own: "a=A", listed: "c=C", whole: false, blocked: true},
		"a list without objects lacks each":        {own: "a=A", listed: "", whole: true, found: "a, which is not"},
		"a page without objects says nothing":      {own: "a=A", listed: "", whole: false},
		"none in the update, which others check":   {own: "", listed: "", whole: true},
		"a name in another case is another object": {own: "A=A b=B", listed: "a=A b=B", whole: true, found: "A, which is not"},
	} {
		own := objects(c.own)
		e := &client.Exchange{}
		f, err := contradictingObject(e, own, jsonvalue.ByName(own, "full_name"), jsonvalue.ByName(objects(c.listed), "full_name"), c.whole)
		found := ""
		if f != nil {
			if found = f.Actual; f.Exchange != e {
				t.Errorf("%s: the finding is not on the update", rule)
			}
		}
		var skipped *outcome.Skipped
		blocked := errors.As(err, &skipped) && skipped.By == "objects-of-the-destination"
		if found != c.found || blocked != c.blocked || err != nil && !blocked {
			t.Errorf("%s: found %q, blocked %t; want %q, %t: %v", rule, found, blocked, c.found, c.blocked, err)
		}
	}
}

// eachLabel returns the names of a text with their labels: a=A b=B.
func eachLabel(text string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, object := range strings.Fields(text) {
			if name, label, _ := strings.Cut(object, "="); !yield(name, label) {
				return
			}
		}
	}
}

func TestAFindingOnAnotherValueShowsBothWhereTheyHaveOnePlace(t *testing.T) {
	const update = `{"label":"A","mirror":{"required":true},"array":[1],"null":null,"map":{"x":1},"more":1}`
	const list = `{"label":"B","mirror":{"required":false},"array":[1,2],"null":3,"map":{"x":2},"zero":0}`
	for member, want := range map[string]string{
		"label":           `label of the object "o" as in the destination's list: "B", found "A"`,
		"mirror/required": `mirror/required of the object "o" as in the destination's list: false, found true`,
		"array":           `array of the object "o" as in the destination's list: [1,2], found [1]`,
		"null":            `null of the object "o" as in the destination's list: 3, found null`,
		// Several have such a place.
		"fields/*/array": `fields/*/array of the object "o" as in the destination's list, found another value`,
		"map/*":          `map/* of the object "o" as in the destination's list, found another value`,
		// One of the two has no such member.
		"more": `more of the object "o" as in the destination's list, found another value`,
		"zero": `zero of the object "o" as in the destination's list, found another value`,
	} {
		f := otherValue(&client.Exchange{}, `"o"`, member, gjson.Parse(update), gjson.Parse(list))
		if got := f.Expected + ", found " + f.Actual; got != want {
			t.Errorf("%s: expected %s, want %s", member, got, want)
		}
	}
}
