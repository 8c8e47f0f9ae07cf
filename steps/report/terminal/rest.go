package terminal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/report/view"
)

// unchecked lists what has no verdict, by reason.
func (p *printer) unchecked(r *report.Run) {
	var byReason prose.Groups
	for _, u := range view.NotChecked(r) {
		names := u.Names()
		if len(names) > mostNamed {
			names = []string{counted(u)}
		}
		byReason = append(byReason, prose.Group{Common: u.Reason, Names: names})
	}
	if len(byReason) == 0 {
		return
	}
	p.title("Not checked")
	p.groups(byReason)
}

// required lists the required promises that were not checked by what they need, where the closing
// line only counts them.
func (p *printer) required(r *report.Run) {
	if len(r.Required) <= report.MostRequired {
		return
	}
	groups := r.RequiredByNeeds()
	for i, g := range groups {
		groups[i].Common = cmp.Or(g.Common, "nothing in the target file: see Not checked")
	}
	p.title("Required, but not checked, by what they need")
	p.groups(groups)
}

// skipped lists the scenarios that had nothing to check although something else showed what
// they are about, by reason.
func (p *printer) skipped(r *report.Run) {
	byReason := view.Skipped(r)
	if len(byReason) == 0 {
		return
	}
	for i, g := range byReason {
		if len(g.Names) > mostNamed {
			byReason[i].Names = []string{prose.Count(len(g.Names), "scenario") + theyAreNamed}
		}
	}
	p.title("Skipped scenarios: others checked the same promises and gaps")
	p.groups(byReason)
}

// theyAreNamed says where those are named that are only counted.
const theyAreNamed = ": a report such as --report html=FILE names them"

// mostNamed is how many promises, gaps or scenarios are named that were not checked for one
// reason.
const mostNamed = 12

// counted counts promises and gaps.
func counted(u view.Unchecked) string {
	var counts []string
	if n := len(u.Promises); n > 0 {
		counts = append(counts, prose.Count(n, "promise"))
	}
	if n := len(u.Gaps); n > 0 {
		counts = append(counts, prose.Count(n, "gap"))
	}
	return strings.Join(counts, " and ") + theyAreNamed
}

// ledger counts what the run created and changed, and what remains of it, unless all of it
// is gone.
func (p *printer) ledger(r *report.Run) {
	kinds := view.Ledger(r)
	if len(kinds) == 0 || r.Ended {
		return
	}
	p.title("Made or changed on this deployment")
	for _, k := range kinds {
		p.text(2, k.String())
		p.leftovers(r, k.Left())
	}
	p.line("")
}

// mostLeft is how many remaining things are named one by one.
const mostLeft = 3

// leftovers says how the remaining things can be found and deleted: by the names that
// the run gave, or else one by one.
func (p *printer) leftovers(r *report.Run, left []report.Entry) {
	unnamed := left
	if len(left) > mostLeft {
		unnamed = slices.DeleteFunc(slices.Clone(left), func(e report.Entry) bool { return named(r, e) })
	}
	switch named := len(left) - len(unnamed); {
	case named > 0 && len(unnamed) > 0:
		p.line("      %s", p.dim(fmt.Sprintf("the names of %d hold the run's id, %s", named, eitherID(r))))
	case named > 0:
		p.line("      %s", p.dim("the names hold the run's id, "+eitherID(r)))
	}
	for _, e := range unnamed[:min(mostLeft, len(unnamed))] {
		p.line("      %s", p.dim(view.Name(e)))
	}
	if more := len(unnamed) - mostLeft; more > 0 {
		p.line("      %s", p.dim(fmt.Sprintf("and %d more, by their ids in the JSON report", more)))
	}
}

// eitherID names the run's id, or the two ids of a merged run.
func eitherID(r *report.Run) string { return strings.ReplaceAll(r.RunID, "+", " or ") }

// named reports whether the run gave something its name.
func named(r *report.Run, e report.Entry) bool {
	return slices.ContainsFunc(strings.Split(r.RunID, "+"), func(id string) bool {
		return id != "" && strings.Contains(e.Name, id)
	})
}

// remarks lists the remarks. The same remark of several scenarios is one line.
func (p *printer) remarks(r *report.Run) {
	if len(r.Remarks) == 0 {
		return
	}
	p.title("Remarks")
	for _, g := range view.Remarks(r) {
		by := ""
		switch {
		case len(g.Names) > 1:
			by = fmt.Sprintf(" (%d scenarios)", len(g.Names))
		case g.Names[0] != "":
			by = " (" + g.Names[0] + ")"
		}
		p.text(2, g.Common+by)
	}
	p.line("")
}

// drift lists where the deployment has moved away from its profile.
func (p *printer) drift(r *report.Run) {
	moves := r.Profile.Moves()
	if len(moves) == 0 {
		return
	}
	p.title("Drifted from the profile of %s", strings.TrimSpace(r.Profile.Of+", "+r.Profile.At))
	for _, m := range moves {
		p.line("  %s %s", p.mark(report.Fail), p.bold(m.Gap))
		p.text(6, fmt.Sprintf("profiled %s, observed %s: %s", m.Profiled, m.Observed, m.Evidence))
		for _, l := range wrap("on "+strings.Join(m.Operations, ", "), columns-6) {
			p.line("      %s", p.dim(l))
		}
	}
	p.line("")
}

// unseen lists the observations of the profile that this run did not make.
func (p *printer) unseen(r *report.Run) {
	if r.Profile == nil {
		return
	}
	byReason := prose.Groups{}
	for _, u := range r.Profile.Unseen {
		byReason.Add(view.Why(u.Reason), u.ID+"@"+u.Operation)
	}
	if len(byReason) > 0 {
		p.title("Profiled, and not seen this time")
		p.groups(byReason)
	}
}
