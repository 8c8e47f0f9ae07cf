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

// ofKind are the entries of a ledger of one kind.
func ofKind(r *report.Run, kind string) (all []report.Entry) {
	for _, e := range r.Ledger {
		if e.Kind == kind {
			all = append(all, e)
		}
	}
	return all
}

// renames selects the scenarios that give the destination another name.
const renames = "@promise:destination-name-kept"

func TestTheNameIsRestoredHoweverAScenarioEnds(t *testing.T) {
	for rule, break_ := range map[string]func(stop context.CancelFunc, o *steps.Options) func(http.ResponseWriter, *http.Request, string) bool{
		"in good order": func(context.CancelFunc, *steps.Options) func(http.ResponseWriter, *http.Request, string) bool {
			return nil
		},
		"by Ctrl-C before the renaming is answered": func(stop context.CancelFunc, _ *steps.Options) func(http.ResponseWriter, *http.Request, string) bool {
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

func TestTheLedgerSaysHowToRestoreByHand(t *testing.T) {
	for rule, c := range map[string]struct {
		sample bool
		want   string
	}{
		"with the sample": {true, "with samples.service_connection of the target file"},
		"by the name":     {false, `with {"service_connection":{"name":`},
	} {
		_, tg := recorded(t, failsToRestore(-1))
		if !c.sample {
			tg.Samples.ServiceConnection = nil
		}
		before := nameOf(t, tg)
		r := verifyUntil(t.Context(), t, tg, steps.Options{Tags: renames})
		got := ofKind(r, "destination")
		if len(got) != 1 || !got[0].Left || got[0].Name != before || !strings.Contains(got[0].Note, ", and not restored (HTTP 500): GET of the destination shows ") ||
			!strings.Contains(got[0].Note, ": restore it by PATCH "+destinationPath(tg)+" "+c.want) {
			t.Errorf("%s: the ledger says %+v", rule, got)
		}
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

func TestAWriteDuringWhichTheRunWasInterruptedIsInTheLedger(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	rec, tg := recorded(t, func(_ http.ResponseWriter, r *http.Request, _ string) bool {
		if r.Method == http.MethodPost {
			stop()
		}
		return false
	})
	r := verifyUntil(ctx, t, tg, steps.Options{Tags: "@promise:created-segment-code", Concurrency: 1})
	_, id, _ := whatWasMade(rec.requests(http.MethodPost)[0])
	if got := ofKind(r, "segment"); len(got) != 1 || id == "" || got[0].ID != id {
		t.Errorf("the ledger says %+v of the segment %q", got, id)
	}
}

func TestAWriteWithoutAResponseIsInTheLedger(t *testing.T) {
	rec, tg := recorded(t, func(_ http.ResponseWriter, r *http.Request, _ string) bool {
		if r.Method == http.MethodPost {
			panic(http.ErrAbortHandler)
		}
		return false
	})
	r := verifyUntil(t.Context(), t, tg, steps.Options{Tags: "@promise:created-segment-code", Concurrency: 1})
	got := ofKind(r, "segment")
	if len(got) == 0 || len(rec.requests(http.MethodPost)) > 0 {
		t.Errorf("the ledger says %+v", got)
	}
	for _, e := range got {
		if !e.Left || !strings.Contains(e.Name, r.RunID) || e.Note != "perhaps created: no response shows it" {
			t.Errorf("the ledger says %+v", e)
		}
	}
}

func TestWhatAnUpdateCreatedIsInTheLedger(t *testing.T) {
	var mu sync.Mutex
	made := map[string]bool{}
	_, tg := recorded(t, func(w http.ResponseWriter, r *http.Request, _ string) bool {
		service, isConnector := strings.CutPrefix(r.URL.Path, "/api/v1/connectors/")
		unknown := strings.HasPrefix(service, "understudy_") || strings.HasSuffix(service, "_")
		if r.Method != http.MethodPatch || !isConnector || !unknown || r.Header.Get("Authorization") == "" {
			return false
		}
		mu.Lock()
		made[service] = true
		mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"status":"updated","data":{"service_name":"`+service+`","label":"L"}}`)
		return true
	})
	r := verifyUntil(t.Context(), t, tg, steps.Options{Tags: "@operation:create-connector or @operation:update-connector"})
	if len(made) < 2 {
		t.Fatalf("%d were created, so the test checks nothing", len(made))
	}
	for service := range made {
		if !strings.Contains(service, r.RunID) {
			t.Errorf("%s does not hold the run's id, %s", service, r.RunID)
		}
		if !slices.ContainsFunc(ofKind(r, "connector"), func(e report.Entry) bool { return e.ID == service && e.Left }) {
			t.Errorf("the ledger lacks %s", service)
		}
	}
}

// nameless are the names without the run's id that the scenarios on texts send.
var nameless = []string{"", "20240501", "null", "true", "007", "no", "1e3", "2026-01-01"}

func TestTheLedgerOfAWholeRunIsComplete(t *testing.T) {
	rec, tg := recorded(t, nil)
	before := nameOf(t, tg)
	r := verifyUntil(t.Context(), t, tg, steps.Options{Concurrency: 8})
	if now := nameOf(t, tg); now != before {
		t.Errorf("the destination is named %q, and was %q", now, before)
	}
	made := map[string]int{}
	for _, s := range rec.requests(http.MethodPost) {
		kind, id, name := whatWasMade(s)
		if kind == "" {
			continue
		}
		made[kind]++
		if !slices.ContainsFunc(ofKind(r, kind), func(e report.Entry) bool { return e.ID == id && e.Left }) {
			t.Errorf("the ledger lacks the %s %s", kind, id)
		}
		if kind != "segment management link" && !strings.Contains(name, r.RunID) && !slices.Contains(nameless, name) {
			t.Errorf("the %s %s is named %q, without the run's id %s", kind, id, name, r.RunID)
		}
	}
	for kind, n := range made {
		got := ofKind(r, kind)
		if kind == "connector" {
			// One is the target's own connector, which was published.
			got = slices.DeleteFunc(got, func(e report.Entry) bool { return e.ID == tg.Resources.PublishableConnectorServiceName })
		}
		if n == 0 || len(got) != n {
			t.Errorf("%d of the kind %s were made, and the ledger has %d", n, kind, len(got))
		}
	}
	if len(made) != 3 {
		t.Errorf("made %v", made)
	}
}

// TestScenariosRenameTheDestinationInTurns leaves out the scenarios that rename it
// more than once: a request does not show which scenario sent it.
func TestScenariosRenameTheDestinationInTurns(t *testing.T) {
	rec, tg := recorded(t, nil)
	r := verifyUntil(t.Context(), t, tg, steps.Options{Concurrency: 8, Tags: "@operation:update-destination", Only: func(s report.Scenario) bool {
		renamings := 0
		for _, step := range s.Steps {
			renamings += strings.Count(step.Text, "I rename the destination")
			renamings += strings.Count(step.Text, "every class of text")
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

// whatWasMade reads what a POST created from its response; the empty kind is nothing.
func whatWasMade(s seen) (kind, id, name string) {
	if s.status/100 != 2 {
		return "", "", ""
	}
	id, name = gjson.Get(s.response, "data.id").String(), gjson.Get(s.body, "name").String()
	switch {
	case strings.HasSuffix(s.path, "/segment_management_links"):
		return "segment management link", id, name
	case strings.HasSuffix(s.path, "/filter_segments"):
		return "segment", id, name
	}
	return "connector", gjson.Get(s.response, "data.service_name").String(), gjson.Get(s.body, "connector.label").String() + gjson.Get(s.body, "connector.service_name").String()
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
