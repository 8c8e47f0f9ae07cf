package steps_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps"
	"understudy/steps/internal/independent"
	"understudy/steps/report"
	"understudy/steps/target"
)

// seen is a request that a deployment received, with its response.
type seen struct {
	method, path, body string
	status             int
	response           string
}

// recorder records the requests to a deployment in the order of its responses. Where
// interfere is set it is called first, and may respond instead.
type recorder struct {
	next      http.Handler
	interfere func(w http.ResponseWriter, r *http.Request, body string) bool

	mu  sync.Mutex
	all []seen
}

func (rec *recorder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	response := httptest.NewRecorder()
	if rec.interfere == nil || !rec.interfere(response, r, string(body)) {
		rec.next.ServeHTTP(response, r)
	}
	rec.mu.Lock()
	rec.all = append(rec.all, seen{r.Method, r.URL.RequestURI(), string(body), response.Code, response.Body.String()})
	rec.mu.Unlock()
	for k, v := range response.Header() {
		w.Header()[k] = v
	}
	w.WriteHeader(response.Code)
	_, _ = w.Write(response.Body.Bytes())
}

// requests are the recorded ones with some methods.
func (rec *recorder) requests(methods ...string) (all []seen) {
	rec.mu.Lock()
	defer rec.mu.Unlock()
	for _, s := range rec.all {
		if len(methods) == 0 || slices.Contains(methods, s.method) {
			all = append(all, s)
		}
	}
	return all
}

// recorded starts an independent implementation behind a recorder.
func recorded(t *testing.T, interfere func(w http.ResponseWriter, r *http.Request, body string) bool, switches ...string) (*recorder, target.Target) {
	t.Helper()
	s, err := independent.NewAt(quick(), switches...)
	if err != nil {
		t.Fatal(err)
	}
	rec := &recorder{next: s, interfere: interfere}
	server := httptest.NewServer(rec)
	t.Cleanup(server.Close)
	return rec, targetOf(s.TestData(), server.URL)
}

// verifyUntil verifies a target until ctx ends.
func verifyUntil(ctx context.Context, t *testing.T, tg target.Target, o steps.Options) *report.Run {
	t.Helper()
	o.Watch = 100 * time.Millisecond
	r, err := steps.Run(ctx, tg, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// nameOf reads the name of the destination from a deployment.
func nameOf(t *testing.T, tg target.Target) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, tg.BaseURL+destinationPath(tg), nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+tg.Tokens.Workspace)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return gjson.GetBytes(text, "data.name").String()
}

func destinationPath(tg target.Target) string {
	id, _ := json.Marshal(tg.Resources.DestinationID)
	return "/api/v1/destinations/" + string(id)
}

// renames selects the scenarios that give the destination another name.
const renames = "@promise:destination-name-kept"

func TestTheNameIsRestoredHoweverAScenarioEnds(t *testing.T) {
	for rule, break_ := range map[string]func(stop context.CancelFunc, o *steps.Options) func(http.ResponseWriter, *http.Request, string) bool{
		"in good order": func(context.CancelFunc, *steps.Options) func(http.ResponseWriter, *http.Request, string) bool {
			return nil
		},
		"by Ctrl-C before the response to the renaming": func(stop context.CancelFunc, _ *steps.Options) func(http.ResponseWriter, *http.Request, string) bool {
			return func(_ http.ResponseWriter, r *http.Request, body string) bool {
				invalid := strings.Contains(body, `"type":7`) // that renames nothing
				if r.Method == http.MethodPatch && strings.Contains(body, "understudy ") && !invalid {
					stop()
				}
				return false
			}
		},
		"by a panic after it": func(_ context.CancelFunc, o *steps.Options) func(http.ResponseWriter, *http.Request, string) bool {
			o.OnResponse = func(operation string, a contract.Response) {
				if operation == spec.UpdateDestination && bytes.Contains(a.Body, []byte("understudy ")) {
					panic("a fault of ours")
				}
			}
			return nil
		},
	} {
		t.Run(rule, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			o := steps.Options{Tags: renames}
			rec, tg := recorded(t, break_(stop, &o))
			before := nameOf(t, tg)
			r := verifyUntil(ctx, t, tg, o)
			if now := nameOf(t, tg); now != before {
				t.Errorf("the destination is named %q, and was %q", now, before)
			}
			if !slices.ContainsFunc(rec.requests(http.MethodPatch), func(s seen) bool { return strings.Contains(s.body, r.RunID) }) {
				t.Error("nothing was renamed, so the test checks nothing")
			}
			got := ofKind(r, "destination")
			if len(got) != 1 || got[0].Left || !strings.HasPrefix(got[0].Note, "renamed ") || !strings.HasSuffix(got[0].Note, " and restored, read back by GET of the destination") {
				t.Errorf("the ledger says %+v", got)
			}
		})
	}
}

// failsToRestore responds with HTTP 500 to a number of requests that restore the name
// of the destination.
func failsToRestore(times int) func(http.ResponseWriter, *http.Request, string) bool {
	var mu sync.Mutex
	renamed := false
	return func(w http.ResponseWriter, r *http.Request, body string) bool {
		mu.Lock()
		defer mu.Unlock()
		if r.Method != http.MethodPatch {
			return false
		}
		if strings.Contains(body, "understudy ") {
			renamed = true
			return false
		}
		if !renamed || times == 0 {
			return false
		}
		times--
		w.WriteHeader(http.StatusInternalServerError)
		return true
	}
}

func TestANameThatWasNotRestoredIsRestoredAtTheEnd(t *testing.T) {
	_, tg := recorded(t, failsToRestore(2))
	tg.Samples.ServiceConnection = nil
	before := nameOf(t, tg)
	r := verifyUntil(t.Context(), t, tg, steps.Options{Tags: "@operation:update-destination", Concurrency: 1})
	if now := nameOf(t, tg); now != before {
		t.Errorf("the destination is named %q, and was %q", now, before)
	}
	if got := ofKind(r, "destination"); len(got) != 1 || got[0].Left {
		t.Errorf("the ledger says %+v", got)
	}
}

// nameless are the names without the run's id that the scenarios on texts send.
var nameless = []string{"", "20240501", "null", "true", "007", "no", "1e3", "2026-01-01"}

// TestScenariosRenameTheDestinationInTurns leaves out the scenarios that rename it
// more than once: a request does not show which scenario sent it.
func TestScenariosRenameTheDestinationInTurns(t *testing.T) {
	rec, tg := recorded(t, nil)
	r := verifyUntil(t.Context(), t, tg, steps.Options{Concurrency: 8, Tags: "@operation:update-destination", Only: func(s report.Scenario) bool {
		renamings := 0
		for _, step := range s.Steps {
			renamings += strings.Count(step.Text, "I rename the destination")
			renamings += strings.Count(step.Text, "of many kinds")
		}
		return renamings < 2
	}})
	renamingsTakeTurns(t, rec.requests(http.MethodPatch), destinationPath(tg), r.RunID)
}

// renamingsTakeTurns checks that the destination's own name is restored between two
// names of the run.
func renamingsTakeTurns(t *testing.T, patches []seen, path, runID string) {
	t.Helper()
	renamings := 0
	last := ""
	for _, s := range patches {
		name := gjson.Get(s.body, "service_connection.name").String()
		if s.path != path || name == "" || s.status/100 != 2 {
			continue // a rejected request changes no name; one scenario sends several
		}
		if strings.Contains(name, runID) {
			renamings++
			if strings.Contains(last, runID) && last != name {
				t.Errorf("the destination was named %q before the name %q of another scenario was replaced by its own", name, last)
			}
		}
		if s.status/100 == 2 { // a rejected one changes nothing
			last = name
		}
	}
	if renamings < 3 {
		t.Errorf("%d renamings, so the test checks nothing", renamings)
	}
}

func TestAReadOnlyRunWritesNothing(t *testing.T) {
	for rule, c := range map[string]struct {
		o      steps.Options
		change func(*target.Target)
	}{
		"by --read-only":         {steps.Options{ReadOnly: true}, func(tg *target.Target) { tg.OpenLinks = true }},
		"by allow_writes: false": {steps.Options{}, func(tg *target.Target) { no := false; tg.AllowWrites = &no }},
	} {
		rec, tg := recorded(t, nil)
		c.change(&tg)
		r := verifyUntil(t.Context(), t, tg, c.o)
		if reads := len(rec.requests(http.MethodGet)); reads < 100 {
			t.Errorf("%s: %d reads", rule, reads)
		}
		if writes := len(rec.requests()) - len(rec.requests(http.MethodGet)); writes > 0 || len(r.Ledger) > 0 {
			t.Errorf("%s: %d requests that write, and the ledger %+v", rule, writes, r.Ledger)
		}
	}
}

func TestARandomPerPageCanBeRepeated(t *testing.T) {
	for _, want := range []int64{0, 61} {
		rec, tg := recorded(t, nil)
		r := verifyUntil(t.Context(), t, tg, steps.Options{Tags: "@operation:list-invitations", PerPage: want})
		if r.PerPage < 27 || r.PerPage > 99 || want != 0 && r.PerPage != want {
			t.Errorf("drew %d, want the given %d", r.PerPage, want)
		}
		asked := func(s seen) bool { return strings.Contains(s.path, "per_page="+strconv.FormatInt(r.PerPage, 10)) }
		if !slices.ContainsFunc(rec.requests(http.MethodGet), asked) {
			t.Errorf("no page of %d was asked for", r.PerPage)
		}
	}
}
