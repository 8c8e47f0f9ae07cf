package console

import (
	"fmt"
	"net/url"
	"strings"

	"understudy/spec"
	"understudy/spec/gap"
)

// gapsView is the gaps that were found, with the variants that the sandbox responds
// with.
type gapsView struct {
	Find         string
	Other        bool
	Shown, Total int
	// Sections have the gaps by section of the document; those with another variant than
	// the default come before.
	Sections []gapSection
	// Was is the choice of the sandbox when the page was shown, as a field of the form.
	Was string
	// Changed says that the choice differs from the one that the sandbox was opened with.
	Changed bool
	// Rejected says that the form has values that were not saved.
	Rejected bool
}

type gapSection struct {
	ID, Title string
	Gaps      []gapLine
}

// gapLine is a gap. Variant is that of all operations, or empty if they differ.
type gapLine struct {
	gap.Gap
	Variant string
	On      []gapOn
	Changed bool
}

// gapOn is the variant on one operation.
type gapOn struct{ Operation, Variant string }

// viewGaps finds gaps by words, and those with another variant than the default.
func viewGaps(v *visit) (any, error) {
	choice := v.sandbox.Choice()
	view := gapsView{Find: v.query.Get("find"), Other: v.query.Get("other") != "", Was: strings.Join(choice.Assignments(), " "),
		Changed: len(changesOf(v.sandbox.InitialChoice(), choice)) > 0}
	typed := v.typed("choose") // a rejected form keeps its values
	if typed != nil {
		view.Was, view.Rejected = typed.Get("was"), true
	}
	sections := []gapSection{{ID: "changed", Title: "Not the default"}}
	for i, section := range spec.Sections {
		sections = append(sections, gapSection{ID: fmt.Sprintf("section-%d", i), Title: string(section)})
	}
	for _, g := range gap.All {
		if !g.Probed() {
			continue
		}
		view.Total++
		l := lineOf(choice, g)
		words := strings.ToLower(g.ID + " " + g.Asks + " " + strings.Join(g.Operations, " "))
		if !strings.Contains(words, strings.ToLower(strings.TrimSpace(view.Find))) || view.Other && !l.Changed {
			continue
		}
		if typed != nil {
			l.fill(typed)
		}
		view.Shown++
		for i := range sections {
			if l.Changed && i == 0 || !l.Changed && sections[i].Title == string(g.At.Section) {
				sections[i].Gaps = append(sections[i].Gaps, l)
			}
		}
	}
	for _, s := range sections {
		if len(s.Gaps) > 0 {
			view.Sections = append(view.Sections, s)
		}
	}
	return view, nil
}

func lineOf(choice gap.Choice, g gap.Gap) gapLine {
	l := gapLine{Gap: g, Variant: choice.Variant(g.ID, g.Operations[0])}
	same := true
	for _, operation := range g.Operations {
		on := gapOn{operation, choice.Variant(g.ID, operation)}
		l.On = append(l.On, on)
		same = same && on.Variant == l.Variant
		l.Changed = l.Changed || on.Variant != g.Default
	}
	if !same {
		l.Variant = ""
	}
	return l
}

// fill puts the typed values into the fields of the gap.
func (l *gapLine) fill(typed url.Values) {
	l.Variant = typed.Get("gap:" + l.ID)
	for i := range l.On {
		if name := "gap:" + l.ID + "@" + l.On[i].Operation; typed.Has(name) {
			l.On[i].Variant = typed.Get(name)
		}
	}
}

// choices are the variants that a form changes, by ID or ID@OPERATION.
func choices(form url.Values) (any, error) {
	was, err := gap.Choice{}.Assign(strings.Fields(form.Get("was"))...)
	if err != nil {
		return nil, err
	}
	changes := map[string]string{}
	for _, g := range gap.All {
		if !g.Probed() {
			continue
		}
		l := lineOf(was, g)
		changed := func(place, variant string) {
			if now := strings.TrimSpace(form.Get("gap:" + place)); form.Has("gap:"+place) && now != variant {
				changes[place] = now
			}
		}
		changed(l.ID, l.Variant)
		for _, on := range l.On {
			changed(l.ID+"@"+on.Operation, on.Variant)
		}
	}
	return changes, nil
}

// changesOf are the gaps on which two choices differ, in words.
func changesOf(before, after gap.Choice) (changes []string) {
	for _, g := range gap.All {
		if !g.Probed() {
			continue
		}
		was, is := lineOf(before, g), lineOf(after, g)
		if was.Variant != "" && is.Variant != "" {
			if was.Variant != is.Variant {
				changes = append(changes, fmt.Sprintf("%s is %s (was %s)", g.ID, is.Variant, was.Variant))
			}
			continue
		}
		for i, on := range is.On {
			if on.Variant != was.On[i].Variant {
				changes = append(changes, fmt.Sprintf("%s on %s is %s (was %s)", g.ID, on.Operation, on.Variant, was.On[i].Variant))
			}
		}
	}
	return changes
}

// choosing is the data of the template of a choice: the variants of a gap, on one
// operation or, if that is empty, on all.
func choosing(g gapLine, operation, variant string) map[string]any {
	id, name := "variant-"+g.ID, "gap:"+g.ID
	if operation != "" {
		id, name = id+"-"+operation, name+"@"+operation
	}
	return map[string]any{"ID": id, "Name": name, "Gap": g, "Operation": operation, "Variant": variant}
}
