package mutation

import (
	"context"
	"slices"
	"strings"
	"time"

	"understudy/server/mutant"
	"understudy/spec/gap"
)

// groupSize is how many mutants are served on one fake. More take longer: one fault then hides
// another too often.
const groupSize = 8

// groups puts the mutants that are served on one fake together. Those whose promise needs a clock are
// apart from the others, which have none in the deployments that users verify.
func (o Options) groups(mutants []mutant.Mutant) ([][]mutant.Mutant, error) {
	size := groupSize
	if o.Alone || len(o.IDs) > 0 {
		size = 1
	}
	needClock, err := promisesNeedingClock()
	var with, without []mutant.Mutant
	for _, m := range mutants {
		if needClock[m.Breaks] {
			with = append(with, m)
		} else {
			without = append(without, m)
		}
	}
	return slices.Concat(groupsOf(with, size), groupsOf(without, size)), err
}

// groupsOf puts mutants into groups of a size, to be served on one fake: in none of them does a
// mutant break what another breaks, or breaks with it. Those of a group are far apart in the
// table of mutants, as neighbours are about the same operation, where one fault hides another.
func groupsOf(mutants []mutant.Mutant, size int) [][]mutant.Mutant {
	groups := make([][]mutant.Mutant, (len(mutants)+size-1)/size)
	for i, m := range mutants {
		fits := func(g int) bool {
			group := groups[g]
			return len(group) < size && !slices.ContainsFunc(group, func(other mutant.Mutant) bool { return alike(m, other) })
		}
		g := i % len(groups)
		for tries := 1; !fits(g) && tries < len(groups); tries++ {
			g = (g + 1) % len(groups)
		}
		if !fits(g) {
			g, groups = len(groups), append(groups, nil)
		}
		groups[g] = append(groups[g], m)
	}
	return groups
}

// alike reports whether one of two mutants may be blamed for the promise that the other breaks.
func alike(a, b mutant.Mutant) bool {
	return a.Breaks == b.Breaks || slices.Contains(a.With, b.Breaks) || slices.Contains(b.With, a.Breaks)
}

// linesOf holds the ids of each group in a line, with blanks between them.
func linesOf(groups [][]mutant.Mutant) (lines []string) {
	for _, group := range groups {
		var ids []string
		for _, m := range group {
			ids = append(ids, m.ID)
		}
		lines = append(lines, strings.Join(ids, " "))
	}
	return lines
}

// verify runs the suite against a fake with the faults of a group. A mutant that is not blamed there
// is verified again alone, as another fault can hide it; all of them are where a promise is blamed
// that none of them breaks. What this cannot see is a mutant that is blamed falsely for what another
// of its group breaks: then that one counts as killed even where it would survive alone.
func verify(ctx context.Context, on *address, group []mutant.Mutant, choice gap.Choice) []Result {
	results := verifyOnce(ctx, on, group, choice)
	if len(group) == 1 {
		return results
	}
	isWrong := func(r Result) bool { return len(r.False) > 0 || r.Error != "" }
	wrong := slices.ContainsFunc(results, isWrong)
	for i, r := range results {
		if (wrong || !r.Killed) && ctx.Err() == nil {
			results[i] = verifyOnce(ctx, on, group[i:i+1], choice)[0]
		}
	}
	return results
}

// verifyOnce runs the suite once against a fake with the faults of a group.
func verifyOnce(ctx context.Context, on *address, group []mutant.Mutant, choice gap.Choice) []Result {
	start := time.Now()
	run, err := runSuite(ctx, on, group, choice)
	results := make([]Result, len(group))
	for i, m := range group {
		r := Result{ID: m.ID, Breaks: m.Breaks, False: map[string]string{}, MS: time.Since(start).Milliseconds()}
		if err != nil {
			r.Error = err.Error()
		} else {
			r.add(run, m, group)
		}
		results[i] = r
	}
	return results
}
