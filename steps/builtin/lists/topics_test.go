package lists

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/paging"
	"understudy/steps/target"
)

func TestOnlyTheTopicsOfTheWorkspaceAreRemembered(t *testing.T) {
	const topics = `{"pagination":{"total_records":2},"data":[{"id":1,"name":"a"},{"id":2,"name":"b"}]}`
	for rule, c := range map[string]struct {
		change func(r *client.Request)
		want   int // how often the topics came and went
	}{
		"the workspace's token":        {func(*client.Request) {}, 1},
		"another workspace's token":    {func(r *client.Request) { r.Token = "another" }, 0},
		"without a token":              {func(r *client.Request) { r.Scheme = client.NoToken }, 0},
		"without a scheme":             {func(r *client.Request) { r.Scheme = client.NoScheme }, 0},
		"as a password":                {func(r *client.Request) { r.Scheme = client.Password }, 0},
		"the topics of another source": {func(r *client.Request) { r.Path += "0" }, 0},
	} {
		t.Run(rule, func(t *testing.T) {
			w := worldtest.On(t, target.Target{Tokens: target.Tokens{Workspace: "workspace"}, Resources: target.Resources{TopicsSourceID: 7}})
			own, err := w.ListRequest(paging.ListingOf("topics"), nil)
			if err != nil {
				t.Fatal(err)
			}
			asked := own
			c.change(&asked)
			for i, e := range []struct {
				client.Request
				body string
			}{{own, topics}, {asked, `{"pagination":{"total_records":0},"data":[]}`}, {own, topics}} {
				e.Allowed = true
				NoteTopics(w, &client.Exchange{Request: e.Request, Status: 200, Body: []byte(e.body), Duration: time.Second, Received: time.Unix(int64(2*i), 0)})
			}
			if got := ofRun(w.Run).lists.Reversals(paging.ListingOf("topics")); len(got) != c.want {
				t.Errorf("%d times, want %d: %v", len(got), c.want, got)
			}
		})
	}
}

func TestAListWithoutTheRecordsItIsGivenForIsAskedForAgain(t *testing.T) {
	const topic = `"description":"","created_at":"2024-05-01T10:00:00Z","updated_at":"2024-05-01T10:00:00Z","schema":{}}`
	of := func(total int, topics string) string {
		return fmt.Sprintf(`{"status":"success","pagination":{"total_records":%d,"per_page":25,"prev_page":null,"page":1,"next_page":null,"last_page":1},"data":[%s]}`, total, topics)
	}
	none, some := of(0, ""), of(2, `{"id":1,"name":"a",`+topic+`,{"id":2,"name":"b",`+topic)
	for rule, c := range map[string]struct {
		noun    string
		bodies  []string
		asked   int
		remarks int
	}{
		"empty once":                        {"topics", []string{none, some}, 2, 1},
		"empty":                             {"topics", []string{none, none}, 2, 0},
		"not empty":                         {"topics", []string{some}, 1, 0},
		"one that has to be empty":          {"topics of the empty source", []string{none}, 1, 0},
		"one that the file says nothing of": {"invitations", []string{none}, 1, 0},
	} {
		t.Run(rule, func(t *testing.T) {
			asked := 0
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				_, _ = w.Write([]byte(c.bodies[min(asked, len(c.bodies)-1)]))
				asked++
			}))
			defer s.Close()
			w := worldtest.On(t, target.Target{BaseURL: s.URL, Tokens: target.Tokens{Workspace: "workspace", Personal: "personal"},
				Resources: target.Resources{TopicsSourceID: 7, EmptyTopicsSourceID: 8}})
			l := paging.ListingOf(c.noun)
			e, err := ask(w, l, nil)
			if err != nil || string(e.Body) != c.bodies[len(c.bodies)-1] {
				t.Errorf("error %v, body %s", err, e.Body)
			}
			if asked != c.asked || len(w.Result.Remarks) != c.remarks {
				t.Errorf("asked %d times, remarks %q", asked, w.Result.Remarks)
			}
		})
	}
}
