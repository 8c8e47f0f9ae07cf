package editor_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/tidwall/gjson"

	"understudy/server/internal/testkit"
	"understudy/server/servertest/browser"
	"understudy/spec"
)

// pages serves one page at every path.
func pages(t *testing.T, html string) string {
	t.Helper()
	return testkit.ServePages(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprint(w, html)
	}))
}

// linkAt is the uri of a new link on a site that serves the fake.
func linkAt(f testkit.Fake, site, redirect string) string {
	f.Helper()
	uri := f.Call(spec.CreateLink, `{"redirect_uri":`+testkit.Quoted(redirect)+`}`).Get("data.uri").Str
	return strings.Replace(uri, testkit.BaseURL, site, 1)
}

func ofSegment(f testkit.Fake, member string) gjson.Result {
	f.Helper()
	return f.Get(f.SegmentsPath() + "/2301").Get("data." + member)
}

// submitted sends the form and is the message of the page afterwards.
const submitted = `new Promise(shown => {
	const says = document.querySelector("#says");
	new MutationObserver(() => says.textContent && shown(says.textContent)).observe(says, {childList: true});
	document.querySelector("form").requestSubmit();
})`

func TestTheEditorIsUsedByKeyboard(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenChoosing(t)
	arrival := pages(t, `<p id="arrived">Back</p>`)
	b.Show(t, linkAt(f, testkit.ServePages(t, f), arrival), 1280, "light")
	browser.Script[any](t, b, `document.querySelector("#name").select(); null`)
	b.Do(t, browser.Keys("Alpine readers")...)
	browser.Script[any](t, b, `document.querySelector("#tree > .list > .add > [value=atomic]").focus(); null`)
	b.Do(t, browser.Keys(kb.Enter, "region", kb.Tab, "c", kb.Tab, "starts", kb.Tab, kb.Tab, "Val")...)
	b.Do(t, append(browser.Keys(kb.Tab, kb.Tab, kb.Tab, kb.Tab, kb.Tab, kb.Tab, kb.Enter), chromedp.WaitVisible("#arrived"))...)
	if referrer := browser.Script[string](t, b, `document.referrer`); referrer != "" {
		t.Errorf("the redirect_uri gets the referrer %s", referrer)
	}
	const added = `{"attribute":"region","attribute_type":"column","operator":"starts","value":"Val"}`
	if name, last := ofSegment(f, "name").Str, ofSegment(f, "molecules.3").Raw; name != "Alpine readers" || last != added {
		t.Errorf("it is named %s and ends with %s", name, last)
	}
	browser.NoComplaints(t, b)
}

// everyKind has the five kinds of molecules, and values that are easily lost.
const everyKind = `["OR",{"attribute":"email","attribute_type":"property","operator":"exactly","value":"a\r\nb","note":{"x":1}},` +
	`{"attribute":"n","attribute_type":"column","operator":"between","value":[1.0,9007199254740993,-0]},{"attribute":"l","attribute_type":"sql","operator":"in","value":["a","b"]},` +
	`{"attribute":"z","attribute_type":"sql","operator":"isnull","value":null},{"attribute":"d","attribute_type":"sql","operator":"on","value":1e400},` +
	`{"filter_segment_id":9007199254740993,"is_member":false},[{"filter_segment_id":2304,"is_member":true},"AND",[]],` +
	`{"relationship_id":15,"constraint":{"type":"occurrences","operator":"atmost","value":3,"negate":false},"molecules":["AND"]},` +
	`{"relationship_id":16,"constraint":{"type":"occurrences","operator":"anynumber"},"molecules":[[]]},{"relationship_id":17,"molecules":[]}]`

func TestUntouchedFieldsStayUnchanged(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenChoosing(t, "link-redirect-scheme=accept")
	if a := f.Visit(testkit.RedirectURI).With("molecules", everyKind).Save(); a.Code != 200 {
		t.Fatal(a)
	}
	b.Show(t, linkAt(f, testkit.ServePages(t, f), "app://stay"), 1280, "light")
	if n := browser.Script[int](t, b, `document.querySelectorAll("#tree li").length`); n != 13 {
		t.Errorf("the tree has %d molecules", n)
	}
	if known := browser.Script[string](t, b, `[...document.querySelectorAll("#tree .known")].map(e => e.textContent).join("|")`); known != "Lapsed big spenders|Orders of the customer|Newsletter subscriptions of the customer|Customer of the order" {
		t.Errorf("it knows %s", known)
	}
	if shown := browser.Script[string](t, b, submitted); shown != "The segment is saved." {
		t.Fatal(shown)
	}
	if got := ofSegment(f, "molecules").Raw; got != everyKind {
		t.Errorf("it is now %s,\nwas %s", got, everyKind)
	}
}

func TestWhatIsWrongIsShownAtItsField(t *testing.T) {
	b := browser.Open(t)
	for rule, c := range map[string]struct{ do, path, says string }{
		"a name is needed":        {`document.querySelector("#name").value = ""`, "name", "name: must not be empty"},
		"an attribute is needed":  {`add("atomic")`, "molecules[3].attribute", "molecules[3].attribute: must not be empty"},
		"a number is one":         {`add("atomic"); set("attribute", "a"); set("kind", "number"); set("value", "many")`, "molecules[3].value", "molecules[3].value: must be a number"},
		"JSON is some":            {`add("atomic"); set("attribute", "a"); set("kind", "json"); set("value", "[")`, "molecules[3].value", "molecules[3].value: must be JSON"},
		"a segment is an id":      {`add("related"); set("filter_segment_id", "x")`, "molecules[3].filter_segment_id", "molecules[3].filter_segment_id: must be an integer"},
		"a segment fits 64 bits":  {`add("related"); set("filter_segment_id", "9223372036854775808")`, "molecules[3].filter_segment_id", "molecules[3].filter_segment_id: must be an integer"},
		"a relationship is an id": {`add("relationship")`, "molecules[3].relationship_id", "molecules[3].relationship_id: is required: give an integer"},
		"a constraint counts":     {`add("relationship"); set("relationship_id", "15"); set("operator", "atleast")`, "molecules[3].constraint.value", "molecules[3].constraint.value: is required: give an integer"},
		"what the server rejects": {`add("group")`, "molecules[3]", "molecules[3]: must be a molecule, not an array."},
	} {
		t.Run(rule, func(t *testing.T) {
			f := testkit.OpenChoosing(t, "molecule-group=refuse", "attribute-blank=refuse")
			b.Show(t, linkAt(f, testkit.ServePages(t, f), testkit.RedirectURI), 1280, "light")
			browser.Script[any](t, b, `
				globalThis.add = kind => document.querySelector("#tree > .list > .add > [value=" + kind + "]").click();
				globalThis.set = (member, value) => {
					const field = document.querySelector("#tree > .list > ol > li:last-child [data-member=" + member + "]");
					field.value = value; field.dispatchEvent(new Event("input", {bubbles: true})); field.dispatchEvent(new Event("change", {bubbles: true}));
				};`+c.do+`; null`)
			if shown := browser.Script[string](t, b, submitted); !strings.HasPrefix(shown, "The segment was not saved") {
				t.Errorf("it shows %s", shown)
			}
			got := browser.Script[string](t, b, `(() => {
				const wrong = document.querySelector(".wrong"), field = document.querySelector("[aria-invalid=true]");
				const at = field ?? wrong.parentElement;
				return [document.querySelectorAll(".wrong").length, at.dataset.path, wrong.textContent, !field || field.getAttribute("aria-describedby") === wrong.id, at.contains(document.activeElement)].join("|");
			})()`)
			if want := fmt.Sprintf("1|%s|%s|true|true", c.path, c.says); got != want {
				t.Errorf("got  %s,\nwant %s", got, want)
			}
			if ofSegment(f, "updated_at").Raw != ofSegment(f, "created_at").Raw {
				t.Error("the segment was changed")
			}
		})
	}
}

func TestAConditionMayHaveNoAttributeWhereTheGapAcceptsIt(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenChoosing(t, "link-redirect-scheme=accept")
	b.Show(t, linkAt(f, testkit.ServePages(t, f), "app://stay"), 1280, "light")
	browser.Script[any](t, b, `document.querySelector("#tree > .list > .add > [value=atomic]").click(); null`)
	if shown := browser.Script[string](t, b, submitted); shown != "The segment is saved." {
		t.Errorf("it shows %s", shown)
	}
	if last := ofSegment(f, "molecules.3").Raw; !strings.HasPrefix(last, `{"attribute":"",`) {
		t.Errorf("the last molecule is %s", last)
	}
}

func TestTheTreeFollowsItsButtons(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenChoosing(t)
	b.Show(t, linkAt(f, testkit.ServePages(t, f), testkit.RedirectURI), 1280, "light")
	for _, c := range []struct{ press, names, focus, status string }{
		{"Move Condition 1 down", "Condition 1|Condition 2", "Move Condition 2 up", "Condition 1 is now Condition 2."},
		{"Remove Condition 1", "Condition 1", "Remove Condition 1", "Condition 1 removed."},
		{"Remove Condition 1", "", "Add condition", "Condition 1 removed."},
		{"Add group", "Group 1", "Match in Group 1", "Group 1 added."},
	} {
		got := browser.Script[string](t, b, `(() => {
			const named = e => e.getAttribute("aria-label") ?? e.textContent;
			[...document.querySelectorAll("#tree button")].find(e => named(e) === `+testkit.Quoted(c.press)+`).click();
			return [...document.querySelectorAll("#tree legend")].map(e => e.textContent).join("|") + "/" + named(document.activeElement) + "/" + document.querySelector("#status").textContent;
		})()`)
		if want := c.names + "/" + c.focus + "/" + c.status; got != want {
			t.Errorf("%s: got %s, want %s", c.press, got, want)
		}
	}
	if got := browser.Script[string](t, b, `JSON.stringify(JSON.parse(document.querySelector("#molecules").value))`); got != `[[],"AND"]` {
		t.Errorf("the text area has %s", got)
	}
}

func TestALinkThatExpiresWhileItIsOpenIsReported(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenChoosing(t)
	uri := linkAt(f, testkit.ServePages(t, f), testkit.RedirectURI)
	b.Show(t, uri, 1280, "light")
	f.Advance(24 * time.Hour)
	shown := browser.Script[string](t, b, `document.querySelector("#name").value = "Late", `+submitted)
	if !strings.Contains(shown, "has expired") || browser.Script[string](t, b, `location.href + " " + document.querySelector("#name").value`) != uri+" Late" || ofSegment(f, "name").Str == "Late" {
		t.Errorf("it shows %s; the segment is named %s", shown, ofSegment(f, "name"))
	}
}

func TestNothingHostileRunsInTheEditor(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenChoosing(t, "link-redirect-scheme=accept", "operator-unknown=accept", "attribute-type-unknown=accept")
	site := testkit.ServePages(t, f)
	for _, text := range testkit.HostileTexts {
		m := map[string]any{"attribute": text, "attribute_type": text, "operator": text, "value": text, text: text}
		molecules, err := json.Marshal([]any{m, []any{m}, map[string]any{"relationship_id": 15, "molecules": []any{m}}})
		if err != nil {
			t.Fatal(err)
		}
		if a := f.Visit(testkit.RedirectURI).With("name", text).With("molecules", string(molecules)).Save(); a.Code != 200 {
			t.Fatal(a)
		}
		if a := f.PostSegment(f.SegmentBody("name", testkit.Quoted(text), "molecules", string(molecules))); a.Code != 201 {
			t.Fatal(a)
		}
		uri := linkAt(f, site, text)
		b.Show(t, uri, 1280, "light")
		shown := browser.Script[string](t, b, submitted)
		got := browser.Script[string](t, b, `[document.scripts.length, document.images.length, document.links.length, document.title === "run", document.querySelectorAll("#tree li").length, location.href].join(" ")`)
		if want := "1 0 0 false 5 " + uri; got != want || shown != "The segment is saved." {
			t.Errorf("%s: got %s, %s; want %s", text, got, shown, want)
		}
		if got := ofSegment(f, "molecules.0.operator").Str; got != text || ofSegment(f, "name").Str != text {
			t.Errorf("%s became %s", text, got)
		}
	}
	browser.NoComplaints(t, b)
}

func TestTheHTMLOfTheEditorIsValid(t *testing.T) {
	f := testkit.OpenChoosing(t)
	v := f.Visit(testkit.RedirectURI)
	if a := v.With("molecules", everyKind).Save(); a.Code != 200 {
		t.Fatal(a)
	}
	browser.CheckHTML(t, map[string]string{"fresh": f.Follow(f.Call(spec.CreateLink, `{"redirect_uri":`+testkit.Quoted(testkit.RedirectURI)+`}`).Get("data.uri").Str).Body, "rejected": v.With("name", "").Save().Body, "unknown": f.Get("/embed/segment?auth=x").Body})
}

func TestAxeFindsNothingInTheEditor(t *testing.T) {
	b := browser.Open(t)
	axe := browser.AxeSource(t)
	f := testkit.OpenChoosing(t)
	if a := f.Visit(testkit.RedirectURI).With("molecules", everyKind).Save(); a.Code != 200 {
		t.Fatal(a)
	}
	site := testkit.ServePages(t, f)
	uri := linkAt(f, site, testkit.RedirectURI)
	for state, do := range map[string]string{
		"fresh":   `null`,
		"refused": `document.querySelector("#tree > .list > .add > [value=atomic]").click(); document.querySelector("details").open = true; document.querySelector("#name").value = ""; ` + submitted,
	} {
		for _, l := range browser.Looks() {
			b.Show(t, uri, l.Width, l.Scheme)
			browser.Script[any](t, b, do)
			browser.CheckAccessibility(t, b, axe, "editor-"+state, l)
		}
	}
	b.Show(t, site+"/embed/segment?auth=x", 400, "light")
	browser.CheckAccessibility(t, b, axe, "editor-unknown", browser.Look{Width: 400, Scheme: "light"})
}

// TestAnOperatorWithoutAValueHidesIt chooses operators of a condition whose value is empty,
// and of one that has a value.
func TestAnOperatorWithoutAValueHidesIt(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenControlled(t)
	b.Show(t, linkAt(f, testkit.ServePages(t, f), "https://example.com/"), 1280, "light")
	const shown = `(() => { const item = [...document.querySelectorAll("#tree li")].at(-1), field = name => item.querySelector("[data-member=" + name + "]");
		const operator = field("operator"); operator.value = OPERATOR; operator.dispatchEvent(new Event("input", {bubbles: true}));
		return field("value").checkVisibility() + " " + [...item.querySelectorAll("label > span")].some(s => s.textContent === "Value is" && s.checkVisibility()) })()`
	browser.Script[any](t, b, `document.querySelector("#tree > .list > .add > [value=atomic]").click(); null`)
	for operator, want := range map[string]string{"isnotnull": "false false", "true": "false false", "isblank": "false false", "equals": "true true", "between": "true true"} {
		if got := browser.Script[string](t, b, strings.ReplaceAll(shown, "OPERATOR", testkit.Quoted(operator))); got != want {
			t.Errorf("%s shows value and kind: %s, want %s", operator, got, want)
		}
	}
	browser.Script[any](t, b, `[...document.querySelectorAll("#tree li")].at(-1).querySelector("[data-member=value]").value = "x"; null`)
	if got := browser.Script[string](t, b, strings.ReplaceAll(shown, "OPERATOR", `"isnull"`)); got != "true true" {
		t.Errorf("a value that is there is shown: %s", got)
	}
}
