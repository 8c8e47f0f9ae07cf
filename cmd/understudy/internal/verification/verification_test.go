package verification

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"understudy/cmd/faketarget"
	"understudy/server"
	"understudy/steps/report"
	"understudy/steps/target"
)

// deployment serves a fake behind a middleware, and writes its target file.
func deployment(t *testing.T, change func(next http.Handler) http.Handler) (targetFile string) {
	t.Helper()
	fake, err := server.New(server.Options{AsyncDelay: 150 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(change(fake))
	t.Cleanup(s.Close)
	text, err := target.Marshal(faketarget.Of(fake, s.URL))
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "target.yaml")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// command is Run, Check or Observe, with all parameters except Options.
type command func(ctx context.Context, o Options, stdout, stderr io.Writer) (exit int, err error)

// observeTo is Observe, writing to a file.
func observeTo(out string) command {
	return func(ctx context.Context, o Options, stdout, stderr io.Writer) (int, error) {
		return Observe(ctx, o, out, stdout, stderr)
	}
}

// end runs the command until ctx ends, and returns as the program does: an error is
// printed last, and makes the exit code 2.
func (c command) end(ctx context.Context, o Options) (code int, stdout, stderr string) {
	o.Format = cmp.Or(o.Format, "pretty")
	var out, log bytes.Buffer
	code, err := c(ctx, o, &out, &log)
	if err != nil {
		code = 2
		fmt.Fprintf(&log, "understudy: %v\n", err)
	}
	return code, out.String(), log.String()
}

// verify is a whole run of Run.
func verify(t *testing.T, o Options) (code int, stdout, stderr string) {
	t.Helper()
	return command(Run).end(t.Context(), o)
}

// zeroIsTwo responds to page 0 with page 2, and loses the role of each page's last
// invitation.
func zeroIsTwo(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if q.Get("page") == "0" {
			q.Set("page", "2")
			r.URL.RawQuery = q.Encode()
		}
		rec := httptest.NewRecorder()
		next.ServeHTTP(rec, r)
		body := rec.Body.String()
		if i := strings.LastIndex(body, `"role":`); i >= 0 && strings.HasSuffix(r.URL.Path, "/invitations") {
			body = body[:i] + `"part":` + body[i+len(`"role":`):]
		}
		w.Header().Set("Content-Type", rec.Header().Get("Content-Type"))
		w.WriteHeader(rec.Code)
		_, _ = w.Write([]byte(body))
	})
}

func TestVerifyBlamesABrokenDeployment(t *testing.T) {
	file := filepath.Join(t.TempDir(), "report.json")
	code, stdout, stderr := verify(t, Options{Target: deployment(t, zeroIsTwo), Reports: []string{"json=" + file}})
	t.Log("\n" + stdout)
	if code != 1 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for _, line := range []string{
		"✗ page-zero-is-one  Endpoints\n  the response to page 0 is page 1\n",
		`    again     curl -i 'http://127.0.0.1:`,
		`                -H "Authorization: Bearer $PERSONAL_TOKEN"` + "\n",
		"✗ not conforming: ",
	} {
		if !strings.Contains(stdout, line) {
			t.Errorf("the output lacks %q", line)
		}
	}
	if r := readReport(t, file); r.Exit() != 1 || !slices.Contains(r.Broken(), "page-zero-is-one") {
		t.Errorf("the report says %s", r.Closing())
	}
}

func readReport(t *testing.T, name string) (r report.Run) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// canaries are secrets of a target file; no artefact may contain one, or half of one.
var canaries = []string{"Qm7-0f4b<&>é-Tz81kd93", "Vx2/7c1d==/Lw05pf64", "Bn955aaRk27", "Hs833bbYt41", "Jc499eeZq58"}

// echo responds with the secrets: as texts of success responses, in bodies that
// are not JSON, in rejections and in headers. A response to a POST has an id, and
// shows a text instead of its status.
type echo struct {
	id, text string
	noJSON   bool
}

func (e echo) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	for _, name := range []string{"Location", "Retry-After", "Content-Type", "Allow"} {
		w.Header().Set(name, "/elsewhere?token="+token)
	}
	switch {
	case r.Method == http.MethodPost:
		w.WriteHeader(http.StatusCreated)
		fmt.Fprintf(w, `{"status":%q,"data":{"id":%s,"filter_segment_source_url":"http://%s/source?auth=%s"}}`, e.text, e.id, r.Host, canaries[4])
	case r.URL.RawQuery != "":
		w.WriteHeader(http.StatusTeapot)
		fmt.Fprint(w, canaries, token)
	case e.noJSON:
		fmt.Fprint(w, "no JSON data: ", token, " ", r.Header.Get("X-Gateway"), " ", canaries)
	default:
		fmt.Fprintf(w, `{"status":%q,"pagination":%[1]q,"data":[{"id":%q,"role":{"at":%q},"email":"who@example.com"}]}`, e.text, canaries[1], token)
	}
}

func TestNoArtefactContainsASecret(t *testing.T) {
	for rule, c := range map[string]struct {
		echo
		shows string
	}{
		"in responses of all kinds": {echo: echo{id: "17", text: canaries[0]}, shows: `found     "$WORKSPACE_TOKEN"`},
		"in bodies that are text":   {echo: echo{id: "17", text: canaries[0], noJSON: true}, shows: "no JSON data: $PERSONAL_TOKEN [redacted] [$WORKSPACE_TOKEN"},
		"as an id":                  {echo: echo{id: `"` + canaries[1] + `"`, text: canaries[0]}},
		"at the end of a long text": {echo: echo{id: "17", text: strings.Repeat("x", 150) + canaries[1]}},
	} {
		t.Run(rule, func(t *testing.T) {
			s := httptest.NewServer(c.echo)
			defer s.Close()
			all := artefacts(t, s.URL)
			if !strings.Contains(all["pretty"], c.shows) {
				t.Errorf("nothing was echoed, so the test checks nothing:\n%s", all["pretty"])
			}
			for where, text := range all {
				for _, secret := range append([]string{"who@example.com"}, canaries...) {
					if i := strings.Index(text, secret[:len(secret)/2]); i >= 0 {
						t.Errorf("%s holds %q: …%s", where, secret, text[max(0, i-200):min(len(text), i+100)])
					}
				}
			}
		})
	}
}

// artefacts returns everything that runs against a deployment write, in every format.
func artefacts(t *testing.T, url string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	name := filepath.Join(dir, "target.yaml")
	text, err := target.Marshal(target.Target{BaseURL: url, Headers: map[string]string{"X-Gateway": canaries[4]},
		Tokens:    target.Tokens{Workspace: canaries[0], Personal: canaries[1], OtherWorkspace: canaries[2], Revoked: canaries[3]},
		Resources: target.Resources{SourceID: 1, DatasetID: 2},
		Samples:   target.Samples{AtomicMolecule: map[string]any{"attribute": "email"}, OperationMolecule: "AND"},
		Limits:    target.Limits{AsyncTimeout: target.Duration(time.Second)}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, format := range Formats {
		o := Options{Target: name, Format: format}
		for _, kind := range ReportKinds() {
			o.Reports = append(o.Reports, kind+"="+filepath.Join(dir, kind))
		}
		code, stdout, stderr := verify(t, o)
		if code != 1 {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
		all[format+" on stdout"], all[format+" on stderr"] = stdout, stderr
	}
	for _, kind := range ReportKinds() {
		text, err := os.ReadFile(filepath.Join(dir, kind))
		if err != nil {
			t.Fatal(err)
		}
		all[kind] = string(text)
	}
	profile := filepath.Join(dir, "profile.yaml")
	code, stdout, stderr := observeTo(profile).end(t.Context(), Options{Target: name})
	if code != 3 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	written, err := os.ReadFile(profile)
	if err != nil {
		t.Fatal(err)
	}
	all["profile"], all["observe on stdout"], all["observe on stderr"] = string(written), stdout, stderr
	known := filepath.Join(dir, "known.yaml")
	_, stdout, stderr = verify(t, Options{Target: name, Profile: profile, Baseline: known, UpdateBaseline: true, Reports: []string{"html=" + filepath.Join(dir, "held.html")}})
	for where, file := range map[string]string{"baseline": known, "html with a profile": filepath.Join(dir, "held.html")} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("%v: %s", err, stderr)
		}
		all[where] = string(text)
	}
	all["held on stdout"], all["held on stderr"] = stdout, stderr
	return all
}

func TestAnInterruptedRunReportsWhatIsKnown(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	var asked atomic.Int64
	file := deployment(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if asked.Add(1) == 40 {
				interrupt()
			}
			next.ServeHTTP(w, r)
		})
	})
	saved := filepath.Join(t.TempDir(), "report.json")
	code, stdout, stderr := command(Run).end(ctx, Options{Target: file, Concurrency: 1, Reports: []string{"json=" + saved}})
	if code != 2 || !strings.Contains(stdout, "\n! error: the run was interrupted: ") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	if r := readReport(t, saved); !r.Interrupted || r.Summary.Pass == 0 || r.Summary.Skip == 0 || r.Summary.Fail+r.Summary.Error > 0 {
		t.Errorf("the report says %+v", r.Summary)
	}
}

func TestOwnScenariosRunAlone(t *testing.T) {
	folder := t.TempDir()
	feature := "Feature: ours\n\n  @promise:list-data\n  Scenario: a list\n    When I list the topics\n    Then the response is a success\n\n  @promise:list-data\n  Scenario: another list\n    When I list the invitations\n    Then the response is a success\n"
	if err := os.WriteFile(filepath.Join(folder, "ours.feature"), []byte(feature), 0o600); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "report.json")
	o := Options{Features: []string{folder}, Own: true, Name: "^a list", Reports: []string{"json=" + file}}
	if code, stdout, stderr := verify(t, o); code != 0 {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	if r := readReport(t, file); len(r.Scenarios) != 1 || r.Scenarios[0].Address != "ours#a-list" {
		t.Errorf("it runs %+v", r.Scenarios)
	}
	if code, _, stderr := verify(t, Options{Own: true}); code != 2 || !strings.Contains(stderr, "name their folder with --features") {
		t.Errorf("without a folder: exit code %d, %s", code, stderr)
	}
}
