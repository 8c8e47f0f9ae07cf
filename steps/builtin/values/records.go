package values

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/steps/builtin/remembered"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/vocabulary"
)

// RecordRows are the steps on the records of a list.
var RecordRows = rows.Group{
	Then: []vocabulary.Step{
		{
			Pattern: `^(every|no|at least one|at least 1) record of "([^"]+)" has "([^"]+)" that (.+)$`,
			Example: `every record of "data" has "email" that contains "@"`,
			Doc: "Every record, none, or one or more of the list at a gjson path has a value at the second path that meets the " +
				"condition. A list without records skips the scenario.",
			ForOwn: true, Check: checkRecords, Func: recordsAre,
		},
		{
			Pattern: `^(\d+) records? of "([^"]+)" (?:has|have) "([^"]+)" that (.+)$`, Example: `1 record of "data" has "id" that equals 7`,
			Doc:    "That many records meet the condition, and no more.",
			ForOwn: true, Check: checkRecords, Func: someRecordsAre,
		},
	},
}

// records is a list, held against a condition on a member of each record.
type records struct {
	path, member string
	all          []gjson.Result
	// meeting and failing are the numbers of the records that meet the condition, and of
	// those that do not; note says more about the first of the latter.
	meeting, failing []int
	note             string
	condition        condition
}

// sorted reads a list of the last response and sorts its records by a condition.
func sorted(w *world.World, path, member, text string) (*records, error) {
	f := remembered.For(w)
	c, err := parse(f, text)
	if err != nil {
		return nil, err
	}
	if err := readable(w); err != nil {
		return nil, err
	}
	r := &records{path: f.Path(path), member: f.Path(member), condition: c}
	list := w.Last.Get(r.path)
	if !list.IsArray() {
		if err := w.BlockedAt(w.Last, r.path); err != nil {
			return nil, err
		}
		return nil, finding(w, fmt.Sprintf("%q that is a list", r.path), shown(w, r.path, list)).At(r.path)
	}
	r.all = list.Array()
	if len(r.all) == 0 {
		return nil, outcome.Skip(report.NoItemSeen, "%q is an empty list", r.path)
	}
	for i, record := range r.all {
		ok, note, err := met(origin{w.Last, record}, c, record.Get(r.member))
		switch {
		case err != nil:
			return nil, err
		case ok:
			r.meeting = append(r.meeting, i)
		default:
			if r.failing == nil {
				r.note = note
			}
			r.failing = append(r.failing, i)
		}
	}
	return r, nil
}

// failure is the finding about a record of the list.
func (r *records) failure(w *world.World, quantity string, i int, note string) error {
	at := fmt.Sprintf("%s.%d.%s", r.path, i, r.member)
	if err := w.BlockedAt(w.Last, at); err != nil {
		return err
	}
	found := fmt.Sprintf("%d of %d; the %s has %s", len(r.meeting), len(r.all), ordinal(i), shown(w, at, r.all[i].Get(r.member)))
	return finding(w, fmt.Sprintf("%s of %q with %q that %s", quantity, r.path, r.member, r.condition.text), found+noted(note))
}

// ordinal names a record by its place, which begins at 0 as in a path.
func ordinal(i int) string { return fmt.Sprintf("record %d", i) }

func recordsAre(w *world.World, quantity, list, member, condition string) error {
	r, err := sorted(w, list, member, condition)
	switch {
	case err != nil:
		return err
	case quantity == "every" && len(r.failing) > 0:
		return r.failure(w, "every record", r.failing[0], r.note)
	case quantity == "no" && len(r.meeting) > 0:
		return r.failure(w, "no record", r.meeting[0], "")
	case strings.HasPrefix(quantity, "at least") && len(r.meeting) == 0:
		return r.failure(w, "at least one record", 0, r.note)
	}
	return nil
}

func someRecordsAre(w *world.World, n int, list, member, condition string) error {
	r, err := sorted(w, list, member, condition)
	switch {
	case err != nil:
		return err
	case len(r.meeting) > n:
		return r.failure(w, fmt.Sprintf("%d records", n), r.meeting[0], "")
	case len(r.meeting) < n:
		return r.failure(w, fmt.Sprintf("%d records", n), r.firstFailing(), r.note)
	}
	return nil
}

// firstFailing is the number of the first record that does not meet the condition, or 0.
func (r *records) firstFailing() int {
	if len(r.failing) == 0 {
		return 0
	}
	return r.failing[0]
}
