package values

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/scenario"
	"understudy/steps/target"
)

func TestAResponseThatNeverIsCompleteIsExpected(t *testing.T) {
	for name, c := range map[string]struct {
		serve http.HandlerFunc
		fails bool
	}{
		"a connection that closes": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, false},
		"a body that breaks off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "9")
			_, _ = w.Write([]byte(`{`))
		}, false},
		"silence":    {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, false},
		"a response": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(c.serve)
			defer server.Close()
			w := worldtest.On(t, target.Target{BaseURL: server.URL, Limits: target.Limits{RequestTimeout: target.Duration(100 * time.Millisecond)}})
			if err := noCompleteResponse(w); !errors.Is(err, scenario.ErrNothingSent) {
				t.Errorf("without a request: %v", err)
			}
			w.Send(client.Request{Method: http.MethodPut, Path: "/"})
			err := noCompleteResponse(w)
			var found *outcome.Finding
			if errors.As(err, &found) != c.fails || !c.fails && err != nil {
				t.Errorf("%v", err)
			}
		})
	}
}
