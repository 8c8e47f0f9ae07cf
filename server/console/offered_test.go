package console_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"understudy/server"
	"understudy/server/internal/testkit"
	"understudy/server/servertest/browser"
	"understudy/server/state"
)

// offers are the links of pages, and the requests of their valid forms, once for each
// button.
const offers = `Promise.all(PAGES.map(async page => {
	const it = new DOMParser().parseFromString(await (await fetch("/_understudy/" + page)).text(), "text/html");
	return {
		links: [...it.querySelectorAll("a[href]")].map(a => a.getAttribute("href")).filter(href => !href.startsWith("#")),
		forms: [...it.forms].filter(form => form.method !== "dialog" && form.checkValidity()).flatMap(form => [...form.elements]
			.filter(button => button.type === "submit")
			.map(button => ({method: form.method, action: form.getAttribute("action"), body: new URLSearchParams(new FormData(form, button)).toString()})))
	};
}))`

type offered struct {
	Links []string
	Forms []struct{ Method, Action, Body string }
}

// TestNothingThatIsOfferedFails follows every link and presses every button of every
// page: of a busy world, of another one beside it, of an empty one, and with a token.
func TestNothingThatIsOfferedFails(t *testing.T) {
	b := browser.Open(t)
	token := testkit.AddHeader("Authorization", "Bearer EXAMPLE-control-token")
	for name, open := range map[string]func() testkit.Fake{
		"busy": func() testkit.Fake { return busy(t) },
		"empty": func() testkit.Fake {
			return testkit.Open(t, server.Options{Control: true, World: testkit.EmptyWorld(t)})
		},
		"locked": func() testkit.Fake {
			return testkit.Open(t, server.Options{Control: true, ControlToken: "EXAMPLE-control-token"})
		},
	} {
		f := open()
		site := testkit.ServePages(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			token(r)
			f.ServeHTTP(w, r)
		}))
		b.Show(t, site+"/_understudy/console/manual", 1280, "light")
		pages := offeringPages(f, name == "busy", token)
		list, err := json.Marshal(pages)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for i, found := range browser.Script[[]offered](t, b, strings.Replace(offers, "PAGES", string(list), 1)) {
			page := pages[i]
			if len(found.Forms) == 0 || len(found.Links) == 0 {
				t.Errorf("%s %s: the page offers nothing", name, page)
			}
			for _, link := range found.Links {
				if seen[link] {
					continue
				}
				seen[link] = true
				if a := f.Do("GET", link, "", testkit.Edits(token, here)); a.Code != 200 {
					t.Errorf("%s %s: %s leads to %d %s", name, page, link, a.Code, consoleMessage(a))
				}
			}
			for _, form := range found.Forms {
				if key := form.Action + " " + form.Body; seen[key] || strings.Contains(form.Body, "do=logout") {
					continue
				} else {
					seen[key] = true
				}
				if a := press(open(), form.Method, form.Action, form.Body, token); a.Code != 200 {
					t.Errorf("%s %s: %s %q: %d %s", name, page, form.Action, form.Body, a.Code, consoleMessage(a))
				}
			}
		}
	}
}

// offeringPages are the pages whose links and forms are tried.
func offeringPages(f testkit.Fake, another bool, token testkit.Edit) (pages []string) {
	for _, path := range []string{"", "console/state", "console/gaps?find=error", "console/faults", "console/sandboxes", "console/reference?document=list", "console/manual"} {
		pages = append(pages, path)
		if another {
			pages = append(pages, strings.Replace(path+"?sandbox=other", "?sandbox", "&sandbox", strings.Count(path, "?")))
		}
	}
	if another {
		pages = append(pages, "?exchange=2", "?exchange=2&live=off&status=4xx", "console/gaps?find=error&sandbox=other&other=1", "console/state?find=no-such-text")
	}
	for _, table := range state.Tables {
		page := "console/state?table=" + table.Name
		row := f.Control("GET", "state/"+table.Name, "", token).Get("rows.0")
		id := row.Get("id").String()
		if table.Name == "connectors" {
			id = row.Get("service_name").Str
		}
		if pages = append(pages, page+"&new=1"); id != "" {
			pages = append(pages, page+"&row="+id)
		}
	}
	return pages
}

// press sends a form as a browser on this machine does.
func press(f testkit.Fake, method, action, body string, edit testkit.Edit) testkit.Response {
	f.Helper()
	if method == "get" {
		page, err := url.Parse(action)
		if err != nil {
			f.Fatal(err)
		}
		page.RawQuery = body
		return f.Do("GET", page.String(), "", testkit.Edits(edit, here))
	}
	return f.Do("POST", action, body, testkit.Edits(edit, here, testkit.SetHeader("Content-Type", "application/x-www-form-urlencoded")))
}

// here makes a request come from this machine.
func here(r *http.Request) {
	testkit.Edits(testkit.FromAddress(testkit.ThisMachine), testkit.ToHost(testkit.LocalHost))(r)
}
