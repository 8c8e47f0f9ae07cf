package links

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/target"
)

// linkMade is the response to the creation of a link.
func linkMade(t *testing.T, uri string, at, expires time.Time) *client.Exchange {
	t.Helper()
	body, err := json.Marshal(map[string]any{"status": "created", "data": map[string]any{"id": 1, "segment_id": 2, "uri": uri,
		"expired": false, "revoked": false, "expiration": expires.UTC().Format(time.RFC3339Nano)}})
	if err != nil {
		t.Fatal(err)
	}
	return &client.Exchange{Request: client.Request{Operation: spec.CreateLink, Method: http.MethodPost}, Status: http.StatusCreated, Body: body,
		Header: http.Header{"Date": {at.UTC().Format(http.TimeFormat)}}, Received: at}
}

func TestTheAuthorizationValueOfALinkHasNoBlank(t *testing.T) {
	now := time.Now()
	for uri, want := range map[string]string{
		"https://app.example/e?auth=a%20b+c":                    "",
		"https://app.example/e?to=https://a.example/b c&auth=x": "",
		"https://app.example/e?x=1&auth=a b&y=2":                "link-uri",
		"https://app.example/e?auth= a":                         "link-uri",
		"https://app.example/e?auth=":                           "link-carries-auth",
	} {
		got := ""
		if f := LacksAuth(linkMade(t, uri, now, now.Add(time.Hour))); f != nil {
			got = f.Promise
		}
		if got != want {
			t.Errorf("%s: blamed %q, want %q", uri, got, want)
		}
	}
}

func TestLinksThatExpireInTheSecondOfTheirCreation(t *testing.T) {
	day := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for rule, c := range map[string]struct {
		lasts []time.Duration
		want  bool
	}{
		"each of many":     {[]time.Duration{0, 0, 900 * time.Millisecond, 0, 100 * time.Millisecond}, true},
		"each of few":      {[]time.Duration{0, 0, 0, 0}, false},
		"all but one":      {[]time.Duration{0, 0, 0, time.Hour, 0, 0}, false},
		"a second later":   {[]time.Duration{time.Second, time.Second, time.Second, time.Second, time.Second, time.Second}, false},
		"a second earlier": {[]time.Duration{-time.Second, -time.Second, -time.Second, -time.Second, -time.Second, -time.Second}, false},
	} {
		w := worldtest.On(t, target.Target{})
		got := false
		for i, lasts := range c.lasts {
			at := day.Add(time.Duration(i) * time.Minute)
			got = BornEnded(w.Run, linkMade(t, "https://app.example/e?auth=x", at, at.Add(lasts))) != nil
		}
		if got != c.want {
			t.Errorf("%s: %t", rule, got)
		}
	}
}
