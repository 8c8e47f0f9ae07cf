package verification

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"understudy/steps"
	"understudy/steps/report"
	"understudy/steps/target"
)

func TestAShardIsReadOrRejected(t *testing.T) {
	for text, want := range map[string]string{
		"0/1": "", "3/4": "", "03/4": "", "999/1000": "",
		"4/4":    "the last of 4 is 3/4",
		"0/0":    "there must be 1 to 1000 shards",
		"0/1001": "there must be 1 to 1000 shards",
		"-1/4":   "write INDEX/COUNT", "1": "write INDEX/COUNT", "1/": "write INDEX/COUNT", "/4": "write INDEX/COUNT",
		"1/2/3": "write INDEX/COUNT", "a/b": "write INDEX/COUNT", "0.5/4": "write INDEX/COUNT", " 0/4": "write INDEX/COUNT",
	} {
		s, err := parseShard(text)
		switch {
		case want == "" && (err != nil || s == nil):
			t.Errorf("%q: %v", text, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "--shard")):
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

func TestWhatIsAboutAllScenariosIsForMerge(t *testing.T) {
	given := map[string]Options{
		"--baseline": {Baseline: "known.yaml"}, "--update-baseline": {UpdateBaseline: true}, "--require": {Require: []string{"all"}},
		"--min-checked": {MinChecked: "90%"}, "--profile": {Profile: "profile.yaml", Target: "target.yaml"},
	}
	for flag, o := range given {
		o.Shard = "0/4"
		if _, err := o.shard(); err == nil || !strings.Contains(err.Error(), "what "+flag+" says is about all of them: give that to understudy merge") {
			t.Errorf("%s: %v", flag, err)
		}
	}
	if s, err := (Options{Shard: "0/4", Profile: "profile.yaml"}).shard(); s == nil || err != nil {
		t.Errorf("the profile of a fake that the shard starts: %v", err)
	}
}

func TestAShardWithoutAJSONReportIsRejected(t *testing.T) {
	code, _, stderr := verify(t, Options{Shard: "0/4", Reports: []string{"html=" + filepath.Join(t.TempDir(), "report.html")}})
	if code != 2 || !strings.Contains(stderr, "add --report json=FILE or --format json") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

func TestAShardRemovesTheReportOfAnEarlierRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "shard.json")
	if err := os.WriteFile(file, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	o := Options{Shard: "0/4", Reports: []string{"json=" + file}, Target: "nowhere.yaml"}
	o.List = true
	verify(t, o)
	if _, err := os.Stat(file); err != nil {
		t.Errorf("a list removed it: %v", err)
	}
	o.List = false
	code, _, stderr := verify(t, o)
	if _, err := os.Stat(file); code != 2 || !os.IsNotExist(err) {
		t.Errorf("exit code %d, and the file is there: %v: %s", code, err, stderr)
	}
}

// TestTheLimitsOfATargetAreThoseOfAllShards: the rate is divided, and the number of
// scenarios at a time, of which two are left.
func TestTheLimitsOfATargetAreThoseOfAllShards(t *testing.T) {
	for name, c := range map[string]struct {
		limits      target.Limits
		flag        int
		concurrency int
	}{
		"divided":                  {target.Limits{RequestsPerSecond: 10, Concurrency: 16}, 0, 4},
		"two are left":             {target.Limits{RequestsPerSecond: 10, Concurrency: 4}, 0, 2},
		"one where one is allowed": {target.Limits{RequestsPerSecond: 10, Concurrency: 1}, 0, 1},
		"as the flag says":         {target.Limits{RequestsPerSecond: 10, Concurrency: 16}, 9, 9},
	} {
		tg := target.Target{BaseURL: "http://127.0.0.1:1", Tokens: target.Tokens{Workspace: "workspace", Personal: "personal"}, Limits: c.limits}
		text, err := target.Marshal(tg)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "target.yaml")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		o := Options{Shard: "1/4", Target: file, Concurrency: c.flag}
		run := steps.Options{Concurrency: c.flag}
		if _, err := o.divide(&run, &report.Shard{Index: 1, Count: 4}, nil); err != nil {
			t.Fatal(err)
		}
		shared, err := o.share(tg)
		if err != nil || shared.Limits.RequestsPerSecond != 2.5 || run.Concurrency != c.concurrency {
			t.Errorf("%s: %v requests per second, %d scenarios at a time: %v", name, shared.Limits.RequestsPerSecond, run.Concurrency, err)
		}
	}
}

// inShards verifies in shards with the options, and returns their reports.
func inShards(t *testing.T, count, wantCode int, o Options) (files []string) {
	t.Helper()
	worst := 0
	for i := range count {
		file := filepath.Join(t.TempDir(), "shard.json")
		o.Shard, o.Reports = fmt.Sprintf("%d/%d", i, count), []string{"json=" + file}
		code, stdout, stderr := verify(t, o)
		worst = max(worst, code)
		if code > wantCode {
			t.Fatalf("shard %s: exit code %d: %s%s", o.Shard, code, stdout, stderr)
		}
		files = append(files, file)
	}
	if worst != wantCode {
		t.Errorf("the worst exit code of a shard is %d, want %d", worst, wantCode)
	}
	return files
}

// merging is Merge of files.
func merging(files ...string) command {
	return func(_ context.Context, o Options, stdout, stderr io.Writer) (int, error) {
		return Merge(files, o, stdout, stderr)
	}
}

func TestTheMergedVerdictHasTheExitCodeOfOneRun(t *testing.T) {
	page := Options{Tags: "@operation:list-topics or @promise:page-zero-is-one"}
	conforming := inShards(t, 2, 0, page)
	broken := page
	broken.Target = deployment(t, zeroIsTwo)
	brokenShards := inShards(t, 2, 1, broken)
	known := filepath.Join(t.TempDir(), "known.yaml")
	if err := os.WriteFile(known, []byte("known:\n  - {promise: page-zero-is-one, reason: r}\n  - {promise: invitation-role, reason: r}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	rejecting := page
	rejecting.Target = deployment(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/topics") {
				w.WriteHeader(http.StatusNotFound)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	rejected := inShards(t, 2, 0, rejecting)
	for name, c := range map[string]struct {
		files []string
		Options
		code int
		want string
	}{
		"conforming":             {conforming, Options{}, 0, "– partly checked: "},
		"enough is checked":      {conforming, Options{MinChecked: "1%"}, 0, "– partly checked: "},
		"too little is checked":  {conforming, Options{MinChecked: "90%"}, 3, "– too little checked: fewer than 90% of the promises"},
		"what is required":       {conforming, Options{Require: []string{"created-segment-id"}}, 3, "required, but not checked: created-segment-id"},
		"an invalid share":       {conforming, Options{MinChecked: "900%"}, 2, `--min-checked "900%": must be a percentage`},
		"a broken promise":       {brokenShards, Options{}, 1, "✗ not conforming: 2 of "},
		"known failures":         {brokenShards, Options{Baseline: known}, 0, "with 2 known failures"},
		"rejected test data":     {rejected, Options{}, 3, "the deployment rejected resources."},
		"Cucumber Messages":      {conforming, Options{Reports: []string{"messages=m.ndjson"}}, 2, "--report messages: a JSON report does not hold the features"},
		"the report of a folder": {[]string{t.TempDir()}, Options{}, 2, "is a directory"},
	} {
		code, stdout, stderr := merging(c.files...).end(t.Context(), c.Options)
		if code != c.code || !strings.Contains(stdout+stderr, c.want) {
			t.Errorf("%s: exit code %d: %s%s", name, code, stdout, stderr)
		}
	}
}

func TestReportsThatAreNotAllShardsOfOneRunAreRejected(t *testing.T) {
	small := Options{Tags: "@operation:list-topics"}
	files := inShards(t, 3, 0, small)
	change := func(of string, change func(*report.Run)) string {
		r := readReport(t, of)
		change(&r)
		var text bytes.Buffer
		if err := report.JSON(&text, &r); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "changed.json")
		if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	other := func(c func(*report.Run)) []string { return []string{files[0], change(files[1], c), files[2]} }
	broken := filepath.Join(t.TempDir(), "broken.json")
	if err := os.WriteFile(broken, []byte(`{"schema": 2,`), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		files []string
		want  string
	}{
		"all":               {files, ""},
		"in any order":      {[]string{files[2], files[0], files[1]}, ""},
		"a missing shard":   {files[:2], "no report of shard 2/3: give it too, or run understudy verify again with --shard 2/3"},
		"two missing":       {files[1:2], "no report of shard 0/3, 2/3: "},
		"a shard twice":     {append(slices.Clone(files), files[1]), "are both of shard 1/3: leave one of them out"},
		"a whole run":       {other(func(r *report.Run) { r.Shard = nil }), "is the report of a whole run"},
		"a merged run":      {other(func(r *report.Run) { r.Shards = []report.ShardRun{{}} }), "is merged already"},
		"another version":   {other(func(r *report.Run) { r.Tool.Version = "v0.0.1" }), "with different versions of understudy (, v0.0.1): give the reports of one run"},
		"another contract":  {other(func(r *report.Run) { r.Contract.SHA256 = "0" }), "with different contracts"},
		"another count":     {other(func(r *report.Run) { r.Shard.Count = 5 }), "with different numbers of shards (3, 5)"},
		"other flags":       {other(func(r *report.Run) { r.Shard.Flags = nil }), "with different flags (--tags @operation:list-topics, none)"},
		"another target":    {other(func(r *report.Run) { r.Shard.Target = strings.Repeat("0", 64) }), "with different target files: "},
		"other features":    {other(func(r *report.Run) { r.Shard.Features = strings.Repeat("0", 64) }), "with different features: "},
		"a shard too many":  {other(func(r *report.Run) { r.Shard.Index = 3 }), "which does not exist"},
		"another form":      {other(func(r *report.Run) { r.Schema = 1 }), "has the schema 1 of another version"},
		"broken JSON":       {[]string{files[0], broken, files[2]}, "is no JSON report"},
		"a file that is no": {[]string{"nowhere.json"}, "open nowhere.json"},
	} {
		code, stdout, stderr := merging(c.files...).end(t.Context(), Options{})
		if c.want == "" && code != 0 || c.want != "" && (code != 2 || !strings.Contains(stderr, c.want)) {
			t.Errorf("%s: exit code %d: %s%s", name, code, stdout, stderr)
		}
	}
}

func TestAWholeReportIsWrittenInOtherForms(t *testing.T) {
	dir := t.TempDir()
	whole, again, page := filepath.Join(dir, "whole.json"), filepath.Join(dir, "again.json"), filepath.Join(dir, "page.html")
	known := filepath.Join(dir, "known.yaml")
	if err := os.WriteFile(known, []byte("known:\n  - {promise: page-zero-is-one, reason: r}\n  - {promise: invitation-role, reason: r}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o := Options{Tags: "@promise:page-zero-is-one", Baseline: known, Require: []string{"created-segment-id"}, Reports: []string{"json=" + whole}}
	o.Target = deployment(t, zeroIsTwo)
	code, stdout, stderr := verify(t, o)
	if code != 3 {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	code, stdout, stderr = merging(whole).end(t.Context(), Options{Reports: []string{"json=" + again, "html=" + page}})
	if code != 3 || !strings.Contains(stdout, "known to fail: 2 promises") || !strings.Contains(stdout, "required, but not checked: created-segment-id") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	a, b := readReport(t, whole), readReport(t, again)
	if !reflect.DeepEqual(a, b) {
		t.Error("the JSON report changed")
	}
	if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), "page-zero-is-one") {
		t.Errorf("the HTML report does not name the broken promise: %v", err)
	}
	if code, stdout, stderr = merging(again).end(t.Context(), Options{Require: []string{"list-code"}}); code != 3 || !strings.Contains(stdout, "required, but not checked: created-segment-id, list-code") {
		t.Errorf("exit code %d where one more is required: %s%s", code, stdout, stderr)
	}
	if code, _, stderr = merging(whole).end(t.Context(), Options{Baseline: known}); code != 2 || !strings.Contains(stderr, "was verified with the baseline") {
		t.Errorf("exit code %d with another baseline: %s", code, stderr)
	}
	if code, _, stderr = merging(whole).end(t.Context(), Options{Reports: []string{"html=" + whole}}); code != 2 || !strings.Contains(stderr, "write the new one to another file") {
		t.Errorf("exit code %d where the report would be replaced: %s", code, stderr)
	}
}

// TestShardsOfTheFakeAreOneRun holds the merged report of shards, each of which starts other
// fakes, against that of one run.
func TestShardsOfTheFakeAreOneRun(t *testing.T) {
	whole, merged := filepath.Join(t.TempDir(), "whole.json"), filepath.Join(t.TempDir(), "merged.json")
	if code, stdout, stderr := verify(t, Options{Reports: []string{"json=" + whole}}); code != 0 {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	files := inShards(t, 4, 0, Options{})
	if code, stdout, stderr := merging(files...).end(t.Context(), Options{Reports: []string{"json=" + merged}}); code != 0 {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	a, b := readReport(t, whole), readReport(t, merged)
	for what, of := range map[string]func(report.Run) any{
		"promises": func(r report.Run) any {
			return eachOf(r.Promises, func(p report.Promise) any { return []any{p.ID, p.Verdict, p.Reason, p.Scenarios} })
		},
		"gaps": func(r report.Run) any {
			return eachOf(r.Gaps, func(g report.Gap) any { return []any{g.ID, g.Operation, g.Observed} })
		},
		"members": func(r report.Run) any {
			return eachOf(r.Coverage, func(c report.Coverage) any {
				return []any{c.Operation, c.Status, c.Member, c.Seen > 0}
			})
		},
		"unobserved": func(r report.Run) any { return r.Unobserved },
		"the rest":   func(r report.Run) any { return []any{r.Unchecked, r.NotAsked, r.Summary, r.Closing()} },
	} {
		one, parts := text(t, of(a)), text(t, of(b))
		if one != parts {
			t.Errorf("%s differ:\n%s\nin one run:\n%s", what, parts, one)
		}
	}
}

func eachOf[E any](list []E, of func(E) any) (all []any) {
	for _, e := range list {
		all = append(all, of(e))
	}
	return all
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
