package workbench

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"understudy/server/console"
	"understudy/spec/promise"
	"understudy/steps/expectation"
	"understudy/steps/language"
)

// expectationsFile is the file of expectations in the folder; nil for none.
func (w *Workbench) expectationsFile() []byte {
	if w.Folder == "" {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(w.Folder, expectation.FileName))
	if err != nil {
		return nil
	}
	return text
}

// expectations are those of the folder, as far as they can be read.
func (w *Workbench) expectations() []expectation.Expectation {
	all, _ := expectation.Parse(w.expectationsFile())
	return all
}

// says is the statement of a promise, or of the expectation with that id.
func says(id string, all []expectation.Expectation) string {
	if p, ok := promise.ByID(id); ok {
		return p.Says
	}
	for _, e := range all {
		if e.ID == id {
			return e.Says
		}
	}
	return ""
}

// expecting is the part of the editor with the file of expectations.
type expecting struct {
	page
	Expectations, ExpectationsVersion string
}

// expecting is the part with the file of the folder, if there is one.
func (w *Workbench) expecting(p page) expecting {
	e := expecting{page: p}
	if text := w.expectationsFile(); text != nil {
		e.Expectations, e.ExpectationsVersion = string(text), versionOf(text)
	}
	return e
}

// written is the file of expectations that a form of the editor has; where it has none,
// that of the folder.
func (w *Workbench) written(form url.Values) []byte {
	if form.Has("expectations") {
		return []byte(strings.ReplaceAll(form.Get("expectations"), "\r\n", "\n"))
	}
	return w.expectationsFile()
}

// blank reports whether a file of expectations has nothing in it.
func blank(text []byte) bool { return strings.TrimSpace(string(text)) == "" }

// serveExpect adds what the tags of the text name to the expectations, or saves these.
func (w *Workbench) serveExpect(out http.ResponseWriter, at console.Place) int {
	if err := at.Request.ParseForm(); err != nil {
		return fail(out, http.StatusBadRequest, "The text cannot be read: it may be too large.")
	}
	form := at.Request.PostForm
	text := string(w.written(form))
	if form.Has("add") {
		grown, err := expectation.Add(text, language.Expects(form.Get("text"))...)
		if err != nil {
			out.Header().Set("HX-Retarget", "#expected")
			return fail(out, http.StatusUnprocessableEntity, expectation.FileName+": "+err.Error())
		}
		return send(out, http.StatusOK, "expecting", expecting{w.page(at), grown, form.Get("expectations_version")})
	}
	if w.Folder == "" {
		return fail(out, http.StatusBadRequest, errNoFolder.Error())
	}
	if _, wrong := expectation.Parse([]byte(text)); wrong != nil {
		return fail(out, http.StatusUnprocessableEntity, expectation.FileName+":"+wrong.Error())
	}
	s, err := w.replace(expectation.FileName, text, form.Get("expectations_version"))
	return w.sendSaved(out, at, "expected", s, err)
}
