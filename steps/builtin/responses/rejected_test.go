package responses

import (
	"net/http"
	"testing"

	"understudy/spec"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/target"
)

func TestASuccessIsNoRejection(t *testing.T) {
	page, list, rejection, source := `<!doctype html>`, `{"status":"success","data":[{"id":1}]}`, `{"status":"error","data":null}`, `{"status":true,"name":"a"}`
	for name, c := range map[string]struct {
		operation, method string
		code              int
		body              string
		fails             bool
	}{
		"a page of a link":                {spec.CreateLink, http.MethodGet, 200, page, true},
		"an expired link":                 {spec.CreateLink, http.MethodGet, 410, page, false},
		"a source URL":                    {spec.ReadSegmentSource, http.MethodGet, 200, source, true},
		"a source URL that is rejected":   {spec.ReadSegmentSource, http.MethodGet, 401, rejection, false},
		"a path that is no endpoint":      {"", http.MethodGet, 200, source, true},
		"a list":                          {spec.ListTopics, http.MethodGet, 200, list, true},
		"a list with a rejection as body": {spec.ListTopics, http.MethodGet, 200, rejection, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := worldtest.On(t, target.Target{BaseURL: "http://127.0.0.1:1"})
			w.Last = &client.Exchange{Request: client.Request{Operation: c.operation, Method: c.method}, Status: c.code, Body: []byte(c.body)}
			if err := IsRejectedWithoutEffect(w); (err != nil) != c.fails {
				t.Errorf("%v; fails: want %v", err, c.fails)
			}
		})
	}
}
