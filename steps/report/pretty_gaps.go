package report

import (
	"strings"
)

// gaps lists the variants that were observed, or only counts them where there is a
// problem.
func (p *printer) gaps(r *Run) {
	all := r.observations()
	if len(all) == 0 {
		return
	}
	if code := r.Exit(); code == 1 || code == 2 {
		p.title("Gaps")
		p.text(2, count(r.gapsSeen(), "gap")+" observed. None of this is a failure. The html, markdown and json reports list them.")
		p.line("")
		return
	}
	several := map[string]bool{}
	for i, o := range all {
		several[o.id] = i > 0 && all[i-1].id == o.id || several[o.id]
	}
	wide, wider := 0, 0
	for _, o := range all {
		wide, wider = max(wide, len(o.id)), max(wider, len(o.observed))
	}
	p.title("Gaps, as this deployment fills them")
	last := ""
	for _, o := range all {
		id := o.id
		if id == last {
			id = ""
		}
		last = o.id
		indent := 2 + wide + 2 + wider + 2
		on := strings.Join(o.operations, ", ")
		if !several[o.id] && len(o.operations) > mostOperations {
			on = count(len(o.operations), "operation")
		}
		for i, l := range wrap(on, columns-indent) {
			if i > 0 {
				p.line("%s%s", strings.Repeat(" ", indent), p.dim(l))
				continue
			}
			p.line("  %s  %s  %s", pad(id, wide), p.bold(pad(o.observed, wider)), p.dim(l))
		}
		if o.evidence != "" {
			p.text(2+wide+2, o.evidence)
		}
	}
	p.line("")
}

// mostOperations is how many operations with the same variant of a gap are named.
// Where all show it, further ones are only counted.
const mostOperations = 2

// gapsSeen returns how many gaps were observed.
func (r *Run) gapsSeen() int {
	ids := map[string]bool{}
	for _, g := range r.Gaps {
		ids[g.ID] = true
	}
	return len(ids)
}
