package atonce

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"understudy/spec"
	"understudy/steps/builtin/segments"
	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/target"
)

// linked is the creation of a link on a segment, whose response shows a segment and a redirect_uri.
func linked(on int, sent string, segment int, shown string) *client.Exchange {
	return &client.Exchange{
		Request: client.Request{Operation: spec.CreateLink, Method: http.MethodPost, Allowed: true,
			Path: fmt.Sprintf("/api/v1/sources/1/filter_segments/%d/segment_management_links", on), Body: fmt.Appendf(nil, `{"redirect_uri":%q}`, sent)},
		Status: http.StatusCreated, Body: fmt.Appendf(nil, `{"status":"created","data":{"id":%d,"segment_id":%d,"redirect_uri":%q}}`, on, segment, shown)}
}

func TestEachLinkIsOnTheSegmentOfItsRequest(t *testing.T) {
	rejected := linked(2, "https://x/2", 2, "")
	rejected.Status, rejected.Body = http.StatusConflict, []byte(`{"status":"error"}`)
	for rule, c := range map[string]struct {
		links       []*client.Exchange
		own, echoed bool // what the checks of the segment and of redirect_uri say
		isAnothers  bool
	}{
		"each its own":              {[]*client.Exchange{linked(1, "https://x/1", 1, "https://x/1"), linked(2, "https://x/2", 2, "https://x/2")}, true, true, false},
		"the segments are swapped":  {[]*client.Exchange{linked(1, "https://x/1", 2, "https://x/1"), linked(2, "https://x/2", 1, "https://x/2")}, false, true, false},
		"the uris are swapped":      {[]*client.Exchange{linked(1, "https://x/1", 1, "https://x/2"), linked(2, "https://x/2", 2, "https://x/1")}, false, false, true},
		"a uri that was never sent": {[]*client.Exchange{linked(1, "https://x/1", 1, "https://y"), linked(2, "https://x/2", 2, "https://x/2")}, true, false, false},
		"one is rejected":           {[]*client.Exchange{linked(1, "https://x/1", 1, "https://x/1"), rejected}, true, true, false},
	} {
		w := worldtest.On(t, target.Target{BaseURL: "https://api.invalid"})
		ofScenario(w).links = c.links
		err := linksAreOwn(w)
		var skipped *outcome.Skipped
		if (err == nil) != c.own || errors.As(err, &skipped) != c.isAnothers || c.isAnothers && skipped.By != "link-redirect-echoed" {
			t.Errorf("%s: segments: %v", rule, err)
		}
		if err := redirectsAreOwn(w); (err == nil) != c.echoed {
			t.Errorf("%s: redirect_uri: %v", rule, err)
		}
	}
}

func TestASourceShowsNoOtherSegment(t *testing.T) {
	made := []segmentMade{{world.Segment{ID: "11"}, "first", nil}, {world.Segment{ID: "12"}, "second", nil}}
	for body, fails := range map[string]bool{
		`{"status":true}`: false,
		`{"status":true,"data":{"id":11,"name":"first"}}`:         false,
		`{"status":true,"data":{"id":12,"name":"first"}}`:         true,
		`{"status":true,"data":{"id":11,"name":"second"}}`:        true,
		`{"status":true,"data":[{"id":11},{"id":12}]}`:            false, // it shows its own, too
		`{"status":true,"data":{"nested":{"ids":["second"]}}}`:    true,
		`{"status":true,"data":{"id":13,"name":"somebody else"}}`: false, // another check's concern
	} {
		e := &client.Exchange{Request: client.Request{Operation: spec.ReadSegmentSource}, Status: http.StatusOK, Body: []byte(body)}
		if f := showsAnother(e, made, 0); (f != nil) != fails {
			t.Errorf("%s: %v, want a finding: %t", body, f, fails)
		}
	}
}

func TestSegmentsThatWereCreatedAtOnceDiffer(t *testing.T) {
	segment := func(id, source string) segmentMade {
		return segmentMade{world.Segment{ID: id, SourceURL: source}, "segment " + id, &client.Exchange{Request: client.Request{Operation: spec.CreateSegment}}}
	}
	for rule, c := range map[string]struct {
		second segmentMade
		want   string // the promise that a later check is blocked by, - for a finding of its own
	}{
		"both":                {segment("2", "https://x/2"), ""},
		"the same id":         {segment("1", "https://x/2"), "-"},
		"the same source URL": {segment("2", "https://x/1"), "created-segment-source-url"},
	} {
		w := worldtest.On(t, target.Target{BaseURL: "https://api.invalid"})
		_, _ = ofRun(w.Run).segments.Get(func() ([]segmentMade, error) { return []segmentMade{segment("1", "https://x/1"), c.second}, nil })
		err, got := segmentsDiffer(w), ""
		var f *outcome.Finding
		var skipped *outcome.Skipped
		switch {
		case errors.As(err, &f):
			got = "-"
		case errors.As(err, &skipped):
			got = skipped.By
		}
		if got != c.want {
			t.Errorf("%s: %v, want %q", rule, err, c.want)
		}
	}
}

func TestOnlyTheRequestsWithATokenMayGetRecords(t *testing.T) {
	list := func(scheme client.Scheme, status int, body string) *client.Exchange {
		return &client.Exchange{Request: client.Request{Operation: spec.ListInvitations, Method: http.MethodGet, Scheme: scheme, Allowed: scheme != client.NoToken},
			Status: status, Body: []byte(body)}
	}
	const records, none = `{"status":"success","pagination":{"page":1},"data":[{"id":1,"email":"a@x.example"}]}`, `{"status":"success","pagination":{"page":1},"data":[]}`
	for rule, c := range map[string]struct {
		with, without *client.Exchange
		fails, skips  bool
	}{
		"a rejection":              {list(client.Bearer, 200, records), list(client.NoToken, 401, `{"status":"error"}`), false, false},
		"records":                  {list(client.Bearer, 200, records), list(client.NoToken, 200, records), true, false},
		"records with a rejection": {list(client.Bearer, 200, records), list(client.NoToken, 401, records), true, false},
		"an empty list":            {list(client.Bearer, 200, records), list(client.NoToken, 200, none), false, false},
		"nothing to see":           {list(client.Bearer, 200, none), list(client.NoToken, 200, none), false, true},
	} {
		w := worldtest.On(t, target.Target{BaseURL: "https://api.invalid"})
		w.Several = []*client.Exchange{c.with, c.without}
		w.Take(c.with)
		err := onlyWithToken(w)
		var f *outcome.Finding
		if errors.As(err, &f) != c.fails || (err != nil && !errors.As(err, &f)) != c.skips {
			t.Errorf("%s: %v", rule, err)
		}
		if c.skips && w.Run.ReasonOf(err).Kind != report.MissingTestData {
			t.Errorf("%s: %+v", rule, w.Run.ReasonOf(err))
		}
	}
}

func TestEachLinkHasARedirectURIOfItsOwn(t *testing.T) {
	for uri, want := range map[string]string{
		"https://x.example/":        "https://x.example/?step=3",
		"https://x.example/?a=1":    "https://x.example/?a=1&step=3",
		"https://x.example/#part":   "https://x.example/?step=3#part",
		"https://x.example/?a=1#pa": "https://x.example/?a=1&step=3#pa",
	} {
		w := worldtest.On(t, target.Target{BaseURL: "https://api.invalid", Samples: target.Samples{RedirectURI: uri}})
		if got := redirectOf(w, 2, true); got != want {
			t.Errorf("%s: %s, want %s", uri, got, want)
		}
		if got := redirectOf(w, 2, false); got != uri {
			t.Errorf("%s: %s, want it as it is", uri, got)
		}
	}
}

func TestASourceURLThatRejectsSeveralReadersIsReadAgain(t *testing.T) {
	for rule, c := range map[string]struct {
		bodies func(read int) string
		broken bool
	}{
		"complete": {func(int) string { return `{"status":true}` }, false},
		"rejected once": {func(read int) string {
			return map[bool]string{true: `{"status":"error"}`, false: `{"status":true}`}[read == 2]
		}, false},
		"rejected each time":   {func(int) string { return `{"status":"error"}` }, true},
		"not complete for one": {func(read int) string { return fmt.Sprintf(`{"status":%t}`, read != 2) }, true},
	} {
		var reads atomic.Int64
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, c.bodies(int(reads.Add(1)))) }))
		w := worldtest.On(t, target.Target{BaseURL: s.URL, Limits: target.Limits{Concurrency: 4}})
		err := completeForAll(w, segments.SourceRequest(w, world.Segment{SourceURL: s.URL + "/job"}))
		s.Close()
		var blocked *outcome.Skipped
		if isBroken := errors.As(err, &blocked) && blocked.By == "segment-source-stays-complete"; isBroken != c.broken || reads.Load() < 2 {
			t.Errorf("%s: %v after %d reads", rule, err, reads.Load())
		}
	}
}
