package paging

import (
	"slices"
	"testing"
	"time"
)

func TestOneStepBackOfTimesWithoutAnOffsetIsAccepted(t *testing.T) {
	for _, c := range []struct {
		minutes []int // of the records, oldest first
		zoned   bool
		want    bool
	}{
		{[]int{0, 59, 0, 61, 120}, false, true},      // set back by an hour
		{[]int{0, 59, 0, 61, 60, 120}, false, false}, // twice
		{[]int{0, 61, 0, 120}, false, false},         // by more than an hour
		{[]int{0, 59, 0, 61, 120}, true, false},      // an offset is shown
		{[]int{0, 0, 61, 120}, true, true},
	} {
		for _, first := range []string{"oldest", "newest"} {
			p := &Page{}
			var line []moment
			for _, m := range c.minutes {
				line = append(line, moment{time.Unix(int64(m)*60, 0), c.zoned, "", p})
			}
			if first == "newest" {
				slices.Reverse(line)
			}
			if _, y := misplaced(line, first, true); (y.on == nil) != c.want {
				t.Errorf("%v, zoned %v, the %s first: in order is %v, want %v", c.minutes, c.zoned, first, y.on == nil, c.want)
			}
		}
	}
}
