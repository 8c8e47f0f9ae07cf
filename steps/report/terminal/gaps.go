package terminal

import (
	"strings"

	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/report/view"
)

// gaps lists the variants that were observed, or only counts them where there is a
// problem.
func (p *printer) gaps(r *report.Run) {
	all := view.Observations(r)
	if len(all) == 0 {
		return
	}
	if code := r.Exit(); code == 1 || code == 2 {
		p.title("Gaps")
		p.text(2, prose.Count(gapsSeen(r), "gap")+" observed. None of this is a failure. The html, markdown and json reports list them.")
		p.line("")
		return
	}
	several := map[string]bool{}
	for i, o := range all {
		several[o.ID] = i > 0 && all[i-1].ID == o.ID || several[o.ID]
	}
	wide, wider := 0, 0
	for _, o := range all {
		wide, wider = max(wide, len(o.ID)), max(wider, len(o.Observed))
	}
	p.title("Gaps, as this deployment fills them")
	last := ""
	for _, o := range all {
		id := o.ID
		if id == last {
			id = ""
		}
		last = o.ID
		indent := 2 + wide + 2 + wider + 2
		on := strings.Join(o.Operations, ", ")
		if !several[o.ID] && len(o.Operations) > mostOperations {
			on = prose.Count(len(o.Operations), "operation")
		}
		for i, l := range wrap(on, columns-indent) {
			if i > 0 {
				p.line("%s%s", strings.Repeat(" ", indent), p.dim(l))
				continue
			}
			p.line("  %s  %s  %s", pad(id, wide), p.bold(pad(o.Observed, wider)), p.dim(l))
		}
		if o.Evidence != "" {
			p.text(2+wide+2, o.Evidence)
		}
	}
	p.line("")
}

// mostOperations is how many operations with the same variant of a gap are named.
// Where all show it, further ones are only counted.
const mostOperations = 2

// gapsSeen returns how many gaps were observed.
func gapsSeen(r *report.Run) int {
	ids := map[string]bool{}
	for _, g := range r.Gaps {
		ids[g.ID] = true
	}
	return len(ids)
}
