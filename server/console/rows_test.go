package console_test

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"understudy/server"
	"understudy/server/internal/testkit"
	"understudy/server/servertest/browser"
	"understudy/server/state"
)

var (
	textareaPattern = regexp.MustCompile(`(?s)<textarea id="text"[^>]*>\n(.*?)</textarea>`)
	rowPattern      = regexp.MustCompile(`<a id="row-([^"]+)"`)
)

// typedText is the text in the field for a row.
func typedText(a testkit.Response) string {
	found := textareaPattern.FindStringSubmatch(a.Body)
	if found == nil {
		return ""
	}
	return html.UnescapeString(found[1])
}

func TestTheConsoleAddsAndDeletesARowOfEveryKind(t *testing.T) {
	for _, table := range state.Tables {
		t.Run(table.Name, func(t *testing.T) {
			f := testkit.OpenControlled(t)
			page := "console/state?table=" + table.Name
			before := f.Control("GET", "state/"+table.Name, "").Get("total").Int()
			blank := typedText(f.ConsolePage(page + "&new=1"))
			added := f.PressButton(page+"&new=1", "add", "table", table.Name, "text", blank)
			if added.Code != 200 || consoleMessage(added) != "The row was added to "+table.Name+"." {
				t.Fatalf("%s: %d %s", blank, added.Code, consoleMessage(added))
			}
			address, err := url.Parse(html.UnescapeString(added.Header.Get("Hx-Push-Url")))
			if err != nil || !address.Query().Has("row") || address.Query().Has("new") {
				t.Fatalf("the page is then %s", address)
			}
			id := address.Query().Get("row")
			secret := regexp.MustCompile(`"(?:token|uri)": "([^"]+)"`).FindStringSubmatch(typedText(added))
			if hasSecret := strings.Contains("workspaces users links", table.Name); hasSecret != (secret != nil) || hasSecret != strings.Contains(added.Body, "Copy the secret now") {
				t.Errorf("it is shown as %s", typedText(added))
			}
			row := f.ConsolePage(page + "&row=" + id)
			if secret != nil && strings.Contains(html.UnescapeString(row.Body), secret[1]) {
				t.Error("its secret is shown again")
			}
			if asked := f.PressButton(page+"&row="+id, "remove", "table", table.Name, "row", id); !strings.Contains(asked.Body, "Delete the row "+id+" of "+table.Name+"?") {
				t.Error("it does not ask before it deletes")
			}
			gone := f.PressButton(page+"&row="+id, "remove", "table", table.Name, "row", id, "sure", "yes")
			if gone.Code != 200 || consoleMessage(gone) != "The row "+id+" of "+table.Name+" was deleted." || strings.Contains(gone.Header.Get("Hx-Push-Url"), "row=") {
				t.Errorf("deleted: %d %s, then %s", gone.Code, consoleMessage(gone), gone.Header.Get("Hx-Push-Url"))
			}
			if after := f.Control("GET", "state/"+table.Name, "").Get("total").Int(); after != before {
				t.Errorf("there are %d rows, before %d", after, before)
			}
		})
	}
}

func TestTheConsoleOffersNoRowThatCannotBeAddedOrDeleted(t *testing.T) {
	f := testkit.Open(t, server.Options{Control: true, World: testkit.EmptyWorld(t)})
	for table, needs := range map[string]string{"topics": "first add a source of the type http_request", "segments": "first add a source with a dataset", "links": "first add a segment", "destinations": "first add a connector"} {
		page := f.ConsolePage("console/state?table=" + table).Body
		if !strings.Contains(page, needs) || strings.Contains(page, `id="new"`) {
			t.Errorf("%s: it does not say that one has to %s", table, needs)
		}
	}
	full := testkit.OpenControlled(t)
	for row, why := range map[string]string{"sources&row=4146": "other rows refer to it", "workspaces&row=701": "whose token opens the sandbox"} {
		page := full.ConsolePage("console/state?table=" + row).Body
		if !strings.Contains(page, why) || strings.Contains(page, `id="remove"`) {
			t.Errorf("%s: it offers to delete", row)
		}
	}
}

func TestWhatWasTypedStaysWhereARowIsRejected(t *testing.T) {
	f := testkit.OpenControlled(t)
	for page, do := range map[string]string{"console/state?table=segments&new=1": "add", "console/state?table=segments&row=2301": "put"} {
		for typed, want := range map[string]string{"{typed": "the row is not valid JSON: it was not saved", `{"name": 7}`: "name: has the wrong type"} {
			a := f.PressButton(page, do, "table", "segments", "row", "2301", "text", typed)
			details, _, _ := strings.Cut(a.Body, "<textarea")
			_, details, _ = strings.Cut(details, `id="details"`)
			if a.Code != 400 || !strings.HasPrefix(consoleMessage(a), want) || typedText(a) != typed || !strings.Contains(details, `id="says"`) {
				t.Errorf("%s %s: %d %s; %s stays", do, typed, a.Code, consoleMessage(a), typedText(a))
			}
		}
	}
}

func TestRowsAreFoundNewestFirst(t *testing.T) {
	f := testkit.OpenControlled(t)
	rows := func(path string) (ids []string) {
		for _, found := range rowPattern.FindAllStringSubmatch(f.ConsolePage("console/state?table="+path).Body, -1) {
			ids = append(ids, found[1])
		}
		return ids
	}
	for path, want := range map[string]string{
		"segments":                               "2311 2309 2304 2301",
		"segments&find=READERS":                  "2309 2301",
		"segments&find=2304":                     "2304",
		"segments&find=no-such-text":             "",
		"invitations&find=mateo.kaya@harbour":    "5310",
		"links&find=hidden":                      "",
		"workspaces&find=EXAMPLEproduction00007": "",
	} {
		if got := strings.Join(rows(path), " "); !strings.HasPrefix(got, want) || want == "" && got != "" || strings.Contains(path, "find=") && got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	if first, last := rows("invitations"), rows("invitations&page=6"); len(first) != 25 || first[0] != "5310" || len(last) != 12 {
		t.Errorf("the first page has %q, the last one %q", first, last)
	}
	for path, want := range map[string][]string{
		"segments&find=readers": {`segments <span class="dim">2</span>`, `links <span class="dim">0</span>`},
		"segments&find=2304":    {`<h2 id="the-row">segments 2304</h2>`},
		"topics&find=nowhere":   {"No row of topics has this text."},
	} {
		body := f.ConsolePage("console/state?table=" + path).Body
		for _, part := range want {
			if !strings.Contains(body, part) {
				t.Errorf("%s: without %s", path, part)
			}
		}
	}
}

func TestARowIsAddedByKeyboard(t *testing.T) {
	b := browser.Open(t)
	f := testkit.OpenControlled(t)
	b.Show(t, testkit.ServePages(t, f)+"/_understudy/console/state?table=invitations", 400, "light")
	onTheKeyboard(t, b, "new", kb.Enter)
	b.Do(t, chromedp.WaitVisible("#add"))
	if !browser.Script[bool](t, b, `document.getElementById("details").getBoundingClientRect().top < innerHeight`) {
		t.Error("the form is not visible")
	}
	onTheKeyboard(t, b, "text", `{"email": "typed@example.com"}`, kb.Tab, kb.Enter)
	if text := awaited(t, b, `document.querySelector("#put") && document.querySelector("#text").value`); !strings.Contains(text, "typed@example.com") {
		t.Error(text)
	}
	if search := browser.Script[string](t, b, `location.search`); search != "?row=5311&table=invitations" {
		t.Errorf("the address is %s", search)
	}
	browser.NoComplaints(t, b)
}
