package client_test

import (
	"net/http"
	"testing"

	"understudy/steps/client"
)

func TestADeploymentAsksToWait(t *testing.T) {
	for rule, c := range map[string]struct {
		code                int
		retryAfter, allowed bool
		want                bool
	}{
		"429":                        {429, false, true, true},
		"429 to a faulty request":    {429, false, false, true},
		"503 with Retry-After":       {503, true, false, true},
		"503 alone":                  {503, false, true, false},
		"529 with Retry-After":       {529, true, true, true},
		"403 with Retry-After":       {403, true, true, true},
		"403 to a faulty request":    {403, true, false, false},
		"403 alone":                  {403, false, true, false},
		"500, which may be done":     {500, true, true, false},
		"504, which may be done":     {504, true, true, false},
		"a rejection of the request": {422, true, true, false},
	} {
		e := &client.Exchange{Request: client.Request{Allowed: c.allowed}, Status: c.code, Header: http.Header{}}
		if c.retryAfter {
			e.Header.Set("Retry-After", "1")
		}
		if got := e.Throttled(); got != c.want {
			t.Errorf("%s: %t", rule, got)
		}
	}
}
