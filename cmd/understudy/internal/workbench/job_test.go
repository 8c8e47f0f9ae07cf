package workbench

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"understudy/docs"
	"understudy/steps/report"
)

func TestAJobShowsEachStepAsItRuns(t *testing.T) {
	b := open(t, "")
	next := make(chan func(*job))
	j := b.start("x", "", func(_ context.Context, j *job) error {
		for do := range next {
			do(j)
		}
		return nil
	})
	shown := func(seen int) string {
		t.Helper()
		_, body := b.get("/job?id=1&seen=" + strconv.Itoa(seen))
		return body
	}
	next <- func(j *job) {
		j.change(func() {
			j.trials = []*trial{{Scenario: report.Scenario{Address: "x#y", Name: "y", Steps: []report.Step{{Text: "Given one"}, {Text: "Then two"}}}, Exchanges: make([][]*report.Exchange, 3)}}
		})
		j.exchange("x#y", &report.Exchange{Method: "GET", URL: "http://127.0.0.1/s/abc/api/v1/invitations", Status: 200})
	}
	contains(t, shown(0), "… running", "GET /api/v1/invitations</code> → 200", `hx-trigger="load"`)
	next <- func(j *job) { j.step("x#y", 0, report.Step{Text: "Given one", Verdict: report.Pass, DurationMS: 3}) }
	contains(t, shown(2), "Given one <span class=\"dim\">3 ms", `<li class="running"><p><span class="verdict" role="img" aria-label="running">…</span> Then two`)
	next <- func(j *job) {
		j.ended(report.Scenario{Address: "x#y", Name: "y", Verdict: report.Skip, Reason: report.Reason{Kind: report.Blocked, Text: "why"}, Steps: j.trials[0].Steps})
	}
	close(next)
	j.await(t.Context(), -1)
	b.Wait()
	if body := shown(0); strings.Contains(body, "hx-trigger") {
		t.Errorf("a job that has ended is asked for again: %s", body)
	} else {
		contains(t, body, "– 1 skip", "why")
	}
	if status, _ := b.get("/job?id=7"); status != http.StatusNotFound {
		t.Errorf("an unknown job gets HTTP %d", status)
	}
}

func TestAJobIsStopped(t *testing.T) {
	b := open(t, "")
	b.start("x", "", func(ctx context.Context, _ *job) error { <-ctx.Done(); return ctx.Err() })
	_, body := b.get("/job?id=1")
	contains(t, body, `id="stop"`)
	if status, _ := b.post("/stop", "id", "1"); status != http.StatusOK {
		t.Errorf("HTTP %d", status)
	}
	b.Wait()
	_, body = b.get("/job?id=1&seen=0")
	contains(t, body, "canceled")
	if status, _ := b.post("/stop", "id", "2"); status != http.StatusNotFound {
		t.Errorf("an unknown job gets HTTP %d", status)
	}
}

func TestAJobThatBreaksDownEndsAlone(t *testing.T) {
	b := open(t, "")
	b.start("x", "", func(context.Context, *job) error { panic("lost") })
	b.Wait()
	_, body := b.get("/job?id=1")
	contains(t, body, "it broke down", "lost", "data-done")
}

func TestOldJobsAreForgotten(t *testing.T) {
	b := open(t, "")
	for range mostJobs + 2 {
		b.start("x", "", func(context.Context, *job) error { return nil })
	}
	b.Wait()
	if b.find(2) != nil || b.find(3) == nil || len(b.jobs) != mostJobs {
		t.Errorf("%d jobs are kept", len(b.jobs))
	}
}

func TestTheScenarioOfTheManualIsWorthWhatItSays(t *testing.T) {
	page, _ := docs.Page("workbench")
	_, text, _ := strings.Cut(page, "```gherkin\n")
	text, _, _ = strings.Cut(text, "```")
	if text != starter {
		t.Errorf("the manual shows another text than the editor begins with:\n%s", text)
	}
	b := open(t, "")
	contains(t, b.settled(b.post("/run", "name", "x", "text", text)), "✓ 1 pass")
	_, worth, _ := strings.Cut(page, "for the scenario above, \"")
	worth, _, _ = strings.Cut(worth, `"`)
	contains(t, b.settled(b.post("/worth", "name", "x", "text", text)), worth)
	if worth == "" {
		t.Error("the manual does not say what the scenario is worth")
	}
	_, body := b.post("/lint", "name", "x", "text", text)
	if body != "[]" {
		t.Errorf("lint reports %s", body)
	}
}

func TestOneScenarioOfATextIsChosenByItsLine(t *testing.T) {
	b := open(t, "")
	text := starter + "\n  @promise:list-data\n  Scenario: another\n    When I list the invitations\n    Then the response matches the contract\n"
	for line, title := range map[string]string{"": "scenario.feature", "5": "scenario#the-oldest", "1": "scenario#the-oldest", "11": "scenario#another", "99": "scenario#another"} {
		contains(t, b.settled(b.post("/run", "text", text, "line", line)), "<h2>"+title)
	}
}

func TestWhatIsWrongInAnotherScenarioKeepsNoneFromRunning(t *testing.T) {
	b := open(t, "")
	for _, wrong := range []string{"\n  @promise:order-as\n  Scenario: wrong\n    When I do nothing\n", "\n  Scenario: half\n    When I list the invitations\n    Th\n"} {
		contains(t, b.settled(b.post("/run", "text", starter+wrong, "line", "5")), "<h2>scenario#the-oldest", "✓ 1 pass")
		if _, body := b.post("/run", "text", starter+wrong, "line", ""); !strings.Contains(body, "It was not done") {
			t.Errorf("all of a wrong text runs: %.300s", body)
		}
	}
}

// TestTheExchangeOfAFailureShowsItsPlace renders the exchange with the line that the failure
// is about, and what is folded around it.
func TestTheExchangeOfAFailureShowsItsPlace(t *testing.T) {
	e := exchangeView{&report.Exchange{Method: "GET", URL: "http://127.0.0.1/api/v1/invitations", RequestHeader: map[string]string{"Accept": "text/x"}, Status: 200,
		ResponseBody: "[" + strings.Repeat("1,", 20) + "22" + strings.Repeat(",3", 20) + "]"}, "e1", true, "/20"}
	blamed := string(rendered("exchange", e))
	contains(t, blamed, "<h3>Request</h3>", "<h3>Response</h3>", "Accept: text/x", "<mark>  22,</mark>", "<summary>7 lines before this</summary>",
		"<summary>12 more lines</summary>", "The whole body")
	e.Blamed = false
	contains(t, string(rendered("exchange", e)), "<h3>Request</h3>", "<h3>Response</h3>", "Response body")
}
