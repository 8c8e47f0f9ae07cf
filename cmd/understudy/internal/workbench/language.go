package workbench

import (
	"net/http"
	"net/url"
	"strconv"
	"sync"

	"understudy/server/console"
	"understudy/spec/yamlfile"
	"understudy/steps"
	"understudy/steps/expectation"
	"understudy/steps/language"
)

// words is the language of scenarios, as understudy lsp knows it. Reading the built-in
// features takes a while, so it waits for the first question.
var words = sync.OnceValue(func() *language.Language {
	return steps.NewLanguage(steps.Vocabulary{})
})

// words is the language of a text with what the form has as its expectations; wrong says
// what is wrong with these.
func (w *Workbench) words(form url.Values) (l *language.Language, wrong *yamlfile.Fault) {
	text := w.written(form)
	if text == nil && w.Folder == "" {
		return words(), nil
	}
	var all []expectation.Expectation
	if !blank(text) {
		if all, wrong = expectation.Parse(text); wrong != nil {
			return words(), wrong // any expectation may be in it
		}
	}
	return words().Beside(all), nil
}

// asked is what the editor asks about: a text, and a position in it.
type asked struct {
	language.File
	language.Position
	words *language.Language
	// wrong is what is wrong with the expectations beside the text; nil for nothing.
	wrong *yamlfile.Fault
}

// ofEditor responds to a question of the editor, as JSON.
func ofEditor(say func(asked) any) func(*Workbench, http.ResponseWriter, console.Place) int {
	return func(w *Workbench, out http.ResponseWriter, at console.Place) int {
		if err := at.Request.ParseForm(); err != nil {
			return fail(out, http.StatusBadRequest, "The text cannot be read: it may be too large.")
		}
		form := at.Request.PostForm
		folder, err := folderOf(form.Get("name"), form.Get("text"))
		if err != nil {
			return fail(out, http.StatusBadRequest, err.Error())
		}
		one := folder.Files.(oneText)
		a := asked{File: language.File{Path: one.name, Text: string(one.text)}}
		a.words, a.wrong = w.words(form)
		a.Line, _ = strconv.Atoi(form.Get("line"))
		a.Character, _ = strconv.Atoi(form.Get("character"))
		return sendJSON(out, say(a))
	}
}

func diagnose(a asked) any {
	found := a.words.Diagnose(a.File)
	if a.wrong != nil {
		found = append([]language.Diagnostic{{Message: expectation.FileName + ":" + a.wrong.Error()}}, found...)
	}
	return found
}

func complete(a asked) any {
	return append([]language.Completion{}, a.words.Complete(a.Text, a.Position)...)
}

// formatted is the text as understudy lsp formats it, or why it stays as it is.
type formatted struct {
	Text  string `json:"text"`
	Error string `json:"error,omitempty"`
}

func format(a asked) any {
	text, err := language.Format(a.Text)
	if err != nil {
		return formatted{a.Text, "The text is not formatted: " + err.Error() + "."}
	}
	return formatted{Text: text}
}

// hover is null where there is nothing to say.
func hover(a asked) any {
	h, ok := a.words.Hover(a.Text, a.Position)
	if !ok {
		return nil
	}
	return h
}
