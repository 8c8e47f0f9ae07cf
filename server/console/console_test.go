package console_test

import (
	"html"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"understudy/server/internal/testkit"
	"understudy/server/servertest/browser"
)

var saysPattern = regexp.MustCompile(`<p id="says" class="\w+" role="\w+">(.*?)</p>`)

// consoleMessage is the message of a page about the action before it.
func consoleMessage(a testkit.Response) string {
	found := saysPattern.FindStringSubmatch(a.Body)
	if found == nil {
		return "(no page of the console)"
	}
	return html.UnescapeString(found[1])
}

func TestThePagesOfTheConsole(t *testing.T) {
	f := busy(t)
	for path, want := range map[string][]string{
		"": {"<h1>Journal</h1>", "/<wbr>invitations?per_page=500&amp;page=zero", "<strong>list-invitations</strong> 2 calls <span class=\"bad code\">2 violations</span>",
			"1 call: query per_page: expected a number, at most 100, found 500", "page-not-a-number</a> (refuse); a real deployment may choose first", `<span class="badge">fault</span>`, "2 violations", `sse-connect="/_understudy/journal/stream?after=5&amp;sandbox=default"`},
		"?status=4xx&operation=get-segment":          {">3</a>", "get-segment"},
		"?live=off":                                  {"Resume live"},
		"?sandbox=other":                             {"This sandbox has had no request yet", "2025-03-01T12:00:00Z"},
		"?exchange=2":                                {`HTTP 400</span> after`, `<span class="name">&#34;status&#34;</span>: <span class="text">&#34;error&#34;</span>`, "(per-page-at-most-100)", "Authorization: Bearer [personal token]", "&#34;$PERSONAL_TOKEN&#34;"},
		"console/state":                              {`segments <span class="dim">5</span>`, ">2301</a>", "Newsletter readers", "Now: after 0s."},
		"console/state?table=invitations&page=2":     {"Page 2 of 6", `id="prev"`, "page=3"},
		"console/state?table=invitations&page=99":    {"There is nothing on this page"},
		"console/state?table=links":                  {"There are no links."},
		"console/state?row=2301":                     {"&#34;name&#34;: &#34;Newsletter readers&#34;", "Make incomplete"},
		"console/state?table=users&row=31":           {"(hidden)", "readonly", `<span class="state">not changeable</span>`, "users cannot be changed", "It cannot be deleted."},
		"console/gaps":                               {"per-page-over-max", `<option data-says="pages of 100" value="clamp" selected>clamp (default)</option>`, `<p class="dim chosen" id="says-variant-per-page-over-max">pages of 100</p>`},
		"console/gaps?find=topics-paging":            {"1 of 80", "topics-paging"},
		"console/gaps?sandbox=other&other=1":         {"2 of 80", `<h2 id="changed">Not the default</h2>`, "(differs by operation)", "The default is clamp."},
		"console/gaps?other=1":                       {"No gap that was found has another variant than its default."},
		"console/faults":                             {"HTTP 429, Retry-After 3 s", "the first 2 calls", "latency of 0.001 s", "all calls", "1 of 1 triggered", `<option value="status">an HTTP status</option>`},
		"console/faults?sandbox=other":               {"There is no active fault"},
		"console/sandboxes":                          {"http://" + testkit.LocalHost + "/s/other", "2025-03-01 12:10:00", "Restore in default<span", "before"},
		"console/sandboxes?find=oth":                 {"1 of 2"},
		"console/sandboxes?find=none":                {"No sandbox has that in its name"},
		"console/manual":                             {"The manual of understudy", `<td><a href="/_understudy/console/manual?page=clients">Use it from JavaScript, TypeScript and Python tests</a></td>`, `rel="next"`},
		"console/manual?sandbox=other&page=glossary": {`href="/_understudy/console/manual?page=gaps&amp;sandbox=other"`, `<h2 id="glossary">Glossary</h2>`},
		"console/manual?find=CORS+browser":           {`href="/_understudy/console/manual?page=faq#why-does-my-browser-block-requests-to-the-fake"`},
		"console/manual?find=no-such-word":           {"No section has all of these words."},
		"console/reference":                          {`data-source="/_understudy/api.json" data-server="" `, `<a href="/_understudy/console/reference?document=api" aria-current="page">The API</a>`, `"list-topics":"\n\n\u003cdetails`},
		"console/reference?sandbox=other":            {`data-server="/s/other" data-sandbox="" data-workspace-token="EXAMPLE-w" data-personal-token="EXAMPLE-u"`, "#gap-error-body) Which body does a failure carry? Here: `empty`"},
		"console/reference?document=control":         {`data-source="/_understudy/openapi.json" data-server="/_understudy" data-sandbox="default"></div>`},
		"console/reference?document=list": {`<th scope="row">list-invitations</th>`, "<code>GET /api/v1/invitations</code></td>", "<code>POST /_understudy/sandboxes/{id}/restore</code>",
			`<tr id="promise-list-data"><th scope="row">list-data</th><td>a list&#39;s records are the array data</td>`,
			"<code>sandbox</code> <span class=\"dim\">(query)</span> Id of a sandbox.", "&#34;held&#34;", "&#34;bytes_per_second&#34;"},
		"console/clock?sandbox=other":             {"2025-03-01T12:00:00Z", "running", `hx-get="/_understudy/console/clock?sandbox=other"`},
		"console/state?sandbox=other&table=users": {`href="/_understudy/console/state?row=1&amp;sandbox=other&amp;table=users"`},
	} {
		a := f.ConsolePage(path)
		for _, part := range want {
			if a.Code != 200 || !strings.Contains(a.Body, part) {
				t.Errorf("%s: %d, without %s", path, a.Code, part)
			}
		}
	}
}

// busy opens a fake whose console has data on every page.
func busy(t *testing.T) testkit.Fake {
	t.Helper()
	f := testkit.OpenControlled(t)
	f.ListInvitations("")
	f.ListInvitations("?per_page=500&page=zero")
	f.Get(f.SegmentsPath() + "/99999999")
	f.PostSegment(f.SegmentBody("molecules", "[]"))
	for _, do := range [][2]string{
		{"faults", `{"operation":"list-topics","when":{"first":2},"status":429,"retry_after":3}`},
		{"faults", `{"latency":{"seconds":0.001}}`},
		{"sandboxes", `{"id":"other","fixture":` + otherWorld + `,"ttl":"10m","gaps":{"per-page-over-max":"refuse","error-body@list-invitations":"empty"}}`},
		{"sandboxes/other/snapshots", `{"name":"before"}`},
	} {
		if a := f.Control("POST", do[0], do[1]); a.Code != 201 {
			t.Fatal(a)
		}
	}
	f.Call("list-topics", "")
	return f
}

const otherWorld = `{"organization":{"id":1,"name":"Other"},"workspaces":[{"id":1,"name":"W","token":"EXAMPLE-w"}],"users":[{"id":1,"email":"u@example.com","token":"EXAMPLE-u"}]}`

func TestTheButtonsOfTheConsole(t *testing.T) {
	f := busy(t)
	f.Do("POST", f.SegmentsPath()+"/2301/segment_management_links", `{"redirect_uri":"https://example.com/"}`, testkit.Bearer(f.TestData().WorkspaceToken))
	for _, c := range []struct {
		page, do, fields string
		says             string
		// then is a path of the control API, and want its value at path afterwards.
		then, path, want string
	}{
		{"", "advance", "amount=1.5&unit=60", "The clock was advanced.", "clock", "now", "2025-03-01T12:01:30Z"},
		{"?sandbox=other", "advance", "amount=1&unit=86400", "The clock was advanced.", "clock?sandbox=other", "now", "2025-03-02T12:00:00Z"},
		{"", "run", "", "The clock runs.", "clock", "frozen", "false"},
		{"", "freeze", "", "The clock is frozen.", "clock", "frozen", "true"},
		{"", "clear", "", "The journal is empty.", "journal", "exchanges.#", "0"},
		{"console/gaps", "choose", "gap:page-negative=first", "Changed 1: page-negative is first (was refuse).", "gaps", `gaps.#(id=="page-negative").variant`, "first"},
		{"console/gaps", "choose", "was=page-negative%3Dfirst&gap:page-negative=first&gap:error-body@list-topics=empty&gap:error-body@list-invitations=message", "Changed 1: error-body on list-topics is empty (was message).", "gaps", `gaps.#(id=="error-body")#|#(variant=="empty").operation`, "list-topics"},
		{"console/gaps", "choose-back", "", "Changed 2: page-negative is refuse (was first); error-body on list-topics is message (was empty).", "gaps", `gaps.#(id=="page-negative").variant`, "refuse"},
		{"console/state", "transition", "way=reads&amount=3", "Segments that are created from now on are completed like that.", "transitions", "segment.reads", "3"},
		{"console/state", "transition", "way=held", "Segments that are created from now on are completed like that.", "transitions", "segment.held", "true"},
		{"console/state", "transition", "way=after&amount=2s", "Segments that are created from now on are completed like that.", "transitions", "segment.after", "2s"},
		{"console/state?table=invitations&new=1", "add", "table=invitations&text=%7B%22email%22:%22new@example.com%22%7D", "The row was added to invitations.", "state/invitations?page=2&per_page=100", "rows.@reverse.0.email", "new@example.com"},
		{"console/state?table=segments&row=2301", "hold", "row=2301", "The segment is held: it is not complete until someone completes it.", "state/segments/2301", "completion.held", "true"},
		{"console/state?table=segments&row=2301", "complete", "row=2301", "The segment is complete.", "state/segments/2301", "completion.held", ""},
		{"console/state?table=destinations", "fail-test", "row=" + destinationID(f), "The destination's last test failed.", "state/destinations/" + destinationID(f), "last_test.steps.@reverse.0.status", "failed"},
		{"console/state?table=destinations", "pass-test", "row=" + destinationID(f), "The destination's last test succeeded.", "state/destinations/" + destinationID(f), "last_test.steps.@reverse.0.status", "success"},
		{"console/state?table=links", "revoke", "row=1", "The link was revoked.", "state/links/1", "revoked_at", "2025-03-01T12:01:30Z"},
		{"console/faults", "set-fault", "what=status&status=429&retry_after=7&operation=list-topics&which=every&every=2", "The fault is set.", "faults", "faults.2.retry_after", "7"},
		{"console/faults", "set-fault", "what=latency&latency=0.5", "The fault is set.", "faults", "faults.3.latency.seconds", "0.5"},
		{"console/faults", "set-fault", "what=cut_after&cut_after=10&which=probability&probability=0.5", "The fault is set.", "faults", "faults.4.when.probability", "0.5"},
		{"console/faults", "set-fault", "what=reset", "The fault is set.", "faults", "faults.5.reset", "true"},
		{"console/faults", "remove-fault", "id=3", "The fault was removed.", "faults", "faults.2.id", "4"},
		{"console/faults", "remove-faults", "", "There are no faults any more.", "faults", "faults.#", "0"},
		{"console/sandboxes", "create", "of=sandbox+other&id=third&ttl=30s", "The sandbox was created.", "sandboxes/third", "expires_at", "2025-03-01T12:00:30Z"},
		{"console/sandboxes", "create", "of=snapshot+before&id=fourth", "The sandbox was created.", "clock?sandbox=fourth", "now", "2025-03-01T12:00:00Z"},
		{"console/sandboxes", "create", "of=preset+empty&id=fifth", "The sandbox was created.", "state/invitations?sandbox=fifth", "total", "0"},
		{"console/sandboxes", "take", "id=default&name=mine", "The snapshot was taken.", "snapshots", `snapshots.#(name=="mine").sandbox`, "default"},
		{"console/sandboxes?sandbox=other", "restore", "id=other&snapshot=before&sure=yes", "The snapshot was restored.", "clock?sandbox=other", "now", "2025-03-01T12:00:00Z"},
		{"console/sandboxes", "drop", "snapshot=before&sure=yes", "The snapshot was deleted.", "snapshots", "snapshots.#", "1"},
		{"console/sandboxes", "reset", "id=default&sure=yes", "The sandbox is as it was opened.", "state/invitations", "total", "137"},
		{"console/sandboxes?sandbox=third", "delete", "id=third&sure=yes", "The sandbox was deleted.", "sandboxes/third", "error", `sandbox "third": no such sandbox: it was never created, was deleted, is past its ttl, or its fake has restarted since: create it: PUT /_understudy/sandboxes/ID`},
	} {
		form, err := url.ParseQuery(c.fields)
		if err != nil {
			t.Fatal(err)
		}
		var fields []string
		for name := range form {
			fields = append(fields, name, form.Get(name))
		}
		if a := f.PressButton(c.page, c.do, fields...); a.Code != 200 || consoleMessage(a) != c.says {
			t.Errorf("%s %s: %d %s", c.do, c.fields, a.Code, consoleMessage(a))
		}
		if a := f.Control("GET", c.then, ""); a.Get(c.path).String() != c.want {
			t.Errorf("%s %s: then %s has %q, want %q", c.do, c.fields, c.then, a.Get(c.path), c.want)
		}
	}
}

func destinationID(f testkit.Fake) string {
	_, id, _ := strings.Cut(f.DestinationPath(f.TestData().DestinationID), "destinations/")
	return id
}

func TestARowIsChangedInTheConsole(t *testing.T) {
	f := testkit.OpenControlled(t)
	const page = "console/state?table=segments&row=2301"
	row := f.Control("GET", "state/segments/2301", "").Body
	changed := strings.Replace(row, "Newsletter readers", "Readers of news", 1)
	if a := f.PressButton(page, "put", "table", "segments", "row", "2301", "text", changed); a.Code != 200 || !strings.Contains(a.Body, "Readers of news") {
		t.Error(consoleMessage(a))
	}
	for text, want := range map[string]string{
		"{": "the row is not valid JSON: it was not saved", strings.Replace(row, "2301", "2302", 1): "id: is 2302 in the row and \"2301\" in the path: give one",
	} {
		if a := f.PressButton(page, "put", "table", "segments", "row", "2301", "text", text); a.Code != 400 || consoleMessage(a) != want {
			t.Errorf("%.20s: %d %s", text, a.Code, consoleMessage(a))
		}
	}
	if a := f.PressButton(page, "put", "table", "segments", "row", "2301", "text", "{typed"); !strings.Contains(a.Body, ">\n{typed</textarea>") {
		t.Error("what was typed is lost")
	}
}

func TestTheConsoleSaysWhyAnActionFailed(t *testing.T) {
	f := testkit.OpenControlled(t)
	for _, c := range []struct {
		page, do string
		fields   []string
		code     int
		says     string
	}{
		{"", "explode", nil, 400, "There is no such button: load the page again."},
		{"", "advance", []string{"amount", "soon", "unit", "1"}, 400, "amount: give a number"},
		{"", "advance", []string{"amount", "-1", "unit", "1"}, 400, "a clock never goes back: restore a state instead"},
		{"console/gaps", "choose", []string{"gap:page-negative", "explode"}, 400, `gap "page-negative" has no variant "explode"`},
		{"console/state", "transition", []string{"way", "reads", "amount", "few"}, 400, "reads: give a whole number, such as 3"},
		{"console/state", "transition", []string{"way", ""}, 400, "give one way to complete segments"},
		{"console/state", "save", nil, 409, "--state"},
		{"console/state?table=segments", "complete", []string{"row", "9/../../x"}, 404, "there is no row"},
		{"console/faults", "set-fault", []string{"what", "status", "status", "200"}, 400, "status: 200 is not a failure"},
		{"console/faults", "remove-fault", []string{"id", ""}, 404, "no such path"},
		{"console/sandboxes", "create", []string{"id", "No"}, 400, "a sandbox id is 1 to 63 of a-z, 0-9 and -"},
		{"console/sandboxes", "delete", []string{"id", "default", "sure", "yes"}, 409, "the default sandbox cannot be deleted"},
		{"console/sandboxes", "show-tokens", []string{"id", "gone"}, 404, "there is no sandbox \"gone\" any more"},
		{"console/sandboxes?sandbox=gone", "reset", []string{"id", "default", "sure", "yes"}, 404, "there is no sandbox \"gone\": create it first"},
	} {
		if a := f.PressButton(c.page, c.do, c.fields...); a.Code != c.code || !strings.Contains(consoleMessage(a), c.says) {
			t.Errorf("%s %q: %d %s", c.do, c.fields, a.Code, consoleMessage(a))
		}
	}
	for path, want := range map[string]string{
		"console/nothing": "The console has no such page.", "?exchange=9": "the journal has no exchange 9, or no longer has it", "?operation=x": "operation \"x\" is unknown: give one such as list-invitations",
		"console/state?table=x": "there is no table \"x\"", "console/state?row=9": "the table segments has no row \"9\"",
	} {
		if a := f.ConsolePage(path); a.Code != 404 || !strings.Contains(consoleMessage(a), want) {
			t.Errorf("%s: %d %s", path, a.Code, consoleMessage(a))
		}
	}
	if a := f.Control("PUT", "console/state", ""); a.Code != 405 || a.Header.Get("Allow") != "GET, HEAD, POST" {
		t.Error(a)
	}
	part, boosted := testkit.AddHeader("Hx-Request", "true"), testkit.AddHeader("Hx-Boosted", "true")
	for rule, c := range map[string]struct {
		path    string
		edit    testkit.Edit
		refresh string
	}{
		"a part of a page that is not there": {"console/clock?sandbox=gone", part, "true"},
		"a part that is there":               {"console/clock", part, ""},
		"a page that is not there":           {"console/clock?sandbox=gone", testkit.Edits(part, boosted), ""},
	} {
		if got := f.ConsolePage(c.path, c.edit).Header.Get("Hx-Refresh"); got != c.refresh {
			t.Errorf("%s: refresh is %q", rule, got)
		}
	}
	if a := f.Do("GET", "/_understudy", ""); a.Code != 308 || a.Header.Get("Location") != "/_understudy/" {
		t.Error(a)
	}
}

func TestValuesAreNotReadAsHTMLInTheConsole(t *testing.T) {
	f := testkit.OpenControlled(t)
	for _, text := range testkit.HostileTexts {
		f.PostSegment(f.SegmentBody("name", testkit.Quoted(text), "molecules", "[]"), testkit.AddHeader("X-Note", text))
		f.ListInvitations("?" + url.QueryEscape(text) + "=" + url.QueryEscape(text))
	}
	for _, path := range []string{"", "?exchange=1", "?exchange=2", "console/state", "console/gaps?find=" + url.QueryEscape(testkit.HostileTexts[0]), "?text=" + url.QueryEscape(testkit.HostileTexts[1]), "?sandbox=" + url.QueryEscape(testkit.HostileTexts[0])} {
		body := f.ConsolePage(path, testkit.AddHeader("Hx-Request", "true")).Body // such a page has no script of ours
		if strings.Contains(body, "<script") || strings.Contains(body, "<img") {
			t.Errorf("%s has a tag from a value", path)
		}
	}
}

func TestAnExchangeIsCopiedAsCurl(t *testing.T) {
	shell, err := exec.LookPath("bash")
	if err != nil {
		browser.LeaveOut(t, "bash is not here: install it")
	}
	f := testkit.OpenControlled(t)
	const body = "{\"a\": \"it's \x1b[201~ $HOME `id` \\\\ é\u0085\",\n\"b\": 1}"
	f.PostSegment(body, testkit.AddHeader("X-Note", "o'clock $x"))
	f.ListInvitations("?page=2&auth=SECRETVALUE")
	f.Get("/api/v1/nothing")
	f.Do("HEAD", testkit.InvitationsPath, "")
	f.Do("GET", testkit.InvitationsPath, "", testkit.Bearer("EXAMPLE-unknown"))
	for exchange, want := range map[string][]string{
		"1": {"--request", "POST", "--header", "Authorization: Bearer W", "--header", "Content-Type: application/json", "--header", "X-Note: o'clock $x", "--data-raw", body, testkit.BaseURL + f.SegmentsPath()},
		"2": {"--globoff", "--header", "Authorization: Bearer P", testkit.BaseURL + testkit.InvitationsPath + "?page=2&auth=[hidden]"},
		"3": {"--header", "Authorization: Bearer W", testkit.BaseURL + "/api/v1/nothing"},
		"4": {"--head", testkit.BaseURL + testkit.InvitationsPath},
		"5": {"--header", "Authorization: Bearer T", testkit.BaseURL + testkit.InvitationsPath},
	} {
		page := f.ConsolePage("?exchange=" + exchange).Body
		if has := strings.Contains(page, "TOKEN in your environment."); has != (exchange != "4") {
			t.Errorf("exchange %s names a variable with the token: %t", exchange, has)
		}
		_, command, _ := strings.Cut(page, `aria-labelledby="again">`)
		command, _, _ = strings.Cut(command, "</pre>")
		command = html.UnescapeString(command)
		if strings.ContainsAny(command, "\x1b\u0085") || strings.Contains(command, f.TestData().WorkspaceToken) {
			t.Errorf("exchange %s: %q", exchange, command)
		}
		run := exec.CommandContext(t.Context(), shell, "-c", "curl() { printf '%s\\0' \"$@\"; }\n"+command)
		run.Env = append(os.Environ(), "WORKSPACE_TOKEN=W", "PERSONAL_TOKEN=P", "TOKEN=T", "LC_ALL=C.UTF-8")
		out, err := run.Output()
		if got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"); err != nil || !slices.Equal(got, want) {
			t.Errorf("exchange %s: %v, %q, want %q", exchange, err, got, want)
		}
	}
}
