package console_test

import (
	"html"
	"net/url"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"understudy/server"
	"understudy/server/fault"
	"understudy/server/internal/testkit"
	"understudy/server/servertest/browser"
)

// formFaults are forms of the console and the rules that they make.
var formFaults = map[string]string{
	"what=status&status=429&retry_after=0&after=yes":                                                                                         `{"status":429,"retry_after":0,"after":true}`,
	"what=status&status=503&latency=9&silence=9&which=all&first=9&every=9":                                                                   `{"status":503}`,
	"what=status&status=200&body=" + url.QueryEscape(`{"status":"ok"}`) + "&headers=" + url.QueryEscape("X-Reason: limit\r\nX-Other: b\r\n"): `{"status":200,"body":{"status":"ok"},"headers":{"X-Reason":"limit","X-Other":"b"}}`,
	"what=status&status=502&body=Bad+Gateway":                                                                                                `{"status":502,"body":"Bad Gateway"}`,
	"what=latency&latency=0.25&after=yes":                                                                                                    `{"latency":{"seconds":0.25}}`,
	"what=uniform&shortest=0&longest=0.5&latency_seed=":                                                                                      `{"latency":{"uniform":[0,0.5]}}`,
	"what=normal&mean=0.2&deviation=0.05&latency_seed=7":                                                                                     `{"latency":{"normal":[0.2,0.05],"seed":7}}`,
	"what=bytes_per_second&bytes_per_second=100":                                                                                             `{"bytes_per_second":100}`,
	"what=cut_after&cut_after=0":                                                                                                             `{"cut_after":0}`,
	"what=reset&after=yes":                                                                                                                   `{"reset":true,"after":true}`,
	"what=silence&silence=0.5&operation=get-segment":                                                                                         `{"operation":"get-segment","silence":0.5}`,
	"what=status&status=503&wait=0.5":                                                                                                        `{"latency":{"seconds":0.5},"status":503}`,
	"what=silence&silence=2m&wait=200ms":                                                                                                     `{"latency":{"seconds":0.2},"silence":120}`,
	"what=latency&latency=1&wait=0.5":                                                                                                        `{"latency":{"seconds":1}}`,
	"what=reset&which=first&first=2":                                                                                                         `{"reset":true,"when":{"first":2}}`,
	"what=reset&which=every&every=3":                                                                                                         `{"reset":true,"when":{"every":3}}`,
	"what=reset&which=probability&probability=0.1&seed=18446744073709551615":                                                                 `{"reset":true,"when":{"probability":0.1,"seed":18446744073709551615}}`,
}

func TestAUsedUpFaultIsNotActive(t *testing.T) {
	f := testkit.OpenControlled(t)
	f.Control("POST", "faults", `{"status":418,"when":{"first":1}}`)
	for _, want := range []string{"active", "used up"} {
		_, part, _ := strings.Cut(f.ConsolePage("console/faults").Body, "Active faults")
		active, over, _ := strings.Cut(part, "Used up")
		if strings.Contains(active, "#1 HTTP 418") != (want == "active") || strings.Contains(over, "#1 HTTP 418") != (want == "used up") {
			t.Errorf("the fault is not %s: %s", want, part)
		}
		f.ListInvitations("")
	}
}

func TestEveryFaultCanBeSetInTheConsole(t *testing.T) {
	f := testkit.OpenControlled(t)
	said := ""
	for form, want := range formFaults {
		f.Control("DELETE", "faults", "")
		if a := f.PressButton("console/faults", "set-fault", pairs(t, form)...); a.Code != 200 {
			t.Errorf("%s: %d %s", form, a.Code, consoleMessage(a))
			continue
		}
		set := f.Control("GET", "faults", "").Get("faults.0").Raw
		f.Control("DELETE", "faults", "")
		if direct := f.Control("POST", "faults", want).Body; unnumbered(set) != unnumbered(direct) {
			t.Errorf("%s: is %s, want %s", form, set, direct)
		}
		shown := shownText(f.PressButton("console/faults", "preview-fault", pairs(t, form)...), "new-rule-json")
		if direct := f.Control("POST", "faults", shown).Body; unnumbered(set) != unnumbered(direct) {
			t.Errorf("%s: is shown as %s, which sets %s, want %s", form, shown, direct, set)
		}
		said += want
	}
	for _, of := range []any{fault.Rule{}, fault.When{}, fault.Latency{}} {
		for _, field := range reflect.VisibleFields(reflect.TypeOf(of)) {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if !strings.Contains(said, `"`+name+`":`) {
				t.Errorf("no form of the console has %s", name)
			}
		}
	}
}

// shownText is the text of a <pre> of a page.
func shownText(a testkit.Response, id string) string {
	_, text, _ := strings.Cut(a.Body, `<pre id="`+id+`"`)
	_, text, _ = strings.Cut(text, ">")
	text, _, _ = strings.Cut(text, "</pre>")
	return html.UnescapeString(regexp.MustCompile(`</?span[^>]*>`).ReplaceAllString(text, ""))
}

func TestAFaultIsShownAsCurl(t *testing.T) {
	shell, err := exec.LookPath("bash")
	if err != nil {
		browser.LeaveOut(t, "bash is not here: install it")
	}
	const token = "EXAMPLE-control-token"
	open, locked := testkit.OpenControlled(t), testkit.Open(t, server.Options{Control: true, ControlToken: token})
	session := testkit.AddHeader("Authorization", "Bearer "+token)
	for _, f := range []testkit.Fake{open, locked} {
		f.Control("POST", "sandboxes", `{"id":"other"}`, session)
		f.Control("POST", "faults?sandbox=other", `{"status":502,"body":"it's\nbad <b>"}`, session)
		page := f.ConsolePage("console/faults?sandbox=other", session)
		want := []string{"http://" + testkit.LocalHost + "/_understudy/faults?sandbox=other", "--data", shownText(page, "rule-1-json")}
		if f == locked {
			want = slices.Insert(want, 1, "--header", "Authorization: Bearer C")
		}
		run := exec.CommandContext(t.Context(), shell, "-c", "curl() { printf '%s\\0' \"$@\"; }\n"+shownText(page, "rule-1-curl"))
		run.Env = append(os.Environ(), "UNDERSTUDY_CONTROL_TOKEN=C", "LC_ALL=C.UTF-8")
		out, err := run.Output()
		got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
		if err != nil || len(got) != len(want) || !slices.Equal(got[:len(got)-1], want[:len(want)-1]) || strings.Contains(page.Body, token) {
			t.Errorf("%v, %q, want %q", err, got, want)
		} else if a := f.Control("POST", "faults?sandbox=other", got[len(got)-1], session); a.Code != 201 || a.Get("body").Str != "it's\nbad <b>" {
			t.Errorf("curl sets %s", a)
		}
	}
	a := open.PressButton("console/faults", "preview-fault", "what", "latency", "latency", "soon")
	if a.Code != 200 || !strings.Contains(a.Body, "Not valid yet: latency: give seconds above 0") || !strings.Contains(a.Body, `value="soon"`) {
		t.Errorf("an invalid fault: %d", a.Code)
	}
}

// pairs are the fields of a form as PressButton takes them.
func pairs(t *testing.T, form string) (all []string) {
	t.Helper()
	values, err := url.ParseQuery(form)
	if err != nil {
		t.Fatal(err)
	}
	for name := range values {
		all = append(all, name, values.Get(name))
	}
	return all
}

// unnumbered is a fault without its number.
func unnumbered(fault string) string {
	_, rule, _ := strings.Cut(fault, ",")
	return strings.TrimSpace(rule)
}

func TestTheConsoleNamesTheInvalidFieldOfAFault(t *testing.T) {
	f := testkit.OpenControlled(t)
	for form, want := range map[string]string{
		"what=status&status=503&headers=X-Reason":              "headers: give a line each, like X-Reason: limit",
		"what=status&status=many":                              "status: give a whole number from 1 on",
		"what=status&status=500&retry_after=soon":              "retry after: give a whole number from 0 on",
		"what=latency&latency=0":                               "latency: give a time above 0",
		"what=latency&latency=NaN":                             "latency: give seconds above 0",
		"what=latency&latency=Inf":                             "latency: give seconds above 0",
		"what=uniform&shortest=-1&longest=1":                   "shortest: give a number from 0 on",
		"what=uniform&shortest=2&longest=1":                    "latency.uniform: give the shorter time first",
		"what=normal&mean=1":                                   "deviation: give a number from 0 on",
		"what=normal&mean=1&deviation=1&latency_seed=x":        "latency seed: give a whole number from 0 on, or nothing",
		"what=silence&silence=0":                               "silence: give a time above 0",
		"what=silence&silence=601":                             "silence: must be a time from 0s to 600s",
		"what=reset&which=first&first=0":                       "first: give a whole number from 1 on",
		"what=reset&which=probability&probability=0":           "probability: give a number above 0",
		"what=reset&which=probability&probability=1.5&seed=-1": "seed: give a whole number from 0 on, or nothing",
		"what=latency&latency=-3ms":                            "latency: give a time above 0",
		"what=reset&wait=soon":                                 "latency: give seconds above 0",
		"what=nothing":                                         "give one of status, bytes_per_second",
	} {
		a := f.PressButton("console/faults", "set-fault", pairs(t, form)...)
		if a.Code != 400 || !strings.HasPrefix(consoleMessage(a), want) {
			t.Errorf("%s: %d %s", form, a.Code, consoleMessage(a))
		}
	}
	a := f.PressButton("console/faults", "set-fault", pairs(t, "what=uniform&shortest=2&longest=%22x&after=yes&operation=get-segment&which=every&every=5")...)
	for _, part := range []string{`<option value="uniform" selected>`, `name="longest" value="&#34;x"`, `name="every" value="5"`, `<option value="every" selected>`, `<option selected>get-segment</option>`, ` checked>`} {
		if !strings.Contains(a.Body, part) {
			t.Errorf("what was typed is lost: no %s", part)
		}
	}
	if n := f.Control("GET", "faults", "").Get("faults.#").Int(); n != 0 {
		t.Errorf("%d faults are set", n)
	}
}

func TestTheFieldsOfAFaultFitTheChosenKind(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenControlled(t)
	b.Show(t, testkit.ServePages(t, f)+"/_understudy/console/faults", 1280, "light")
	shown := func() string {
		return browser.Script[string](t, b, `[...document.querySelectorAll("#fault [data-of] input")].filter(e => e.checkVisibility()).map(e => e.id).join(" ")`)
	}
	for _, c := range []struct{ id, keys, want string }{
		{"what", "an HTTP", "status retry_after wait after"},
		{"what", "latency, always", "latency"},
		{"what", "latency, any", "shortest longest latency_seed"},
		{"what", "latency, aro", "mean deviation latency_seed"},
		{"what", "a slow", "bytes_per_second wait"},
		{"what", "a body", "cut_after wait"},
		{"what", "silence", "silence wait after"},
		{"what", "a conn", "wait after"},
		{"which", "the first", "wait after first"},
		{"which", "every so", "wait after every"},
		{"which", "some", "wait after probability seed"},
		{"which", "all", "wait after"},
	} {
		browser.Script[any](t, b, `document.activeElement.blur(); null`) // so that the keys begin a new word
		onTheKeyboard(t, b, c.id, c.keys)
		if got := shown(); got != c.want {
			t.Errorf("%s: shows %s, want %s", c.keys, got, c.want)
		}
	}
	onTheKeyboard(t, b, "what", kb.Tab, kb.Tab, " ", kb.Tab, "get-d", kb.Tab, "the", kb.Tab, "4")
	awaited(t, b, `document.getElementById("new-rule-curl")?.textContent.includes('{"operation":"get-destination","when":{"first":4},"reset":true,"after":true}') && "previewed"`)
	onTheKeyboard(t, b, "set-fault", kb.Enter)
	awaited(t, b, `document.querySelector("#says")?.textContent === "The fault is set."`)
	if got := f.Control("GET", "faults", "").Get("faults.0"); got.Get("operation").Str != "get-destination" || !got.Get("reset").Bool() || !got.Get("after").Bool() || got.Get("when.first").Int() != 4 {
		t.Errorf("the keyboard sets %s", got)
	}
	browser.NoComplaints(t, b)
}

func TestAFaultOfTheConsoleAppliesToTheEditorsPages(t *testing.T) {
	f := testkit.OpenControlled(t)
	v := f.Visit(testkit.RedirectURI)
	f.PressButton("console/faults", "set-fault", "what", "status", "status", "503", "operation", "editor:save")
	if a := v.Save(); a.Code != 503 {
		t.Errorf("with a fault of the console a save gets %s", a)
	}
	if page := f.ConsolePage("console/faults").Body; !strings.Contains(page, "<option>editor:load</option>") || !strings.Contains(page, "<p>editor:save, all calls") {
		t.Error("the page of faults lacks those of the editor")
	}
	page := f.ConsolePage("?operation=editor:save").Body
	if !strings.Contains(page, "<option selected>editor:save</option>") || !strings.Contains(page, `id="exchange-3"`) || strings.Contains(page, `id="exchange-2"`) {
		t.Error("the page of the journal does not find the save")
	}
}
