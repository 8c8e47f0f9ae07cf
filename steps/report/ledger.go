package report

import (
	"fmt"
	"slices"
	"strings"
)

// things are the things of one kind that the run created or changed.
type things struct {
	Kind string
	Made []Entry
}

// byKind groups the entries of the ledger by kind.
func (r *Run) byKind() (all []things) {
	for _, e := range r.Ledger {
		i := slices.IndexFunc(all, func(t things) bool { return t.Kind == e.Kind })
		if i < 0 {
			i = len(all)
			all = append(all, things{Kind: e.Kind})
		}
		all[i].Made = append(all[i].Made, e)
	}
	return all
}

// left returns those that still exist.
func (t things) left() (left []Entry) {
	for _, e := range t.Made {
		if e.Left {
			left = append(left, e)
		}
	}
	return left
}

func remains(made int, left []Entry, notes string) string {
	text := fmt.Sprintf(", %d still there", len(left))
	switch {
	case len(left) == 0 && notes != "":
		text = ""
	case len(left) == 0:
		text = ", none left"
	case len(left) == made && made == 1:
		text = ", still there"
	case len(left) == made:
		text = ", all still there"
	}
	if notes != "" {
		text += ": " + notes
	}
	return text
}

// notes returns the notes of the entries of a kind, with counts where they differ.
func notes(entries []Entry) string {
	var all []string
	times := map[string]int{}
	for _, e := range entries {
		if e.Note != "" && times[e.Note] == 0 {
			all = append(all, e.Note)
		}
		times[e.Note]++
	}
	for i, note := range all {
		if times[note] < len(entries) {
			all[i] = fmt.Sprintf("%s (%d)", note, times[note])
		}
	}
	return strings.Join(all, "; ")
}
