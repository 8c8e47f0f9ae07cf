package history

import (
	"net/http"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/target"
)

func TestAPublishingIsTheReasonOnlyOfWhatFollowsIt(t *testing.T) {
	const another = "/api/v1/connectors/another"
	updated := func(at int, status int) *client.Exchange {
		began := time.Unix(int64(at), 0)
		return &client.Exchange{
			Request: client.Request{Operation: spec.UpdateConnector, Method: http.MethodPut, Path: another, Allowed: true},
			Status:  status, Body: []byte(`{"status":"updated","data":{"service_name":"another"}}`),
			Began: began, Received: began.Add(time.Second / 2),
		}
	}
	publishing := &client.Exchange{Began: time.Unix(10, 0), Received: time.Unix(11, 0)}
	ruledOut := updated(2, 409)
	ruledOut.Allowed = false
	for rule, c := range map[string]struct {
		sent []*client.Exchange
		want bool
	}{
		"rejected since it":                     {[]*client.Exchange{updated(1, 200), updated(12, 409)}, true},
		"rejected while it was under way":       {[]*client.Exchange{updated(1, 200), updated(10, 409), updated(12, 409)}, true},
		"rejected before it":                    {[]*client.Exchange{updated(1, 200), updated(2, 409), updated(12, 409)}, false},
		"accepted after it":                     {[]*client.Exchange{updated(1, 200), updated(12, 200), updated(13, 409)}, false},
		"an earlier one that is noted late":     {[]*client.Exchange{updated(12, 200), updated(1, 200), updated(13, 409)}, false},
		"rejected before it, but not for good":  {[]*client.Exchange{updated(1, 409), updated(2, 200), updated(12, 409)}, true},
		"an update that the document rules out": {[]*client.Exchange{updated(1, 200), ruledOut, updated(12, 409)}, true},
	} {
		w := worldtest.On(t, target.Target{})
		for _, e := range c.sent {
			NoteRejected(w.Run, e)
			NoteSuccess(w.Run, e)
		}
		if got := Of(w.Run).Updates.RejectedSince(publishing); got != c.want {
			t.Errorf("%s: %v", rule, got)
		}
	}
}
