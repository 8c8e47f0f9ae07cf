package report

import (
	"slices"

	"understudy/spec"
	"understudy/spec/gap"
)

// gapRow is a gap with what was observed for it.
type gapRow struct {
	ID, Asks string
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

func (r *Run) pageGaps() (all []gapRow) {
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
	return gapRow{ID: id, Asks: registered.Asks, Others: slices.Clone(registered.Variants)}
}

func (row *gapRow) observe(g Gap) {
	text := shortLine(g.Evidence)
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
func (row *gapRow) says(g Gap) string {
	if g.Observed == Other {
		return "none of the variants that are known: " + shortLine(g.Evidence)
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
func (r *Run) pageOperations() (all []operationRow) {
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

func (row *operationRow) cover(c Coverage) {
	if c.Member != "" {
		if c.Seen > 0 {
			row.member(c)
		}
		return
	}
	code := number(c.Status)
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

func (row *operationRow) member(c Coverage) {
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
	things
	Summary string
	// Differ reports that not all have the note that the summary shows.
	Differ bool
}

func (r *Run) pageThings() (all []thingRows) {
	for _, k := range r.byKind() {
		differ := slices.ContainsFunc(k.Made, func(e Entry) bool { return e.Note != k.Made[0].Note })
		all = append(all, thingRows{k, count(len(k.Made), k.Kind) + remains(len(k.Made), k.left(), notes(k.Made)), differ})
	}
	return all
}

// pageRemarks returns the remarks, each with the scenarios that made it.
func (r *Run) pageRemarks() []named {
	byText := grouped{}
	for _, remark := range r.Remarks {
		address, text := r.splitRemark(remark)
		byText.add(text, address)
	}
	for i, g := range byText {
		byText[i].names = slices.DeleteFunc(g.names, func(address string) bool { return address == "" })
	}
	return pageGroups(byText)
}
