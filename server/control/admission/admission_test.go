package admission_test

import (
	"strings"
	"testing"
	"time"

	"understudy/server"
	"understudy/server/internal/testkit"
)

func TestAccessWithoutAToken(t *testing.T) {
	f := testkit.Open(t, server.Options{Control: true, PublicURL: "https://fake.example.com/a"})
	for rule, c := range map[string]struct {
		method, path string
		edit         testkit.Edit
		code         int
		says         string
	}{
		"this machine":                    {"GET", "clock", testkit.FromAddress(testkit.ThisMachine), 200, ""},
		"this machine by IPv6":            {"GET", "clock", testkit.Edits(testkit.FromAddress("[::1]:50000"), testkit.ToHost("[::1]:8080")), 200, ""},
		"this machine by IPv4 in IPv6":    {"GET", "clock", testkit.FromAddress("[::ffff:127.0.0.1]:50000"), 200, ""},
		"its address as Host":             {"GET", "clock", testkit.ToHost("127.0.0.1"), 200, ""},
		"a name below localhost":          {"GET", "clock", testkit.ToHost("fake.localhost:1"), 200, ""},
		"the public URL's Host":           {"GET", "clock", testkit.ToHost("fake.example.com"), 200, ""},
		"its own page":                    {"POST", "clock/freeze", testkit.Edits(testkit.AddHeader("Origin", "http://"+testkit.LocalHost), testkit.AddHeader("Sec-Fetch-Site", "same-origin")), 200, ""},
		"an address that was typed":       {"GET", "clock", testkit.AddHeader("Sec-Fetch-Site", "none"), 200, ""},
		"another machine":                 {"GET", "clock", testkit.FromAddress(testkit.AnotherMachine), 403, "this machine only"},
		"an address of none":              {"GET", "clock", testkit.FromAddress(""), 403, "this machine only"},
		"a proxy on this machine":         {"GET", "clock", testkit.AddHeader("X-Forwarded-For", "192.0.2.7"), 403, "this machine only"},
		"another name that points here":   {"GET", "clock", testkit.ToHost("evil.example.com"), 403, "no such Host"},
		"a name that looks like ours":     {"GET", "clock", testkit.ToHost("localhost.example.com"), 403, "no such Host"},
		"no Host":                         {"GET", "clock", testkit.ToHost(""), 403, "no such Host"},
		"a web page":                      {"POST", "clock/freeze", testkit.AddHeader("Origin", "https://example.com"), 403, "no web page"},
		"a web page of another port":      {"POST", "clock/freeze", testkit.AddHeader("Origin", "http://localhost:3000"), 403, "no web page"},
		"a web page of no origin":         {"POST", "clock/freeze", testkit.AddHeader("Origin", "null"), 403, "no web page"},
		"a web page that sends no Origin": {"GET", "clock", testkit.AddHeader("Sec-Fetch-Site", "cross-site"), 403, "no web page"},
		"somebody who follows a link":     {"GET", "clock", testkit.Edits(testkit.AddHeader("Sec-Fetch-Site", "cross-site"), testkit.AddHeader("Sec-Fetch-Mode", "navigate"), testkit.AddHeader("Sec-Fetch-Dest", "document")), 200, ""},
		"a frame in a web page":           {"GET", "clock", testkit.Edits(testkit.AddHeader("Sec-Fetch-Site", "cross-site"), testkit.AddHeader("Sec-Fetch-Mode", "navigate"), testkit.AddHeader("Sec-Fetch-Dest", "iframe")), 403, "no web page"},
		"a form of a web page":            {"POST", "clock/freeze", testkit.Edits(testkit.AddHeader("Sec-Fetch-Site", "cross-site"), testkit.AddHeader("Sec-Fetch-Mode", "navigate"), testkit.AddHeader("Sec-Fetch-Dest", "document")), 403, "no web page"},
		"an unknown path":                 {"GET", "clocks", testkit.FromAddress(testkit.ThisMachine), 404, `no such path: did you mean "/_understudy/clock"? GET /_understudy/openapi.yaml lists all`},
		"a path of two":                   {"GET", "clock/", testkit.FromAddress(testkit.ThisMachine), 404, "no such path"},
		"a wrong method":                  {"POST", "clock", testkit.FromAddress(testkit.ThisMachine), 405, "use GET"},
		"a read that would write":         {"GET", "clock/advance", testkit.FromAddress(testkit.ThisMachine), 405, "use POST"},
		"anyone who asks for health":      {"GET", "healthz", testkit.Edits(testkit.FromAddress(testkit.AnotherMachine), testkit.ToHost("x.example.com")), 200, ""},
		"anyone who asks for readiness":   {"HEAD", "readyz", testkit.FromAddress(testkit.AnotherMachine), 200, ""},
	} {
		a := f.Control(c.method, c.path, "", c.edit)
		if a.Code != c.code || !strings.Contains(a.Get("error").Str, c.says) || a.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: %s, want %d and %q", rule, a, c.code, c.says)
		}
	}
}

func TestAForwardedRequestIsNotFromThisMachine(t *testing.T) {
	f := testkit.OpenControlled(t)
	for _, name := range []string{"Forwarded", "Via", "X-Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Server", "X-Forwarded-Port",
		"X-Forwarded-Prefix", "X-Real-IP", "X-Client-IP", "X-Cluster-Client-IP", "True-Client-IP", "CF-Connecting-IP", "Fastly-Client-IP", "X-Envoy-External-Address"} {
		for rule, e := range map[string]testkit.Edit{
			"with a value":                 testkit.AddHeader(name, "203.0.113.9"),
			"empty":                        testkit.AddHeader(name, ""),
			"empty before the proxy's own": testkit.Edits(testkit.AddHeader(name, ""), testkit.AddHeader(name, "203.0.113.9")),
		} {
			if a := f.Control("GET", "sandboxes", "", e); a.Code != 403 || !strings.Contains(a.Get("error").Str, "this machine only") {
				t.Errorf("%s, %s: %s", name, rule, a)
			}
		}
	}
}

func TestAccessWithAToken(t *testing.T) {
	const token = "EXAMPLE-control-token"
	f := testkit.Open(t, server.Options{Control: true, ControlToken: token})
	for rule, c := range map[string]struct {
		edit testkit.Edit
		code int
	}{
		"another machine that has it":  {testkit.Edits(testkit.FromAddress(testkit.AnotherMachine), testkit.ToHost("fake:8080"), testkit.Bearer(token)), 200},
		"a proxy that has it":          {testkit.Edits(testkit.AddHeader("X-Forwarded-For", "192.0.2.7"), testkit.Bearer(token)), 200},
		"another case of the scheme":   {testkit.AddHeader("Authorization", "bearer "+token), 200},
		"this machine without it":      {testkit.FromAddress(testkit.ThisMachine), 401},
		"a part of it":                 {testkit.Bearer(token[:5]), 401},
		"more than it":                 {testkit.Bearer(token + "x"), 401},
		"another scheme":               {testkit.AddHeader("Authorization", "Basic "+token), 401},
		"a token of the API":           {testkit.Bearer(f.TestData().WorkspaceToken), 401},
		"a web page, though it has it": {testkit.Edits(testkit.Bearer(token), testkit.AddHeader("Origin", "https://example.com")), 403},
	} {
		a := f.Control("GET", "clock", "", c.edit)
		if a.Code != c.code || strings.Contains(a.Body, token) {
			t.Errorf("%s: %s, want %d", rule, a, c.code)
		}
		if challenged := a.Header.Get("WWW-Authenticate") == "Bearer"; challenged != (a.Code == 401) {
			t.Errorf("%s: challenged is %t", rule, challenged)
		}
	}
	if _, err := server.New(server.Options{ControlToken: "two words"}); err == nil || strings.Contains(err.Error(), "two words") {
		t.Errorf("a token that no header can carry: %v", err)
	}
	short := strings.Repeat("x", 15)
	if _, err := server.New(server.Options{ControlToken: short}); err == nil || !strings.Contains(err.Error(), "at least 16") || strings.Contains(err.Error(), short) {
		t.Errorf("a token that is short: %v", err)
	}
}

func TestAClientWithWrongTokensHasToWait(t *testing.T) {
	const token = "EXAMPLE-control-token"
	now := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	f := testkit.Open(t, server.Options{Control: true, ControlToken: token, Now: func() time.Time { return now }})
	ask := func(who, token string) testkit.Response {
		return f.Control("GET", "clock", "", testkit.FromAddress(who), testkit.Bearer(token))
	}
	const guesser, neighbour = "[2001:db8::1]:50000", "[2001:db8::2:1]:60000" // of one network
	login := f.PressButton("console/login", "", "token", token)
	session := testkit.AddHeader("Cookie", strings.Split(login.Header.Get("Set-Cookie"), ";")[0])
	for i := range 10 {
		if a := ask(guesser, "guess"); a.Code != 401 {
			t.Fatalf("try %d: %s", i, a)
		}
		now = now.Add(time.Second)
	}
	for rule, c := range map[string]struct {
		a    testkit.Response
		code int
	}{
		"another guess":              {ask(guesser, "guess"), 429},
		"the token, even":            {ask(neighbour, token), 429},
		"a session of there":         {f.Control("GET", "clock", "", testkit.FromAddress(guesser), session), 200},
		"no token":                   {f.Control("GET", "clock", "", testkit.FromAddress(guesser)), 401},
		"the token from elsewhere":   {ask(testkit.AnotherMachine, token), 200},
		"a guess from elsewhere":     {ask("[2001:db8:0:1::1]:50000", "guess"), 401},
		"a guess from this machine":  {ask(testkit.ThisMachine, "guess"), 401},
		"the console from elsewhere": {f.ConsolePage("", testkit.FromAddress(guesser), testkit.Bearer("guess")), 429},
	} {
		if c.a.Code != c.code {
			t.Errorf("%s: %s, want %d", rule, c.a, c.code)
		}
	}
	if a := ask(guesser, token); a.Header.Get("Retry-After") != "50" || !strings.Contains(a.Get("error").Str, "try again in 50 seconds") {
		t.Errorf("it says %s, %v", a, a.Header)
	}
	now = now.Add(50 * time.Second)
	if a := ask(guesser, token); a.Code != 200 {
		t.Errorf("after a minute: %s", a)
	}
	for range 100 {
		ask(testkit.ThisMachine, "guess")
	}
	if a := ask(testkit.ThisMachine, token); a.Code != 200 {
		t.Errorf("the user of this machine is locked out: %s", a)
	}
	proxy := testkit.AddHeader("X-Forwarded-For", "192.0.2.7")
	for range 10 {
		f.Control("GET", "clock", "", proxy, testkit.Bearer("guess"))
	}
	if through, by := f.Control("GET", "clock", "", proxy, testkit.Bearer("guess")), ask(testkit.ThisMachine, token); through.Code != 429 || by.Code != 200 {
		t.Errorf("through a proxy: %s; by itself: %s", through, by)
	}
}

func TestTheControlAPICanBeOff(t *testing.T) {
	off := testkit.OpenChoosing(t)
	for _, a := range []testkit.Response{off.Control("GET", "clock", ""), off.Control("POST", "healthz", ""), off.Control("GET", "openapi.yaml", "")} {
		if a.Code != 404 || !strings.Contains(a.Get("error").Str, "--control") {
			t.Errorf("switched off it responds %s", a)
		}
	}
	for _, a := range []testkit.Response{off.Control("GET", "healthz", ""), off.Control("GET", "readyz", "")} {
		if a.Code != 200 {
			t.Error(a)
		}
	}
}
