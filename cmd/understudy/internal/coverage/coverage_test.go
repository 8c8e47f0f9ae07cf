package coverage

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"understudy/cmd/understudy/internal/mutation"
	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps"
	"understudy/steps/report"
)

func TestTrafficCountsWhatIsSentAndReceived(t *testing.T) {
	seen, body := newTraffic(), ""
	handler := seen.watch(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		body = string(text)
		if r.Method == http.MethodPost {
			w.WriteHeader(http.StatusCreated)
		}
	}))
	for _, r := range []*http.Request{
		httptest.NewRequest("GET", "/api/v1/invitations?page=2", nil),
		httptest.NewRequest("GET", "/api/v1/invitations", nil),
		httptest.NewRequest("GET", "/_understudy/clock", nil),
		httptest.NewRequest("POST", "/api/v1/sources/1/filter_segments", strings.NewReader(`{"name":"a"}`)),
	} {
		handler.ServeHTTP(httptest.NewRecorder(), r)
	}
	if body != `{"name":"a"}` {
		t.Errorf("the fake reads %q", body)
	}
	if len(seen.requests) != 2 || seen.requests[spec.ListInvitations] != 2 || seen.statuses[spec.ListInvitations][200] != 2 || seen.statuses[spec.CreateSegment][201] != 1 {
		t.Errorf("%v, %v", seen.requests, seen.statuses)
	}
	if got := seen.parameters[spec.ListInvitations][contract.Parameter{In: "query", Name: "page"}]; got != 1 {
		t.Errorf("page was sent %d times", got)
	}
	if got := seen.parameters[spec.CreateSegment][contract.Parameter{In: "body", Name: "/name"}]; got != 1 {
		t.Errorf("the name was sent %d times", got)
	}
}

// measuredRun is a run of five scenarios, with what they kill.
func measuredRun() *Report {
	run, scripts := &report.Run{Gaps: []report.Gap{{ID: "per-page-over-max", Operation: spec.ListInvitations, Observed: "clamp"}}}, map[string]steps.Script{}
	for i, name := range []string{"one", "two", "three", "idle", "failing"} {
		sc := report.Scenario{Address: "x#" + name, Name: name, File: "own/x.feature", Line: int64(3 + i), Verdict: report.Pass,
			Promises: []string{"page-zero-is-one"}, Operations: []string{spec.ListInvitations}}
		if name == "failing" {
			sc.Verdict, sc.Reason = report.Fail, report.Reason{Kind: report.Broken, Text: "expected a, found \x1b[31m<script>"}
		}
		run.Scenarios = append(run.Scenarios, sc)
		scripts[sc.Address] = steps.Script{Promises: sc.Promises}
	}
	run.Promises = []report.Promise{{ID: "page-zero-is-one", Verdict: report.Pass}}
	tried := []string{"x#one", "x#two", "x#three", "x#idle"}
	seen := newTraffic()
	seen.count(spec.ListInvitations, []contract.Parameter{{In: "query", Name: "page"}}, 200)
	return newReport(run, scripts, seen, []mutation.Kill{
		{ID: "page-zero-is-two", Breaks: "page-zero-is-one", Says: "a", Tried: tried, By: []string{"x#one", "x#two", "x#three"}},
		{ID: "page-zero-empty", Breaks: "page-zero-is-one", Says: "b", Tried: tried, By: []string{"x#three"}},
		{ID: "page-zero-refused", Breaks: "page-zero-is-one", Says: "c", Tried: tried, Together: true},
		{ID: "page-zero-echoed", Breaks: "page-zero-is-one", Says: "d", Tried: tried},
	}, false)
}

func TestScenariosThatKillNothingOrTheSameAreNamed(t *testing.T) {
	r := measuredRun()
	if r.Score.Killed != 3 || r.Score.Tried != 4 || r.Score.Percent() != 75 {
		t.Errorf("the score is %+v", r.Score)
	}
	if len(r.Alike) != 1 || !slices.Equal(r.Alike[0], []string{"x#one", "x#two"}) {
		t.Errorf("alike: %v", r.Alike)
	}
	if idle := r.Idle(); len(idle) != 1 || idle[0].Address != "x#idle" {
		t.Errorf("idle: %v", idle)
	}
	if three := r.Scenarios[2]; three.Alone != 1 || three.Tried != 4 || !slices.Equal(three.Kills, []string{"page-zero-is-two", "page-zero-empty"}) {
		t.Errorf("%+v", three)
	}
}

// Expectations are about one thing each: what they do not catch is no fault of theirs.
func TestExpectationsDoNotCountInTheScore(t *testing.T) {
	own := report.Scenario{Address: "x#own", Name: "own", File: "own/x.feature", Verdict: report.Pass, Expects: []string{"quick"}}
	run := &report.Run{Scenarios: []report.Scenario{own}, Expectations: []report.Expectation{{ID: "quick", Says: "it is quick", Verdict: report.Pass, Scenarios: []string{"x#own"}}}}
	scripts := map[string]steps.Script{"x#own": {Expects: own.Expects}}
	kills := []mutation.Kill{
		{ID: "page-zero-is-two", Breaks: "page-zero-is-one", Says: "a", Tried: []string{"x#own"}, By: []string{"x#own"}},
		{ID: "page-zero-empty", Breaks: "page-zero-is-one", Says: "b", Tried: []string{"x#own"}},
	}
	r := newReport(run, scripts, newTraffic(), kills, false)
	text := r.String()
	for _, want := range []string{"\nYour expectations\n  quick  1 scenario, 1 of 2 broken fakes caught\n", "\nBroken fakes that your expectations catch, which do not count in the score\n  ✓ page-zero-is-two by x#own\n", "yours: 1 of 1; no score: no scenario that passes"} {
		if !strings.Contains(text, want) {
			t.Errorf("without %q:\n%s", want, text)
		}
	}
	if r.Score.Tried != 0 || strings.Contains(text, "page-zero-empty") {
		t.Errorf("the score is %+v:\n%s", r.Score, text)
	}
	if whole := newReport(run, scripts, newTraffic(), kills, true); whole.Score.Tried != 2 || whole.Score.Killed != 1 {
		t.Errorf("of all operations, the score is %+v", whole.Score)
	}
	var page strings.Builder
	if err := HTML(&page, r); err != nil || !strings.Contains(page.String(), `<h2>Your expectations</h2>`) || !strings.Contains(page.String(), "1 of 2 caught") {
		t.Errorf("%v: %s", err, page.String())
	}
}

func TestSurvivorsOfOperationsThatAreNotRequestedAreCounted(t *testing.T) {
	r := measuredRun()
	r.Promises = []Promise{{ID: "token-required", Scenarios: []string{"x#one"}}}
	r.Operations = []Operation{{ID: spec.ListInvitations, Requests: 1}, {ID: spec.CreateSegment, Requests: 1}, {ID: spec.CreateLink}, {ID: spec.UpdateDestination}}
	for _, id := range []string{"list-invitations-without-token", "create-segment-without-token", "create-segment-management-link-without-token",
		"update-destination-without-token", "update-behind-a-401"} {
		r.Mutants = append(r.Mutants, mutation.Kill{ID: id, Breaks: "token-required", Says: "s", Tried: []string{"x#one"}})
	}
	text := r.String()
	for _, want := range []string{"✗ list-invitations-without-token", "✗ create-segment-without-token", "✗ update-behind-a-401",
		"  ✗ 2 more survive, which break operations that no scenario requests: --format json lists them\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("without %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "update-destination-without-token") || strings.Contains(text, "link-without-token") {
		t.Errorf("what no scenario can catch is listed:\n%s", text)
	}
}

func TestTheTextSaysWhatIsCoveredAndCannotControlATerminal(t *testing.T) {
	text := measuredRun().String()
	for _, want := range []string{
		"  list-invitations  1 request: 1 × 200\n      never sent: query per_page, query order\n",
		"  create-segment  not requested\n",
		"  page-zero-is-one  5 scenarios, 3 of 4 broken fakes caught\n",
		"  per-page-over-max  observed on list-invitations\n",
		"  ✓ page-zero-is-two by x#one and 2 more\n",
		"  ✓ page-zero-refused by all scenarios together, and by none alone\n",
		"  ✗ page-zero-echoed survives 4 scenarios: d\n",
		"  x#idle  (own/x.feature:6, tried on 4)\n",
		"  x#one\n    = x#two\n",
		"score 3 of 4 broken fakes (75 %)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("without %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "\x1b") {
		t.Errorf("a control character is printed: %q", text)
	}
}
