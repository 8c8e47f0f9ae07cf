package lists

import (
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
			if got := ofRun(w.Run).returns.All(paging.ListingOf("topics")); len(got) != c.want {
				t.Errorf("%d times, want %d: %v", len(got), c.want, got)
			}
		})
	}
}
