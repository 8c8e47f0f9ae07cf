package servertest_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tidwall/gjson"

	"understudy/server/servertest"
)

// ask sends a request with the token that its path requires.
func ask(t *testing.T, f *servertest.Fake, method, path, body string) (*http.Response, error) {
	t.Helper()
	url := path
	if !strings.Contains(path, "://") {
		url = f.URL() + path
	}
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	token := f.Tokens().Workspace
	if strings.Contains(path, "/invitations") {
		token = f.Tokens().Personal
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	return f.Client().Do(r)
}

// send is ask, but returns the HTTP code and the body of the response.
func send(t *testing.T, f *servertest.Fake, method, path, body string) (code int, response string) {
	t.Helper()
	resp, err := ask(t, f, method, path, body)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// createSegment creates a segment and returns its id.
func createSegment(t *testing.T, f *servertest.Fake) int64 {
	t.Helper()
	g := f.TestData()
	code, response := send(t, f, "POST", fmt.Sprintf("/api/v1/sources/%d/filter_segments", g.SourceID),
		fmt.Sprintf(`{"name":"Reachable","dataset_id":%d,"molecules":[]}`, g.DatasetID))
	if code != http.StatusCreated {
		t.Fatalf("HTTP %d: %s", code, response)
	}
	return gjson.Get(response, "data.id").Int()
}

// has reports whether a world has a segment.
func has(t *testing.T, f *servertest.Fake, id int64) bool {
	t.Helper()
	code, _ := send(t, f, "GET", fmt.Sprintf("/api/v1/sources/%d/filter_segments/%d", f.TestData().SourceID, id), "")
	return code == http.StatusOK
}

// link creates a segment management link and returns its uri.
func link(t *testing.T, f *servertest.Fake, segment int64) string {
	t.Helper()
	code, response := send(t, f, "POST", fmt.Sprintf("/api/v1/sources/%d/filter_segments/%d/segment_management_links", f.TestData().SourceID, segment),
		`{"redirect_uri":"https://app.example.com/segments"}`)
	if code != http.StatusCreated {
		t.Fatalf("HTTP %d: %s", code, response)
	}
	return gjson.Get(response, "data.uri").String()
}

// opens returns the HTTP code of a link's page.
func opens(t *testing.T, f *servertest.Fake, uri string) int {
	t.Helper()
	code, _ := send(t, f, "GET", uri, "")
	return code
}

// bothWays runs a test on a fake at a port, and on one without.
func bothWays(t *testing.T, test func(t *testing.T, f *servertest.Fake)) {
	t.Run("at a port", func(t *testing.T) { test(t, servertest.New(t)) })
	t.Run("in process", func(t *testing.T) { test(t, servertest.New(t, servertest.InProcess)) })
}

func TestAClientReachesEveryURLOfTheResponses(t *testing.T) {
	bothWays(t, func(t *testing.T, f *servertest.Fake) {
		for rule, f := range map[string]*servertest.Fake{"the fake": f, "a fork": f.Fork(t), "a fork of a fork": f.Fork(t).Fork(t)} {
			if code, response := send(t, f, "GET", "/api/v1/invitations?per_page=1", ""); code != http.StatusOK || !strings.Contains(response, `"next":"`+f.URL()+"/api/v1/") {
				t.Errorf("%s at %s: HTTP %d: %s", rule, f.URL(), code, response)
			}
			if code := opens(t, f, link(t, f, createSegment(t, f))); code != http.StatusOK {
				t.Errorf("%s: the page of a link is HTTP %d", rule, code)
			}
		}
	})
}

func TestTheControlAPIIsOn(t *testing.T) {
	bothWays(t, func(t *testing.T, f *servertest.Fake) {
		if code, response := send(t, f, "GET", "/_understudy/clock", ""); code != http.StatusOK {
			t.Errorf("HTTP %d: %s", code, response)
		}
	})
}

func TestForksAreIndependent(t *testing.T) {
	bothWays(t, func(t *testing.T, f *servertest.Fake) {
		before := createSegment(t, f)
		a, b := f.Fork(t), f.Fork(t)
		after := createSegment(t, a)
		if !has(t, a, before) || !has(t, b, before) {
			t.Error("a fork lacks what its parent had")
		}
		if !has(t, a, after) || has(t, b, after) || has(t, f, after) {
			t.Error("a segment of one world is not in that world alone")
		}
		a.Freeze()
		a.Advance(time.Hour)
		if d := a.Now().Sub(b.Now()); d < 50*time.Minute {
			t.Errorf("their clocks are %s apart", d)
		}
	})
}

func TestAForkEndsWithItsTest(t *testing.T) {
	f := servertest.New(t)
	var url string
	t.Run("that forks", func(t *testing.T) { url = f.Fork(t).URL() })
	t.Run("that deletes its fork itself", func(t *testing.T) {
		id := f.Fork(t).World().ID()
		if code, response := send(t, f, "DELETE", f.URL()+"/_understudy/sandboxes/"+id, ""); code != http.StatusNoContent {
			t.Errorf("HTTP %d: %s", code, response)
		}
	})
	if code, _ := send(t, f, "GET", url+"/api/v1/invitations", ""); code != http.StatusNotFound {
		t.Errorf("the fork gets HTTP %d", code)
	}
}

func TestTheFakeEndsWithItsTest(t *testing.T) {
	for rule, option := range map[string]func(*servertest.Options){"at a port": func(*servertest.Options) {}, "in process": servertest.InProcess} {
		var f *servertest.Fake
		t.Run(rule, func(t *testing.T) { f = servertest.New(t, option) })
		if resp, err := f.Client().Get(f.URL()); err == nil {
			t.Errorf("%s: it still responds %s", rule, resp.Status)
		}
	}
}

func TestOptionsAreThoseOfTheServer(t *testing.T) {
	f := servertest.New(t, servertest.InProcess, func(o *servertest.Options) {
		o.WorkspaceToken, o.Control = "secret-token:EXAMPLEours", false
	})
	if got := f.Tokens().Workspace; got != "secret-token:EXAMPLEours" || !has(t, f, createSegment(t, f)) {
		t.Errorf("the workspace's token is %s", got)
	}
	if code, _ := send(t, f, "GET", "/_understudy/clock", ""); code != http.StatusNotFound {
		t.Errorf("the control API responds HTTP %d", code)
	}
}

func TestALinkExpiresWhenTheClockSaysSo(t *testing.T) {
	f := servertest.New(t, func(o *servertest.Options) {
		o.Now = func() time.Time { return time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC) }
	})
	f.Choose("link-lifetime=15m")
	uri := link(t, f, createSegment(t, f))
	f.Advance(15*time.Minute - 1)
	if code := opens(t, f, uri); code != http.StatusOK {
		t.Errorf("before its instant it is HTTP %d", code)
	}
	f.Advance(1)
	if code := opens(t, f, uri); code != http.StatusGone {
		t.Errorf("at its instant it is HTTP %d", code)
	}
}

func TestAFrozenClockStaysUntilItIsResumed(t *testing.T) {
	now := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
	f := servertest.New(t, func(o *servertest.Options) { o.Now = func() time.Time { return now } })
	begin := f.Now()
	f.Freeze()
	now = now.Add(time.Hour)
	if !f.Now().Equal(begin) {
		t.Errorf("it runs on to %s", f.Now())
	}
	f.Resume()
	now = now.Add(time.Hour)
	if got := f.Now().Sub(begin); got != time.Hour {
		t.Errorf("it went on by %s", got)
	}
}

// unknown returns the HTTP code for an unknown source.
func unknown(t *testing.T, f *servertest.Fake) int {
	t.Helper()
	code, _ := send(t, f, "GET", "/api/v1/sources/99/topics", "")
	return code
}

func TestGapsRespondAsChosen(t *testing.T) {
	f := servertest.New(t)
	fork := f.Fork(t)
	fork.Choose("source-unknown-status=403")
	fork.Choose("error-body=empty")
	if parent, forked := unknown(t, f), unknown(t, fork); parent != 404 || forked != 403 {
		t.Errorf("the parent responds HTTP %d, the fork HTTP %d", parent, forked)
	}
}

func TestAStateCanBeRestoredAnyNumberOfTimes(t *testing.T) {
	f := servertest.New(t)
	f.Freeze()
	first := createSegment(t, f)
	state, taken := f.Snapshot(), f.Now()
	for range 2 {
		f.Choose("source-unknown-status=403")
		f.Advance(time.Hour)
		second := createSegment(t, f)
		f.Restore(state)
		if !has(t, f, first) || has(t, f, second) || !f.Now().Equal(taken) {
			t.Error("rows or clock are not as they were")
		}
		if code := unknown(t, f); code != 404 {
			t.Error("the choice is not as it was")
		}
	}
	f.Reset()
	if has(t, f, first) {
		t.Error("a reset leaves what was created")
	}
}

func TestTheClientOfAFakeInProcessReachesNothingElse(t *testing.T) {
	f := servertest.New(t, servertest.InProcess)
	for _, url := range []string{"http://127.0.0.1:9", f.URL() + ":81"} {
		if _, err := f.Client().Get(url); err == nil || !strings.Contains(err.Error(), "is not the fake") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func TestSleepMovesTheClockOfABubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := servertest.New(t, servertest.InProcess)
		uri := link(t, f, createSegment(t, f))
		time.Sleep(24*time.Hour - time.Nanosecond)
		if code := opens(t, f, uri); code != http.StatusOK {
			t.Errorf("a link of a day is HTTP %d before", code)
		}
		time.Sleep(time.Nanosecond)
		if code := opens(t, f, uri); code != http.StatusGone {
			t.Errorf("a link of a day is HTTP %d after", code)
		}
	})
}

func TestTheFakeOpensWithAPreset(t *testing.T) {
	f := servertest.New(t, servertest.Preset("small"), servertest.InProcess)
	tx := f.World().Read()
	defer tx.Abort()
	if n := tx.CountInvitations(); n != 2 {
		t.Errorf("there are %d invitations, want the 2 of the preset", n)
	}
}
