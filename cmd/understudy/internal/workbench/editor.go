package workbench

import (
	"encoding/json"
	"fmt"
	"html/template"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"

	"understudy/server/console"
	"understudy/steps/expectation"
	"understudy/steps/feature"
)

// starter is the text of a new scenario.
const starter = `Feature: What our client counts on

  @promise:order-asc
  Scenario: the oldest invitation comes first
    Given at least 6 invitations
    When I read the pages of the invitations in order asc
    Then the records are sorted oldest first
`

// editorView is the editor.
type editorView struct {
	expecting
	// FileName is the name that the text is saved or downloaded by.
	FileName string
	Text     string
	// Version is that of the file on disk; empty if there is none.
	Version string
}

// editorPage is the editor with the text of a feature, or with a new one.
func (w *Workbench) editorPage(at console.Place, name string) (template.HTML, error) {
	v := editorView{expecting: w.expecting(w.page(at)), FileName: defaultName, Text: starter}
	mine, isOwn := strings.CutPrefix(name, own)
	switch {
	case isOwn:
		var err error
		if v.FileName, v.Text, v.Version, err = w.read(mine); err != nil {
			return "", err
		}
	case name != "":
		files, err := builtIn()
		if err != nil {
			return "", err
		}
		i := slices.IndexFunc(files, func(f *feature.File) bool { return f.Name == name })
		if i < 0 {
			return "", fmt.Errorf("there is no feature %.80q: choose one of the contents", name)
		}
		v.FileName, v.Text = path.Base(name), string(files[i].Text)
	}
	return rendered("editor", v), nil
}

// serveDownload sends the text, or that of the expectations, back as a file.
func (w *Workbench) serveDownload(out http.ResponseWriter, at console.Place) int {
	folder, err := folderOf(at.Request.PostFormValue("name"), at.Request.PostFormValue("text"))
	if err != nil {
		return fail(out, http.StatusBadRequest, err.Error())
	}
	one := folder.Files.(oneText)
	if at.Request.PostForm.Has("yours") {
		one.name, one.text = expectation.FileName, w.written(at.Request.PostForm)
	}
	h := out.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": one.name}))
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = out.Write(one.text) // the client may have gone
	return http.StatusOK
}

func sendJSON(out http.ResponseWriter, value any) int {
	text, err := json.Marshal(value)
	if err != nil {
		return fail(out, http.StatusInternalServerError, err.Error())
	}
	h := out.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = out.Write(text) // the client may have gone
	return http.StatusOK
}
