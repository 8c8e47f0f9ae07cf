package report

import (
	"fmt"
	"slices"
	"strings"
)

// unchecked lists what has no verdict, by reason.
func (p *printer) unchecked(r *Run) {
	byReason := r.notChecked()
	if len(byReason) == 0 {
		return
	}
	for i, g := range byReason {
		// In a run that leaves much out these are nearly all, and would hide the others.
		if g.kind == NoScenario && len(g.names) > mostUnspoken {
			byReason[i].names = []string{count(len(g.names), "promise") + ", by name in the other reports"}
		}
	}
	p.title("Not checked")
	p.groups(byReason)
}

// mostUnspoken is how many of the promises that no scenario of the run checks are
// named.
const mostUnspoken = 20

// ledger counts what the run created and changed, and what remains of it.
func (p *printer) ledger(r *Run) {
	kinds := r.byKind()
	if len(kinds) == 0 {
		return
	}
	p.title("Made or changed on this deployment")
	for _, k := range kinds {
		p.text(2, count(len(k.Made), k.Kind)+remains(len(k.Made), k.left(), notes(k.Made)))
		p.leftovers(r, k.left())
	}
	p.line("")
}

// mostLeft is how many remaining things are named one by one.
const mostLeft = 3

// leftovers says how the remaining things can be found and deleted: by the names that
// the run gave, or else one by one.
func (p *printer) leftovers(r *Run, left []Entry) {
	unnamed := left
	if len(left) > mostLeft {
		unnamed = slices.DeleteFunc(slices.Clone(left), r.named)
	}
	switch named := len(left) - len(unnamed); {
	case named > 0 && len(unnamed) > 0:
		p.line("      %s", p.dim(fmt.Sprintf("the names of %d hold the run's id, %s", named, r.eitherID())))
	case named > 0:
		p.line("      %s", p.dim("the names hold the run's id, "+r.eitherID()))
	}
	for _, e := range unnamed[:min(mostLeft, len(unnamed))] {
		p.line("      %s", p.dim(strings.TrimSpace(e.ID+" "+e.Name)))
	}
	if more := len(unnamed) - mostLeft; more > 0 {
		p.line("      %s", p.dim(fmt.Sprintf("and %d more, by their ids in the JSON report", more)))
	}
}

// eitherID names the run's id, or the two ids of a merged run.
func (r *Run) eitherID() string { return strings.ReplaceAll(r.RunID, "+", " or ") }

// named reports whether the run gave something its name.
func (r *Run) named(e Entry) bool {
	return slices.ContainsFunc(strings.Split(r.RunID, "+"), func(id string) bool {
		return id != "" && strings.Contains(e.Name, id)
	})
}

// remarks lists the remarks. The same remark of several scenarios is one line.
func (p *printer) remarks(r *Run) {
	if len(r.Remarks) == 0 {
		return
	}
	byText := grouped{}
	for _, remark := range r.Remarks {
		address, text := r.splitRemark(remark)
		byText.add(text, address)
	}
	p.title("Remarks")
	for _, g := range byText {
		by := ""
		switch {
		case len(g.names) > 1:
			by = fmt.Sprintf(" (%d scenarios)", len(g.names))
		case g.names[0] != "":
			by = " (" + g.names[0] + ")"
		}
		p.text(2, g.common+by)
	}
	p.line("")
}

// drift lists where the deployment has moved away from its profile.
func (p *printer) drift(r *Run) {
	if !r.drifted() {
		return
	}
	p.title("Drifted from the profile of %s", strings.TrimSpace(r.Profile.Of+", "+r.Profile.At))
	for _, m := range r.Profile.Moves() {
		p.line("  %s %s", p.mark(Fail), p.bold(m.Gap))
		p.text(6, fmt.Sprintf("profiled %s, observed %s: %s", m.Profiled, m.Observed, m.Evidence))
		for _, l := range wrap("on "+strings.Join(m.Operations, ", "), columns-6) {
			p.line("      %s", p.dim(l))
		}
	}
	p.line("")
}

// unseen lists the observations of the profile that this run did not make.
func (p *printer) unseen(r *Run) {
	if r.Profile == nil {
		return
	}
	byReason := grouped{}
	for _, u := range r.Profile.Unseen {
		byReason.because(u.Reason, u.ID+"@"+u.Operation)
	}
	if len(byReason) > 0 {
		p.title("Profiled, and not seen this time")
		p.groups(byReason)
	}
}
