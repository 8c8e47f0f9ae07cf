package server_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"understudy/server"
)

// edits makes one of several.
func edits(all ...edit) edit {
	return func(r *http.Request) {
		for _, e := range all {
			e(r)
		}
	}
}

func TestWhoMayControlWithoutAToken(t *testing.T) {
	f := open(t, server.Options{Control: true, PublicURL: "https://fake.example.com/a"})
	for rule, c := range map[string]struct {
		method, path string
		edit         edit
		code         int
		says         string
	}{
		"this machine":                      {"GET", "clock", from(here), 200, ""},
		"this machine by IPv6":              {"GET", "clock", edits(from("[::1]:50000"), to("[::1]:8080")), 200, ""},
		"this machine by IPv4 in IPv6":      {"GET", "clock", from("[::ffff:127.0.0.1]:50000"), 200, ""},
		"its address as Host":               {"GET", "clock", to("127.0.0.1"), 200, ""},
		"a name below localhost":            {"GET", "clock", to("fake.localhost:1"), 200, ""},
		"the public URL's Host":             {"GET", "clock", to("fake.example.com"), 200, ""},
		"its own page":                      {"POST", "clock/freeze", edits(header("Origin", "http://"+local), header("Sec-Fetch-Site", "same-origin")), 200, ""},
		"an address that was typed":         {"GET", "clock", header("Sec-Fetch-Site", "none"), 200, ""},
		"another machine":                   {"GET", "clock", from(afar), 403, "this machine only"},
		"an address of none":                {"GET", "clock", from(""), 403, "this machine only"},
		"a proxy on this machine":           {"GET", "clock", header("X-Forwarded-For", "192.0.2.7"), 403, "this machine only"},
		"a name that was made to lead here": {"GET", "clock", to("evil.example.com"), 403, "no such Host"},
		"a name that looks like ours":       {"GET", "clock", to("localhost.example.com"), 403, "no such Host"},
		"no Host":                           {"GET", "clock", to(""), 403, "no such Host"},
		"a web page":                        {"POST", "clock/freeze", header("Origin", "https://example.com"), 403, "no web page"},
		"a web page of another port":        {"POST", "clock/freeze", header("Origin", "http://localhost:3000"), 403, "no web page"},
		"a web page of no origin":           {"POST", "clock/freeze", header("Origin", "null"), 403, "no web page"},
		"a web page that sends no Origin":   {"GET", "clock", header("Sec-Fetch-Site", "cross-site"), 403, "no web page"},
		"somebody who follows a link":       {"GET", "clock", edits(header("Sec-Fetch-Site", "cross-site"), header("Sec-Fetch-Mode", "navigate"), header("Sec-Fetch-Dest", "document")), 200, ""},
		"a frame in a web page":             {"GET", "clock", edits(header("Sec-Fetch-Site", "cross-site"), header("Sec-Fetch-Mode", "navigate"), header("Sec-Fetch-Dest", "iframe")), 403, "no web page"},
		"a form of a web page":              {"POST", "clock/freeze", edits(header("Sec-Fetch-Site", "cross-site"), header("Sec-Fetch-Mode", "navigate"), header("Sec-Fetch-Dest", "document")), 403, "no web page"},
		"an unknown path":                   {"GET", "clocks", from(here), 404, "no such path"},
		"a path of two":                     {"GET", "clock/", from(here), 404, "no such path"},
		"a wrong method":                    {"POST", "clock", from(here), 405, "use GET"},
		"a read that would write":           {"GET", "clock/advance", from(here), 405, "use POST"},
		"anyone who asks for health":        {"GET", "healthz", edits(from(afar), to("x.example.com")), 200, ""},
		"anyone who asks for readiness":     {"HEAD", "readyz", from(afar), 200, ""},
	} {
		a := f.control(c.method, c.path, "", c.edit)
		if a.code != c.code || !strings.Contains(a.get("error").Str, c.says) || a.header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: %s, want %d and %q", rule, a, c.code, c.says)
		}
	}
}

func TestARequestThatAProxyPassedOnIsNotFromThisMachine(t *testing.T) {
	f := controlled(t)
	for _, name := range []string{"Forwarded", "Via", "X-Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Server", "X-Forwarded-Port",
		"X-Forwarded-Prefix", "X-Real-IP", "X-Client-IP", "X-Cluster-Client-IP", "True-Client-IP", "CF-Connecting-IP", "Fastly-Client-IP", "X-Envoy-External-Address"} {
		for rule, e := range map[string]edit{
			"with a value":                 header(name, "203.0.113.9"),
			"empty":                        header(name, ""),
			"empty before the proxy's own": edits(header(name, ""), header(name, "203.0.113.9")),
		} {
			if a := f.control("GET", "sandboxes", "", e); a.code != 403 || !strings.Contains(a.get("error").Str, "this machine only") {
				t.Errorf("%s, %s: %s", name, rule, a)
			}
		}
	}
}

func TestWhoMayControlWithAToken(t *testing.T) {
	const token = "EXAMPLE-control-token"
	f := open(t, server.Options{Control: true, ControlToken: token})
	for rule, c := range map[string]struct {
		edit edit
		code int
	}{
		"another machine that has it":  {edits(from(afar), to("fake:8080"), bearer(token)), 200},
		"a proxy that has it":          {edits(header("X-Forwarded-For", "192.0.2.7"), bearer(token)), 200},
		"another case of the scheme":   {header("Authorization", "bearer "+token), 200},
		"this machine without it":      {from(here), 401},
		"a part of it":                 {bearer(token[:5]), 401},
		"more than it":                 {bearer(token + "x"), 401},
		"another scheme":               {header("Authorization", "Basic "+token), 401},
		"a token of the API":           {bearer(f.Ground().WorkspaceToken), 401},
		"a web page, though it has it": {edits(bearer(token), header("Origin", "https://example.com")), 403},
	} {
		a := f.control("GET", "clock", "", c.edit)
		if a.code != c.code || strings.Contains(a.body, token) {
			t.Errorf("%s: %s, want %d", rule, a, c.code)
		}
		if challenged := a.header.Get("WWW-Authenticate") == "Bearer"; challenged != (a.code == 401) {
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

func TestWhoSendsWrongTokensHasToWait(t *testing.T) {
	const token = "EXAMPLE-control-token"
	now := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	f := open(t, server.Options{Control: true, ControlToken: token, Now: func() time.Time { return now }})
	ask := func(who, token string) answer { return f.control("GET", "clock", "", from(who), bearer(token)) }
	const guesser, neighbour = "[2001:db8::1]:50000", "[2001:db8::2:1]:60000" // of one network
	login := f.press("console/login", "", "token", token)
	session := header("Cookie", strings.Split(login.header.Get("Set-Cookie"), ";")[0])
	for i := range 10 {
		if a := ask(guesser, "guess"); a.code != 401 {
			t.Fatalf("try %d: %s", i, a)
		}
		now = now.Add(time.Second)
	}
	for rule, c := range map[string]struct {
		a    answer
		code int
	}{
		"another guess":              {ask(guesser, "guess"), 429},
		"the token, even":            {ask(neighbour, token), 429},
		"a session of there":         {f.control("GET", "clock", "", from(guesser), session), 200},
		"no token":                   {f.control("GET", "clock", "", from(guesser)), 401},
		"the token from elsewhere":   {ask(afar, token), 200},
		"a guess from elsewhere":     {ask("[2001:db8:0:1::1]:50000", "guess"), 401},
		"a guess from this machine":  {ask(here, "guess"), 401},
		"the console from elsewhere": {f.page("", from(guesser), bearer("guess")), 429},
	} {
		if c.a.code != c.code {
			t.Errorf("%s: %s, want %d", rule, c.a, c.code)
		}
	}
	if a := ask(guesser, token); a.header.Get("Retry-After") != "50" || !strings.Contains(a.get("error").Str, "try again in 50 seconds") {
		t.Errorf("it says %s, %v", a, a.header)
	}
	now = now.Add(50 * time.Second)
	if a := ask(guesser, token); a.code != 200 {
		t.Errorf("after a minute: %s", a)
	}
	for range 100 {
		ask(here, "guess")
	}
	if a := ask(here, token); a.code != 200 {
		t.Errorf("the user of this machine is locked out: %s", a)
	}
	proxy := header("X-Forwarded-For", "192.0.2.7")
	for range 10 {
		f.control("GET", "clock", "", proxy, bearer("guess"))
	}
	if through, by := f.control("GET", "clock", "", proxy, bearer("guess")), ask(here, token); through.code != 429 || by.code != 200 {
		t.Errorf("through a proxy: %s; by itself: %s", through, by)
	}
}

func TestTheControlAPICanBeOff(t *testing.T) {
	off := choosing(t)
	for _, a := range []answer{off.control("GET", "clock", ""), off.control("POST", "healthz", ""), off.control("GET", "openapi.yaml", "")} {
		if a.code != 404 || !strings.Contains(a.get("error").Str, "--control") {
			t.Errorf("switched off it answers %s", a)
		}
	}
	for _, a := range []answer{off.control("GET", "healthz", ""), off.control("GET", "readyz", "")} {
		if a.code != 200 {
			t.Error(a)
		}
	}
}

// spaces are without end.
type spaces struct{}

func (spaces) Read(p []byte) (int, error) { return copy(p, strings.Repeat(" ", len(p))), nil }

func TestABodyWithoutEndIsRefused(t *testing.T) {
	a := controlled(t).control("POST", "clock/advance", "", func(r *http.Request) { r.Body = io.NopCloser(spaces{}) })
	if a.code != 400 || !strings.Contains(a.get("error").Str, "at most 32 MiB") {
		t.Error(a)
	}
}
