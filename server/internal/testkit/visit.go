package testkit

import (
	"html"
	"net/http"
	"net/url"
	"regexp"

	"understudy/server/api"
	"understudy/spec"
)

// Visit is the page of a link after it was opened, and the form in it.
type Visit struct {
	Fake
	Link    int64
	Segment string // its path
	Fields  url.Values
}

// HiddenField finds the hidden fields of the form, their names and values.
var HiddenField = regexp.MustCompile(`<input type="hidden" name="([a-z]+)" value="([^"]*)">`)

// Visit creates a link to the segment of the test data and opens it.
func (f Fake) Visit(redirect string) Visit {
	f.Helper()
	link := f.Call(spec.CreateLink, `{"redirect_uri":`+Quoted(redirect)+`}`).Get("data")
	page := f.Follow(link.Get("uri").Str)
	if page.Code != http.StatusOK {
		f.Fatal(page)
	}
	v := Visit{f, link.Get("id").Int(), f.SegmentsPath() + "/2301", url.Values{"name": {"Readers"}, "molecules": {`[` + AtomicMolecule + `]`}}}
	for _, m := range HiddenField.FindAllStringSubmatch(page.Body, -1) {
		v.Fields.Set(m[1], html.UnescapeString(m[2]))
	}
	return v
}

// RedirectURI is a redirect_uri.
const RedirectURI = "https://app.example.com/segments"

// With is the visit with another value of a field.
func (v Visit) With(field, value string) Visit {
	changed := url.Values{field: {value}}
	for name, values := range v.Fields {
		if name != field {
			changed[name] = values
		}
	}
	v.Fields = changed
	return v
}

// Save sends the form as a browser without scripts does.
func (v Visit) Save(edits ...Edit) Response {
	v.Helper()
	form := SetHeader("Content-Type", "application/x-www-form-urlencoded")
	return v.Do(http.MethodPost, api.EditorPath, v.Fields.Encode(), append([]Edit{form}, edits...)...)
}

// AsScript asks for JSON, as the page's script does.
var AsScript = SetHeader("Accept", "application/json")
