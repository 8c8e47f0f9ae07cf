package server_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"understudy/server/api"
	"understudy/spec"
)

// visit is a link's page, opened, and the form that it shows.
type visit struct {
	fake
	link    int64
	segment string // its path
	fields  url.Values
}

var hidden = regexp.MustCompile(`<input type="hidden" name="([a-z]+)" value="([^"]*)">`)

// visit makes a link to the segment of the ground and opens it.
func (f fake) visit(redirect string) visit {
	f.Helper()
	link := f.call(spec.CreateLink, `{"redirect_uri":`+quoted(redirect)+`}`).get("data")
	page := f.follow(link.Get("uri").Str)
	if page.code != http.StatusOK {
		f.Fatal(page)
	}
	v := visit{f, link.Get("id").Int(), f.segments() + "/2301", url.Values{"name": {"Readers"}, "molecules": {`[` + atomic + `]`}}}
	for _, m := range hidden.FindAllStringSubmatch(page.body, -1) {
		v.fields.Set(m[1], html.UnescapeString(m[2]))
	}
	return v
}

// back is a redirect_uri.
const back = "https://app.example.com/segments"

// with is the visit with another value in a field.
func (v visit) with(field, value string) visit {
	changed := url.Values{field: {value}}
	for name, values := range v.fields {
		if name != field {
			changed[name] = values
		}
	}
	v.fields = changed
	return v
}

// save sends the form as a browser does that runs no script.
func (v visit) save(edits ...edit) answer {
	v.Helper()
	form := withHeader("Content-Type", "application/x-www-form-urlencoded")
	return v.do(http.MethodPost, api.EditorPath, v.fields.Encode(), append([]edit{form}, edits...)...)
}

// asScript asks for JSON, as the page's script does.
var asScript = withHeader("Accept", "application/json")

func TestASaveChangesTheSegment(t *testing.T) {
	f := choosing(t)
	v := f.visit(back)
	before := f.get(v.segment).get("data")
	f.later(time.Hour)
	const molecules = `[{"filter_segment_id":9007199254740993,"is_member":true},"OR",[` + atomic + `]]`
	a := v.with("name", "<b>Ähren</b>").with("molecules", " "+molecules+"\r\n").save(asScript)
	if a.code != 200 || !a.get("saved").Bool() || a.get("version").Str == v.fields.Get("version") {
		t.Fatal(a)
	}
	after := f.get(v.segment).get("data")
	if after.Get("name").Str != "<b>Ähren</b>" || after.Get("molecules").Raw != molecules {
		t.Errorf("it is %s", after)
	}
	if !after.Get("updated_at").Time().Equal(f.home().Clock().Now().Truncate(time.Millisecond)) {
		t.Errorf("it was updated at %s", after.Get("updated_at"))
	}
	for _, member := range []string{"id", "created_at", "source_id", "dataset_id", "model_id", "record_count", "cohorts.#"} {
		if after.Get(member).Raw != before.Get(member).Raw {
			t.Errorf("%s is now %s, was %s", member, after.Get(member), before.Get(member))
		}
	}
}

func TestASaveLeavesCompletionAsItIs(t *testing.T) {
	f := choosing(t)
	path := f.create()
	r := f.plain(spec.CreateLink)
	r.path = path + "/segment_management_links"
	page := f.follow(f.send(r).get("data.uri").Str)
	v := visit{fake: f, fields: url.Values{"name": {"Other"}, "molecules": {"[]"}}}
	for _, m := range hidden.FindAllStringSubmatch(page.body, -1) {
		v.fields.Set(m[1], m[2])
	}
	f.later(59 * time.Second)
	if a := v.save(); a.code != 200 || f.get(path+"/source_status").get("status").Raw != "false" {
		t.Error(a, f.get(path+"/source_status"))
	}
	f.later(time.Second)
	if a := f.get(path + "/source_status"); a.get("status").Raw != "true" {
		t.Error(a)
	}
}

func TestSavesThatAreRefused(t *testing.T) {
	deep := strings.Repeat("[", 200) + strings.Repeat("]", 200)
	for rule, c := range map[string]struct {
		field, value string
		code         int
		path, says   string
	}{
		"a name is needed":                                    {"name", "", 422, "name", "name: must not be empty"},
		"a name is UTF-8":                                     {"name", "\xff", 422, "name", "UTF-8"},
		"molecules are JSON":                                  {"molecules", "[", 422, "molecules", "must be JSON"},
		"molecules are needed":                                {"molecules", "", 422, "molecules", "must be JSON"},
		"molecules are one value":                             {"molecules", "[] []", 422, "molecules", "must be JSON"},
		"no member stands twice":                              {"molecules", `[{"filter_segment_id":1,"filter_segment_id":2,"is_member":true}]`, 422, "molecules", "must be JSON"},
		"molecules are UTF-8":                                 {"molecules", "[{\"attribute\":\"\xff\",\"attribute_type\":\"sql\",\"operator\":\"in\",\"value\":1}]", 422, "molecules", "must be JSON"},
		"a value has an end":                                  {"molecules", `[{"attribute":"a","attribute_type":"sql","operator":"in","value":` + deep + `}]`, 422, "molecules", "100 levels"},
		"the rules are those of creation":                     {"molecules", `[` + atomic + `,"AND",{"relationship_id":1,"molecules":[{"attribute":"a","attribute_type":"sql","operator":"?","value":1}]}]`, 422, "molecules[2].molecules[0].operator", "is not known"},
		"a segment is no larger than one that may be created": {"name", strings.Repeat("x", api.MaxBody), 422, "molecules", "larger than 1048576 bytes"},
		"a form has an end":                                   {"name", strings.Repeat("x", 4*api.MaxBody), 413, "", "larger than 1048576 bytes"},
		"auth is needed in the form":                          {"auth", "", 404, "", "No segment management link"},
		"auth has to be a link's":                             {"auth", "x", 404, "", "No segment management link"},
		"a version is needed":                                 {"version", "", 409, "", "was changed since"},
	} {
		t.Run(rule, func(t *testing.T) {
			f := choosing(t)
			v := f.visit(back)
			before := f.get(v.segment).body
			f.later(time.Minute)
			a := v.with(c.field, c.value).save(asScript)
			if a.code != c.code || a.get("path").Str != c.path || !strings.Contains(a.get("says").Str, c.says) || a.get("saved").Bool() {
				t.Errorf("got %.300s, want %d at %q: %s", a, c.code, c.path, c.says)
			}
			if after := f.get(v.segment).body; after != before {
				t.Errorf("the segment is now %s", after)
			}
		})
	}
}

func TestALinkIsJudgedAgainAtTheSave(t *testing.T) {
	for rule, c := range map[string]struct {
		choice string
		happen func(f fake, v visit)
		code   int
		title  string
	}{
		"an instant before its expiration":  {"link-expired-answer=410", func(f fake, _ visit) { f.later(24*time.Hour - time.Second) }, 200, "Edit segment"},
		"at its expiration":                 {"link-expired-answer=410", func(f fake, _ visit) { f.later(24 * time.Hour) }, 410, "Link expired"},
		"where that is answered otherwise":  {"link-expired-answer=403", func(f fake, _ visit) { f.later(24 * time.Hour) }, 403, "Link expired"},
		"after its revocation":              {"link-expired-answer=403", func(f fake, v visit) { f.revoke(v.link) }, 410, "Link revoked"},
		"in a world that never heard of it": {"link-expired-answer=403", func(f fake, _ visit) { f.home().Reset() }, 404, "Unknown link"},
	} {
		t.Run(rule, func(t *testing.T) {
			f := choosing(t, c.choice)
			v := f.visit(back)
			c.happen(f, v)
			if a := v.save(); a.code != c.code || !strings.Contains(a.body, "<h1>"+c.title+"</h1>") {
				t.Errorf("got %.200s, want %d %s", a, c.code, c.title)
			}
			if name := f.get(v.segment).get("data.name").Str; (name == "Readers") != (c.code == 200) {
				t.Errorf("the segment is named %s", name)
			}
		})
	}
}

func TestAChangeSinceTheLoadIsToldNotOverwritten(t *testing.T) {
	f := choosing(t)
	mine, theirs := f.visit(back), f.visit(back)
	if a := theirs.with("name", "Theirs").save(); a.code != 200 {
		t.Fatal(a)
	}
	refused := mine.save(asScript)
	if refused.code != 409 || !strings.Contains(refused.get("says").Str, "“Theirs”") || f.get(mine.segment).get("data.name").Str != "Theirs" {
		t.Fatal(refused)
	}
	if a := mine.with("version", refused.get("version").Str).save(); a.code != 200 || f.get(mine.segment).get("data.name").Str != "Readers" {
		t.Error(a)
	}
}

func TestASaveGoesByTheRulesOfTheGaps(t *testing.T) {
	for _, c := range []struct {
		choice, field, value string
		code                 int
	}{
		{"segment-name-taken=refuse", "name", "Lapsed big spenders", 422},
		{"segment-name-taken=refuse", "name", "Newsletter readers", 200}, // its own
		{"segment-name-taken=accept", "name", "Lapsed big spenders", 200},
		{"segment-name-blank=accept", "name", "", 200},
		{"molecules-empty=refuse", "molecules", "[]", 422},
		{"molecules-empty=accept", "molecules", "[]", 200},
		{"molecule-group=refuse", "molecules", "[[]]", 422},
		{"attribute-blank=accept", "molecules", `[{"attribute":"","attribute_type":"sql","operator":"in","value":1}]`, 200},
		{"attribute-blank=refuse", "molecules", `[{"attribute":"","attribute_type":"sql","operator":"in","value":1}]`, 422},
		{"operator-unknown=accept", "molecules", `[{"attribute":"a","attribute_type":"sql","operator":"smells","value":1}]`, 200},
		{"attribute-type-unknown=accept", "molecules", `[{"attribute":"a","attribute_type":"odour","operator":"in","value":1}]`, 200},
	} {
		if a := choosing(t, c.choice).visit(back).with(c.field, c.value).save(); a.code != c.code {
			t.Errorf("%s: %s %s answers %d, want %d", c.choice, c.field, c.value, a.code, c.code)
		}
	}
}

func TestOnlyTheEditorsOwnPageSaves(t *testing.T) {
	for rule, c := range map[string]struct {
		edits []edit
		code  int
	}{
		"our own origin":             {[]edit{withHeader("Origin", base)}, 200},
		"no browser":                 {nil, 200},
		"another origin":             {[]edit{withHeader("Origin", "https://app.example.com")}, 403},
		"our host at another port":   {[]edit{withHeader("Origin", base+":81")}, 403},
		"a page without origin":      {[]edit{withHeader("Origin", "null")}, 403},
		"another site's page":        {[]edit{withHeader("Sec-Fetch-Site", "cross-site")}, 403},
		"another page of our site":   {[]edit{withHeader("Sec-Fetch-Site", "same-site")}, 403},
		"our own page, unrecognised": {[]edit{withHeader("Origin", "null"), withHeader("Sec-Fetch-Site", "same-origin")}, 200},
		"no form":                    {[]edit{withHeader("Content-Type", "text/plain")}, 415},
		"JSON":                       {[]edit{withHeader("Content-Type", "application/json")}, 415},
	} {
		t.Run(rule, func(t *testing.T) {
			f := choosing(t)
			v := f.visit(back)
			if a := v.save(c.edits...); a.code != c.code {
				t.Errorf("got %d, want %d", a.code, c.code)
			}
			if name := f.get(v.segment).get("data.name").Str; (name == "Readers") != (c.code == 200) {
				t.Errorf("the segment is named %s", name)
			}
		})
	}
	f := choosing(t)
	v := f.visit(back)
	auth := v.fields.Get("auth")
	v.fields.Del("auth")
	post := withHeader("Content-Type", "application/x-www-form-urlencoded")
	if a := f.do(http.MethodPost, api.EditorPath+"?auth="+auth, v.fields.Encode(), post); a.code != 404 {
		t.Errorf("auth in the address saves: %.100s", a)
	}
}

func TestTheRedirectURIAloneMayEmbedTheEditor(t *testing.T) {
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
		f := choosing(t, "link-redirect-scheme=accept")
		a := f.follow(f.call(spec.CreateLink, `{"redirect_uri":`+quoted(redirect)+`}`).get("data.uri").Str)
		if policy := a.header.Get("Content-Security-Policy"); !strings.HasSuffix(policy, "; frame-ancestors "+c.ancestors) {
			t.Errorf("%s: the policy is %s", redirect, policy)
		}
		wanted := "<body>"
		if c.back != "" {
			wanted = `<body data-back="` + html.EscapeString(c.back) + `" data-segment="2301">`
		}
		if !strings.Contains(a.body, wanted) {
			t.Errorf("%s: the page lacks %s", redirect, wanted)
		}
	}
}

func TestTheFormWorksWithoutAScript(t *testing.T) {
	v := choosing(t).visit(back)
	refused := v.with("name", "Mine").with("molecules", `[{"attribute":"</textarea><script>alert(1)</script>"}]`).save()
	for _, want := range []string{`role="alert">The segment was not saved: molecules[0].attribute_type: is required`, `value="Mine"`, "&lt;/textarea&gt;&lt;script&gt;", `name="auth" value="` + v.fields.Get("auth")} {
		if refused.code != 422 || !strings.Contains(refused.body, want) {
			t.Errorf("a refusal lacks %s", want)
		}
	}
	saved := v.save()
	for _, want := range []string{`role="alert" class="good">The segment is saved.`, `<a href="` + back + `">Go back</a>`} {
		if saved.code != 200 || !strings.Contains(saved.body, want) {
			t.Errorf("a save lacks %s", want)
		}
	}
	if strings.Contains(choosing(t).follow(base+api.EditorPath).body, "<form") {
		t.Error("an unknown link has a form")
	}
}

func TestTheFormSuggestsWhatTheSourceHas(t *testing.T) {
	f := choosing(t)
	page := f.follow(f.call(spec.CreateLink, "").get("data.uri").Str).body
	for _, want := range []string{`<option value="lifetime_value">`, `<option value="2304">Lapsed big spenders`, `<option value="15">Orders of the customer`, `<option value="greaterthan">is greater than`} {
		if !strings.Contains(page, want) {
			t.Errorf("it lacks %s", want)
		}
	}
	for _, unwanted := range []string{"last_order_on", `<option value="2301">`, `<option value="2311">`} {
		if strings.Contains(page, unwanted) {
			t.Errorf("it offers %s", unwanted)
		}
	}
}

func TestTheMethodsOfTheEditor(t *testing.T) {
	f := choosing(t)
	uri := strings.TrimPrefix(f.call(spec.CreateLink, "").get("data.uri").Str, base)
	for _, method := range []string{"PUT", "PATCH", "DELETE", "OPTIONS"} {
		if a := f.do(method, uri, ""); a.code != 405 || a.header.Get("Allow") != "GET, HEAD, POST" {
			t.Error(method, a)
		}
	}
	if a := f.do("HEAD", uri, ""); a.code != 200 || a.body != "" || a.header.Get("Content-Length") == "0" {
		t.Error(a)
	}
}
