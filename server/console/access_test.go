package console_test

import (
	"html"
	"net/http"
	"strings"
	"testing"

	"understudy/server"
	"understudy/server/internal/testkit"
)

func TestAccessToTheConsole(t *testing.T) {
	f, off := testkit.OpenControlled(t), testkit.Open(t, server.Options{})
	for rule, a := range map[string]testkit.Response{
		"403 this machine only": f.ConsolePage("", testkit.FromAddress(testkit.AnotherMachine)),
		"403 knows no such":     f.ConsolePage("console/gaps", testkit.ToHost("evil.example.com")),
		"403 no web page": f.PressButtonAs(func(r *http.Request) { r.Header.Set("Origin", "http://localhost:3000") },
			"console/sandboxes", "reset", "id", "default"),
		"404 --control on": off.ConsolePage(""),
	} {
		code, says, _ := strings.Cut(rule, " ")
		if a.String()[:3] != code || !strings.Contains(consoleMessage(a), says) || strings.Contains(a.Body, "<nav") {
			t.Errorf("%s: %d %s", rule, a.Code, consoleMessage(a))
		}
	}
	csp := f.ConsolePage("").Header.Get("Content-Security-Policy")
	for _, part := range []string{"default-src 'none'", "script-src 'sha256-", "frame-ancestors 'none'", "form-action 'self'"} {
		if !strings.Contains(csp, part) || strings.Contains(csp, "unsafe") {
			t.Errorf("the policy is %s", csp)
		}
	}
}

func TestABrowserLogsIn(t *testing.T) {
	const token = "EXAMPLE-control-token"
	f := testkit.Open(t, server.Options{Control: true, ControlToken: token})
	locked := f.ConsolePage("", testkit.FromAddress(testkit.AnotherMachine))
	if locked.Code != 401 || !strings.Contains(locked.Body, `type="password"`) || strings.Contains(locked.Body, "<nav") {
		t.Errorf("without a session: %d", locked.Code)
	}
	for _, a := range []testkit.Response{f.PressButton("console/login", "", "token", "guess"), f.PressButton("console/login", "", "token", ""), f.PressButton("console/login", "logout")} {
		if a.Code != 401 || a.Header.Get("Set-Cookie") != "" {
			t.Errorf("%d %s", a.Code, consoleMessage(a))
		}
	}
	elsewhere := func(r *http.Request) { r.Header.Set("Origin", "https://example.com") }
	if a := f.PressButtonAs(elsewhere, "console/login", "", "token", token); a.Code != 403 || a.Header.Get("Set-Cookie") != "" {
		t.Errorf("another page logs in: %d", a.Code)
	}
	in := f.PressButton("console/login", "", "token", token)
	cookie := in.Header.Get("Set-Cookie")
	if in.Code != 303 || !strings.HasSuffix(cookie, "; Path=/_understudy/; HttpOnly; SameSite=Strict") || strings.Contains(cookie, token) {
		t.Fatalf("%d %s", in.Code, cookie)
	}
	session := func(value string) testkit.Edit { return testkit.AddHeader("Cookie", strings.Split(value, ";")[0]) }
	for rule, a := range map[string]testkit.Response{
		"the console":     f.ConsolePage("", testkit.FromAddress(testkit.AnotherMachine), session(cookie)),
		"the control API": f.Control("POST", "clock/freeze", "", testkit.FromAddress(testkit.AnotherMachine), session(cookie)),
	} {
		if a.Code != 200 {
			t.Errorf("%s: %d", rule, a.Code)
		}
	}
	other := testkit.Open(t, server.Options{Control: true, ControlToken: token})
	for rule, a := range map[string]testkit.Response{
		"another fake":          other.Control("GET", "clock", "", session(cookie)),
		"a part of it":          f.Control("GET", "clock", "", session(cookie[:50])),
		"the token in a cookie": f.Control("GET", "clock", "", session(strings.Split(cookie, "=")[0]+"="+token)),
	} {
		if a.Code != 401 {
			t.Errorf("%s: %d", rule, a.Code)
		}
	}
	if a := f.Control("POST", "clock/freeze", "", session(cookie), elsewhere); a.Code != 403 {
		t.Errorf("another page uses the session: %d", a.Code)
	}
	if a := f.PressButtonAs(session(cookie), "console/login", "", "token", "guess"); a.Code != 401 || !strings.Contains(consoleMessage(a), "not the token") {
		t.Errorf("a wrong token with a session: %d %s", a.Code, consoleMessage(a))
	}
	out := f.PressButtonAs(session(cookie), "console/login", "logout")
	if out.Code != 303 || !strings.HasPrefix(out.Header.Get("Set-Cookie"), strings.Split(cookie, "=")[0]+"=; Path=/_understudy/; Max-Age=0") {
		t.Errorf("%d %s", out.Code, out.Header.Get("Set-Cookie"))
	}
	for rule, a := range map[string]testkit.Response{
		"the session that was logged out": f.Control("GET", "clock", "", session(cookie)),
		"no session":                      f.Control("GET", "clock", "", session(strings.Split(cookie, "=")[0]+"=")),
	} {
		if a.Code != 401 {
			t.Errorf("%s: %d", rule, a.Code)
		}
	}
	first, second := f.PressButton("console/login", "", "token", token).Header.Get("Set-Cookie"), f.PressButton("console/login", "", "token", token).Header.Get("Set-Cookie")
	f.PressButtonAs(session(first), "console/login", "logout")
	if a := f.Control("GET", "clock", "", session(second)); first == second || a.Code != 200 {
		t.Errorf("another browser's session ends with it: %d", a.Code)
	}
	https := testkit.Open(t, server.Options{Control: true, ControlToken: token, PublicURL: "https://fake.example.com"})
	if a := https.PressButton("console/login", "", "token", token); !strings.Contains(a.Header.Get("Set-Cookie"), "; Secure") {
		t.Error(a.Header)
	}
}

func TestTheConsoleShowsNoSecret(t *testing.T) {
	f := testkit.OpenControlled(t)
	secrets := append(f.SendSecrets(), f.TestData().WorkspaceToken, f.TestData().PersonalToken)
	pages := []string{"console/gaps", "console/faults", "console/sandboxes", "console/state?table=links&row=1", "console/reference?document=control", "console/reference?document=list"}
	for _, table := range []string{"workspaces", "users", "connectors", "destinations", "links"} {
		pages = append(pages, "console/state?table="+table)
	}
	pages = append(pages, "console/state?table=destinations&row="+destinationID(f), "console/state?table=users&row=31")
	for i := range f.Control("GET", "journal?limit=1000", "").Get("exchanges").Array() {
		pages = append(pages, "?exchange="+f.Control("GET", "journal?limit=1000", "").Get("exchanges").Array()[i].Get("seq").String())
	}
	for _, page := range pages {
		body := html.UnescapeString(f.ConsolePage(page).Body)
		for _, secret := range secrets {
			if strings.Contains(body, secret) {
				t.Errorf("%s shows %s", page, secret)
			}
		}
	}
	shown := f.PressButton("console/sandboxes", "show-tokens", "id", "default")
	if !strings.Contains(shown.Body, f.TestData().WorkspaceToken) || !strings.Contains(shown.Body, f.TestData().PersonalToken) {
		t.Error("the tokens are not shown on demand")
	}
}
