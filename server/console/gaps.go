package console

import (
	"strings"

	"understudy/spec/gap"
)

// gapsView is the gaps with the variants that the sandbox answers with.
type gapsView struct {
	Find  string
	Other bool
	Total int
	Gaps  []gapLine
}

// gapLine is a gap. Variant is that of all operations, or empty where they
// differ.
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
	view := gapsView{Find: v.query.Get("find"), Other: v.query.Get("other") != ""}
	choice := v.sandbox.Choice()
	for _, g := range gap.All {
		if !g.Probed() {
			continue
		}
		view.Total++
		l := lineOf(choice, g)
		words := strings.ToLower(g.ID + " " + g.Asks + " " + strings.Join(g.Operations, " "))
		if strings.Contains(words, strings.ToLower(strings.TrimSpace(view.Find))) && (l.Changed || !view.Other) {
			view.Gaps = append(view.Gaps, l)
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

// choosing is what the template of a choice shows: the variants of a gap, on one
// operation or, where that is empty, on all.
func choosing(g gapLine, operation, variant string) map[string]any {
	field := "variant-" + g.ID
	if operation != "" {
		field += "-" + operation
	}
	return map[string]any{"Field": field, "Variant": variant, "Variants": g.Variants, "Takes": g.Takes}
}
