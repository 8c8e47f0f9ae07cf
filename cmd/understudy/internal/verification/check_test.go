package verification

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"understudy/steps"
	"understudy/steps/target"
)

func TestAWrongSetUpIsReportedAsSuch(t *testing.T) {
	profile := filepath.Join(t.TempDir(), "profile.yaml")
	sound, _ := wrongSetUp{}.setUp(t)
	if code, _, stderr := observeTo(profile).end(t.Context(), Options{Target: writeTarget(t, sound), ReadOnly: true}); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	commands := []struct {
		name string
		// of runs the command with its options, which may write into a folder.
		of func(dir string) (command, Options)
	}{
		{"verify", func(dir string) (command, Options) {
			return Run, Options{Reports: []string{"json=" + filepath.Join(dir, "report.json")}, Baseline: filepath.Join(dir, "known.yaml"), UpdateBaseline: true}
		}},
		{"verify --profile", func(dir string) (command, Options) {
			return Run, Options{Profile: profile, Reports: []string{"junit=" + filepath.Join(dir, "report.xml")}}
		}},
		{"observe", func(dir string) (command, Options) { return observeTo(filepath.Join(dir, "profile.yaml")), Options{} }},
		{"verify --check", func(string) (command, Options) { return Check, Options{} }},
	}
	for _, row := range wrongSetUps {
		t.Run(row.rule, func(t *testing.T) {
			tg, asked := row.setUp(t)
			file := writeTarget(t, tg)
			for _, c := range commands {
				dir := t.TempDir()
				run, o := c.of(dir)
				o.Target = file
				asked.all.Store(0)
				start := time.Now()
				code, stdout, stderr := run.end(t.Context(), o)
				took, said := time.Since(start), complaint(stderr)
				t.Logf("| %s | %s | %d | %.2f | %s |", row.rule, c.name, code, took.Seconds(), said)
				if code != 2 || !strings.Contains(said, row.says) {
					t.Errorf("%s: exit code %d, without %q:\n%s%s", c.name, code, row.says, stdout, stderr)
				}
				if asked.writes.Load() > 0 || asked.all.Load() > steps.MaxCheckRequests {
					t.Errorf("%s: %d requests, of which %d write", c.name, asked.all.Load(), asked.writes.Load())
				}
				if files, _ := os.ReadDir(dir); len(files) > 0 {
					t.Errorf("%s wrote %s", c.name, files[0].Name())
				}
				for _, wrong := range []string{"✓", "pass", "drift", "XYZ-secret", tg.Tokens.Workspace, tg.Tokens.Personal} {
					if strings.Contains(stdout+stderr, wrong) {
						t.Errorf("%s says %q:\n%s%s", c.name, wrong, stdout, stderr)
					}
				}
			}
		})
	}
}

func TestCheckSaysWhatRespondsAndWhatIsLeftOut(t *testing.T) {
	tg, asked := wrongSetUp{}.setUp(t)
	_, whole, _ := command(Check).end(t.Context(), Options{Target: writeTarget(t, tg), ReadOnly: true})
	tg.Resources = target.Resources{}
	code, bare, stderr := command(Check).end(t.Context(), Options{Target: writeTarget(t, tg)})
	if code != 0 || asked.writes.Load() > 0 {
		t.Errorf("exit code %d after %d writes: %s", code, asked.writes.Load(), stderr)
	}
	for _, c := range []struct{ shown, line string }{
		{whole, "  list-topics                     HTTP 200\n"},
		{whole, "  create-segment                  not requested: it writes\n"},
		{whole, "  it writes, and the run is read-only\n"},
		{whole, "\na run sends at most "},
		{whole, "\n  writes nothing\n"},
		{bare, "  list-invitations                HTTP 200\n"},
		{bare, "  list-topics                     not requested: the target file gives no resources.topics_source_id\n"},
		{stderr, "tokens.workspace was not tried: the target file names no list to read with it; give resources.objects_destination_id or resources.topics_source_id\n"},
		{bare, "  the target file gives no resources.source_id\n"},
	} {
		if !strings.Contains(c.shown, c.line) {
			t.Errorf("%q is not in\n%s", c.line, c.shown)
		}
	}
}

func TestCheckNamesAnIDThatIsRejected(t *testing.T) {
	for key, change := range map[string]func(*target.Resources){
		"list-topics: HTTP 404: resources.topics_source_id":                    func(r *target.Resources) { r.TopicsSourceID = 99999 },
		"list-destination-objects: HTTP 404: resources.objects_destination_id": func(r *target.Resources) { r.ObjectsDestinationID = 99999 },
	} {
		tg, asked := wrongSetUp{}.setUp(t)
		change(&tg.Resources)
		code, stdout, stderr := command(Check).end(t.Context(), Options{Target: writeTarget(t, tg)})
		if code != 3 || stderr != key+" is rejected: correct the key, or remove it\n" || strings.Contains(stdout, " is rejected") {
			t.Errorf("%s: exit code %d:\n%s%s", key, code, stdout, stderr)
		}
		if asked.all.Load() > steps.MaxCheckRequests {
			t.Errorf("%s: %d requests", key, asked.all.Load())
		}
	}
	// As JSON.
	var checked struct {
		Operations []struct{ Operation, Outcome string }
		Rejected   []struct{ Key, Outcome string }
		Plan       struct{ Requests int }
	}
	wrong, _ := wrongSetUp{}.setUp(t)
	wrong.Resources.TopicsSourceID = 99999
	code, stdout, stderr := command(Check).end(t.Context(), Options{Target: writeTarget(t, wrong), Format: "json"})
	if err := json.Unmarshal([]byte(stdout), &checked); err != nil || code != 3 || stderr != "" {
		t.Errorf("exit code %d: %v:\n%s%s", code, err, stdout, stderr)
	}
	if len(checked.Operations) != 9 || checked.Plan.Requests == 0 || len(checked.Rejected) != 1 ||
		checked.Rejected[0].Key != "resources.topics_source_id" || checked.Rejected[0].Outcome != "HTTP 404" {
		t.Errorf("%+v", checked)
	}
	// A source of segments need not have topics.
	tg, _ := wrongSetUp{}.setUp(t)
	tg.Resources.TopicsSourceID, tg.Resources.EmptyTopicsSourceID, tg.Resources.SourceID = 0, 0, 99999
	if code, stdout, stderr := command(Check).end(t.Context(), Options{Target: writeTarget(t, tg)}); code != 0 || strings.Contains(stdout+stderr, "is rejected") {
		t.Errorf("exit code %d:\n%s%s", code, stdout, stderr)
	}
}

func TestADeploymentThatStopsAfterTheCheckHasNotDrifted(t *testing.T) {
	profile, written := filepath.Join(t.TempDir(), "profile.yaml"), filepath.Join(t.TempDir(), "written.yaml")
	sound, _ := wrongSetUp{}.setUp(t)
	if code, _, stderr := observeTo(profile).end(t.Context(), Options{Target: writeTarget(t, sound), ReadOnly: true}); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	var asked atomic.Int64
	tg, _ := wrongSetUp{serve: func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if asked.Add(1) > 3 {
				hangUp(w, r)
			}
			next.ServeHTTP(w, r)
		})
	}}.setUp(t)
	file := writeTarget(t, tg)
	for name, c := range map[string]struct {
		run     command
		profile string
	}{"verify": {Run, profile}, "observe": {observeTo(written), ""}} {
		asked.Store(0)
		code, stdout, stderr := c.run.end(t.Context(), Options{Target: file, Profile: c.profile, ReadOnly: true, Concurrency: 16})
		if code != 2 || strings.Contains(stdout+stderr, "drift") || strings.Contains(stdout+stderr, "✓") {
			t.Errorf("%s: exit code %d:\n%s%s", name, code, stdout, stderr)
		}
	}
	if _, err := os.Stat(written); err == nil {
		t.Error("a profile was written")
	}
}

// complaint is the error that a command ends with.
func complaint(stderr string) string {
	_, said, _ := strings.Cut(stderr, "understudy: ")
	return strings.TrimSuffix(said, "\n")
}
