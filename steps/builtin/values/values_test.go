package values

import (
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"understudy/steps/builtin/remembered"
	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// body is the response that the steps of the tests are about.
const body = `{"status":"success","pagination":{"page":1,"per_page":25.0,"next_page":null},"big":9007199254740993,
"data":[{"id":3,"role":"admin","email":"a@b.de","created_at":"2026-01-01T00:00:03Z","tags":["x","y"],"claimed_at":null},
{"id":2,"role":"member","email":"c@d.de","created_at":"2026-01-01T00:00:02Z","tags":[],"by":{"id":7,"name":"Z"}},
{"id":1,"role":"member","email":"e@f.de","created_at":"2026-01-01T00:00:01Z","tags":["x"]}],"empty":[],
"expires_at":"2026-01-01T00:15:00Z","local":"2026-01-01T00:00:00","url":"https://example.com/x","key":"123e4567-e89b-12d3-a456-426614174000","day":"2026-02-29"}`

// responding is a scenario with a response, at midnight.
func responding(t *testing.T, text string) *world.World {
	t.Helper()
	w := worldtest.On(t, target.Target{BaseURL: "http://127.0.0.1:1", Tokens: target.Tokens{Workspace: "w-secret-token"},
		Resources: target.Resources{SourceID: 4}})
	w.Last = &client.Exchange{Request: client.Request{Method: "GET", Path: "/x"}, Status: 200, Body: []byte(text), Duration: 120 * time.Millisecond,
		Header: http.Header{"Content-Type": {"application/json"}, "Date": {"Thu, 01 Jan 2026 00:00:00 GMT"}}}
	return w
}

// all are the rows of the package, and those that remember values.
func all() (rows []vocabulary.Step) {
	rows = slices.Concat(remembered.Rows.Given, Rows.Then, RecordRows.Then, ResponseRows.Then, LatencyRows.Then)
	return rows
}

// run runs a step by its text, with what stands below it.
func run(t *testing.T, w *world.World, text string, below ...any) error {
	t.Helper()
	for _, row := range all() {
		groups := regexp.MustCompile(row.Pattern).FindStringSubmatch(text)
		if groups == nil {
			continue
		}
		f := reflect.ValueOf(row.Func)
		args := []reflect.Value{reflect.ValueOf(w)}
		for i, g := range groups[1:] {
			if f.Type().In(1+i).Kind() == reflect.Int {
				n, _ := strconv.Atoi(g)
				args = append(args, reflect.ValueOf(n))
				continue
			}
			args = append(args, reflect.ValueOf(g))
		}
		for _, b := range below {
			args = append(args, reflect.ValueOf(b))
		}
		err, _ := f.Call(args)[0].Interface().(error)
		return err
	}
	t.Fatalf("no step matches %s", text)
	return nil
}

// ending is the word for how a step ended, with what it found.
func ending(err error) string {
	var f *outcome.Finding
	var s *outcome.Skipped
	switch {
	case err == nil:
		return "pass"
	case errors.As(err, &f):
		return "fail: " + f.Actual
	case errors.As(err, &s):
		return "skip: " + s.Error()
	}
	return "error: " + err.Error()
}

func TestAnInvalidConditionSaysWhatToWrite(t *testing.T) {
	for text, want := range map[string]string{
		`"status" is one of member`:                                  `write "admin", "member" or 1, 2, 3`,
		`"status" is not success`:                                    `write a text in quotes as "text"`,
		`"status" matches "(["`:                                      "write a regular expression of Go",
		`"status" has type text`:                                     "there are array, boolean",
		`"status" has type tim`:                                      `did you mean "time"?`,
		`"pagination.page" is at least 1-2`:                          "write one such as 25 or 0.5",
		`"pagination.page" is between 3 and 1`:                       "write the smaller one first",
		`"data" has length 1.5`:                                      "write a whole number that is not below 0",
		`"expires_at" is within 3 fortnights of now`:                 "write 200ms, 90 seconds, 15 minutes",
		`every record of "data" has "id" that looks good`:            `"looks good" is no condition: write one such as equals "member"; is not "owner"`,
		`the header "Date" is fine`:                                  "is no condition",
		`the response took at most 10 parsecs`:                       "write 200ms",
		`"status" equals "success" and more`:                         "is no JSON value",
		`"expires_at" is at least 99999999999999999 days before now`: "is too long",
	} {
		if got := ending(run(t, responding(t, body), text)); !strings.HasPrefix(got, "error: ") || !strings.Contains(got, want) {
			t.Errorf("%s: %s, want an error with %q", text, got, want)
		}
	}
}

func TestWhatStandsBelowAStepIsCompared(t *testing.T) {
	w := responding(t, body)
	for _, c := range []struct {
		text  string
		below any
		want  string
	}{
		{`"@this" contains:`, `{"status": "success", "data": [{"id": 2}]}`, "pass"},
		{`"data.1.by" equals:`, "{\n\"name\": \"Z\", \"id\": 7}", "pass"},
		{`"data.1.by" equals:`, `{"id": 7}`, `fail: {"id":7,"name":"Z"}`},
		{`the response has these values:`, [][]string{{"status", `equals "success"`}, {"data", "has 3 items"}}, "pass"},
		{`the response has these values:`, [][]string{{"status", `equals "success"`}, {"data", "has 4 items"}}, "fail: "},
	} {
		if got := ending(run(t, w, c.text, c.below)); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s %v: %s, want %s", c.text, c.below, got, c.want)
		}
	}
}

func TestARememberedValueStandsForItself(t *testing.T) {
	w := responding(t, body)
	for _, step := range []string{`I remember "data.0.id" as "id"`, `I remember "data.0.role" as "role"`, `I remember "expires_at" as "end"`, `I remember "data.1.by" as "by"`} {
		if err := run(t, w, step); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]string{
		`"data.0.id" equals <id>`:                                 "pass",
		`"data.1.id" equals <id>`:                                 "fail: 2",
		`"data.0.role" equals "<role>"`:                           "pass",
		`"data.0.id" equals "<id>"`:                               "fail: 3",
		`"data.1.by" equals <by>`:                                 "pass",
		`"data.#(id==<id>).role" equals "admin"`:                  "pass",
		`"data.0.role" matches "^<role>$"`:                        "pass",
		`"data.#.id" has length <id>`:                             "pass",
		`"data.0.id" is at least <id>`:                            "pass",
		`"data.0.created_at" is before <end>`:                     "pass",
		`"data.0.created_at" is before <role>`:                    "error: ",
		`"status" equals "<unknown>"`:                             `fail: "success"`,
		`at least one record of "data" has "id" that equals <id>`: "pass",
	} {
		if got := ending(run(t, w, text)); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if got := ending(run(t, w, `I remember "data.9.id" as "id"`)); !strings.HasPrefix(got, "skip: missing test data") {
		t.Errorf("a missing value is remembered: %s", got)
	}
}

func TestASecretIsNotShown(t *testing.T) {
	w := responding(t, `{"data":{"uri":"https://x.example/edit?auth=SECRET1","credentials":{"key":"SECRET2"}}}`)
	for _, text := range []string{`"data.credentials.key" equals "x"`, `"data.credentials" has length 9`, `"data.credentials.key" equals "x"`} {
		if got := ending(run(t, w, text)); strings.Contains(got, "SECRET") || !strings.HasPrefix(got, "fail") {
			t.Errorf("%s: %s", text, got)
		}
	}
	if err := run(t, w, `I remember "data.credentials.key" as "key"`); err != nil {
		t.Fatal(err)
	}
	var f *outcome.Finding
	if err := run(t, w, `"data.uri" equals "<key>"`); !errors.As(err, &f) || strings.Contains(f.Expected, "SECRET2") || strings.Contains(w.Run.Redact.Text(f.Actual), "SECRET1") {
		t.Errorf("the finding shows a secret: %v", err)
	}
}

func TestHugeInputEndsSoon(t *testing.T) {
	long := strings.Repeat("a", 1<<20)
	w := responding(t, `{"text":"`+long+`"}`)
	start := time.Now()
	for text, want := range map[string]string{
		`"text" matches "^(a+)+$"`:                              "pass",
		`"text" matches "(a*)*b"`:                               "fail: ",
		`"text" matches "(((a{1000}){1000}){1000})"`:            "error: ",
		`"text" contains "` + long + `"`:                        "pass",
		`"text" equals "` + strings.Repeat("<a", 100_000) + `"`: "fail: ",
		`"text" is at least 1e999999999`:                        "error: ",
		`"` + strings.Repeat("a.", 10_000) + `b" is absent`:     "pass",
	} {
		if got := ending(run(t, w, text)); !strings.HasPrefix(got, want) {
			t.Errorf("%.40s…: %.100s, want %s", text, got, want)
		}
	}
	if took := time.Since(start); took > 5*time.Minute {
		t.Errorf("the steps took %v", took)
	}
}

func TestAConditionIsWrittenInOneWayOnly(t *testing.T) {
	for _, c := range forms() {
		_, words, _ := strings.Cut(c.example, `" `)
		matches := 0
		for _, other := range compiledForms() {
			if other.expr.MatchString(words) {
				matches++
			}
		}
		if matches != 1 {
			t.Errorf("%q matches %d conditions", words, matches)
		}
		if _, err := parse(remembered.InLint(), words); err != nil {
			t.Errorf("%q: %v", words, err)
		}
	}
}

func TestAnUnusableResponseIsNoFinding(t *testing.T) {
	w := responding(t, "")
	w.Last.Err = fmt.Errorf("connection refused")
	for _, text := range []string{`"status" equals 1`, `the status is 200`, `the header "Date" is present`, `the response took at most 1s`, `I remember "id" as "id"`} {
		if got := ending(run(t, w, text)); !strings.HasPrefix(got, "skip") {
			t.Errorf("%s: %s", text, got)
		}
	}
	w = responding(t, "<html>")
	if got := ending(run(t, w, `"status" is absent`)); got != "fail: HTTP 200 with 6 bytes that are not" {
		t.Error(got)
	}
}
