package comparison_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"understudy/cmd/understudy/internal/comparison"
	"understudy/steps/report"
)

func saved(t *testing.T, r *report.Run) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.json")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := report.JSON(f, r); err != nil {
		t.Fatal(err)
	}
	return file
}

func run(verdicts map[string]report.Verdict, perPage string) *report.Run {
	r := &report.Run{Schema: report.SchemaVersion, Target: report.Target{BaseURL: "https://sync.example.com"},
		Gaps:      []report.Gap{{ID: "per-page-over-max", Operation: "list-topics", Observed: perPage}},
		Scenarios: []report.Scenario{{Address: "limits/pages#long", Verdict: verdicts["list-code"]}}}
	for _, id := range []string{"list-code", "order-asc", "list-data", "segment-id"} {
		if v, ok := verdicts[id]; ok {
			r.Promises = append(r.Promises, report.Promise{ID: id, Verdict: v, Reason: report.Reason{Text: "the reason of " + id + "\nand more"}})
		}
	}
	return r
}

func TestWhatChangedIsListed(t *testing.T) {
	before := run(map[string]report.Verdict{"list-code": report.Pass, "order-asc": report.Fail, "list-data": report.Pass, "segment-id": report.Pass}, "clamp")
	after := run(map[string]report.Verdict{"list-code": report.Fail, "order-asc": report.Pass, "segment-id": report.Skip}, "refuse")
	var out bytes.Buffer
	exit, err := comparison.Run(saved(t, before), saved(t, after), &out)
	if err != nil || exit != 1 {
		t.Errorf("exit code %d, %v", exit, err)
	}
	_, changes, _ := strings.Cut(out.String(), "\n\n")
	if want := `promises that changed: 4
  ✗ list-code: pass -> fail: the reason of list-code
  – segment-id: pass -> skip: the reason of segment-id
  – list-data: pass -> not in the list
  ✓ order-asc: fail -> pass: the reason of order-asc

gaps that changed: 1
  per-page-over-max@list-topics: clamp -> refuse

scenarios that changed: 1
  limits/pages#long: pass -> fail
`; changes != want {
		t.Errorf("got\n%s\nwant\n%s", changes, want)
	}
}

func TestNothingGotWorse(t *testing.T) {
	failing := run(map[string]report.Verdict{"list-code": report.Fail}, "clamp")
	for says, after := range map[string]*report.Run{
		"\nnothing changed\n":                     failing,
		"promises that changed: 1\n  – list-code": run(map[string]report.Verdict{"list-code": report.Skip}, "clamp"),
	} {
		var out bytes.Buffer
		exit, err := comparison.Run(saved(t, failing), saved(t, after), &out)
		if err != nil || exit != 0 || !strings.Contains(out.String(), says) {
			t.Errorf("exit code %d, %v: %s", exit, err, &out)
		}
	}
}

func TestWhatIsNoReportIsRejected(t *testing.T) {
	good := saved(t, run(nil, "clamp"))
	for text, says := range map[string]string{
		"[]":                       "is no JSON report",
		`{"version": "2.1.0"}`:     "is no JSON report",
		`{"schema": 1}`:            "of another version of understudy",
		`{"schema": 2, "promises"`: "is no JSON report",
	} {
		bad := filepath.Join(t.TempDir(), "bad.json")
		if err := os.WriteFile(bad, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, files := range [][2]string{{bad, good}, {good, bad}} {
			if _, err := comparison.Run(files[0], files[1], &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%s: got %v", text, err)
			}
		}
	}
	if _, err := comparison.Run(good, filepath.Join(t.TempDir(), "none.json"), &bytes.Buffer{}); !os.IsNotExist(err) {
		t.Errorf("of a missing file: %v", err)
	}
}
