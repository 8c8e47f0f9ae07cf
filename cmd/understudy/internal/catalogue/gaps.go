package catalogue

import (
	"fmt"
	"strings"

	"understudy/spec"
	"understudy/spec/gap"
)

func gapSection(g gap.Gap) spec.Section { return g.At.Section }

// GapsText lists what the document leaves open, with the variants to choose from.
func GapsText(rows []gap.Gap) string { return bySection(rows, gapSection, plainHeading, GapText) }

// legend explains the marks of marked.
const legend = "Each default has its source: public documentation of a similar service (`similar service`),\n" +
	"a working client (`client`), or our own choice (`guess`)."

// marked are the marks of a default in GapsMarkdown. That of documentation must
// not read as if it were the API's own.
var marked = map[gap.Strength]string{gap.Documented: "similar service", gap.Client: "client", gap.Guess: "guess"}

// GapsMarkdown is GapsText as a page of Markdown.
func GapsMarkdown(rows []gap.Gap) string {
	return "# Gaps\n\n" + legend + "\n\n" + bySection(rows, gapSection, headingWith("gap", "question", "default", "variants"), gapRow)
}

// GapText is one gap in GapsText.
func GapText(g gap.Gap) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  %s\n      %s\n      on %s\n", g.ID, g.Asks, strings.Join(g.Operations, ", "))
	if g.Forbids != "" {
		fmt.Fprintf(&b, "      never: %s (%s)\n", g.Forbids, g.Promise)
	}
	if !g.Probed() {
		fmt.Fprintf(&b, "      not probed: %s\n", g.Noted)
	}
	if g.Takes != "" {
		fmt.Fprintf(&b, "      also: %s\n", g.Takes)
	}
	if len(g.MaskedBy) > 0 {
		fmt.Fprintf(&b, "      may be masked by %s\n", strings.Join(g.MaskedBy, ", "))
	}
	for _, v := range g.Variants {
		mark := " "
		if v.ID == g.Default {
			mark = "*"
		}
		fmt.Fprintf(&b, "    %s %-14s %s%s\n", mark, v.ID, v.Says, needs(v))
	}
	if g.Probed() {
		fmt.Fprintf(&b, "      default: %s, %s\n", g.Default, origins[g.Because])
	}
	return b.String()
}

// origins describes where a default comes from.
var origins = map[gap.Strength]string{
	gap.Documented: "as the public documentation of a similar service describes it",
	gap.Client:     "as a working client relies on it",
	gap.Guess:      "our own choice",
}

func needs(v gap.Variant) string {
	var all []string
	for _, n := range v.Needs {
		all = append(all, n.Gap+"="+strings.Join(n.Variants, "|"))
	}
	if all == nil {
		return ""
	}
	return " (needs " + strings.Join(all, ", ") + ")"
}

func gapRow(g gap.Gap) string {
	asks := g.Asks
	if g.Forbids != "" {
		asks += " Never: " + g.Forbids + "."
	}
	if !g.Probed() {
		return tableRow(code(g.ID), asks, "", "not probed: "+g.Noted)
	}
	var variants []string
	for _, v := range g.Variants {
		variants = append(variants, code(v.ID)+" "+v.Says+needs(v))
	}
	if g.Takes != "" {
		variants = append(variants, string(g.Takes))
	}
	return tableRow(code(g.ID), asks, code(g.Default)+" ("+marked[g.Because]+")", strings.Join(variants, "; "))
}
