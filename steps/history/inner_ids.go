package history

import (
	"fmt"
	"slices"
	"strings"
)

// innerIDs are the ids of the items within a record, as a response showed them last, and how
// often a response showed others, none of which was there before.
type innerIDs struct {
	last    string
	renewed int
}

// mostRenewed is how often the items within a record may all be replaced by others: more often
// during one run, it is their ids that change.
const mostRenewed = 2

// noteInnerIDs records, for the members of a record that differ, where the ids of the items within
// it are others in each response.
func (s *Records) noteInnerIDs(at recordAt, was *shown, r response, different []Contradiction) {
	for _, c := range different {
		if c.Member.Pattern == "/data/*/id" || !strings.HasSuffix(c.Member.Pattern, "/id") {
			continue
		}
		if was.inner == nil {
			was.inner = map[string]*innerIDs{}
		}
		ids := was.inner[c.Member.Pattern]
		if ids == nil {
			ids = &innerIDs{last: c.Was}
			was.inner[c.Member.Pattern] = ids
		}
		before := ids.last
		ids.last = c.Is
		if shareAny(before, c.Is) {
			continue
		}
		if ids.renewed++; ids.renewed > mostRenewed {
			s.addReversal(memberAt{at.place, c.Member.Promise}, at.key, Reversal{
				Says: fmt.Sprintf("%s of %s is %s, and was %s before: another in each response",
					c.Member.Pattern, at.key, c.Is, before),
				Query: r.query, Exchange: withoutBody(r.exchange)})
		}
	}
}

// shareAny reports whether two lists of values have one in common, or one of them has none.
func shareAny(a, b string) bool {
	others := strings.Split(b, ", ")
	return a == "" || b == "" || slices.ContainsFunc(strings.Split(a, ", "), func(v string) bool { return slices.Contains(others, v) })
}
