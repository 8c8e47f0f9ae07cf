package editor_test

import (
	"html"
	"net/http"
	"strings"
	"testing"

	"understudy/server/api"
	"understudy/server/internal/testkit"
	"understudy/spec"
)

func TestOnlyTheEditorsOwnPageSaves(t *testing.T) {
	for rule, c := range map[string]struct {
		edits []testkit.Edit
		code  int
	}{
		"our own origin":             {[]testkit.Edit{testkit.SetHeader("Origin", testkit.BaseURL)}, 200},
		"no browser":                 {nil, 200},
		"another origin":             {[]testkit.Edit{testkit.SetHeader("Origin", "https://app.example.com")}, 403},
		"our host at another port":   {[]testkit.Edit{testkit.SetHeader("Origin", testkit.BaseURL+":81")}, 403},
		"a page without origin":      {[]testkit.Edit{testkit.SetHeader("Origin", "null")}, 403},
		"another site's page":        {[]testkit.Edit{testkit.SetHeader("Sec-Fetch-Site", "cross-site")}, 403},
		"another page of our site":   {[]testkit.Edit{testkit.SetHeader("Sec-Fetch-Site", "same-site")}, 403},
		"our own page, unrecognised": {[]testkit.Edit{testkit.SetHeader("Origin", "null"), testkit.SetHeader("Sec-Fetch-Site", "same-origin")}, 200},
		"no form":                    {[]testkit.Edit{testkit.SetHeader("Content-Type", "text/plain")}, 415},
		"JSON":                       {[]testkit.Edit{testkit.SetHeader("Content-Type", "application/json")}, 415},
	} {
		t.Run(rule, func(t *testing.T) {
			f := testkit.OpenChoosing(t)
			v := f.Visit(testkit.RedirectURI)
			if a := v.Save(c.edits...); a.Code != c.code {
				t.Errorf("got %d, want %d", a.Code, c.code)
			}
			if name := f.Get(v.Segment).Get("data.name").Str; (name == "Readers") != (c.code == 200) {
				t.Errorf("the segment is named %s", name)
			}
		})
	}
	f := testkit.OpenChoosing(t)
	v := f.Visit(testkit.RedirectURI)
	auth := v.Fields.Get("auth")
	v.Fields.Del("auth")
	post := testkit.SetHeader("Content-Type", "application/x-www-form-urlencoded")
	if a := f.Do(http.MethodPost, api.EditorPath+"?auth="+auth, v.Fields.Encode(), post); a.Code != 404 {
		t.Errorf("auth in the address saves: %.100s", a)
	}
}

func TestOnlyTheRedirectURIMayEmbedTheEditor(t *testing.T) {
	for redirect, c := range map[string]struct{ ancestors, back string }{
		"https://app.example.com/segments?a=1":   {"https://app.example.com", "https://app.example.com/segments?a=1"},
		"http://127.0.0.1:3000":                  {"http://127.0.0.1:3000", "http://127.0.0.1:3000"},
		"https://me:pw@app.example.com/x":        {"https://app.example.com", "https://me:pw@app.example.com/x"},
		"":                                       {"'none'", ""},
		"app://x":                                {"'none'", ""},
		"javascript:alert(1)":                    {"'none'", ""},
		"data:text/html,x":                       {"'none'", ""},
		"//app.example.com":                      {"'none'", ""},
		"https://*":                              {"'none'", "https://*"},
		"https://a;script-src":                   {"'none'", "https://a;script-src"},
		"https://a,b":                            {"'none'", "https://a,b"},
		`https://a.example/"><script>1</script>`: {"https://a.example", "https://a.example/%22%3E%3Cscript%3E1%3C/script%3E"},
		"https://app.example.com\r\nSet-Cookie: x": {"'none'", ""},
	} {
		f := testkit.OpenChoosing(t, "link-redirect-scheme=accept")
		a := f.Follow(f.Call(spec.CreateLink, `{"redirect_uri":`+testkit.Quoted(redirect)+`}`).Get("data.uri").Str)
		if policy := a.Header.Get("Content-Security-Policy"); !strings.HasSuffix(policy, "; frame-ancestors "+c.ancestors) {
			t.Errorf("%s: the policy is %s", redirect, policy)
		}
		wanted := "<body>"
		if c.back != "" {
			wanted = `<body data-back="` + html.EscapeString(c.back) + `" data-segment="2301">`
		}
		if !strings.Contains(a.Body, wanted) {
			t.Errorf("%s: the page lacks %s", redirect, wanted)
		}
	}
}

func TestTheMethodsOfTheEditor(t *testing.T) {
	f := testkit.OpenChoosing(t)
	uri := strings.TrimPrefix(f.Call(spec.CreateLink, "").Get("data.uri").Str, testkit.BaseURL)
	for _, method := range []string{"PUT", "PATCH", "DELETE", "OPTIONS"} {
		if a := f.Do(method, uri, ""); a.Code != 405 || a.Header.Get("Allow") != "GET, HEAD, POST" {
			t.Error(method, a)
		}
	}
	if a := f.Do("HEAD", uri, ""); a.Code != 200 || a.Body != "" || a.Header.Get("Content-Length") == "0" {
		t.Error(a)
	}
}
