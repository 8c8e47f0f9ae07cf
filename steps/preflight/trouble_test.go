package preflight

import (
	"testing"

	"understudy/steps/client"
)

func TestWhatMayBeThisAPIIsLeftToTheRun(t *testing.T) {
	for body, foreign := range map[string]bool{
		`{"status":"success","data":[]}`:         false,
		`{"data":{}}`:                            false,
		`[]`:                                     false,
		`{}`:                                     false,
		`"{\"status\":\"success\",\"data\":[]}"`: false, // encoded twice
		`{"status":"success","data":[}`:          false, // no JSON
		"s\x00u\x00c\x00c\x00e\x00s\x00s\x00":    false, // UTF-16
		`{"status":"ok","version":"4.1"}`:        true,
		`"OK"`:                                   true,
		"OK\n":                                   true,
	} {
		if got := isForeign(&client.Exchange{Status: 200, Body: []byte(body)}); got != foreign {
			t.Errorf("%q: %t", body, got)
		}
	}
}
