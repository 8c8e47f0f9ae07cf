package mutant

import (
	"fmt"
	"strconv"

	"understudy/spec"
)

// completions are mutants that complete some segments only, or otherwise than they
// were created.
func completions() []Mutant {
	return []Mutant{
		{ID: "groups-never-complete", Breaks: "segment-source-completes", Says: "a segment with a group of molecules never completes",
			Change: pendingWhere(func(molecules []any) bool { return len(molecules) > 0 && isGroup(molecules[0]) })},
		{ID: "empty-never-complete", Breaks: "segment-source-completes", Says: "a segment without molecules never completes",
			Change: pendingWhere(func(molecules []any) bool { return len(molecules) == 0 })},
		{ID: "molecules-after-the-third-lost", Breaks: "segment-source-properties", Says: "a complete segment lacks the molecules after the third",
			Change: molecules(func(list []any) []any { return list[:min(3, len(list))] })},
		{ID: "digits-of-molecules-as-numbers", Breaks: "segment-source-properties", Says: "the value of a molecule that is digits is shown as a number",
			Change: molecules(func(list []any) []any {
				for _, m := range list {
					if m, ok := m.(object); ok {
						if n, err := strconv.Atoi(fmt.Sprint(m["value"])); err == nil {
							m["value"] = n
						}
					}
				}
				return list
			})},
		{ID: "several-never-complete", Breaks: "segment-source-completes", Says: "a segment with several molecules never completes",
			Change: pendingWhere(func(molecules []any) bool { return len(molecules) > 1 })},
		{ID: "molecules-in-reverse", Breaks: "segment-source-properties", Says: "the molecules of a complete segment stand in reverse", Change: molecules(func(list []any) []any {
			reversed := []any{}
			for _, m := range list {
				reversed = append([]any{m}, reversed...)
			}
			return reversed
		})},
		{ID: "molecules-without-the-last", Breaks: "segment-source-properties", Says: "a complete segment lacks the last of several molecules",
			Change: molecules(func(list []any) []any { return list[:max(1, len(list)-1)] })},
		{ID: "molecules-twice", Breaks: "segment-source-properties", Says: "a complete segment has the first of several molecules twice",
			Change: molecules(func(list []any) []any {
				if len(list) > 1 {
					return append([]any{list[0]}, list...)
				}
				return list
			})},
		{ID: "molecules-like-the-first", Breaks: "segment-source-properties", Says: "each molecule of a complete segment is like the first",
			Change: molecules(func(list []any) []any {
				same := []any{}
				for range list {
					same = append(same, list[0])
				}
				return same
			})},
		{ID: "molecules-of-the-first-segment", Breaks: "segment-source-properties", Says: "every complete segment has the molecules of the first one", Change: asFirst("molecules")},
		{ID: "name-of-the-first-segment", Breaks: "segment-source-properties", With: []string{"segment-name-kept"}, Says: "every complete segment has the name of the first one", Change: asFirst("name")},
	}
}

func isGroup(molecule any) bool {
	_, group := molecule.([]any)
	return group
}

// pendingWhere leaves segments pending by the molecules that were sent.
func pendingWhere(holds func(molecules []any) bool) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		pending := map[string]bool{}
		return func(operation string, x *exchange) {
			switch {
			case !x.done():
			case operation == source && pending[segmentOf(x.r)]:
				x.body = object{"status": false}
			case operation == creation:
				list, _ := x.sent["molecules"].([]any)
				pending[x.segmentPath()] = holds(list)
			}
		}
	}, creation, source)
}

// molecules changes those that a segment shows once it is complete, in the source
// URL and in the retrieval.
func molecules(change func([]any) []any) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		return func(_ string, x *exchange) {
			shown := properties(x.body)
			if list, ok := shown["molecules"].([]any); ok && len(list) > 0 && x.done() {
				shown["molecules"] = change(list)
			}
		}
	}, source, spec.GetSegment)
}

// asFirst shows a member of the first creation in all segments.
func asFirst(member string) wrapper {
	return watched(func(*Lab) func(string, *exchange) {
		var first any
		return func(operation string, x *exchange) {
			switch {
			case !x.done():
			case operation == creation && first == nil:
				first = x.sent[member]
			case operation != creation && properties(x.body)[member] != nil:
				properties(x.body)[member] = first
			}
		}
	}, creation, source, spec.GetSegment)
}
