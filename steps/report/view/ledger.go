package view

import (
	"fmt"
	"slices"
	"strings"

	"understudy/steps/report"
	"understudy/steps/report/prose"
)

// Things are the things of one kind that the run created or changed.
type Things struct {
	Kind string
	Made []report.Entry
}

// Ledger groups the entries of the ledger by kind.
func Ledger(r *report.Run) (all []Things) {
	for _, e := range r.Ledger {
		i := slices.IndexFunc(all, func(t Things) bool { return t.Kind == e.Kind })
		if i < 0 {
			i = len(all)
			all = append(all, Things{Kind: e.Kind})
		}
		all[i].Made = append(all[i].Made, e)
	}
	return all
}

// Left returns those that still exist.
func (t Things) Left() (left []report.Entry) {
	for _, e := range t.Made {
		if e.Left {
			left = append(left, e)
		}
	}
	return left
}

// Name returns the id of an entry and, in quotes, the name that the run gave it, or the address
// to which a link redirects. What may have been created may have neither.
func Name(e report.Entry) string {
	name := ""
	switch {
	case e.Name == "" && e.ID == "":
		return "one of which neither the id nor a name is known"
	case e.Name == "":
	case e.Kind == "segment management link":
		name = `redirects to "` + prose.OneLine(e.Name) + `"`
	default:
		name = `named "` + prose.OneLine(e.Name) + `"`
	}
	return strings.Join(slices.DeleteFunc([]string{prose.OneLine(e.ID), name}, func(part string) bool { return part == "" }), ", ")
}

// String counts what the run created and changed, and says what remains of it, as in
// "5 segments, all still there: this API cannot delete segments".
func (t Things) String() string {
	left, notes := t.Left(), notes(t.Made)
	remains := fmt.Sprintf(", %d still there", len(left))
	switch {
	case len(left) == 0 && notes != "":
		remains = ""
	case len(left) == 0:
		remains = ", none left"
	case len(left) == len(t.Made) && len(t.Made) == 1:
		remains = ", still there"
	case len(left) == len(t.Made):
		remains = ", all still there"
	}
	if notes != "" {
		remains += ": " + notes
	}
	return prose.Count(len(t.Made), t.Kind) + remains
}

// notes returns the notes of the entries of a kind, with counts where they differ.
func notes(entries []report.Entry) string {
	var all []string
	times := map[string]int{}
	for _, e := range entries {
		if e.Note != "" && times[e.Note] == 0 {
			all = append(all, e.Note)
		}
		times[e.Note]++
	}
	if each, ok := strings.CutPrefix(strings.Join(all, ""), "each "); ok && len(entries) == 1 {
		return "it " + each
	}
	for i, note := range all {
		if times[note] < len(entries) {
			all[i] = fmt.Sprintf("%s (%d)", note, times[note])
		}
	}
	return strings.Join(all, "; ")
}
