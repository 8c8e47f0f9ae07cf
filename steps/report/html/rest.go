package html

import (
	"cmp"
	"slices"
	"strconv"

	"understudy/spec"
	"understudy/spec/gap"
	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/report/view"
)

// gapRow is a gap with what was observed for it.
type gapRow struct {
	ID, Asks string
	Section  string
	Observed []observedOn
	Evidence []evidenceOn
	// Others are the variants that were not observed.
	Others []gap.Variant
}

// observedOn is a variant that some operations show.
type observedOn struct {
	Variant, Says string
	Operations    []string
}

// evidenceOn is the evidence that some operations share.
type evidenceOn struct {
	Text       string
	Operations []string
}

// gapSection is a section of the document with the gaps in it, folded.
type gapSection struct {
	Name  string
	Tally string
	Rows  []gapRow
}

// pageGaps groups the gaps by section, in the document's order.
func pageGaps(r *report.Run) (all []gapSection) {
	for _, row := range gapRows(r) {
		i := slices.IndexFunc(all, func(s gapSection) bool { return s.Name == row.Section })
		if i < 0 {
			i = len(all)
			all = append(all, gapSection{Name: row.Section})
		}
		all[i].Rows = append(all[i].Rows, row)
		all[i].Tally = prose.Count(len(all[i].Rows), "gap")
	}
	slices.SortStableFunc(all, func(a, b gapSection) int {
		return slices.Index(spec.Sections, spec.Section(a.Name)) - slices.Index(spec.Sections, spec.Section(b.Name))
	})
	return all
}

func countGaps(sections []gapSection) (n int) {
	for _, s := range sections {
		n += len(s.Rows)
	}
	return n
}

func gapRows(r *report.Run) (all []gapRow) {
	for _, g := range r.Gaps {
		i := slices.IndexFunc(all, func(row gapRow) bool { return row.ID == g.ID })
		if i < 0 {
			i = len(all)
			all = append(all, newGapRow(g.ID))
		}
		all[i].observe(g)
	}
	return all
}

// notedGaps are the gaps that cannot be probed.
func notedGaps() (all []gap.Gap) {
	for _, g := range gap.All {
		if !g.Probed() {
			all = append(all, g)
		}
	}
	return all
}

func newGapRow(id string) gapRow {
	registered, _ := gap.ByID(id)
	return gapRow{ID: id, Asks: registered.Asks, Section: cmp.Or(string(registered.At.Section), "Unknown to this version"),
		Others: slices.Clone(registered.Variants)}
}

func (row *gapRow) observe(g report.Gap) {
	text := prose.Short(g.Evidence)
	e := slices.IndexFunc(row.Evidence, func(e evidenceOn) bool { return e.Text == text })
	if e < 0 {
		e = len(row.Evidence)
		row.Evidence = append(row.Evidence, evidenceOn{Text: text})
	}
	row.Evidence[e].Operations = append(row.Evidence[e].Operations, g.Operation)
	i := slices.IndexFunc(row.Observed, func(o observedOn) bool { return o.Variant == g.Observed })
	if i < 0 {
		i = len(row.Observed)
		row.Observed = append(row.Observed, observedOn{Variant: g.Observed, Says: row.says(g)})
	}
	row.Observed[i].Operations = append(row.Observed[i].Operations, g.Operation)
	row.Others = slices.DeleteFunc(row.Others, func(v gap.Variant) bool { return v.ID == g.Observed })
}

// says describes an observed variant.
func (row *gapRow) says(g report.Gap) string {
	if g.Observed == report.Other {
		return "none of the variants that are known: " + prose.Short(g.Evidence)
	}
	registered, _ := gap.ByID(g.ID)
	v, _ := registered.Variant(g.Observed)
	return v.Says
}

// operationRow shows which responses of an operation were seen.
type operationRow struct {
	ID, Request         string
	Succeeded, Rejected []times
	// Members is how many members were seen, and Times which were seen how often.
	Members int
	Times   []membersSeen
}

// membersSeen are the members of responses with an HTTP code that were seen
// equally often.
type membersSeen struct {
	Status, Seen int
	Members      []string
}

// times is how often an HTTP code was received.
type times struct {
	Code  string
	Times int
}

// pageOperations has a row for each operation that was called, in the document's
// order, and for those that should have been.
func pageOperations(r *report.Run) (all []operationRow) {
	for _, o := range spec.Operations {
		row := operationRow{ID: o.ID, Request: o.Method + " " + o.Path}
		for _, c := range r.Coverage {
			if c.Operation == o.ID {
				row.cover(c)
			}
		}
		if len(row.Succeeded)+len(row.Rejected)+row.Members > 0 || slices.Contains(r.Unchecked, o.ID) {
			all = append(all, row)
		}
	}
	return all
}

func (row *operationRow) cover(c report.Coverage) {
	if c.Member != "" {
		if c.Seen > 0 {
			row.member(c)
		}
		return
	}
	code := strconv.Itoa(c.Status)
	if c.Status == 0 {
		code = "no response"
	}
	if ok := c.Seen - c.Rejected; ok > 0 && c.Status/100 == 2 {
		row.Succeeded = append(row.Succeeded, times{code, ok})
	} else if ok > 0 {
		row.Rejected = append(row.Rejected, times{code, ok})
	}
	if c.Rejected > 0 {
		row.Rejected = append(row.Rejected, times{code, c.Rejected})
	}
}

func (row *operationRow) member(c report.Coverage) {
	row.Members++
	i := slices.IndexFunc(row.Times, func(m membersSeen) bool { return m.Status == c.Status && m.Seen == c.Seen })
	if i < 0 {
		i = len(row.Times)
		row.Times = append(row.Times, membersSeen{Status: c.Status, Seen: c.Seen})
	}
	row.Times[i].Members = append(row.Times[i].Members, c.Member)
}

// thingRows are the things of one kind that the run created or changed.
type thingRows struct {
	view.Things
	Summary string
	// Differ reports that not all have the note that the summary shows.
	Differ bool
}

func pageThings(r *report.Run) (all []thingRows) {
	for _, k := range view.Ledger(r) {
		differ := slices.ContainsFunc(k.Made, func(e report.Entry) bool { return e.Note != k.Made[0].Note })
		all = append(all, thingRows{k, k.String(), differ})
	}
	return all
}

// pageRemarks returns the remarks, each with the scenarios that made it.
func pageRemarks(r *report.Run) prose.Groups {
	byText := view.Remarks(r)
	for i, g := range byText {
		byText[i].Names = slices.DeleteFunc(g.Names, func(address string) bool { return address == "" })
	}
	return byText
}
