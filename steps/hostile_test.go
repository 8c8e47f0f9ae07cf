package steps_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"understudy/spec/race"
	"understudy/steps"
	"understudy/steps/internal/independent"
	"understudy/steps/report"
	"understudy/steps/target"
)

// spoilt starts an independent implementation whose responses are changed on their way.
func spoilt(t *testing.T, change func(r *http.Request, response *httptest.ResponseRecorder)) target.Target {
	t.Helper()
	begin := time.Now()
	s, err := independent.NewAt(func() time.Time { return begin.Add(20 * time.Since(begin)) })
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		response := httptest.NewRecorder()
		s.ServeHTTP(response, r)
		change(r, response)
		for name, values := range response.Header() {
			if name != "Content-Length" {
				w.Header()[name] = values
			}
		}
		w.WriteHeader(response.Code)
		_, _ = w.Write(response.Body.Bytes()) // the client may have read enough and disconnected
	}))
	t.Cleanup(server.Close)
	tg := targetOf(s.TestData(), server.URL)
	tg.Limits.AsyncTimeout, tg.Limits.Concurrency = target.Duration(time.Second), 4
	return tg
}

// replaced responds to every request with HTTP 200 and another body.
func replaced(body []byte, header http.Header) func(*http.Request, *httptest.ResponseRecorder) {
	return func(_ *http.Request, response *httptest.ResponseRecorder) {
		response.Code, response.Body = http.StatusOK, bytes.NewBuffer(body)
		for name, values := range header {
			response.Header()[name] = values
		}
	}
}

// padded adds a member to every response that is an object.
func padded(member string) func(*http.Request, *httptest.ResponseRecorder) {
	return func(_ *http.Request, response *httptest.ResponseRecorder) {
		if rest, ok := bytes.CutPrefix(response.Body.Bytes(), []byte("{")); ok && len(rest) > 2 {
			response.Body = bytes.NewBufferString("{" + member + "," + string(rest))
		}
	}
}

func zippedText(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := io.WriteString(z, text)
	if err = errorsOf(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func errorsOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// largeBodies skips a test under the race detector, which takes minutes for bodies of
// megabytes.
func largeBodies(t *testing.T) {
	if race.Enabled {
		t.Skip("runs only without the race detector: see the Makefile")
	}
}

// TestABodyBeyondTheBoundsIsNotChecked verifies that a body beyond the bounds neither
// fails nor passes a promise, and that the report says why.
func TestABodyBeyondTheBoundsIsNotChecked(t *testing.T) {
	largeBodies(t)
	zip := http.Header{"Content-Encoding": {"gzip"}}
	for why, spoil := range map[string]func(*http.Request, *httptest.ResponseRecorder){
		"nested deeper than 1,000 levels":       replaced([]byte(strings.Repeat("[", 200_000)), nil),
		"nested deeper than 1,000 levels, gzip": replaced(zippedText(t, strings.Repeat("[", 8_000_000)), zip),
		"nested deeper than 1,000 levels, JSON": padded(`"x":` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000)),
		"of more than 250,000 values":           padded(`"x":[0` + strings.Repeat(",0", 250_000) + "]"),
		"longer than 8 MiB, gzip":               replaced(zippedText(t, strings.Repeat(" ", 9<<20)), zip),
	} {
		r := verify(t, spoilt(t, spoil), steps.Options{})
		why, _, _ = strings.Cut(why, ", gzip")
		why, _, _ = strings.Cut(why, ", JSON")
		said := false
		for _, s := range r.Scenarios {
			// A source URL that cannot be read is not complete in time.
			if s.Verdict == report.Fail || s.Verdict == report.Error {
				t.Errorf("%s: %s: %s: %s", why, s.Address, s.Verdict, s.Reason)
			}
			said = said || s.Reason == report.Reason{Kind: report.Inconclusive, Text: "the body of the response is " + why + ": not checked"}
		}
		if r.Summary.Pass > 0 || r.Summary.Fail > 0 || !said || r.Exit() != 3 {
			t.Errorf("%s: %+v, exit code %d, said why: %t", why, r.Summary, r.Exit(), said)
		}
	}
}

func TestADeepAndLargeBodyWithinTheBoundsIsChecked(t *testing.T) {
	largeBodies(t)
	for rule, member := range map[string]string{
		"1,000 levels":   `"x":` + strings.Repeat("[", 999) + strings.Repeat("]", 999),
		"200,000 values": `"x":[0` + strings.Repeat(",0", 200_000) + "]",
		"1 MB":           `"x":"` + strings.Repeat("padding ", 125_000) + `"`,
	} {
		tags := "@operation:list-topics or @operation:create-segment"
		want, got := verify(t, spoilt(t, padded(`"x":1`)), steps.Options{Tags: tags}), verify(t, spoilt(t, padded(member)), steps.Options{Tags: tags})
		if got.Summary != want.Summary || want.Summary.Pass == 0 || want.Summary.Fail > 0 {
			t.Errorf("%s: %+v, without %+v", rule, got.Summary, want.Summary)
		}
	}
}

// TestTheNameIsRestoredAfterAnUnreadableResponse renames a destination of a
// deployment whose responses cannot be read.
func TestTheNameIsRestoredAfterAnUnreadableResponse(t *testing.T) {
	tg := spoilt(t, func(r *http.Request, response *httptest.ResponseRecorder) {
		if r.Method == http.MethodPatch {
			replaced([]byte(strings.Repeat("[", 1_000_000)), nil)(r, response)
		}
	})
	before := nameOf(t, tg)
	r := verify(t, tg, steps.Options{Tags: renames})
	if now := nameOf(t, tg); now != before {
		t.Errorf("the destination is named %q, and was %q", now, before)
	}
	if got := ofKind(r, "destination"); len(got) != 1 || got[0].Left {
		t.Errorf("the ledger says %+v", got)
	}
}

// texts are all strings of a report.
func texts(t *testing.T, r *report.Run) (all []string) {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			all = append(all, v)
		case map[string]any:
			for name, inner := range v {
				all = append(all, name)
				walk(inner)
			}
		case []any:
			for _, inner := range v {
				walk(inner)
			}
		}
	}
	walk(tree)
	return all
}

// TestEveryTextOfAReportIsBounded puts very long texts into each place that a
// deployment can fill.
func TestEveryTextOfAReportIsBounded(t *testing.T) {
	largeBodies(t)
	const mostBody, mostText = 17 << 10, 3000
	long, text := strings.Repeat("long ", 40_000), strings.Repeat("text ", 1000)
	for rule, spoil := range map[string]func(*http.Request, *httptest.ResponseRecorder){
		"members": func(_ *http.Request, response *httptest.ResponseRecorder) {
			for _, member := range []string{"status", "role", "email", "created_at", "label", "full_name", "uri", "type", "name", "expiration", "service_name"} {
				response.Body = bytes.NewBuffer(regexp.MustCompile(`"`+member+`":\s*"`).ReplaceAll(response.Body.Bytes(), []byte(`"`+member+`":"`+text)))
			}
		},
		"names": padded(`"data":{"connection_details":{"` + long + `":1,"` + long + `2":2}}`),
		"numbers": func(_ *http.Request, response *httptest.ResponseRecorder) {
			response.Body = bytes.NewBuffer(regexp.MustCompile(`("id"|"page"|"per_page"|"total_records"):\s*\d`).ReplaceAll(response.Body.Bytes(), []byte("$1:"+strings.Repeat("7", 200_000))))
		},
		"headers": replaced([]byte(long), http.Header{"Location": {"/" + long[:50_000]}, "Content-Type": {long[:50_000]}, "Date": {long[:50_000]}}),
		"source":  padded(`"filter_segment_source_url":"http://127.0.0.1/` + strings.Repeat("x", 200_000) + `"`),
	} {
		r := verify(t, spoilt(t, spoil), steps.Options{})
		if r.Summary.Pass == r.Summary.Total() {
			t.Errorf("%s: no response was changed, so the test checks nothing", rule)
		}
		bodies := map[string]bool{}
		for _, e := range exchangesOf(r) {
			bodies[e.RequestBody], bodies[e.ResponseBody] = true, true
		}
		for _, text := range texts(t, r) {
			if len(text) > mostText && (!bodies[text] || len(text) > mostBody) {
				t.Errorf("%s: %d bytes: %.200s", rule, len(text), text)
			}
		}
	}
}

func exchangesOf(r *report.Run) (all []*report.Exchange) {
	for _, s := range r.Scenarios {
		for _, f := range s.Failures {
			if f.Exchange != nil {
				all = append(all, f.Exchange)
			}
		}
	}
	for _, v := range r.Violations {
		if v.Exchange != nil {
			all = append(all, v.Exchange)
		}
	}
	return all
}

// TestBodiesAreReadThroughTheirExchange looks for code that reads a body without the
// checks of its exchange.
func TestBodiesAreReadThroughTheirExchange(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	direct := regexp.MustCompile(`(gjson\.(?:\w*Bytes|Parse|Get|Valid)|json\.Unmarshal)\((?:string\()?[\w.]*\.Body\b`)
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, hit := range direct.FindAllString(string(text), -1) {
			if !strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(hit, "Request.Body") {
				t.Errorf("%s: %s: ask the exchange: e.Get, e.JSON, e.IsJSON", name, hit)
			}
		}
	}
}
