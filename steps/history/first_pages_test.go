package history

import (
	"strings"
	"testing"
	"time"

	"understudy/steps/client"
	"understudy/steps/paging"
)

func TestAMixedUpListIsFound(t *testing.T) {
	const full, own = "99: 1 2 3 4 5 6 7 8 9 10", "20: 21 22 23 24 25 26 27 28 29 30"
	for _, c := range []struct {
		rule            string
		sameDestination bool
		// shown are the total and the names of each response of the destination at hand.
		shown []string
		want  bool
	}{
		{"its own objects", false, []string{own, own}, false},
		{"those of the other destination in between", false, []string{own, full, own}, true},
		{"those of the other destination at first", false, []string{full, own}, true},
		{"the same objects always", false, []string{full, full}, false},
		{"none, and those of the other destination", false, []string{"0:", full}, true},
		{"the same objects with another total", false, []string{"98" + full[2:], own}, false},
		{"the same objects except some", false, []string{full, "98: 2 3 4 5 6 7 8 9 10 11"}, false},
		{"a destination that is named twice, as all its objects were replaced", true, []string{full, own}, false},
		{"few objects, as all were replaced", false, []string{"3: 1 2 3", own}, false},
	} {
		t.Run(c.rule, func(t *testing.T) {
			var ls Lists
			at := time.Unix(1_000_000, 0)
			note := func(l *paging.Listing, shown string) {
				at = at.Add(time.Second)
				e := listResponse(shown, at)
				e.Path = "/" + l.Noun
				if c.sameDestination {
					e.Path = "/the one"
				}
				e.Body = []byte(strings.ReplaceAll(string(e.Body), `"id": `, `"full_name": `))
				ls.Note(l, nil, e)
			}
			l := paging.ListingOf("objects of the destination")
			note(paging.ListingOf("destination objects"), full)
			note(paging.ListingOf("destination objects"), "3: 1 2 3")
			for _, shown := range c.shown {
				note(l, shown)
			}
			if got := ls.MixedUp(l) != nil; got != c.want {
				t.Errorf("%t, want %t", got, c.want)
			}
		})
	}
}

func TestADeviationEndsWithTheSameAgain(t *testing.T) {
	at := func(second int64) *client.Exchange {
		return &client.Exchange{Received: time.Unix(second, 0), Duration: time.Millisecond}
	}
	var d deviation
	if d.endWith(at(1)) != nil {
		t.Error("nothing else was shown")
	}
	last := at(3)
	d.note(at(2))
	d.note(last)
	if d.endWith(at(3)) != nil {
		t.Error("it ended with a response that was under way at the same time")
	}
	if d.endWith(at(4)) != last || d.endWith(at(5)) != nil {
		t.Errorf("%+v", d)
	}
}
