package testkit

import (
	"net/http"
	"net/url"
)

// ConsolePage opens a page of the console; the empty path is that of the journal.
func (f Fake) ConsolePage(path string, edits ...Edit) Response {
	f.Helper()
	return f.Control("GET", path, "", edits...)
}

// PressButton sends a form of a page, its fields in pairs.
func (f Fake) PressButton(path, do string, fields ...string) Response {
	f.Helper()
	return f.PressButtonAs(FromAddress(ThisMachine), path, do, fields...)
}

// PressButtonAs is PressButton for a request that is changed before it is sent.
func (f Fake) PressButtonAs(e Edit, path, do string, fields ...string) Response {
	f.Helper()
	form := url.Values{"do": {do}}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	return f.Control("POST", path, form.Encode(), func(r *http.Request) {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", "http://"+LocalHost)
		e(r)
	})
}

// HostileTexts would run code, or load something, if a page had them unescaped.
var HostileTexts = []string{`</title></script></textarea></template><script>document.title = "run"</script>`, `"><img src=x onerror="document.title='run'">`, `'};document.title="run";//`, `javascript:document.title="run"`}
