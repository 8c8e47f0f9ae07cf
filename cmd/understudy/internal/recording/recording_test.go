package recording

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// entry is an entry of an archive.
func entry(method, url, body string, status int, response string) string {
	quoted := func(s string) string {
		text, err := json.Marshal(s)
		if err != nil {
			panic(err)
		}
		return string(text)
	}
	return fmt.Sprintf(`{"request": {"method": %q, "url": %s, "headers": [{"name": "Authorization", "value": "Bearer HEADERSECRET"}], "postData": {"text": %s}},
		"response": {"status": %d, "content": {"text": %s}}}`, method, quoted(url), quoted(body), status, quoted(response))
}

func archiveOf(entries ...string) string {
	return `{"log": {"entries": [` + strings.Join(entries, ",") + `]}}`
}

// drafted returns the draft of an archive.
func drafted(t *testing.T, entries ...string) string {
	t.Helper()
	a, err := Read(strings.NewReader(archiveOf(entries...)), Selection{})
	if err != nil {
		t.Fatal(err)
	}
	return NewDraft("Mine", "mine", a, map[string]string{"source_id": "4120"}).String()
}

const base = "http://127.0.0.1:1/s/x/api/v1/"

func TestIdsAreRememberedAndWhatIsCreatedGetsANewName(t *testing.T) {
	text := drafted(t,
		entry("POST", base+"sources/4120/filter_segments", `{"name": "a <b>", "dataset_id": 5, "molecules": []}`, 201, `{"status": "created", "data": {"id": 77}, "at": "2026-01-02T03:04:05Z"}`),
		entry("GET", base+"sources/4120/filter_segments/77/source_status", "", 200, `{"status": false}`),
		entry("GET", base+"sources/4120/filter_segments/77/source_status", "", 200, `{"status": true}`),
		entry("POST", base+"connectors", `{"connector": {"service_name": "abc_one"}}`, 200, `{"data": {"service_name": "abc_one"}}`),
		entry("PATCH", base+"connectors/abc_one", `{"connector": {"label": "a | b"}}`, 200, `{"data": {"label": "a | b"}}`),
	)
	for _, want := range []string{
		"When I send POST \"/api/v1/sources/<resources.source_id>/filter_segments\" with body:\n",
		`{"name": "<run.name>", "dataset_id": 5, "molecules": []}`,
		"Then the status is 201\n",
		`| status  | equals "created" |`,
		"| data.id | has type integer |",
		"| at      | has type time    |",
		`{"connector": {"service_name": "understudy_<run.id>_recorded_1"}}`,
		"When I send PATCH \"/api/v1/connectors/<service_name>\" with body:\n",
		"Given I remember \"data.id\" as \"segment_id\"\n",
		"When I send GET \"/api/v1/sources/<resources.source_id>/filter_segments/<segment_id>/source_status\"\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("without %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "77") || strings.Count(text, "source_status") != 1 {
		t.Errorf("an id is written, or polling is not one request:\n%s", text)
	}
}

func TestAScenarioWaitsWhereACompletionWasRecorded(t *testing.T) {
	for response, want := range map[string]string{
		`{"status": true}`: "until \"status\" equals true,", `{"status": "true"}`: "until \"status\" equals \"true\",",
		`{"status": "success", "data": {"status": true}}`: "until \"data.status\" equals true,", `{"status": false}`: "",
	} {
		text := drafted(t, entry("GET", base+"sources/4120/filter_segments/77/source_status", "", 200, response))
		if waits := strings.Contains(text, " until "); waits != (want != "") || !strings.Contains(text, want) {
			t.Errorf("%s: without %q:\n%s", response, want, text)
		}
	}
}

func TestNoSecretIsWritten(t *testing.T) {
	text := drafted(t,
		entry("GET", base+"invitations?page=2&auth=QUERYSECRET&passphrase=PHRASESECRET", "", 200, `{"status": "success", "token": "RESPONSESECRET", "next": "http://x/?auth=NEXTSECRET"}`),
		entry("PATCH", base+"destinations/1", `{"service_connection": {"name": "NAMESECRET"}}`, 200, `{}`),
		entry("POST", base+"connectors", `{"connector": {"credentials": {"key": "BODYSECRET", "n": 123454321}, "label": "n", "data": {"pwd": "PWDSECRET", "jwt": "JWTSECRET", "private_key": ["KEYSECRET"]}}}`, 200, `{"auth": {"a": "DEEPSECRET"}}`),
		entry("POST", base+"sources/1/filter_segments/2/segment_management_links", `{"redirect_uri": "https://me:USERSECRET@x.example/back?t=URISECRET#FRAGMENTSECRET"}`, 201, `{}`),
	)
	if strings.Contains(text, "SECRET") || strings.Contains(text, "123454321") {
		t.Errorf("a secret is written:\n%s", text)
	}
	for _, want := range []string{"When I rename the destination\n", `"/api/v1/invitations?page=2"`, `"https://x.example/back"`, redacted, "# a secret is left out"} {
		if !strings.Contains(text, want) {
			t.Errorf("without %q:\n%s", want, text)
		}
	}
}

func TestWhatIsNoRequestOfTheDocumentIsLeftOut(t *testing.T) {
	text := drafted(t,
		entry("GET", "https://x.example/logo.png", "", 200, "\x89PNG"),
		entry("GET", base+"unknown", "", 404, ""),
		entry("GET", base+"invitations", "", 401, "{}"),
		entry("GET", base+"invitations", "", 0, ""),
		entry("GET", base+"invitations?x=\"<script>", "", 200, "{}"),
		entry("GET", base+"invitations", "", 200, "<html>no JSON</html>"),
	)
	if strings.Count(text, "# left out: request ") != 5 || strings.Count(text, "When I send") != 1 || strings.Contains(text, "html") {
		t.Error(text)
	}
}

func TestASelectionTakesTheLastRequestsOfTheOperations(t *testing.T) {
	text := archiveOf(
		entry("GET", "https://x.example/first", "", 200, ""),
		entry("GET", base+"invitations?page=1", "", 200, "{}"),
		entry("GET", base+"connectors/first", "", 401, "{}"),
		entry("GET", base+"sources/1/topics", "", 200, "{}"),
		entry("GET", base+"invitations?page=2", "", 500, "{}"),
		entry("GET", base+"invitations?page=2", "", 200, "{}"),
		entry("GET", "https://x.example/last", "", 200, ""),
		entry("GET", base+"invitations?page=3", "", 200, "{}"),
	)
	for _, c := range []struct {
		only    Selection
		want    string
		leftOut int
	}{
		{Selection{}, "page=1  page=2 page=3", 3},
		{Selection{Last: 2}, "page=2 page=3", 1},
		{Selection{Last: 9}, "page=1  page=2 page=3", 3},
		{Selection{Operations: []string{"list-invitations"}}, "page=1 page=2 page=3", 0},
		{Selection{Operations: []string{"list-topics", "list-invitations"}, Last: 3}, " page=2 page=3", 0},
		{Selection{Operations: []string{"list-topics"}, Last: 1}, "", 0},
	} {
		a, err := Read(strings.NewReader(text), c.only)
		if err != nil {
			t.Fatal(err)
		}
		var queries []string
		for _, e := range a.Exchanges {
			queries = append(queries, e.Query)
		}
		if got := strings.Join(queries, " "); got != c.want || len(a.LeftOut) != c.leftOut {
			t.Errorf("%+v: took %q and left out %q, want %q and %d", c.only, got, a.LeftOut, c.want, c.leftOut)
		}
	}
	if _, err := Read(strings.NewReader(text), Selection{Operations: []string{"create-link"}}); err == nil || !strings.Contains(err.Error(), "none of them is one of create-link") {
		t.Errorf("an operation without a request: %v", err)
	}
}

func TestAnArchiveThatIsNoneIsRejectedWithTheReason(t *testing.T) {
	many := strings.Repeat(entry("POST", base+"connectors", "{}", 200, "{}")+",", mostEntries) + entry("POST", base+"connectors", "{}", 200, "{}")
	for name, c := range map[string]struct{ text, says string }{
		"nothing":     {"", "is no HAR"},
		"bad JSON":    {`{"log": {"entries": [`, "is no HAR"},
		"another":     {`{"log": {"entries": "none"}}`, "is no HAR"},
		"HTML":        {"<!DOCTYPE html><html></html>", "is no HAR"},
		"binary":      {"\x1f\x8b\x08\x00\xff\xfe", "no text in UTF-8"},
		"no entries":  {`{"log": {}}`, "there are no requests in it: send some first"},
		"others only": {archiveOf(entry("GET", "https://x.example/", "", 200, "")), "has 1 requests, and none of them"},
		"too many":    {archiveOf(many), "hard to read"},
		"too large":   {strings.Repeat(" ", mostBytes+1), "larger than 64 MB"},
		"deep":        {strings.Repeat("[", 100_000), "is no HAR"},
	} {
		if _, err := Read(strings.NewReader(c.text), Selection{}); err == nil || !strings.Contains(err.Error(), c.says) || len(err.Error()) > 400 {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
}
