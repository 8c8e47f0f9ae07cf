package gap

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"understudy/spec/suggest"
)

// Choice holds the chosen variant per (gap, operation). The zero value chooses
// every gap's default. A Choice never changes: With returns a new one. Two that
// compare equal are the same; two that do not may still choose the same
// variants.
type Choice struct {
	chosen *variants
}

// variants are the chosen variants. They must not be changed.
type variants struct{ at map[key]string }

func newChoice(chosen map[key]string) Choice {
	if len(chosen) == 0 {
		return Choice{}
	}
	return Choice{&variants{chosen}}
}

// all returns the variants that were chosen.
func (c Choice) all() map[key]string {
	if c.chosen == nil {
		return nil
	}
	return c.chosen.at
}

type key struct{ gap, operation string }

// anyOperation is the key of a choice for every operation of the gap without
// one of its own.
const anyOperation = "*"

// Chosen returns the variant that was chosen for a gap on an operation, if any.
func (c Choice) Chosen(gap, operation string) (variant string, ok bool) {
	if c.chosen == nil {
		return "", false
	}
	if v, ok := c.chosen.at[key{gap, operation}]; ok {
		return v, true
	}
	v, ok := c.chosen.at[key{gap, anyOperation}]
	return v, ok
}

// Variant returns the chosen variant of a gap on an operation, or the default.
// The gap must be a row of All: an unknown id is a bug of the caller and
// panics.
func (c Choice) Variant(gap, operation string) string {
	if v, ok := c.Chosen(gap, operation); ok {
		return v
	}
	g, ok := ByID(gap)
	if !ok {
		panic("gap: no gap " + gap)
	}
	return g.Default
}

// With chooses a variant for one operation of a gap, or for all of them where
// operation is empty or "*".
func (c Choice) With(gap, operation, variant string) (Choice, error) {
	if operation == "" {
		operation = anyOperation
	}
	g, ok := ByID(gap)
	switch {
	case !ok:
		return c, unknown(gap)
	case !g.Probed():
		return c, fmt.Errorf("gap %q has no variants to choose from: %s", gap, g.Noted)
	case operation != anyOperation && !g.On(operation):
		return c, fmt.Errorf("gap %q does not arise on operation %q: %sit does on %s", gap, operation, suggest.DidYouMean(operation, g.Operations), strings.Join(g.Operations, ", "))
	}
	if _, ok := g.Variant(variant); !ok {
		return c, fmt.Errorf("gap %q has no variant %q: %sit has %s", gap, variant, suggest.DidYouMean(variant, g.variantIDs()), g.choices())
	}
	chosen := maps.Clone(c.all())
	if chosen == nil {
		chosen = map[key]string{}
	}
	chosen[key{gap, operation}] = variant
	return newChoice(chosen), nil
}

// unknown says that no gap has an id.
func unknown(gap string) error {
	return fmt.Errorf("no gap %q: %ssee understudy gaps", gap, suggest.DidYouMean(gap, IDs()))
}

// Over returns c, completed by another choice where c has none. What c chooses
// for all operations overrides what the other chooses for one.
func (c Choice) Over(other Choice) Choice {
	chosen := map[key]string{}
	for k, variant := range other.all() {
		if _, ok := c.all()[key{k.gap, anyOperation}]; !ok {
			chosen[k] = variant
		}
	}
	maps.Copy(chosen, c.all())
	return newChoice(chosen)
}

// IDs returns the ids of all gaps.
func IDs() (all []string) {
	for _, g := range All {
		all = append(all, g.ID)
	}
	return all
}

// choices lists the variants in words.
func (g Gap) choices() string {
	text := strings.Join(g.variantIDs(), ", ")
	if g.Takes != "" {
		text += ", or " + string(g.Takes)
	}
	return text
}

func (g Gap) variantIDs() []string {
	var ids []string
	for _, v := range g.Variants {
		ids = append(ids, v.ID)
	}
	return ids
}

// Parse reads ID[@OPERATION]=VARIANT and adds it to the choice.
func (c Choice) Parse(assignment string) (Choice, error) {
	left, variant, ok := strings.Cut(assignment, "=")
	id, operation, _ := strings.Cut(left, "@")
	if g, known := ByID(id); !ok && known && g.Probed() {
		return c, fmt.Errorf("%q is not a choice: write %s=VARIANT: it has %s", assignment, left, g.choices())
	}
	if !ok {
		return c, fmt.Errorf("%q is not a choice: %swrite ID=VARIANT or ID@OPERATION=VARIANT; understudy gaps lists them", assignment, suggest.DidYouMean(id, IDs()))
	}
	return c.With(id, operation, variant)
}

// Assign applies assignments, as Parse reads them, over the choice. It reads
// all of them before it checks them: one may need another that comes after it.
func (c Choice) Assign(assignments ...string) (Choice, error) {
	var assigned Choice
	for _, a := range assignments {
		var err error
		if assigned, err = assigned.Parse(a); err != nil {
			return c, err
		}
	}
	assigned = assigned.Over(c)
	if err := assigned.Check(); err != nil {
		return c, fmt.Errorf("%w: choose that too, or leave out the first", err)
	}
	return assigned, nil
}

// Assignments returns the variants that were chosen, each as Parse reads it, in
// a stable order.
func (c Choice) Assignments() []string {
	var all []string
	for at, variant := range c.all() {
		place := at.gap
		if at.operation != anyOperation {
			place += "@" + at.operation
		}
		all = append(all, place+"="+variant)
	}
	slices.Sort(all)
	return all
}

// Check reports the first variant whose needs the choice does not meet.
func (c Choice) Check() error {
	if c.chosen == nil { // the defaults meet all needs
		return nil
	}
	for _, g := range All {
		for _, op := range g.Operations {
			if need, ok := c.unmet(g, op); ok {
				return fmt.Errorf("gap %s=%s on %s needs %s to be %s, not %s", g.ID, c.Variant(g.ID, op), op,
					need.Gap, strings.Join(need.Variants, " or "), c.Variant(need.Gap, op))
			}
		}
	}
	return nil
}

func (c Choice) unmet(g Gap, operation string) (Need, bool) {
	v, _ := g.Variant(c.Variant(g.ID, operation))
	for _, need := range v.Needs {
		if !slices.Contains(need.Variants, c.Variant(need.Gap, operation)) {
			return need, true
		}
	}
	return Need{}, false
}

// Random draws one consistent choice: a variant for each probed gap and
// operation, drawn again until the needs of all are met. Variants that respond
// with something other than JSON are never drawn.
func Random(seed uint64) Choice {
	rng := rand.New(rand.NewPCG(seed, 0))
	for {
		chosen := map[key]string{}
		for _, g := range All {
			if !g.Probed() {
				continue
			}
			drawn := slices.DeleteFunc(g.variantIDs(), func(v string) bool { return notJSON[key{g.ID, v}] })
			for _, op := range g.Operations {
				chosen[key{g.ID, op}] = drawn[rng.IntN(len(drawn))]
			}
		}
		if c := newChoice(chosen); c.Check() == nil {
			return c
		}
	}
}

// notJSON are the variants, by gap and variant, whose responses are not JSON.
var notJSON = map[key]bool{
	{"error-body", "text"}:  true,
	{"error-body", "empty"}: true,
}
