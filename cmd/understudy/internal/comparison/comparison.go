// Package comparison compares the JSON reports of two runs of verify: which verdicts,
// gaps and scenarios changed.
//
// Start reading at Run.
package comparison

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"understudy/steps/report"
)

// Run prints what changed from the run of one report to that of another. The exit
// code is 1 where a promise is broken, or could not be verified, that was not before.
func Run(before, after string, stdout io.Writer) (exit int, err error) {
	a, err := report.Load(before)
	if err != nil {
		return 0, err
	}
	b, err := report.Load(after)
	if err != nil {
		return 0, err
	}
	promises, worse := changedPromises(a, b)
	parts := []part{
		{"promises", promises},
		{"gaps", changedGaps(a, b)},
		{"scenarios", changedScenarios(a, b)},
	}
	var text strings.Builder
	fmt.Fprintf(&text, "before: %s, %s\nafter:  %s, %s\n", a.Target.BaseURL, a.Closing(), b.Target.BaseURL, b.Closing())
	if a.Contract.SHA256 != b.Contract.SHA256 {
		text.WriteString("the runs were verified against different contracts\n")
	}
	for _, r := range []*report.Run{a, b} {
		if r.Shard != nil {
			fmt.Fprintf(&text, "shard %d/%d is a part of a run: merge its shards, and compare the whole run\n", r.Shard.Index, r.Shard.Count)
		}
	}
	same := true
	for _, p := range parts {
		if len(p.lines) > 0 {
			same = false
			fmt.Fprintf(&text, "\n%s that changed: %d\n  %s\n", p.of, len(p.lines), strings.Join(p.lines, "\n  "))
		}
	}
	if same {
		text.WriteString("\nnothing changed\n")
	}
	if worse > 0 {
		exit = 1
	}
	_, err = io.WriteString(stdout, text.String())
	return exit, err
}

type part struct {
	of    string
	lines []string
}

// changedPromises lists the promises whose verdict changed: those that got worse, those
// that are no longer checked, and the others. It counts those that are now broken or could
// not be verified.
func changedPromises(a, b *report.Run) (lines []string, worse int) {
	before := map[string]report.Promise{}
	for _, p := range a.Promises {
		before[p.ID] = p
	}
	var unchecked, better []string
	for _, p := range b.Promises {
		was, known := before[p.ID]
		delete(before, p.ID)
		from := was.Verdict
		switch {
		case !known:
			from = "not in the list"
		case from == p.Verdict:
			continue
		}
		line := fmt.Sprintf("%s: %s -> %s%s", p.ID, from, p.Verdict, because(p.Reason))
		switch {
		case p.Verdict == report.Fail || p.Verdict == report.Error:
			lines = append(lines, "✗ "+line)
			worse++
		case p.Verdict == report.Skip && known:
			unchecked = append(unchecked, "– "+line)
		default:
			better = append(better, "✓ "+line)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(before)) {
		unchecked = append(unchecked, fmt.Sprintf("– %s: %s -> not in the list", id, before[id].Verdict))
	}
	return slices.Concat(lines, unchecked, better), worse
}

// because is the reason of a verdict, for the end of a line.
func because(r report.Reason) string {
	if r.Text == "" {
		return ""
	}
	text, _, _ := strings.Cut(r.Text, "\n")
	return ": " + text
}

// changedGaps lists the gaps that the deployment fills in another way.
func changedGaps(a, b *report.Run) []string {
	return changed(observed(a), observed(b), "not observed")
}

// observed maps each gap and operation to the variants that a run saw.
func observed(r *report.Run) map[string]string {
	all := map[string]string{}
	for _, g := range r.Gaps {
		key := g.ID + "@" + g.Operation
		if before := all[key]; before != "" && before != g.Observed {
			all[key] = before + " and " + g.Observed
		} else {
			all[key] = g.Observed
		}
	}
	return all
}

// changedScenarios lists the scenarios whose verdict changed.
func changedScenarios(a, b *report.Run) []string {
	return changed(verdicts(a), verdicts(b), "not run")
}

func verdicts(r *report.Run) map[string]string {
	all := map[string]string{}
	for _, s := range r.Scenarios {
		all[s.Address] = string(s.Verdict)
	}
	return all
}

// changed lists the keys whose values differ; none stands for the value of a key that
// is missing.
func changed(before, after map[string]string, none string) (lines []string) {
	keys := maps.Clone(before)
	maps.Copy(keys, after)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		from, was := before[key]
		to, is := after[key]
		if from == to && was == is {
			continue
		}
		if !was {
			from = none
		}
		if !is {
			to = none
		}
		lines = append(lines, fmt.Sprintf("%s: %s -> %s", key, from, to))
	}
	return lines
}
