package steps_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps"
	"understudy/steps/internal/independent"
	"understudy/steps/target"
)

func TestAConformingDeploymentPassesTheCheck(t *testing.T) {
	for _, l := range append(independent.Conforming, independent.Switch{ID: plain}) {
		t.Run(l.ID, func(t *testing.T) {
			var switches []string
			if l.ID != plain {
				switches = append(switches, l.ID)
			}
			if _, err := steps.Check(t.Context(), start(t, switches...), steps.Options{}); err != nil {
				t.Error(err)
			}
		})
	}
}

func sampleOfAnother(tg *target.Target) {
	tg.Samples.ServiceConnection = map[string]any{"name": "Analytics lakehouse", "type": "lakehouse"}
}

// ofWorkspace responds to every list that takes the workspace token.
func ofWorkspace(other http.HandlerFunc) middleware {
	return func(w *middlewareHits, next http.Handler) http.Handler {
		return instead("/objects", other)(w, instead("/topics", other)(w, next))
	}
}

// instead passes the requests whose path has a suffix to another handler.
func instead(suffix string, other http.HandlerFunc) middleware {
	return func(w *middlewareHits, next http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if !strings.HasSuffix(r.URL.Path, suffix) {
				next.ServeHTTP(rw, r)
				return
			}
			w.changed.Add(1)
			other(rw, r)
		})
	}
}

// atFirst passes the first request to another handler.
func atFirst(other http.HandlerFunc) middleware {
	return func(w *middlewareHits, next http.Handler) http.Handler {
		var asked atomic.Int64
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if asked.Add(1) == 1 {
				w.changed.Add(1)
				other(rw, r)
				return
			}
			next.ServeHTTP(rw, r)
		})
	}
}

// loginFor redirects a list to a page of the same server.
func loginFor(suffix string) middleware {
	return func(w *middlewareHits, next http.Handler) http.Handler {
		return instead("/login", says(200, "text/html", "<!doctype html>"))(w, instead(suffix, func(rw http.ResponseWriter, r *http.Request) {
			http.Redirect(rw, r, "/login", http.StatusFound)
		})(w, next))
	}
}

func silence(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// waitingFor rejects with a code that asks to try again later.
func waitingFor(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(status)
	}
}

// perPageRejected rejects every per_page, which breaks a promise.
func perPageRejected(w *middlewareHits, next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("per_page") {
			w.changed.Add(1)
			http.Error(rw, "no", http.StatusUnprocessableEntity)
			return
		}
		next.ServeHTTP(rw, r)
	})
}

// slashed redirects each list to its path with a trailing slash.
func slashed(w *middlewareHits, next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/") {
			w.changed.Add(1)
			http.Redirect(rw, r, r.URL.Path+"/?"+r.URL.RawQuery, http.StatusPermanentRedirect)
			return
		}
		r.URL.Path = strings.TrimSuffix(r.URL.Path, "/")
		next.ServeHTTP(rw, r)
	})
}

// checkedSetUp is a deployment that the run must verify, or a wrong set-up that the
// check must reject.
type checkedSetUp struct {
	middleware middleware
	change     func(*target.Target)
	options    steps.Options
	// stops is the text of the error; empty means no error.
	stops string
}

var (
	noResources = func(tg *target.Target) { tg.Resources = target.Resources{} }
	failing     = says(500, "application/json", `{"status":"error"}`)
	htmlError   = says(503, "text/html", "<html>503</html>")
)

var checkedSetUps = map[string]checkedSetUp{
	"one list is down":                         {middleware: instead("/topics", failing)},
	"one list is down behind a gateway":        {middleware: instead("/topics", htmlError)},
	"one list is missing":                      {middleware: lacking(`/invitations$`)},
	"one list is not permitted":                {middleware: instead("/topics", says(403, "application/json", "{}"))},
	"one list is rejected":                     {middleware: instead("/objects", says(405, "text/plain", "no"))},
	"one list is a web page":                   {middleware: instead("/objects", says(200, "text/html", "<html>"))},
	"one list hangs up":                        {middleware: instead("/topics", hangUp)},
	"one list is silent":                       {middleware: instead("/topics", silence), change: func(tg *target.Target) { tg.Limits.RequestTimeout = target.Duration(100 * time.Millisecond) }},
	"one id of several is unknown":             {change: func(tg *target.Target) { tg.Resources.TopicsSourceID, tg.Resources.ObjectsDestinationID = 99, 98 }},
	"every id is unknown":                      {change: func(tg *target.Target) { tg.Resources = target.Resources{TopicsSourceID: 99, DestinationID: 98} }},
	"a per_page is rejected":                   {middleware: perPageRejected},
	"each list is sent on to another path":     {middleware: slashed},
	"a 429 passes":                             {middleware: atFirst(waitingFor(429))},
	"a 503 that asks to wait passes":           {middleware: atFirst(waitingFor(503))},
	"a connection breaks off once":             {middleware: atFirst(hangUp)},
	"the only list that can be read is down":   {middleware: instead("", failing), change: noResources},
	"a wrong token that no scenario uses":      {change: func(tg *target.Target) { tg.Tokens.Workspace = "wrong" }, options: steps.Options{Tags: "@operation:list-invitations and not @gap:wrong-kind-token-status"}},
	"the other wrong token that none uses":     {change: func(tg *target.Target) { tg.Tokens.Personal = "wrong" }, options: steps.Options{Tags: "@operation:list-topics and not @operation:list-invitations"}},
	"bodies that show nothing, for the run":    {middleware: instead("", says(200, "application/json", "{}"))},
	"the sample of another destination":        {change: sampleOfAnother, stops: "would overwrite the destination"},
	"a sample that is not sent":                {change: sampleOfAnother, options: steps.Options{ReadOnly: true}},
	"every list is down":                       {middleware: instead("", failing), stops: "every list of "},
	"every list is down behind a gateway":      {middleware: instead("", htmlError), stops: "responds with an error page "},
	"every list is rejected":                   {middleware: instead("", says(405, "text/plain", "no")), stops: "is rejected (HTTP 405"},
	"no list is read, for different reasons":   {middleware: instead("/invitations", failing), change: func(tg *target.Target) { tg.Resources = target.Resources{TopicsSourceID: 99} }, stops: "list-invitations: HTTP 500, list-topics: HTTP 410: "},
	"the only list that can be read is shut":   {change: func(tg *target.Target) { noResources(tg); tg.Tokens.Personal = "wrong" }, stops: "is rejected (HTTP 400 to GET /api/v1/invitations): correct base_url, tokens"},
	"a wrong token is sent to a login":         {middleware: instead("/invitations", says(302, "text/html", "")), stops: "tokens.personal is rejected by every operation, while the other token works: GET /api/v1/invitations"},
	"a wrong token is sent to a login here":    {middleware: loginFor("/invitations"), stops: "(HTTP 302 to http://127.0.0.1:"},
	"a token gets web pages from each list":    {middleware: ofWorkspace(says(200, "text/html", "<!doctype html>")), stops: "tokens.workspace is rejected by every operation, while the other token works (list-destination-objects: HTTP 200, a web page"},
	"a token without the right to its list":    {middleware: instead("/invitations", says(403, "application/json", `{"status":"error"}`)), stops: "settings page, with the right to these operations"},
	"a token is declined by each list":         {middleware: ofWorkspace(says(200, "application/json", `{"status":"error"}`)), stops: "list-topics: HTTP 200, a rejection by its status): give an access token"},
	"the only list of a token is a web page":   {middleware: instead("/invitations", says(200, "text/html", "<!doctype html>"))},
	"too many requests, whatever is asked":     {middleware: instead("", waitingFor(429)), stops: "limits.requests_per_second"},
	"every connection breaks off, of one list": {middleware: instead("", hangUp), change: noResources, stops: "broke off in 6 of 6 requests"},
}

func TestTheCheckRejectsOnlyAWrongSetUp(t *testing.T) {
	for rule, c := range checkedSetUps {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			s, err := independent.New()
			if err != nil {
				t.Fatal(err)
			}
			hits, asked := &middlewareHits{}, &middlewareHits{}
			var handler http.Handler = s
			if c.middleware != nil {
				handler = c.middleware(hits, handler)
			}
			server := httptest.NewServer(asked.count(handler))
			defer server.Close()
			tg := targetOf(s.TestData(), server.URL)
			if c.change != nil {
				c.change(&tg)
			}
			setup, err := steps.Check(t.Context(), tg, c.options)
			switch {
			case c.stops == "" && err != nil:
				t.Errorf("it stops: %v", err)
			case c.stops != "" && (err == nil || !strings.Contains(err.Error(), c.stops)):
				t.Errorf("it does not say %q: %v", c.stops, err)
			}
			if c.middleware != nil && hits.changed.Load() == 0 {
				t.Error("the middleware changed no request")
			}
			if setup == nil || len(setup.Operations) != 9 || setup.Operations[5].Operation != spec.ListInvitations {
				t.Errorf("the set-up is %+v", setup)
			}
		})
	}
}

func TestACheckThatIsInterruptedSaysSo(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		interrupt()
		silence(w, r)
	}))
	defer server.Close()
	if _, err := steps.Check(ctx, targetOf(testData, server.URL), steps.Options{}); err == nil || !strings.Contains(err.Error(), "interrupted before "+server.URL+" responded") {
		t.Errorf("it says %v", err)
	}
}
