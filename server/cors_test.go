package server_test

import (
	"testing"

	"understudy/server"
)

const page = "http://localhost:3000"

func TestPagesOfSomeOriginsMayUseTheAPI(t *testing.T) {
	some := open(t, server.Options{CORS: []string{page, "https://app.example.com"}, Control: true})
	all := open(t, server.Options{CORS: []string{"*"}})
	none := open(t, server.Options{})
	method := header("Access-Control-Request-Method", "POST")
	for rule, c := range map[string]struct {
		f            fake
		verb, path   string
		edit         edit
		code         int
		allow, names string
	}{
		"a request of one of them":           {some, "GET", invitations, header("Origin", page), 401, page, ""},
		"a request of another":               {some, "GET", invitations, header("Origin", "https://example.com"), 401, "", ""},
		"a request of any":                   {all, "GET", invitations, header("Origin", "https://example.com"), 401, "https://example.com", ""},
		"a request of no page":               {all, "GET", invitations, header("X", "y"), 401, "", ""},
		"a request where none may":           {none, "GET", invitations, header("Origin", page), 401, "", ""},
		"a preflight":                        {some, "OPTIONS", some.segments(), edits(header("Origin", page), method, header("Access-Control-Request-Headers", "authorization,content-type")), 204, page, "authorization,content-type"},
		"a preflight of another":             {some, "OPTIONS", some.segments(), edits(header("Origin", "https://example.com"), method), 405, "", ""},
		"a preflight where none may":         {none, "OPTIONS", some.segments(), edits(header("Origin", page), method), 405, "", ""},
		"OPTIONS that is no preflight":       {some, "OPTIONS", invitations, header("Origin", page), 405, page, ""},
		"another sandbox":                    {some, "GET", "/s/default" + invitations, header("Origin", page), 401, page, ""},
		"a sandbox that is not there":        {some, "GET", "/s/nobody" + invitations, header("Origin", page), 404, page, ""},
		"the control API":                    {some, "GET", "/_understudy/clock", edits(header("Origin", page), from(here), to(local)), 403, "", ""},
		"the control API, a path like /api/": {some, "OPTIONS", "/_understudy/api/", edits(header("Origin", page), method, from(here), to(local)), 403, "", ""},
		"the editor":                         {some, "GET", "/embed/segment", header("Origin", page), 404, "", ""},
	} {
		a := c.f.do(c.verb, c.path, "", c.edit)
		if a.code != c.code || a.header.Get("Access-Control-Allow-Origin") != c.allow || a.header.Get("Access-Control-Allow-Headers") != c.names {
			t.Errorf("%s: %s, %v", rule, a, a.header)
		}
	}
	if got := some.do("GET", invitations, "").header.Get("Vary"); got != "Origin" {
		t.Errorf("Vary is %q", got)
	}
	for _, bad := range []string{"", "localhost:3000", "http://localhost:3000/", "https://*.example.com/x", "null"} {
		if _, err := server.New(server.Options{CORS: []string{bad}}); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

func TestAProxyMayBeTrustedToSayWhereTheClientIs(t *testing.T) {
	behind := edits(header("X-Forwarded-Proto", "https"), header("X-Forwarded-Host", "api.example.com:8443, inner.example.com"))
	for rule, c := range map[string]struct {
		o    server.Options
		edit edit
		want string
	}{
		"trusted":                            {server.Options{TrustProxy: true}, behind, "https://api.example.com:8443"},
		"not trusted":                        {server.Options{}, behind, base},
		"the public URL goes before it":      {server.Options{TrustProxy: true, PublicURL: "https://public.example.com"}, behind, "https://public.example.com"},
		"only the scheme":                    {server.Options{TrustProxy: true}, header("X-Forwarded-Proto", "https"), "https://fake.example.com"},
		"what is no scheme and what no host": {server.Options{TrustProxy: true}, edits(header("X-Forwarded-Proto", "javascript"), header("X-Forwarded-Host", "a/b")), base},
	} {
		f := open(t, c.o)
		want := c.want + f.segments() + "/2312/source_status"
		if got := f.post(f.segment(), c.edit).get("filter_segment_source_url").Str; got != want {
			t.Errorf("%s: %s, want %s", rule, got, want)
		}
	}
}
