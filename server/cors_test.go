package server_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"understudy/server"
	"understudy/server/internal/testkit"
)

const page = "http://localhost:3000"

func TestPagesOfSomeOriginsMayUseTheAPI(t *testing.T) {
	some := testkit.Open(t, server.Options{CORS: []string{page, "https://app.example.com"}, Control: true})
	all := testkit.Open(t, server.Options{CORS: []string{"*"}})
	none := testkit.Open(t, server.Options{})
	method := testkit.AddHeader("Access-Control-Request-Method", "POST")
	for rule, c := range map[string]struct {
		f            testkit.Fake
		verb, path   string
		edit         testkit.Edit
		code         int
		allow, names string
	}{
		"a request of one of them":           {some, "GET", testkit.InvitationsPath, testkit.AddHeader("Origin", page), 401, page, ""},
		"a request of another":               {some, "GET", testkit.InvitationsPath, testkit.AddHeader("Origin", "https://example.com"), 401, "", ""},
		"a request of any":                   {all, "GET", testkit.InvitationsPath, testkit.AddHeader("Origin", "https://example.com"), 401, "https://example.com", ""},
		"a request of no page":               {all, "GET", testkit.InvitationsPath, testkit.AddHeader("X", "y"), 401, "", ""},
		"a request where none may":           {none, "GET", testkit.InvitationsPath, testkit.AddHeader("Origin", page), 401, "", ""},
		"a preflight":                        {some, "OPTIONS", some.SegmentsPath(), testkit.Edits(testkit.AddHeader("Origin", page), method, testkit.AddHeader("Access-Control-Request-Headers", "authorization,content-type")), 204, page, "authorization,content-type"},
		"a preflight of another":             {some, "OPTIONS", some.SegmentsPath(), testkit.Edits(testkit.AddHeader("Origin", "https://example.com"), method), 405, "", ""},
		"a preflight where none may":         {none, "OPTIONS", some.SegmentsPath(), testkit.Edits(testkit.AddHeader("Origin", page), method), 405, "", ""},
		"OPTIONS that is no preflight":       {some, "OPTIONS", testkit.InvitationsPath, testkit.AddHeader("Origin", page), 405, page, ""},
		"another sandbox":                    {some, "GET", "/s/default" + testkit.InvitationsPath, testkit.AddHeader("Origin", page), 401, page, ""},
		"a sandbox that is not there":        {some, "GET", "/s/nobody" + testkit.InvitationsPath, testkit.AddHeader("Origin", page), 404, page, ""},
		"the control API":                    {some, "GET", "/_understudy/clock", testkit.Edits(testkit.AddHeader("Origin", page), testkit.FromAddress(testkit.ThisMachine), testkit.ToHost(testkit.LocalHost)), 403, "", ""},
		"the control API, a path like /api/": {some, "OPTIONS", "/_understudy/api/", testkit.Edits(testkit.AddHeader("Origin", page), method, testkit.FromAddress(testkit.ThisMachine), testkit.ToHost(testkit.LocalHost)), 403, "", ""},
		"the editor":                         {some, "GET", "/embed/segment", testkit.AddHeader("Origin", page), 404, "", ""},
	} {
		a := c.f.Do(c.verb, c.path, "", c.edit)
		if a.Code != c.code || a.Header.Get("Access-Control-Allow-Origin") != c.allow || a.Header.Get("Access-Control-Allow-Headers") != c.names {
			t.Errorf("%s: %s, %v", rule, a, a.Header)
		}
	}
	if got := some.Do("GET", testkit.InvitationsPath, "").Header.Get("Vary"); got != "Origin" {
		t.Errorf("Vary is %q", got)
	}
	for _, bad := range []string{"", "localhost:3000", "http://localhost:3000/", "https://*.example.com/x", "null"} {
		if _, err := server.New(server.Options{CORS: []string{bad}}); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}

func TestATrustedProxySetsTheBaseURL(t *testing.T) {
	behind := testkit.Edits(testkit.AddHeader("X-Forwarded-Proto", "https"), testkit.AddHeader("X-Forwarded-Host", "api.example.com:8443, inner.example.com"))
	for rule, c := range map[string]struct {
		o    server.Options
		edit testkit.Edit
		want string
	}{
		"trusted":                               {server.Options{TrustProxy: true}, behind, "https://api.example.com:8443"},
		"not trusted":                           {server.Options{}, behind, testkit.BaseURL},
		"the public URL takes precedence":       {server.Options{TrustProxy: true, PublicURL: "https://public.example.com"}, behind, "https://public.example.com"},
		"only the scheme":                       {server.Options{TrustProxy: true}, testkit.AddHeader("X-Forwarded-Proto", "https"), "https://fake.example.com"},
		"an invalid scheme and an invalid host": {server.Options{TrustProxy: true}, testkit.Edits(testkit.AddHeader("X-Forwarded-Proto", "javascript"), testkit.AddHeader("X-Forwarded-Host", "a/b")), testkit.BaseURL},
	} {
		f := testkit.Open(t, c.o)
		want := c.want + f.SegmentsPath() + "/2312/source_status"
		if got := f.PostSegment(f.SegmentBody(), c.edit).Get("filter_segment_source_url").Str; got != want {
			t.Errorf("%s: %s, want %s", rule, got, want)
		}
	}
}

func TestAPreflightThatIsRejectedNamesTheFlag(t *testing.T) {
	for origin, want := range map[string]string{page: "--cors " + page, "null": "--cors ORIGIN, such as ", "https://a.example.com/x": "--cors ORIGIN, such as "} {
		var log bytes.Buffer
		f := testkit.Open(t, server.Options{Control: true, Logger: slog.New(slog.NewTextHandler(&log, nil))})
		a := f.Do("OPTIONS", testkit.InvitationsPath, "", testkit.Edits(testkit.AddHeader("Origin", origin), testkit.AddHeader("Access-Control-Request-Method", "GET")))
		if a.Code != 405 || !strings.Contains(a.Body, want) {
			t.Errorf("%s: %s", origin, a)
		}
		if !strings.Contains(log.String(), `hint="for pages of another origin start the fake with --cors ORIGIN"`) {
			t.Errorf("logged %s", log.String())
		}
		if note := f.Control("GET", "journal/findings", "").Get("notes.0.says").Str; !strings.Contains(note, "--cors") {
			t.Errorf("the finding is %s", note)
		}
	}
}

func TestTheRootSaysWhereThingsAre(t *testing.T) {
	html := testkit.AddHeader("Accept", "text/html,application/xhtml+xml")
	with, without := testkit.Open(t, server.Options{Control: true}), testkit.Open(t, server.Options{})
	if a := with.Do("GET", "/", "", html); a.Code != 302 || a.Header.Get("Location") != "/_understudy/" {
		t.Errorf("a browser: %s, %v", a, a.Header)
	}
	a := with.Do("GET", "/", "", testkit.AddHeader("Accept", "*/*"))
	for member, path := range map[string]string{"api": "/api/v1", "console": "/_understudy/", "control_api": "/_understudy/",
		"contract": "/_understudy/api.yaml", "control_api_contract": "/_understudy/openapi.yaml"} {
		if a.Code != 200 || a.Header.Get("Content-Type") != "application/json" || a.Get(member).Str != path {
			t.Errorf("another client: %s without the %s at %s", a, member, path)
		}
		if member == "contract" || member == "control_api_contract" {
			if b := with.Control("GET", strings.TrimPrefix(path, "/_understudy/"), ""); b.Code != 200 {
				t.Errorf("%s: %s", path, b)
			}
		}
	}
	if a := with.Do("POST", "/", ""); a.Code != 404 {
		t.Errorf("a request that is none for the index: %s", a)
	}
	if n := with.Control("GET", "journal", "").Get("exchanges.#").Int(); n != 1 {
		t.Errorf("the journal has %d exchanges, want that of POST alone", n)
	}
	if a := without.Do("GET", "/", "", html); a.Code != 404 || strings.Contains(a.Body, "console") {
		t.Errorf("without a control API: %s", a)
	}
}
