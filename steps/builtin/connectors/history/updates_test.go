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

// Each case is the bodies that updates of a connector sent, which all succeeded.
func TestAConnectorIsKnownByTheNameThatItsUpdatesKept(t *testing.T) {
	const label, renaming, unlabelled = `{"connector":{"label":"x"}}`, `{"connector":{"service_name":"b"}}`, `{"connector":{"data":{}}}`
	for rule, c := range map[string]struct {
		sent       []string
		has, plain bool
	}{
		"no update":                        {nil, false, false},
		"an update":                        {[]string{label}, true, false},
		"another service_name":             {[]string{label, renaming}, false, false},
		"an update after that":             {[]string{label, renaming, label}, true, false},
		"data without a label":             {[]string{unlabelled}, true, true},
		"an update with a label after it":  {[]string{unlabelled, label}, true, true},
		"data with a label":                {[]string{`{"connector":{"data":{},"label":"x"}}`}, true, false},
		"neither data nor a label":         {[]string{`{"connector":{}}`}, true, false},
		"another name without data, twice": {[]string{renaming, renaming}, false, false},
	} {
		w := worldtest.On(t, target.Target{})
		for _, body := range c.sent {
			e := updated("a", "", "x")
			e.Request.Body = []byte(body)
			NoteSuccess(w.Run, e)
		}
		u := &Of(w.Run).Updates
		if u.Has("a") != c.has || u.Has("b") || u.HasUnlabelled() != c.plain {
			t.Errorf("%s: known %t, without a label %t; want %t, %t", rule, u.Has("a"), u.HasUnlabelled(), c.has, c.plain)
		}
	}
	w := worldtest.On(t, target.Target{})
	NoteSuccess(w.Run, updated("a", "x", "x"))
	another := updated("a", "x", "x")
	another.Body = []byte(`{"status":"updated","data":{"service_name":"b"}}`)
	if NoteSuccess(w.Run, another); Of(w.Run).Updates.Has("a") {
		t.Error("a connector is known by its name after a response showed another one")
	}
}
