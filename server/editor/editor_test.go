package editor_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"understudy/server/api"
	"understudy/server/internal/testkit"
	"understudy/server/sandbox"
	"understudy/spec"
)

func TestASaveChangesTheSegment(t *testing.T) {
	f := testkit.OpenChoosing(t)
	v := f.Visit(testkit.RedirectURI)
	before := f.Get(v.Segment).Get("data")
	f.Advance(time.Hour)
	const molecules = `[{"filter_segment_id":9007199254740993,"is_member":true},"OR",[` + testkit.AtomicMolecule + `]]`
	a := v.With("name", "<b>Ähren</b>").With("molecules", " "+molecules+"\r\n").Save(testkit.AsScript)
	if a.Code != 200 || !a.Get("saved").Bool() || a.Get("version").Str == v.Fields.Get("version") {
		t.Fatal(a)
	}
	after := f.Get(v.Segment).Get("data")
	if after.Get("name").Str != "<b>Ähren</b>" || after.Get("molecules").Raw != molecules {
		t.Errorf("it is %s", after)
	}
	if !after.Get("updated_at").Time().Equal(f.Home().Clock().Now().Truncate(time.Millisecond)) {
		t.Errorf("it was updated at %s", after.Get("updated_at"))
	}
	for _, member := range []string{"id", "created_at", "source_id", "dataset_id", "model_id", "record_count", "cohorts.#"} {
		if after.Get(member).Raw != before.Get(member).Raw {
			t.Errorf("%s is now %s, was %s", member, after.Get(member), before.Get(member))
		}
	}
}

func TestASaveLeavesCompletionAsItIs(t *testing.T) {
	f := testkit.OpenChoosing(t)
	path := f.CreateSegment()
	r := f.Request(spec.CreateLink)
	r.Path = path + "/segment_management_links"
	page := f.Follow(f.Send(r).Get("data.uri").Str)
	v := testkit.Visit{Fake: f, Fields: url.Values{"name": {"Other"}, "molecules": {"[]"}}}
	for _, m := range testkit.HiddenField.FindAllStringSubmatch(page.Body, -1) {
		v.Fields.Set(m[1], m[2])
	}
	f.Advance(59 * time.Second)
	if a := v.Save(); a.Code != 200 || f.Get(path+"/source_status").Get("status").Raw != "false" {
		t.Error(a, f.Get(path+"/source_status"))
	}
	f.Advance(time.Second)
	if a := f.Get(path + "/source_status"); a.Get("status").Raw != "true" {
		t.Error(a)
	}
}

func TestRejectedSaves(t *testing.T) {
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
		"no member occurs twice":                              {"molecules", `[{"filter_segment_id":1,"filter_segment_id":2,"is_member":true}]`, 422, "molecules", "must be JSON"},
		"molecules are UTF-8":                                 {"molecules", "[{\"attribute\":\"\xff\",\"attribute_type\":\"sql\",\"operator\":\"in\",\"value\":1}]", 422, "molecules", "must be JSON"},
		"a value has limited depth":                           {"molecules", `[{"attribute":"a","attribute_type":"sql","operator":"in","value":` + deep + `}]`, 422, "molecules", "100 levels"},
		"the rules are those of creation":                     {"molecules", `[` + testkit.AtomicMolecule + `,"AND",{"relationship_id":1,"molecules":[{"attribute":"a","attribute_type":"sql","operator":"?","value":1}]}]`, 422, "molecules[2].molecules[0].operator", "is not known"},
		"a segment is no larger than one that may be created": {"name", strings.Repeat("x", api.MaxBody), 422, "molecules", "larger than 1048576 bytes"},
		"a form has limited size":                             {"name", strings.Repeat("x", 4*api.MaxBody), 413, "", "larger than 1048576 bytes"},
		"auth is needed in the form":                          {"auth", "", 404, "", "No segment management link"},
		"auth has to be a link's":                             {"auth", "x", 404, "", "No segment management link"},
		"a version is needed":                                 {"version", "", 409, "", "was changed since"},
	} {
		t.Run(rule, func(t *testing.T) {
			f := testkit.OpenChoosing(t)
			v := f.Visit(testkit.RedirectURI)
			before := f.Get(v.Segment).Body
			f.Advance(time.Minute)
			a := v.With(c.field, c.value).Save(testkit.AsScript)
			if a.Code != c.code || a.Get("path").Str != c.path || !strings.Contains(a.Get("says").Str, c.says) || a.Get("saved").Bool() {
				t.Errorf("got %.300s, want %d at %q: %s", a, c.code, c.path, c.says)
			}
			if after := f.Get(v.Segment).Body; after != before {
				t.Errorf("the segment is now %s", after)
			}
		})
	}
}

func TestALinkIsCheckedAgainAtTheSave(t *testing.T) {
	for rule, c := range map[string]struct {
		choice string
		happen func(f testkit.Fake, v testkit.Visit)
		code   int
		title  string
	}{
		"an instant before its expiration": {"link-expired-answer=410", func(f testkit.Fake, _ testkit.Visit) { f.Advance(24*time.Hour - time.Second) }, 200, "Edit segment"},
		"at its expiration":                {"link-expired-answer=410", func(f testkit.Fake, _ testkit.Visit) { f.Advance(24 * time.Hour) }, 410, "Link expired"},
		"with another variant":             {"link-expired-answer=403", func(f testkit.Fake, _ testkit.Visit) { f.Advance(24 * time.Hour) }, 403, "Link expired"},
		"after its revocation":             {"link-expired-answer=403", func(f testkit.Fake, v testkit.Visit) { f.RevokeLink(v.Link) }, 410, "Link revoked"},
		"in a world without it":            {"link-expired-answer=403", func(f testkit.Fake, _ testkit.Visit) { f.Home().Reset() }, 404, "Unknown link"},
	} {
		t.Run(rule, func(t *testing.T) {
			f := testkit.OpenChoosing(t, c.choice)
			v := f.Visit(testkit.RedirectURI)
			c.happen(f, v)
			if a := v.Save(); a.Code != c.code || !strings.Contains(a.Body, "<h1>"+c.title+"</h1>") {
				t.Errorf("got %.200s, want %d %s", a, c.code, c.title)
			}
			if name := f.Get(v.Segment).Get("data.name").Str; (name == "Readers") != (c.code == 200) {
				t.Errorf("the segment is named %s", name)
			}
		})
	}
}

func TestAChangeSinceTheLoadIsReportedNotOverwritten(t *testing.T) {
	f := testkit.OpenChoosing(t)
	mine, theirs := f.Visit(testkit.RedirectURI), f.Visit(testkit.RedirectURI)
	if a := theirs.With("name", "Theirs").Save(); a.Code != 200 {
		t.Fatal(a)
	}
	rejected := mine.Save(testkit.AsScript)
	if rejected.Code != 409 || !strings.Contains(rejected.Get("says").Str, "“Theirs”") || f.Get(mine.Segment).Get("data.name").Str != "Theirs" {
		t.Fatal(rejected)
	}
	if a := mine.With("version", rejected.Get("version").Str).Save(); a.Code != 200 || f.Get(mine.Segment).Get("data.name").Str != "Readers" {
		t.Error(a)
	}
}

func TestASaveFollowsTheVariantsOfTheGaps(t *testing.T) {
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
		if a := testkit.OpenChoosing(t, c.choice).Visit(testkit.RedirectURI).With(c.field, c.value).Save(); a.Code != c.code {
			t.Errorf("%s: %s %s gets %d, want %d", c.choice, c.field, c.value, a.Code, c.code)
		}
	}
}

func TestTheFormWorksWithoutAScript(t *testing.T) {
	v := testkit.OpenChoosing(t).Visit(testkit.RedirectURI)
	rejected := v.With("name", "Mine").With("molecules", `[{"attribute":"</textarea><script>alert(1)</script>"}]`).Save()
	for _, want := range []string{`role="alert">The segment was not saved: molecules[0].attribute_type: is required`, `value="Mine"`, "&lt;/textarea&gt;&lt;script&gt;", `name="auth" value="` + v.Fields.Get("auth")} {
		if rejected.Code != 422 || !strings.Contains(rejected.Body, want) {
			t.Errorf("a rejection lacks %s", want)
		}
	}
	saved := v.Save()
	for _, want := range []string{`role="alert" class="good">The segment is saved.`, `<a href="` + testkit.RedirectURI + `">Go back</a>`} {
		if saved.Code != 200 || !strings.Contains(saved.Body, want) {
			t.Errorf("a save lacks %s", want)
		}
	}
	if strings.Contains(testkit.OpenChoosing(t).Follow(testkit.BaseURL+api.EditorPath).Body, "<form") {
		t.Error("an unknown link has a form")
	}
}

func TestTheFormSuggestsWhatTheSourceHas(t *testing.T) {
	f := testkit.OpenChoosing(t)
	page := f.Follow(f.Call(spec.CreateLink, "").Get("data.uri").Str).Body
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

func TestTheEditorsPage(t *testing.T) {
	f := testkit.OpenChoosing(t)
	created := f.PostSegment(f.SegmentBody("name", `"<script>alert(1)</script> & \"friends\""`)).Get("data.id").Raw
	r := f.Request(spec.CreateLink)
	r.Path = strings.Replace(r.Path, "2301", created, 1)
	link := f.Send(r).Get("data")
	uri := link.Get("uri").Str
	valid := f.Follow(uri)
	if valid.Code != 200 || !strings.Contains(valid.Body, "is valid until") || !strings.Contains(valid.Body, "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#34;friends&#34;") || strings.Contains(valid.Body, "<script>") {
		t.Errorf("a valid link shows %s", valid)
	}
	unknown := []testkit.Response{f.Follow(uri + "x"), f.Follow(testkit.BaseURL + "/embed/segment"), f.Follow(testkit.BaseURL + "/embed/segment?auth="), f.Follow(strings.Replace(uri, "auth=", "Auth=", 1))}
	for _, a := range unknown {
		if a.Code != 404 || !strings.Contains(a.Body, "<title>Unknown link</title>") {
			t.Errorf("an unknown link shows %s", a)
		}
	}
	f.RevokeLink(link.Get("id").Int())
	revoked := f.Follow(uri)
	if revoked.Code != 410 || !strings.Contains(revoked.Body, "was revoked") {
		t.Errorf("a revoked link shows %s", revoked)
	}
	for _, a := range append(unknown, valid, revoked) {
		for name, want := range map[string]string{"Content-Type": "text/html; charset=utf-8", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"} {
			if got := a.Header.Get(name); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
		if policy := a.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'; img-src data:; style-src 'sha256-") {
			t.Errorf("the policy is %s", policy)
		}
		if !strings.Contains(a.Body, "<style>") || !strings.Contains(a.Body, `<link rel="icon" href="data:,">`) || strings.Contains(a.Body, "auth=") || !strings.HasPrefix(a.Body, "<!DOCTYPE html>") {
			t.Errorf("the page is %s", a)
		}
	}
}

func TestALinkLeadsToItsSandbox(t *testing.T) {
	f := testkit.OpenChoosing(t)
	if _, err := f.Hub().Fork(sandbox.Default, "team-a"); err != nil {
		t.Fatal(err)
	}
	r := f.Request(spec.CreateLink)
	r.Path = "/s/team-a" + r.Path
	uri := f.Send(r).Get("data.uri").Str
	if !strings.HasPrefix(uri, testkit.BaseURL+"/s/team-a/embed/segment?auth=") || f.Follow(uri).Code != 200 {
		t.Errorf("%s gets %s", uri, f.Follow(uri))
	}
	if a := f.Follow(strings.Replace(uri, "/s/team-a", "", 1)); a.Code != 404 {
		t.Errorf("it opens the default sandbox too: %s", a)
	}
}
