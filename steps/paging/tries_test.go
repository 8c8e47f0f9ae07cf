package paging

import "testing"

func TestTheRulesThatEndReading(t *testing.T) {
	last, repeating := &Snapshot{}, &Snapshot{}
	for rule, c := range map[string]struct {
		count, contradictory int
		// repeats is how many tries repeated a record, hasRepeated says that the last one did, and
		// isChanged that records were added.
		repeats                int
		hasRepeated, isChanged bool

		proof            *Snapshot
		isOneShort, over bool
	}{
		"the first try": {count: 1},
		"the last one":  {count: Tries, over: true},
		"pages contradict each other in all but one": {count: Tries - 1, contradictory: Tries - 1, isOneShort: true},
		"pages contradict each other each time":      {count: Tries, contradictory: Tries, proof: last, over: true},
		"a record repeated for the first time":       {count: 1, repeats: 1, hasRepeated: true},
		"repeated before, and more tries are made":   {count: Tries, repeats: 1},
		"repeated before, and all tries are made":    {count: moreTries, repeats: 1, over: true},
		"repeated before, and others were added":     {count: Tries, repeats: 1, isChanged: true, over: true},
		"repeated as often as allowed":               {count: 3, repeats: mostRepeats, hasRepeated: true, isOneShort: true},
		"repeated as often before":                   {count: 4, repeats: mostRepeats},
		"repeated as often, and others were added":   {count: 3, repeats: mostRepeats, hasRepeated: true, isChanged: true},
		"repeated once more":                         {count: 3, repeats: mostRepeats + 1, hasRepeated: true, proof: repeating},
		"repeated once more, and others were added":  {count: 3, repeats: mostRepeats + 1, hasRepeated: true, isChanged: true},
	} {
		r := newTries()
		r.count, r.last, r.hasRepeated, r.still.contradictory = c.count, last, c.hasRepeated, c.contradictory
		r.shown.repeats, r.shown.repeating = c.repeats, repeating
		r.shown.ids["1"], r.shown.totals[1], r.shown.totals[2] = true, true, true
		if !c.isChanged {
			delete(r.shown.totals, 2)
		}
		if r.proof() != c.proof || r.isOneShort() != c.isOneShort || r.areOver() != c.over {
			t.Errorf("%s: proof %t, one short %t, over %t", rule, r.proof() != nil, r.isOneShort(), r.areOver())
		}
	}
}

func TestAListIsShuffledWhereItOftenIs(t *testing.T) {
	for often, want := range map[int]bool{0: false, oftenShuffled - 1: false, oftenShuffled: true} {
		r := newTries()
		if r.shuffled = often; r.isShuffled() != want {
			t.Errorf("%d times: %t", often, !want)
		}
	}
}
