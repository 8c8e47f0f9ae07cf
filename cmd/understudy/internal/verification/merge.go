package verification

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"understudy/steps"
	"understudy/steps/report"
)

// Merge joins the JSON reports of all shards of one run into one report, or takes the one of a
// whole run, and prints and writes it as Run does. It returns the exit code of the verdict.
func Merge(files []string, o Options, stdout, stderr io.Writer) (exit int, err error) {
	run, err := o.run(stderr)
	if err != nil {
		return 0, err
	}
	out, err := o.outputs(stdout, stderr)
	if err != nil {
		return 0, err
	}
	if slices.ContainsFunc(out.files, func(f reportFile) bool { return f.kind == "messages" }) {
		return 0, errors.New("--report messages: a JSON report does not hold the features that Cucumber Messages consist of: leave it out")
	}
	for _, f := range out.files {
		if slices.ContainsFunc(files, func(shard string) bool { return isSameFile(f.name, shard) }) {
			return 0, fmt.Errorf("%s is a report that merge reads, which the new one would replace: write the new one to another file", f.name)
		}
	}
	profile, err := o.loadProfile()
	if err != nil {
		return 0, err
	}
	known, err := o.loadBaseline()
	if err != nil {
		return 0, err
	}
	parts, err := loadShards(files)
	if err != nil {
		return 0, err
	}
	if before := parts[0].Baseline; o.Baseline != "" && before != nil {
		return 0, fmt.Errorf("%s was verified with the baseline %s: leave --baseline out, or verify again", files[0], before.File)
	}
	r := steps.Merge(parts, run)
	if profile != nil {
		r.Calibrate(*profile)
	}
	return conclude(r, run, known, out)
}

// isSameFile reports whether two names are of one file that exists.
func isSameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// part is the report of a shard and its file.
type part struct {
	file string
	*report.Run
}

// loadShards reads the reports of all shards of a run, in the order of the shards, or the only
// one, of a whole run.
func loadShards(files []string) ([]*report.Run, error) {
	var parts []part
	for _, file := range files {
		r, err := report.Load(file)
		switch {
		case err != nil:
			return nil, err
		case len(files) == 1 && r.Shard == nil:
			return []*report.Run{r}, nil
		case len(r.Shards) > 0:
			return nil, fmt.Errorf("%s is merged already: give the reports of the shards", file)
		case r.Shard == nil:
			return nil, fmt.Errorf("%s is the report of a whole run: give those that verify --shard INDEX/COUNT --report json=FILE wrote", file)
		}
		parts = append(parts, part{file, r})
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(a.Shard.Index, b.Shard.Index) })
	for _, p := range parts[1:] {
		if err := sameRun(parts[0], p); err != nil {
			return nil, err
		}
	}
	if err := complete(parts); err != nil {
		return nil, err
	}
	var runs []*report.Run
	for _, p := range parts {
		runs = append(runs, p.Run)
	}
	return runs, nil
}

// sameRun returns how two shards differ in what all shards of a run have in common.
func sameRun(a, b part) error {
	for _, c := range []struct{ what, a, b string }{
		{"versions of understudy", a.Tool.Version, b.Tool.Version},
		{"contracts", a.Contract.SHA256, b.Contract.SHA256},
		{"numbers of shards", fmt.Sprint(a.Shard.Count), fmt.Sprint(b.Shard.Count)},
		{"flags", flagsOf(a), flagsOf(b)},
		{"target files", a.Shard.Target, b.Shard.Target},
		{"features", a.Shard.Features, b.Shard.Features},
	} {
		if c.a == c.b {
			continue
		}
		which := ""
		if len(c.a) < 64 && len(c.b) < 64 { // digests say nothing to people
			which = fmt.Sprintf(" (%s, %s)", c.a, c.b)
		}
		return fmt.Errorf("%s and %s are of different runs, with different %s%s: give the reports of one run", a.file, b.file, c.what, which)
	}
	return nil
}

func flagsOf(p part) string { return cmp.Or(strings.Join(p.Shard.Flags, " "), "none") }

// complete returns which shard is missing or there twice.
func complete(parts []part) error {
	files := make([]string, parts[0].Shard.Count)
	for _, p := range parts {
		s := p.Shard
		switch {
		case s.Index < 0 || s.Index >= len(files):
			return fmt.Errorf("%s is of shard %s, which does not exist: run it again", p.file, s)
		case files[s.Index] != "":
			return fmt.Errorf("%s and %s are both of shard %s: leave one of them out", files[s.Index], p.file, s)
		}
		files[s.Index] = p.file
	}
	var missing []string
	for i, file := range files {
		if file == "" {
			missing = append(missing, report.Shard{Index: i, Count: len(files)}.String())
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("no report of shard %s: give it too, or run understudy verify again with --shard %s and the other flags of the run", strings.Join(missing, ", "), missing[0])
	}
	return nil
}
